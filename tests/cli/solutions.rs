//! `run --solutions` keeps paths, and `verify` replays them: what was changed by hand is found and named.
use super::{run, written};
use std::fs;
use std::path::Path;

/// 3 puzzles × 2 instances × what each has of 3 algorithms × 2 rounds.
const KEPT: &str = r#"name = "kept"
rounds = 2
[[instances]]
domain = "black-white"
count = 2
optimal = "2..4"
[[instances]]
domain = "four-in-a-row"
count = 2
optimal = "1..3"
[[instances]]
domain = "hybrid-knight"
count = 2
optimal = "2..4"
[[configurations]]
algorithm = ["bfs", "bidirectional-bfs", "astar"]
"#;

/// A finished run with its paths.
fn kept(name: &str) -> std::path::PathBuf {
    let (file, out) = written(&format!("solutions-{name}"), KEPT);
    let done = run(&format!("run {} --solutions -o {}", file.display(), out.display()));
    assert_eq!(done.code, 0, "{}", done.err);
    out
}
fn lines(folder: &Path, name: &str) -> Vec<String> {
    fs::read_to_string(folder.join(name)).expect(name).lines().map(str::to_string).collect()
}
fn write(folder: &Path, name: &str, lines: &[String]) {
    fs::write(folder.join(name), lines.join("\n") + "\n").expect("written");
}
/// What `verify` says, which must fail with exit code 1.
fn wrong(folder: &Path) -> String {
    let found = run(&format!("verify {}", folder.display()));
    assert_eq!((found.code, found.err.as_str()), (1, ""));
    found.out
}

#[test]
fn paths_are_replayed_and_a_changed_one_is_named() {
    let out = kept("replayed");
    let sound = run(&format!("verify {}", out.display()));
    assert_eq!((sound.code, sound.err.as_str()), (0, ""), "{}", sound.out);
    let (rows, paths) = (lines(&out, "results.csv"), lines(&out, "solutions.csv"));
    assert_eq!(rows.len(), paths.len(), "every run is solved");

    // A path without its second state skips a move.
    let (head, path) = paths[3].rsplit_once(',').expect("columns");
    let states: Vec<&str> = path.split(" | ").collect();
    let short = [&states[..1], &states[2..]].concat().join(" | ");
    let mut changed = paths.clone();
    changed[3] = format!("{head},{short}");
    write(&out, "solutions.csv", &changed);
    let said = wrong(&out);
    let instance = head.split(',').next().expect("an instance");
    assert!(said.contains(&format!("solutions: instance \"{instance}\"")), "{said}");
    assert!(said.contains("no move leads from") || said.contains("which is no goal"), "{said}");
    assert!(said.ends_with(": 1 findings\n"), "{said}");

    // A path that is missing, and one that no row asks for.
    changed.clone_from(&paths);
    let lost = changed.remove(2);
    changed.push(lost.replacen(',', "x,", 1));
    write(&out, "solutions.csv", &changed);
    let said = wrong(&out);
    assert!(said.contains("solved, and solutions.csv does not have its path"), "{said}");
    assert!(said.contains("solutions.csv has a path, results.csv no row"), "{said}");
}

#[test]
fn a_resumed_run_keeps_its_paths_whole() {
    let out = kept("resumed");
    let (rows, paths) = (lines(&out, "results.csv"), lines(&out, "solutions.csv"));
    // Cut off after the path and before the row.
    write(&out, "results.csv", &rows[..8]);
    write(&out, "solutions.csv", &paths[..9]);
    let resumed = run(&format!("run --resume -o {}", out.display()));
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(lines(&out, "solutions.csv"), paths);
    assert_eq!(run(&format!("verify {}", out.display())).code, 0);

    fs::remove_file(out.join("solutions.csv")).expect("removed");
    write(&out, "results.csv", &rows[..8]);
    let late = run(&format!("run --resume --solutions -o {}", out.display()));
    assert_eq!(late.code, 2);
    assert!(late.err.contains("were written without --solutions"), "{}", late.err);
}

#[test]
fn copies_that_are_not_what_was_run_are_found() {
    let out = kept("copies");
    let instances = lines(&out, "instances.csv");
    write(&out, "instances.csv", &[instances.clone(), vec![String::new()]].concat());
    let said = wrong(&out);
    assert!(said.contains("copies: ") && said.contains("instances.csv: its digest is"), "{said}");
    write(&out, "instances.csv", &instances);
    fs::write(out.join("experiment.toml"), KEPT.replace("rounds = 2", "rounds = 3")).expect("written");
    assert!(wrong(&out).contains("experiment.toml: its digest is"));
}

#[test]
fn merged_shards_keep_their_paths() {
    let (file, out) = written("solutions-merged", KEPT);
    let folder = |name: &str| out.join(name).display().to_string();
    let (one, two, whole) = (folder("1"), folder("2"), folder("whole"));
    for (shard, to) in [("1/2", &one), ("2/2", &two)] {
        let done = run(&format!("run {} --solutions --shard {shard} -o {to}", file.display()));
        assert_eq!(done.code, 0, "{}", done.err);
    }
    let merged = run(&format!("merge {one} {two} -o {whole}"));
    assert_eq!(merged.code, 0, "{}", merged.err);
    let count = |folder: &str, name: &str| lines(Path::new(folder), name).len();
    assert_eq!(
        count(&whole, "solutions.csv"),
        count(&one, "solutions.csv") + count(&two, "solutions.csv") - 1
    );
    let sound = run(&format!("verify {whole}"));
    assert_eq!((sound.code, sound.err.as_str()), (0, ""), "{}", sound.out);
    assert_eq!(count(&whole, "results.csv"), count(&whole, "solutions.csv"), "every run is solved");

    fs::remove_file(Path::new(&two).join("solutions.csv")).expect("removed");
    let mixed = run(&format!("merge {one} {two} -o {}", folder("mixed")));
    assert_eq!(mixed.code, 2);
    assert!(mixed.err.contains("1 of 2 folders have a solutions.csv"), "{}", mixed.err);
}
