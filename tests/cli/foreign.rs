//! Results that come from elsewhere, or were edited on the way: each has its documented outcome
//! (docs/csv.md, "What becomes of other people's files").
use super::rows::{Files, HEADER, failed, row};
use super::{good, run};

/// What the files say, without their names.
fn said(line: &str) -> String {
    let out = good(line);
    out.lines().filter(|line| !line.starts_with("base: ") && !line.starts_with("new: ")).collect()
}
fn two() -> [String; 2] {
    [row("a", "bfs", 0, 10, 5), row("b", "bfs", 0, 20, 5)]
}

#[test]
fn a_byte_order_mark_windows_line_ends_and_shuffled_or_extra_columns_change_nothing() {
    let files = Files::new("foreign-forms");
    let plain = files.rows("plain.csv", &two());
    let text = format!("{HEADER}{}", two().concat());
    // Columns turned round, with one of the user's own in front.
    let mut turned = String::new();
    for (i, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split(',').rev().collect();
        let note = if i == 0 { "my note" } else { "seen" };
        turned += note;
        turned += ",";
        turned += &fields.join(",");
        turned += "\n";
    }
    let variants = [
        ("bom.csv", format!("\u{feff}{text}")),
        ("crlf.csv", text.replace('\n', "\r\n")),
        ("turned.csv", turned.clone()),
        ("all.csv", format!("\u{feff}{}", turned.replace('\n', "\r\n"))),
    ];
    for (name, variant) in variants {
        let other = files.text(name, &variant);
        assert_eq!(
            said(&format!("compare {plain} {other}")),
            said(&format!("compare {plain} {plain}")),
            "{name}"
        );
        assert_eq!(
            said(&format!("compare {other} {plain}")),
            said(&format!("compare {plain} {plain}")),
            "{name}"
        );
        for read in ["verify", "report --format csv"] {
            assert_eq!(said(&format!("{read} {other}")), said(&format!("{read} {plain}")), "{read} {name}");
        }
        let baseline = files.0.join("baseline.csv").display().to_string();
        good(&format!("bless {plain} -o {baseline}"));
        let marked = files.text(
            "marked.csv",
            &format!(
                "\u{feff}{}",
                std::fs::read_to_string(&baseline).expect("written").replace('\n', "\r\n")
            ),
        );
        good(&format!("compare {marked} {other}"));
    }
}

#[test]
fn integers_above_2_to_the_53_are_not_rounded() {
    let files = Files::new("foreign-large");
    let large = |expanded: u64| vec![row("a", "bfs", 0, expanded, 5)];
    // As floating-point numbers the two are the same.
    let (one, two) = (1 << 53, (1 << 53) + 1);
    let base = files.rows("base.csv", &large(one));
    let new = files.rows("new.csv", &large(two));
    let compared = run(&format!("compare {base} {new} --format csv"));
    assert_eq!(compared.code, 1);
    assert!(compared.out.contains(",expanded,9007199254740992,9007199254740993,1,"), "{}", compared.out);
    let json = run(&format!("compare {base} {new} --format json")).out;
    assert!(json.contains("\"9007199254740993\""), "{json}");
    let most = files.rows("most.csv", &large(u64::MAX));
    let summary = good(&format!("report {most} --format csv"));
    assert!(summary.contains(",expanded_total,18446744073709551615,"), "{summary}");
    let baseline = files.0.join("baseline.csv").display().to_string();
    good(&format!("bless {most} -o {baseline}"));
    good(&format!("compare {baseline} {most}"));
    assert_eq!(run(&format!("compare {baseline} {new}")).code, 1);
    let beyond = files.text(
        "beyond.csv",
        &std::fs::read_to_string(&most)
            .expect("rows")
            .replace("18446744073709551615", "18446744073709551616"),
    );
    let (code, err) = failed(&format!("verify {beyond}"));
    assert!(code == 2 && err.contains("line 2: column expanded: `18446744073709551616`: expected"), "{err}");
}

#[test]
fn a_partial_run_is_no_base_and_as_a_new_run_says_so() {
    let files = Files::new("foreign-partial");
    let whole = files.folder("whole", &two(), r#"{"status": "complete"}"#);
    let partial = files.folder("partial", &two()[..1], r#"{"status": "interrupted"}"#);
    let torn = files.text("torn.csv", &format!("{HEADER}{}1,2", two()[0]));
    let empty = files.rows("empty.csv", &[]);
    for base in [&partial, &torn] {
        let (code, err) = failed(&format!("compare {base} {whole}"));
        assert!(code == 4 && err.contains("; a base needs a whole run"), "{err}");
        let (code, err) = failed(&format!("bless {base} -o {}/baseline.csv", files.0.display()));
        assert!(code == 4 && err.contains("; a baseline needs a whole run"), "{err}");
    }
    for new in [&partial, &torn] {
        let out = good(&format!("compare {whole} {new}"));
        assert!(out.contains("note: ") && out.contains(": keys may be missing"), "{out}");
        assert!(out.ends_with("; 0 new, 1 missing\n"), "{out}");
        assert_eq!(run(&format!("compare {whole} {new} --require-same-keys")).code, 4);
    }
    for line in [format!("compare {empty} {whole}"), format!("compare {whole} {empty}")] {
        let (code, err) = failed(&line);
        assert!(code == 4 && err.contains("no key (instance, configuration, threads) in common"), "{err}");
    }
}

#[test]
fn rows_of_another_schema_are_refused_and_not_misread() {
    let files = Files::new("foreign-schema");
    let old = files.rows("old.csv", &two());
    let later = files.text("later.csv", "schema,instance,nodes\n2,a,10\n");
    for line in [
        format!("compare {old} {later}"),
        format!("compare {later} {old}"),
        format!("report {later}"),
        format!("verify {later}"),
        format!("bless {later} -o {old}"),
    ] {
        let (code, err) = failed(&line);
        assert_eq!(code, 4, "{line}: {err}");
        let right = "line 2: column schema: version `2` cannot be compared; this program reads 1";
        assert!(err.contains(right), "{line}: {err}");
    }
}

#[test]
fn other_keys_are_no_comparison_and_a_rename_makes_one() {
    let files = Files::new("foreign-keys");
    let base = files.rows("base.csv", &two());
    let new = files.rows("new.csv", &two().map(|row| row.replace(",bfs,1,", ",breadth-first,1,")));
    let (code, err) = failed(&format!("compare {base} {new}"));
    assert!(code == 4 && err.contains("--rename A=B maps the name of a configuration"), "{err}");
    let out = good(&format!("compare {base} {new} --rename bfs=breadth-first"));
    assert!(
        out.ends_with("gate passed: 2 common keys: 0 coverage, 0 changed, 2 same; 0 new, 0 missing\n"),
        "{out}"
    );
}
