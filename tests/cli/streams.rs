//! What goes out: text that other programs read, under any locale, into pipes and into logs.
use super::rows::{Files, row};
use super::{good, run, scratch, written};
use searchrig::record;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const BIN: &str = env!("CARGO_BIN_EXE_searchrig");

/// A configuration's name that needs quotes, and a description of two lines.
const HOSTILE: &str = r#"name = "hostile"
description = "two\nlines, \"quoted\""
rounds = 2
[[instances]]
domain = "black-white"
count = 2
optimal = "2..4"
[[configurations]]
algorithm = "bfs"
name = 'a,b "x"'
[[configurations]]
algorithm = "astar"
"#;

/// The rows that Python's csv module reads from a file, as objects; `None` without Python.
fn by_python(path: &Path) -> Option<Vec<Value>> {
    let script = "import csv, json, sys\n\
                  rows = csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True)\n\
                  json.dump(list(rows), sys.stdout)";
    let read = Command::new("python3").args(["-c", script]).arg(path).output();
    let Ok(read) = read else {
        let _ = writeln!(std::io::stderr(), "skipped: there is no python3");
        return None;
    };
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    Some(serde_json::from_slice(&read.stdout).expect("JSON"))
}
/// An object with its values as the text of CSV fields.
fn fields(object: &Value) -> Value {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let object = object.as_object().expect("an object");
    object.iter().map(|(name, value)| (name.clone(), Value::from(text(value)))).collect()
}

#[test]
fn quotes_commas_and_line_breaks_survive_in_csv() {
    let (file, out) = written("streams-quotes", HOSTILE);
    let done = run(&format!("run {} -o {} --progress none", file.display(), out.display()));
    assert_eq!(done.code, 0, "{}", done.err);
    // A detail of two lines, as a panic leaves it.
    let results = out.join("results.csv");
    let text = fs::read_to_string(&results).expect("rows");
    assert!(text.contains("\"a,b \"\"x\"\"\""), "{text}");
    fs::write(&results, text.replacen(",solved,,", ",solved,\"two\nlines, \"\"quoted\"\"\",", 1))
        .expect("written");

    let ours = record::read(&results).expect("rows").rows;
    assert_eq!(ours.iter().filter(|row| row.configuration == "a,b \"x\"").count(), 4);
    assert_eq!(ours[0].detail, "two\nlines, \"quoted\"");
    let ours: Vec<Value> =
        ours.iter().map(|row| fields(&serde_json::to_value(row).expect("plain fields"))).collect();
    let Some(theirs) = by_python(&results) else { return };
    assert_eq!(theirs, ours);

    let out = out.display().to_string();
    let comparison = format!("{out}/comparison.csv");
    let json = good(&format!("compare {out} {out} --format json -o {comparison}"));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let theirs = by_python(Path::new(&comparison)).expect("Python was there");
    let ours = json["values"].as_array().expect("an array");
    assert_eq!(theirs.len(), ours.len());
    for (theirs, ours) in theirs.iter().zip(ours) {
        for name in ["instance_id", "configuration", "metric", "base", "new", "verdict"] {
            assert_eq!(theirs[name], ours[name], "{name}");
        }
    }
    let summary = by_python(Path::new(&format!("{out}/summary.csv"))).expect("Python was there");
    assert!(summary.iter().any(|row| row["configuration"] == "a,b \"x\"" && row["value"] != ""));
    let report = good(&format!("report {out} --format markdown"));
    assert!(report.contains("| a,b \"x\"") && report.contains("two\\\\nlines, \"quoted\""), "{report}");
}

