//! `compare`, `bless` and `verify` on files: exit codes, and what goes wrong with such tools.
use super::{Run, good, run, scratch};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const HEADER: &str = "schema,seq,round,instance_id,domain,algorithm,heuristic,visited,options,configuration,\
threads,repeat,status,detail,solution_cost,solution_length,expanded,generated,duplicates,reopened,evaluated,\
iterations,expanded_before_last,max_frontier,max_visited,visited_bytes,determinism,setup_ns,wall_ns,cpu_ns,\
teardown_ns,batch,peak_rss_bytes,contended,limit_wall_ns,limit_nodes,limit_memory_bytes,start_utc\n";

/// A solved row: instance, configuration, repeat, expansions, time.
fn row(instance: &str, configuration: &str, repeat: u32, expanded: u64, ns: u64) -> String {
    format!(
        "1,0,0,{instance},tiles,bfs,,,,{configuration},1,{repeat},solved,,4,4,{expanded},30,10,0,0,0,9,8,21,,exact,\
         0,{ns},0,0,1,,false,,,,2026-01-01T00:00:00Z\n"
    )
}

/// A folder for one test, and files in it.
struct Files(PathBuf);
impl Files {
    fn new(name: &str) -> Self {
        Self(scratch(&format!("compare-{name}")))
    }
    fn rows(&self, name: &str, rows: &[String]) -> String {
        self.text(name, &format!("{HEADER}{}", rows.concat()))
    }
    fn text(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(&path, text).expect("the file is written");
        path.to_str().expect("UTF-8").to_owned()
    }
    /// A run folder with a manifest.
    fn folder(&self, name: &str, rows: &[String], manifest: &str) -> String {
        self.rows(&format!("{name}/results.csv"), rows);
        self.text(&format!("{name}/manifest.json"), manifest);
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

/// A failed command: its exit code, silent on standard output, one line on standard error.
fn failed(line: &str) -> (i32, String) {
    let Run { code, out, err } = run(line);
    assert_eq!((out.as_str(), err.lines().count()), ("", 1), "searchrig {line}\n{err}");
    (code, err)
}

#[test]
fn p2_each_exit_code_has_one_meaning() {
    let files = Files::new("p2");
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
    assert_eq!(code(format!("compare {base} {base} --no-such-flag")), 2);
    assert_eq!(code(format!("compare {base} {base} --gate nodes=some")), 2);
    assert_eq!(failed(&format!("compare {base} {base}.none")).0, 3);
    assert_eq!(failed(&format!("compare {base}.none {base}")).0, 3);
}

#[test]
fn p1_a_new_benchmark_breaks_nothing_unless_the_same_keys_are_required() {
    let files = Files::new("p1");
    let base = files.rows("base.csv", &[row("a", "bfs", 0, 10, 5)]);
    let new = files.rows("new.csv", &[row("a", "bfs", 0, 10, 5), row("a", "astar", 0, 3, 5)]);
    assert!(good(&format!("compare {base} {new}")).ends_with("; 1 new, 0 missing\n"));
    assert!(good(&format!("compare {new} {base}")).ends_with("; 0 new, 1 missing\n"));
    assert_eq!(run(&format!("compare {base} {new} --require-same-keys")).code, 4);
    assert_eq!(run(&format!("compare {new} {base} --require-same-keys")).code, 4);
    assert_eq!(run(&format!("compare {base} {base} --require-same-keys")).code, 0);
}

#[test]
fn p12_a_duplicate_key_is_listed_and_no_comparison() {
    let files = Files::new("p12");
    let twice = files.rows("twice.csv", &[row("a", "bfs", 0, 10, 5), row("a", "bfs", 0, 10, 6)]);
    for line in [format!("compare {twice} {twice}"), format!("verify {twice}")] {
        let (code, err) = failed(&line);
        assert_eq!(code, 2);
        assert!(err.contains(r#"instance "a", configuration "bfs", threads 1, round 0, repeat 0"#), "{err}");
    }
}

#[test]
fn what_cannot_be_compared_exits_with_4() {
    let files = Files::new("incomparable");
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
fn times_of_another_machine_are_refused_and_counts_are_not() {
    let files = Files::new("machine");
    let rows: Vec<String> = (0..5).map(|repeat| row("a", "bfs", repeat, 10, 1000)).collect();
    let two = files.folder("two", &rows, r#"{"status": "complete", "cpu_model": "X", "cores": 2}"#);
    let four = files.folder("four", &rows, r#"{"status": "complete", "cpu_model": "X", "cores": 4}"#);
    assert!(good(&format!("compare {two} {four}")).contains("incomparable: another machine"));
    assert!(!good(&format!("compare {two} {two}")).contains("incomparable"));
}

#[test]
fn sides_have_labels_and_configurations_new_names() {
    let files = Files::new("names");
    let base = files.rows("base.csv", &[row("a", "bfs=old", 0, 10, 5)]);
    let new = files.rows("new.csv", &[row("a", "bfs", 0, 10, 5)]);
    let out = good(&format!("compare before={base} after={new} --rename bfs=old=bfs"));
    assert!(out.starts_with("base: before\nnew:  after\n"), "{out}");
    let (code, err) = failed(&format!("compare {base} {new} --rename dfs=bfs"));
    assert!(code == 2 && err.contains("expected A=B"), "{err}");
}

#[test]
fn every_form_is_whole_and_the_tidy_file_is_the_csv_form() {
    let files = Files::new("forms");
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
    assert!(markdown.contains("| changed | a | bfs | 1 | expanded | 0 | 7 | +7 |"), "{markdown}");
    for form in ["table", "markdown", "csv", "json"] {
        let out = run(&line(form)).out;
        assert!(!out.contains("NaN") && !out.contains("inf") && !out.contains('∞'), "{out}");
    }
}

#[test]
fn a_blessed_baseline_gates_the_next_run() {
    let files = Files::new("bless");
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
fn p9_a_reader_that_leaves_early_is_content() {
    let files = Files::new("p9");
    let rows: Vec<String> = (0..3_000).map(|i| row(&format!("i{i}"), "bfs", 0, 10, 5)).collect();
    let many = files.rows("many.csv", &rows);
    let mut child = Command::new(env!("CARGO_BIN_EXE_searchrig"))
        .args(["compare", &many, &many, "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn verify_finds_rows_that_do_not_repeat_and_sets_that_were_edited() {
    let files = Files::new("verify");
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
    assert_eq!(findings.len(), 10);
    for finding in findings {
        let harmful = finding["level"] == "harmful";
        assert_eq!(harmful, finding["mend"] != "", "{finding}");
    }
    assert!(good("doctor").lines().count() >= 10);
}
