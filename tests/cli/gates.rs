//! What `compare` calls a change, on files made by hand: named after what users of such tools ran into.
use super::rows::{Files, failed, row};
use super::{Run, good, run, scratch};
use std::fs;

/// The comparison in one form, its exit code, and that no form of it holds what is no number.
fn compared(line: &str, form: &str) -> Run {
    let compared = run(&format!("compare {line} --format {form}"));
    assert_eq!(compared.err, "", "{line}");
    numbers_only(&compared.out);
    compared
}
fn numbers_only(text: &str) {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '∞').map(str::to_lowercase);
    for word in words {
        assert!(!matches!(word.as_str(), "nan" | "inf" | "infinity" | "∞"), "{text}");
    }
}
/// Every form of the comparison with its exit code, and of the report on both sides.
fn every_form(base: &str, new: &str, code: i32) {
    for form in ["table", "markdown", "csv", "json"] {
        assert_eq!(compared(&format!("{base} {new}"), form).code, code, "{form}");
    }
    for side in [base, new] {
        for form in ["table", "markdown", "csv", "html"] {
            numbers_only(&good(&format!("report {side} --format {form}")));
        }
    }
}
/// The values of the comparison whose scope and metric are these, as objects.
fn values(line: &str, scope: &str, metric: &str) -> Vec<serde_json::Value> {
    let json: serde_json::Value = serde_json::from_str(&compared(line, "json").out).expect("JSON");
    let values = json["values"].as_array().expect("an array").clone();
    values.into_iter().filter(|v| v["scope"] == scope && v["metric"] == metric).collect()
}

#[test]
fn a_new_benchmark_does_not_break_ci() {
    let files = Files::new("gates-new");
    let base = files.rows("base.csv", &[row("a", "bfs", 0, 10, 5)]);
    let new = files.rows("new.csv", &[row("a", "bfs", 0, 10, 5), row("a", "astar", 0, 3, 5)]);
    let out = good(&format!("compare {base} {new}"));
    assert!(out.lines().any(|line| line.starts_with("new ") && line.contains("astar")), "{out}");
    assert!(
        out.ends_with("gate passed: 1 common keys: 0 coverage, 0 changed, 1 same; 1 new, 0 missing\n"),
        "{out}"
    );
    assert!(good(&format!("compare {new} {base}")).ends_with("; 0 new, 1 missing\n"));
    assert_eq!(run(&format!("compare {base} {new} --require-same-keys")).code, 4);
    assert_eq!(run(&format!("compare {new} {base} --require-same-keys")).code, 4);
    assert_eq!(run(&format!("compare {base} {base} --require-same-keys")).code, 0);
}

#[test]
fn a_regression_sets_the_exit_code_and_each_code_has_one_meaning() {
    let files = Files::new("gates-codes");
    let base = files.rows("base.csv", &[row("a", "bfs", 0, 10, 5), row("b", "bfs", 0, 20, 5)]);
    let more = files.rows("more.csv", &[row("a", "bfs", 0, 11, 5), row("b", "bfs", 0, 20, 5)]);
    let fewer = files.rows("fewer.csv", &[row("a", "bfs", 0, 9, 5), row("b", "bfs", 0, 19, 5)]);
    let code = |line: String| run(&line).code;
    assert_eq!(code(format!("compare {base} {base}")), 0);
    assert_eq!(code(format!("compare {base} {more}")), 1);
    assert_eq!(code(format!("compare {base} {more} --gate nodes=worse")), 1);
    assert_eq!(code(format!("compare {base} {more} --gate nodes=10%")), 0);
    assert_eq!(code(format!("compare {base} {fewer}")), 1);
    assert_eq!(code(format!("compare {base} {fewer} --gate nodes=worse")), 0);
    let bad = files.text("bad.toml", "name = ");
    for usage in
        [format!("compare {base} {base} --no-such-flag"), format!("compare {base} {base} --gate nodes=some")]
    {
        assert_eq!(failed(&usage).0, 2);
    }
    assert_eq!(code(format!("run {bad} -o {}", files.0.join("run").display())), 2);
    assert_eq!(failed(&format!("compare {base} {base}.none")).0, 3);
    assert_eq!(failed(&format!("compare {base}.none {base}")).0, 3);
    assert_eq!(failed(&format!("run {bad}.none")).0, 3);
}