/// Environment variables of a German locale. Where it can be made, it is a true one.
fn german() -> Vec<(&'static str, String)> {
    let folder = scratch("streams-german");
    let made = Command::new("localedef")
        .args(["-i", "de_DE", "-f", "UTF-8"])
        .arg(folder.join("de_DE.UTF-8"))
        .output();
    if !made.is_ok_and(|made| folder.join("de_DE.UTF-8").is_dir() || made.status.success()) {
        let _ = writeln!(std::io::stderr(), "no German locale here: only its name is set");
    }
    let name = || "de_DE.UTF-8".to_string();
    vec![
        ("LANG", name()),
        ("LC_ALL", name()),
        ("LC_NUMERIC", name()),
        ("LOCPATH", folder.display().to_string()),
    ]
}
/// Runs the program in a locale: what it wrote to standard output.
fn under(locale: &[(&'static str, String)], line: &str) -> Vec<u8> {
    let mut command = Command::new(BIN);
    for name in ["LANG", "LC_ALL", "LC_NUMERIC", "LOCPATH"] {
        command.env_remove(name);
    }
    command.envs(locale.iter().map(|(name, value)| (name, value)));
    let done = command.args(line.split_whitespace()).output().expect("the program runs");
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    done.stdout
}

#[test]
fn a_german_locale_changes_no_byte() {
    let (file, out) = written("streams-locale", HOSTILE);
    let folder = out.parent().expect("a folder").to_owned();
    let (c, german) = (vec![("LC_ALL", "C".to_string())], german());
    let results = |locale: &[(&'static str, String)], name: &str| {
        let run = folder.join(name).display().to_string();
        under(locale, &format!("run {} -o {run} --progress none", file.display()));
        // What a clock says is its own each time.
        let rows = record::read(&folder.join(name).join("results.csv")).expect("rows").rows;
        let timeless = |row: &record::Row| record::Row {
            setup_ns: None,
            wall_ns: None,
            cpu_ns: None,
            teardown_ns: None,
            batch: 1,
            peak_rss_bytes: None,
            start_utc: String::new(),
            ..row.clone()
        };
        let text = fs::read_to_string(folder.join(name).join("results.csv")).expect("rows");
        assert!(text.lines().skip(1).all(|line| line.split(',').count() >= 38), "{text}");
        let set = fs::read(folder.join(name).join("instances.csv")).expect("the set");
        (rows.iter().map(timeless).collect::<Vec<_>>(), set)
    };
    assert_eq!(results(&c, "c"), results(&german, "german"));
    let run = folder.join("c").display().to_string();
    for form in ["table", "markdown", "csv", "html"] {
        let line = format!("report {run} --format {form}");
        assert!(under(&c, &line) == under(&german, &line), "{form}");
    }
    for line in [
        format!("compare {run} {run} --format csv"),
        format!("compare {run} {run}"),
        format!("verify {run}"),
        "generate sliding-tile --size 3x3 --count 20 --seed 1 --optimal 10..12".to_string(),
        "explore black-white --format csv".to_string(),
        "list algorithms".to_string(),
    ] {
        assert!(under(&c, &line) == under(&german, &line), "{line}");
    }
}

#[test]
fn a_reader_that_leaves_after_the_first_line_is_no_error() {
    let files = Files::new("streams-pipe");
    let rows: Vec<String> = (0..600)
        .map(|i| row(&format!("i{}", i % 2), &format!("configuration-{}", i / 2), 0, 10, 5))
        .collect();
    let many = files.rows("many.csv", &rows);
    let set = files.0.join("set.csv").display().to_string();
    good(&format!("generate hybrid-knight --size 100 --count 3000 --seed 1 -o {set}"));
    for (line, first) in [
        (format!("compare {many} {many} --format csv"), "scope,"),
        (format!("report {many} --format csv"), "domain,"),
        ("generate hybrid-knight --size 100 --count 3000 --seed 1 --format csv".to_string(), "instance_id,"),
        (format!("solve hybrid-knight {set} --format json"), "{\"instance\""),
        ("list algorithms --format csv".to_string(), "algorithm,"),
        ("explore black-white --format csv".to_string(), "depth,"),
    ] {
        // The shell's own words: the left side of the pipe ends as the right side leaves.
        let script = format!("{{ {BIN} {line}; echo $? >{many}.code; }} | head -n 1");
        let done = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        assert_eq!(text(done.stderr), "", "{line}");
        let out = text(done.stdout);
        assert!(out.lines().count() == 1 && out.starts_with(first), "{line}: {out}");
        assert_eq!(fs::read_to_string(format!("{many}.code")).expect("a code"), "0\n", "{line}");
    }
}

#[test]
fn progress_does_not_flood_a_log() {
    let folder = scratch("streams-log");
    let (file, out) = (folder.join("experiment.toml"), folder.join("run"));
    let text = HOSTILE.replace("rounds = 2", "rounds = 125");
    fs::write(&file, text).expect("written");
    let (result, log) = (folder.join("stdout"), folder.join("stderr"));
    let begun = Instant::now();
    let status = Command::new(BIN)
        .arg("run")
        .arg(&file)
        .arg("-o")
        .arg(&out)
        .stdin(Stdio::null())
        .stdout(File::create(&result).expect("a file"))
        .stderr(File::create(&log).expect("a file"))
        .status();
    let seconds = begun.elapsed().as_secs();
    assert!(status.expect("the program runs").success());
    let [result, log] = [result, log].map(|path| fs::read_to_string(path).expect("UTF-8"));
    assert!(log.contains("500 runs: 500 solved"), "{log}");
    assert!(!log.contains('\r') && !log.contains('\u{1b}'), "{log:?}");
    let progress = log.lines().filter(|line| line.contains(" of 500 runs")).count() as u64;
    assert!(progress <= seconds / 10, "{progress} lines in {seconds} s:\n{log}");
    // Warnings before, and the last two lines.
    assert!(log.lines().count() as u64 <= progress + 8, "{log}");
    assert_eq!(result, good(&format!("report {}", out.display())));
}
