//! Every command with `--format json` prints JSON that fits its published schema, and nothing in colour.
use super::{good, run, run_with, scratch};
use jsonschema::validator_for;
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Parses `text` and holds it against the published schema `name`.
fn fits(name: &str, text: &str) -> Value {
    assert!(!text.contains('\u{1b}'), "{name}: colour in JSON");
    let schema: Value = serde_json::from_str(&good(&format!("schema {name}"))).expect("a schema");
    let value: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}: {text}"));
    let validator = validator_for(&schema).unwrap_or_else(|e| panic!("{name}: {e}"));
    let wrong: Vec<String> =
        validator.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert_eq!(wrong, Vec::<String>::new(), "{name}: {text}");
    value
}

const TINY: &str = r#"name = "tiny"
rounds = 2
limits = { time = "20s", nodes = 100000 }
[[instances]]
domain = "black-white"
count = 2
optimal = "2..4"
[[configurations]]
algorithm = ["bfs", "iddfs"]
visited = ["bitset", "hashset", "none"]
[[configurations]]
algorithm = "weighted-astar"
"#;

#[test]
fn listings_fit_their_schemas() {
    for what in ["domains", "algorithms", "heuristics", "visited"] {
        let rows = fits(what, &good(&format!("list {what} --format json")));
        assert!(!rows.as_array().expect("an array").is_empty());
    }
    fits("doctor", &good("doctor --format json"));
    let schemas = fits("schemas", &good("schema --format json"));
    for row in schemas.as_array().expect("an array") {
        let name = row["schema"].as_str().expect("a name");
        let schema: Value = serde_json::from_str(&good(&format!("schema {name}"))).expect("JSON");
        assert!(jsonschema::meta::is_valid(&schema), "{name}");
        assert_eq!(schema["title"], row["describes"]);
    }
}

#[test]
fn answers_and_explorations_fit_their_schemas() {
    let file = good("generate solitaire --count 3 --seed 1 --optimal 2..5 --format judge");
    for options in ["", "--path", "--algorithm astar", "--algorithm iddfs --visited transposition"] {
        let lines = run_with(&format!("solve solitaire --format json {options}"), &file).out;
        assert_eq!(lines.lines().count(), 3);
        for line in lines.lines() {
            fits("solve", line);
        }
    }
    fits("explore", &good("explore hybrid-knight --size 8 --format json"));
    fits("explore", &good("explore hybrid-knight --size 8 --max-depth 2 --visited hashset --format json"));
}

#[test]
fn a_run_and_what_is_said_of_it_fit_their_schemas() {
    let folder = scratch("json");
    let (file, out) = (folder.join("tiny.toml"), folder.join("run"));
    fs::write(&file, TINY).expect("written");
    let (file, out) = (file.display(), out.display());
    let plan = fits("plan", &good(&format!("run {file} --dry-run --format json")));
    assert_eq!(plan["estimated_ns"], Value::Null);
    let done = run(&format!("run {file} -o {out}"));
    assert_eq!(done.code, 0, "{}", done.err);
    let manifest = fs::read_to_string(folder.join("run/manifest.json")).expect("a manifest");
    fits("manifest", &manifest);
    fits("verify", &good(&format!("verify {out} --format json")));
    fits("report", &good(&format!("report {out} --format json")));
    let compared = fits("compare", &good(&format!("compare {out} {out} --format json")));
    assert_eq!(compared["passed"], true);
    let results = fs::read_to_string(folder.join("run/results.csv")).expect("results");
    let broken = folder.join("broken.csv");
    fs::write(&broken, results.replacen(",solved,", ",error,", 1)).expect("written");
    let failed = run(&format!("verify {} --format json", broken.display()));
    assert_eq!((failed.code, &fits("verify", &failed.out)["passed"]), (1, &Value::Bool(false)));

    // The earlier run knows every run of the plan, and what a set takes is what was foretold.
    let plan = fits("plan", &good(&format!("run {file} --dry-run --format json --earlier {out}")));
    assert_eq!(plan["runs"], plan["estimated_runs"]);
    assert!(plan["estimated_ns"].as_u64().expect("known") > 0);
    let bitset = plan["configurations"].as_array().expect("a list").iter().find(|c| c["visited"] == "bitset");
    let memory = &bitset.expect("bfs/bitset")["memory"];
    assert_eq!(memory["basis"], "known");
    let mut lines = results.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = header.iter().position(|name| *name == "visited_bytes").expect("a column");
    let row = lines.find(|line| line.contains(",bfs/bitset,")).expect("a row");
    assert_eq!(row.split(',').nth(column), Some(memory["bytes"].to_string().as_str()));
}

#[test]
fn two_builds_fit_their_schema() {
    let folder = scratch("json-ab");
    let file = folder.join("tiny.toml");
    fs::write(&file, TINY).expect("written");
    let bin = env!("CARGO_BIN_EXE_searchrig");
    let done = run(&format!("ab {} --base {bin} --new {bin} --format json", file.display()));
    assert_eq!(fits("ab", &done.out)["changed_keys"], 0);
}

#[test]
fn colour_is_there_only_where_it_is_wanted() {
    let help = |options: &[&str], variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_searchrig"));
        command.args(["doctor"]).args(options).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        let output = command.envs(variables.iter().copied()).output().expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8").contains('\u{1b}')
    };
    assert!(!help(&[], &[]), "off a terminal");
    assert!(help(&["--color", "always"], &[]));
    assert!(help(&["--color=always"], &[("NO_COLOR", "1")]), "an option goes before a variable");
    assert!(help(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!help(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!help(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!help(&["--format", "json"], &[("CLICOLOR_FORCE", "1")]), "data has no colour");
}