#[test]
fn a_mean_is_not_taken_over_other_rows_than_its_partner() {
    let files = Files::new("gates-rows");
    let six = |instance: &str, expanded| {
        (0..6).map(|r| row(instance, "bfs", r, expanded, 1_000)).collect::<Vec<_>>()
    };
    let base = files.rows("base.csv", &[six("A", 100), six("B", 10_000)].concat());
    let new = files.rows("new.csv", &six("A", 100));
    let line = format!("{base} {new}");
    let table = compared(&line, "table");
    assert_eq!(table.code, 0);
    assert!(table.out.contains("1.0000 (n=1)"), "{}", table.out);
    assert!(table.out.lines().any(|l| l.starts_with("missing ") && l.contains(" B ")), "{}", table.out);
    for metric in ["expanded_ratio", "wall_ratio"] {
        let ratios = values(&line, "configuration", metric);
        assert_eq!((ratios.len(), &ratios[0]["ratio"], &ratios[0]["n"]), (1, &1.0.into(), &1.into()));
    }
}

#[test]
fn zeros_do_not_become_infinite_ratios() {
    let files = Files::new("gates-zero");
    let base = files.rows("base.csv", &[row("a", "bfs", 0, 0, 0)]);
    let new = files.rows("new.csv", &[row("a", "bfs", 0, 7, 5)]);
    let line = format!("{base} {new}");
    assert!(compared(&line, "table").out.contains("incomparable: below resolution"));
    let table = compared(&line, "table").out;
    let change = table.lines().find(|l| l.starts_with("changed ")).expect("the change");
    assert!(change.contains(" expanded ") && change.ends_with(" +7"), "{change}");
    let expanded = &values(&line, "key", "expanded")[0];
    let shown = ["verdict", "difference", "ratio"].map(|name| expanded[name].clone());
    assert_eq!(shown, ["changed".into(), 7.into(), serde_json::Value::Null]);
    every_form(&base, &new, 1);
}

#[test]
fn a_start_that_is_the_goal_costs_0_and_every_report_renders() {
    let folder = scratch("gates-at-goal");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    file(
        "set.csv",
        "instance_id,domain,size,initial,goal\nhome,sliding-tile,3x3,0 1 2/3 4 5/6 7 8,\n\
         same,black-white,4x4:8,1010/0101/1010/0101,1010/0101/1010/0101\n",
    );
    let experiment = file(
        "home.toml",
        "name = \"home\"\nrounds = 2\n[[instances]]\nfile = \"set.csv\"\n\
         [[configurations]]\nalgorithm = \"all\"\nvisited = \"all\"\n",
    );
    let out = folder.join("run").display().to_string();
    let done = run(&format!("run {experiment} -o {out} --progress none"));
    assert_eq!(done.code, 0, "{}", done.err);
    let results = fs::read_to_string(folder.join("run/results.csv")).expect("rows");
    // A path of length 0 and cost 0, with nothing expanded or generated, by every algorithm.
    assert!(results.lines().count() > 100);
    for line in results.lines().skip(1) {
        assert!(line.contains(",solved,,0,0,0,0,"), "{line}");
    }
    assert!(good(&format!("verify {out}")).ends_with(": 0 findings\n"));
    every_form(&out, &out, 0);
}

#[test]
fn samples_without_spread_are_compared_and_break_no_form() {
    let files = Files::new("gates-identical");
    let ten = |ns| (0..10).map(|r| row("a", "bfs", r, 10, ns)).collect::<Vec<_>>();
    let base = files.rows("base.csv", &ten(1_000_000));
    let new = files.rows("new.csv", &ten(800_000));
    every_form(&base, &new, 0);
    let line = format!("{base} {new}");
    let times = &values(&line, "key", "wall_ns")[0];
    assert_eq!(
        (&times["sd_base"], &times["sd_new"], &times["ratio"]),
        (&0.0.into(), &0.0.into(), &0.8.into())
    );
    assert_eq!(values(&line, "configuration", "wall_ratio")[0]["verdict"], "improved");
    assert_eq!(values(&format!("{new} {base}"), "configuration", "wall_ratio")[0]["verdict"], "regressed");
}

