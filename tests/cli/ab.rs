//! `ab`: two builds side by side, as their users meet them; the program itself stands for both.
use super::{run, scratch};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// 6 instances × 2 configurations.
const TINY: &str = r#"name = "tiny"
rounds = 5
[[instances]]
domain = "black-white"
count = 6
optimal = "3..5"
[[configurations]]
algorithm = "bfs"
visited = ["bitset", "hashset"]
"#;
const BIN: &str = env!("CARGO_BIN_EXE_searchrig");

/// A folder with the experiment.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = scratch(&format!("ab-{name}"));
    fs::write(folder.join("tiny.toml"), TINY).expect("written");
    folder
}
/// A worker that is a shell script.
fn script(folder: &Path, text: &str) -> String {
    let path = folder.join("worker.sh");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    path.display().to_string()
}
/// The last line on standard error: warnings about the machine come before it.
fn last(err: &str) -> &str {
    err.lines().last().unwrap_or_default()
}

#[test]
fn a_build_against_itself_changes_no_count_and_is_never_decided_by_noise() {
    let folder = folder("itself");
    let (experiment, out) = (folder.join("tiny.toml"), folder.join("out"));
    // Searches of microseconds on a busy machine: δ so wide that only a real difference passes it.
    let done = run(&format!(
        "ab {} --base {BIN} --new {BIN} --delta 0.9 --format json -o {}",
        experiment.display(),
        out.display()
    ));
    assert_eq!(done.code, 0, "{}", done.err);
    let json: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(json["changed_keys"], 0);
    assert_eq!(json["regressed"], false);
    let configurations = json["configurations"].as_array().expect("a list");
    assert_eq!(configurations.len(), 2);
    for one in configurations {
        assert_eq!((&one["instances"], &one["rounds"]), (&6.into(), &5.into()));
        assert!(one["verdict"] == "equivalent" || one["verdict"] == "inconclusive", "{one}");
    }
    let tidy = fs::read_to_string(out.join("comparison.csv")).expect("comparison.csv");
    assert_eq!(
        tidy.lines().filter(|l| l.starts_with("configuration,") && l.contains("wall_ratio")).count(),
        2
    );
    // Both sides are run folders that the other commands take.
    let (base, new) = (out.join("base"), out.join("new"));
    let rows = |side: &Path| fs::read_to_string(side.join("results.csv")).expect("rows").lines().count();
    assert_eq!((rows(&base), rows(&new)), (61, 61));
    assert_eq!(run(&format!("compare {} {}", base.display(), new.display())).code, 0);
    let again = run(&format!("ab {} --base {BIN} --new {BIN} -o {}", experiment.display(), out.display()));
    assert_eq!(again.code, 2, "a folder with files is not written over");
}

#[test]
fn few_rounds_are_inconclusive_and_say_what_is_needed() {
    let folder = folder("few");
    let experiment = folder.join("tiny.toml");
    let done = run(&format!("ab {} --base {BIN} --new {BIN} --rounds 2", experiment.display()));
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("at least 5 rounds (there are 2)"), "{}", done.out);
    assert!(done.out.contains("both builds are the same file"), "{}", done.out);
    assert!(done.out.ends_with("0 of 12 keys with changed counts\n"), "{}", done.out);
}

#[test]
fn a_build_of_another_protocol_is_refused_and_a_dead_one_is_named() {
    let folder = folder("workers");
    let experiment = folder.join("tiny.toml");
    let against = |new: &str| run(&format!("ab {} --base {BIN} --new {new}", experiment.display()));
    let other = against(&script(&folder, "echo '{\"hello\":{\"protocol\":99}}'; cat >/dev/null"));
    assert_eq!((other.code, other.out.as_str()), (4, ""));
    assert!(last(&other.err).contains("worker.sh: it speaks version 99"), "{}", other.err);
    let dies = against(&script(&folder, "echo '{\"hello\":{\"protocol\":1}}'; read line; exit 7"));
    assert_eq!((dies.code, dies.out.as_str()), (3, ""));
    let said = last(&dies.err);
    assert!(said.contains("new worker") && said.contains("worker.sh died") && said.contains('7'), "{said}");
    let missing = against("/no/such/build");
    assert_eq!(missing.code, 3);
    assert!(last(&missing.err).contains("/no/such/build: it cannot be started"), "{}", missing.err);
}
