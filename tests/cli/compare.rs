//! `compare`, `bless` and `verify` on files: exit codes and forms.
use super::rows::{Files, HEADER, failed, row};
use super::{good, run};
use std::fs;
use std::path::Path;

#[test]
fn what_cannot_be_compared_exits_with_4() {
    let files = Files::new("compare-incomparable");
    let rows = [row("a", "bfs", 0, 10, 5)];
    let whole = files.folder("whole", &rows, r#"{"status": "complete", "cores": 2}"#);
    let partial = files.folder("partial", &rows, r#"{"status": "interrupted", "cores": 2}"#);
    let (code, err) = failed(&format!("compare {partial} {whole}"));
    assert!(code == 4 && err.contains("interrupted"), "{err}");
    let out = good(&format!("compare {whole} {partial}"));
    assert!(out.contains("interrupted: keys may be missing"), "{out}");
    let schema = files.text("schema.csv", &format!("{HEADER}{}", rows[0].replacen("1,0,0,", "2,0,0,", 1)));
    assert_eq!(failed(&format!("compare {schema} {whole}")).0, 4);
    let other = files.rows("other.csv", &[row("b", "bfs", 0, 10, 5)]);
    assert_eq!(failed(&format!("compare {whole} {other}")).0, 4);
    let empty = files.rows("empty.csv", &[]);
    assert_eq!(failed(&format!("compare {empty} {whole}")).0, 4);
    let torn = files.text("torn.csv", &format!("{HEADER}{}1,2", rows[0]));
    assert_eq!(failed(&format!("compare {torn} {whole}")).0, 4);
    assert_eq!(failed(&format!("bless {partial} -o {whole}/baseline.csv")).0, 4);
}

#[test]
fn sides_have_labels_and_configurations_new_names() {
    let files = Files::new("compare-names");
    let base = files.rows("base.csv", &[row("a", "bfs=old", 0, 10, 5)]);
    let new = files.rows("new.csv", &[row("a", "bfs", 0, 10, 5)]);
    let out = good(&format!("compare before={base} after={new} --rename bfs=old=bfs"));
    assert!(out.starts_with("base: before\nnew:  after\n"), "{out}");
    let (code, err) = failed(&format!("compare {base} {new} --rename dfs=bfs"));
    assert!(code == 2 && err.contains("expected A=B"), "{err}");
}

#[test]
fn every_form_is_whole_and_the_tidy_file_is_the_csv_form() {
    let files = Files::new("compare-forms");
    let base = files.rows("base.csv", &[row("a", "bfs", 0, 0, 0)]);
    let new = files.rows("new.csv", &[row("a", "bfs", 0, 7, 5)]);
    let tidy = files.0.join("comparison.csv");
    let line = |form: &str| format!("compare {base} {new} --format {form} -o {}", tidy.display());
    let csv = run(&line("csv"));
    assert_eq!((csv.code, csv.err.as_str()), (1, ""));
    assert_eq!(fs::read_to_string(&tidy).expect("written"), csv.out);
    assert!(
        csv.out.lines().any(|l| l.starts_with("key,a,bfs,1,expanded,0,7,7,,") && l.ends_with(",changed"))
    );
    let json: serde_json::Value = serde_json::from_str(&run(&line("json")).out).expect("JSON");
    assert_eq!((&json["passed"], &json["keys"]["changed"]), (&false.into(), &1.into()));
    let markdown = run(&line("markdown")).out;
    let words: Vec<&str> = markdown.split_whitespace().collect();
    assert!(words.join(" ").contains("| changed | a | bfs | 1 | expanded | 0 | 7 | +7 |"), "{markdown}");
    for form in ["table", "markdown", "csv", "json"] {
        let out = run(&line(form)).out;
        assert!(!out.contains("NaN") && !out.contains("inf") && !out.contains('∞'), "{out}");
    }
}

#[test]
fn a_blessed_baseline_gates_the_next_run() {
    let files = Files::new("compare-bless");
    let run_csv = files.rows("run.csv", &[row("b", "bfs", 0, 20, 5), row("a", "bfs", 0, 10, 5)]);
    let baseline = files.0.join("deep/baseline.csv");
    let baseline = baseline.to_str().expect("UTF-8");
    assert_eq!(good(&format!("bless {run_csv} -o {baseline}")), format!("{baseline}: 2 keys\n"));
    let text = fs::read_to_string(baseline).expect("written");
    assert!(text.starts_with("baseline,instance_id,configuration,threads,status,"), "{text}");
    assert!(text.contains("\n1,a,bfs,1,solved,exact,4,4,10,") && !text.contains("wall_ns"), "{text}");
    assert!(good(&format!("compare {baseline} {run_csv}")).contains("gate passed: 2 common keys"));
    let changed = files.rows("changed.csv", &[row("b", "bfs", 0, 21, 5), row("a", "bfs", 0, 10, 5)]);
    assert_eq!(run(&format!("compare {baseline} {changed}")).code, 1);
    let unsteady = files.rows("unsteady.csv", &[row("a", "bfs", 0, 10, 5), row("a", "bfs", 1, 11, 5)]);
    let (code, err) = failed(&format!("bless {unsteady} -o {baseline}"));
    assert!(code == 1 && err.contains("nondeterministic"), "{err}");
    assert_eq!(fs::read_to_string(baseline).expect("still there"), text);
    assert_eq!(run(&format!("compare {baseline} {unsteady}")).code, 1);
}

#[test]
fn verify_finds_rows_that_do_not_repeat_and_sets_that_were_edited() {
    let files = Files::new("compare-verify");
    let sound = files.rows("sound.csv", &[row("a", "bfs", 0, 10, 5), row("a", "bfs", 1, 10, 6)]);
    assert!(good(&format!("verify {sound}")).ends_with("2 rows: 0 findings\n"));
    let unsteady = files.rows("unsteady.csv", &[row("a", "bfs", 0, 10, 5), row("a", "bfs", 1, 11, 6)]);
    let found = run(&format!("verify {unsteady} --format json"));
    let json: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
    assert_eq!((found.code, &json["findings"][0]["check"]), (1, &"repeats".into()));
    let set = files.0.join("set.csv");
    good(&format!("generate solitaire --count 3 --seed 1 -o {}", set.display()));
    assert!(good(&format!("verify {}", set.display())).ends_with("0 rows, 3 instances: 0 findings\n"));
    let whole = fs::read_to_string(&set).expect("written");
    let (front, hash) = whole.trim_end().rsplit_once(',').expect("a hash in the last field");
    assert_eq!(hash.len(), 16);
    let edited = format!("{front},0123456789abcdef\n");
    let edited = files.text("edited.csv", &edited);
    let found = run(&format!("verify {edited}"));
    assert_eq!(found.code, 1, "{}", found.err);
    assert!(found.out.starts_with("set: "), "{}", found.out);
    assert_eq!(failed(&format!("verify {}", Path::new(&edited).with_extension("none").display())).0, 3);
}

#[test]
fn the_doctor_says_how_to_mend_what_it_finds() {
    let findings: serde_json::Value = serde_json::from_str(&good("doctor --format json")).expect("JSON");
    let findings = findings.as_array().expect("an array");
    assert_eq!(findings.len(), 12);
    for finding in findings {
        let harmful = finding["level"] == "harmful";
        assert_eq!(harmful, finding["mend"] != "", "{finding}");
    }
    assert!(good("doctor").lines().count() >= 12);
}