#[test]
fn one_run_is_not_shown_with_a_spread_of_zero() {
    let files = Files::new("gates-once");
    let base = files.rows("base.csv", &[row("a", "bfs", 0, 10, 1_000)]);
    let new = files.rows("new.csv", &[row("a", "bfs", 0, 10, 2_000)]);
    every_form(&base, &new, 0);
    let line = format!("{base} {new}");
    let null = serde_json::Value::Null;
    let times = &values(&line, "key", "wall_ns")[0];
    assert_eq!((&times["n"], &times["sd_base"], &times["sd_new"]), (&1.into(), &null, &null));
    let ratio = &values(&line, "configuration", "wall_ratio")[0];
    assert_eq!((&ratio["ci_low"], &ratio["ci_high"], &ratio["p"]), (&null, &null, &null));
    assert_eq!(ratio["verdict"], "inconclusive (n=1)");
    let summary = good(&format!("report {base} --format csv"));
    let spreads: Vec<&str> = summary.lines().filter(|l| l.contains(",time_spread,")).collect();
    assert!(!spreads.is_empty() && spreads.iter().all(|l| l.contains(",time_spread,,")), "{spreads:?}");
}

#[test]
fn a_key_that_occurs_twice_is_listed_and_not_compared() {
    let files = Files::new("gates-twice");
    let twice = files.rows("twice.csv", &[row("a", "bfs", 0, 10, 5), row("a", "bfs", 0, 10, 6)]);
    let once = files.rows("once.csv", &[row("a", "bfs", 0, 10, 5)]);
    for line in [
        format!("compare {twice} {once}"),
        format!("compare {once} {twice}"),
        format!("verify {twice}"),
        format!("bless {twice} -o {once}"),
    ] {
        let (code, err) = failed(&line);
        assert_eq!(code, 2);
        assert!(err.contains(r#"instance "a", configuration "bfs", threads 1, round 0, repeat 0"#), "{err}");
    }
}

#[test]
fn times_of_another_machine_are_refused_and_counts_are_compared_all_the_same() {
    let files = Files::new("gates-machine");
    let rows = |expanded| (0..5).map(|r| row("a", "bfs", r, expanded, 1_000)).collect::<Vec<_>>();
    let manifest = |cores: u32, profile: &str| {
        format!(r#"{{"status": "complete", "cpu_model": "X", "cores": {cores}, "profile": "{profile}"}}"#)
    };
    let two = files.folder("two", &rows(10), &manifest(2, "release"));
    let four = files.folder("four", &rows(10), &manifest(4, "release"));
    let debug = files.folder("debug", &rows(10), &manifest(2, "debug"));
    let more = files.folder("more", &rows(11), &manifest(4, "release"));
    for (other, why) in [(&four, "another machine"), (&debug, "another build profile")] {
        let compared = run(&format!("compare {two} {other}"));
        assert_eq!((compared.code, compared.err.as_str()), (4, ""));
        assert!(compared.out.contains(&format!("incomparable: {why}")), "{}", compared.out);
        assert!(compared.out.contains(&format!("note: times are not compared: {why}; ")), "{}", compared.out);
        assert!(compared.out.contains("gate passed: 1 common keys"), "{}", compared.out);
    }
    let changed = run(&format!("compare {two} {more}"));
    assert!(changed.code == 1 && changed.out.contains("gate failed: "), "{}", changed.out);
    assert!(!good(&format!("compare {two} {two}")).contains("incomparable"));
    let baseline = files.0.join("baseline.csv").display().to_string();
    good(&format!("bless {two} -o {baseline}"));
    good(&format!("compare {baseline} {four}"));
}
