//! `run`: experiments as their users meet them, from mistakes in the file to resumed and cut-off runs.
use super::{good, run, written};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// 2 instances × 3 configurations × 2 rounds.
const SMALL: &str = r#"name = "small"
rounds = 2
limits = { time = "20s" }
[[instances]]
domain = "black-white"
count = 2
optimal = "2..4"
[[configurations]]
algorithm = ["bfs", "bidirectional-bfs"]
visited = "bitset"
[[configurations]]
algorithm = "astar"
"#;
/// A search that does not end.
const ENDLESS: &str = r#"name = "endless"
rounds = 1000
[[instances]]
domain = "solitaire"
count = 1
optimal = "2"
[[instances]]
domain = "solitaire"
count = 1
optimal = "14..16"
[[configurations]]
algorithm = "iddfs"
"#;

/// Writes the experiment into a new folder, and names a folder for its run.
fn rows(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("results.csv")).expect("results");
    text.lines().skip(1).map(str::to_string).collect()
}
/// Instance, configuration, threads and round of each row.
fn keys(folder: &Path) -> Vec<String> {
    let key = |row: &String| {
        let fields: Vec<&str> = row.split(',').collect();
        [fields[3], fields[9], fields[10], fields[2]].join(" ")
    };
    rows(folder).iter().map(key).collect()
}

#[test]
fn a_mistake_is_shown_with_a_caret_and_nothing_is_written() {
    let cases = [
        ("rounds = 2", "rounds = = 2", "experiment.toml:2:10: "),
        ("rounds = 2", "round = 2", "experiment.toml:2:1: unknown key `round`: did you mean `rounds`?"),
        ("\"20s\"", "\"20\"", "`20`: expected a time above 0"),
        ("\"astar\"", "\"astr\"", "algorithm: unknown algorithm `astr`: did you mean `astar`?"),
        ("\"bitset\"", "\"bitsat\"", "visited: unknown visited set `bitsat`: did you mean `bitset`?"),
        ("\"black-white\"", "\"black\"", "domain: unknown domain `black`"),
        (
            "\"astar\"",
            "\"bfs\"\nvisited = \"bitset\"",
            "is given twice: by configurations block 1 and by block 2",
        ),
        (
            "\"astar\"",
            "\"bfs\"\nthreads = 2",
            "this block gives no configuration: black-white has no bfs with 2 threads",
        ),
    ];
    for (old, new, message) in cases {
        let (file, out) = written("mistakes", &SMALL.replace(old, new));
        let run = run(&format!("run {} -o {}", file.display(), out.display()));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{new}: {}", run.err);
        assert!(
            run.err.contains(message) && run.err.contains("| ") && run.err.contains('^'),
            "{new}: {}",
            run.err
        );
        assert!(!out.exists(), "{new}");
    }
    let run = run("run no-such-file.toml");
    assert_eq!(run.code, 3);
    assert!(run.err.starts_with("searchrig: no-such-file.toml: "), "{}", run.err);
}

#[test]
fn a_dry_run_tells_the_plan_and_writes_nothing() {
    let (file, out) = written("dry", SMALL);
    let text = good(&format!("run {} -o {} --dry-run", file.display(), out.display()));
    assert!(text.starts_with("experiment small: 12 runs, 2 rounds"), "{text}");
    assert!(text.contains("bidirectional-bfs/bitset") && text.contains("at most 4 min"), "{text}");
    assert!(!out.exists());
    assert!(good("run --dry-run").starts_with("experiment default: "));
}

#[test]
fn every_run_of_the_matrix_has_one_row_and_the_folder_is_never_written_over() {
    let (file, out) = written("matrix", SMALL);
    let command = format!("run {} -o {}", file.display(), out.display());
    let done = run(&command);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!done.err.contains('\r') && !done.err.contains('\u{1b}'), "{}", done.err);
    assert!(done.out.contains("12 solved") || done.out.contains("bfs/bitset"), "{}", done.out);
    let unique: HashSet<_> = keys(&out).into_iter().collect();
    assert_eq!((unique.len(), rows(&out).len()), (12, 12));
    let manifest = fs::read_to_string(out.join("manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"status\": \"complete\"") && manifest.contains("\"rows\": 12"), "{manifest}");
    assert_eq!(fs::read_to_string(out.join("experiment.toml")).expect("a copy"), SMALL);
    let before = fs::read(out.join("results.csv")).expect("results");
    let again = run(&command);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("there are files in it already"), "{}", again.err);
    assert_eq!(fs::read(out.join("results.csv")).expect("results"), before);
}

#[test]
fn a_run_cut_off_in_a_line_is_resumed_without_loss_or_double() {
    let (file, out) = written("resume", SMALL);
    let command = format!("run {} -o {}", file.display(), out.display());
    assert_eq!(run(&command).code, 0);
    let results = out.join("results.csv");
    let whole = fs::read(&results).expect("results");
    let lines: Vec<usize> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
    let (kept, cut) = (lines[5] + 1, lines[6] - 20);
    fs::write(&results, &whole[..cut]).expect("cut");
    let resumed = run(&format!("run --resume -o {}", out.display()));
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(resumed.err.contains("the last line was cut off; it is dropped"), "{}", resumed.err);
    let after = fs::read(&results).expect("results");
    assert_eq!(after[..kept], whole[..kept]);
    let unique: HashSet<_> = keys(&out).into_iter().collect();
    assert_eq!((unique.len(), rows(&out).len()), (12, 12));
    let manifest = fs::read(out.join("manifest.json")).expect("a manifest");
    assert_eq!(run(&format!("{command} --resume")).code, 0);
    assert_eq!(fs::read(&results).expect("results"), after);
    assert_eq!(fs::read(out.join("manifest.json")).expect("a manifest"), manifest);

    fs::write(&file, SMALL.replace("rounds = 2", "rounds = 3")).expect("changed");
    let other = run(&format!("{command} --resume"));
    assert_eq!(other.code, 2);
    assert!(other.err.contains("experiment.toml: it differs from"), "{}", other.err);
}

#[test]
fn shards_share_the_matrix_out() {
    let (file, out) = written("shards", SMALL);
    let mut all = Vec::new();
    for part in 1..=2 {
        let folder = out.join(part.to_string());
        let done = run(&format!("run {} --shard {part}/2 -o {}", file.display(), folder.display()));
        assert_eq!(done.code, 0, "{}", done.err);
        all.extend(keys(&folder));
    }
    let unique: HashSet<_> = all.iter().collect();
    assert_eq!((unique.len(), all.len()), (12, 12));
    let (one, two, whole) = (out.join("1"), out.join("2"), out.join("whole"));
    let merge = |to: &Path, parts: [&Path; 2]| {
        run(&format!("merge -o {} {} {}", to.display(), parts[0].display(), parts[1].display()))
    };
    let merged = merge(&whole, [&one, &two]);
    assert_eq!((merged.code, merged.out.as_str()), (0, "12 rows, 0 runs missing\n"), "{}", merged.err);
    assert_eq!(keys(&whole), all);
    let manifest = fs::read_to_string(whole.join("manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"status\": \"complete\""), "{manifest}");
    let twice = merge(&out.join("twice"), [&one, &one]);
    assert_eq!(twice.code, 2);
    assert!(twice.err.contains(" too") && !out.join("twice").exists(), "{}", twice.err);
    assert_eq!(run(&format!("run {} --shard 3/2", file.display())).code, 2);
}

#[test]
fn the_same_seed_gives_the_same_counts_in_any_number_of_jobs() {
    let (file, out) = written("jobs", SMALL);
    let counts = |folder: &Path| -> HashSet<String> {
        let count = |row: &String| row.split(',').skip(2).take(23).collect::<Vec<_>>().join(",");
        rows(folder).iter().map(count).collect()
    };
    let one = run(&format!("run {} -o {}", file.display(), out.join("1").display()));
    let two = run(&format!("run {} --jobs 2 --oversubscribe -o {}", file.display(), out.join("2").display()));
    assert_eq!((one.code, two.code), (0, 0), "{}{}", one.err, two.err);
    assert_eq!(counts(&out.join("1")), counts(&out.join("2")));
    assert!(rows(&out.join("2")).iter().all(|row| row.contains(",true,")), "contended");
    let many = run(&format!("run {} --jobs 1000 -o {}", file.display(), out.join("3").display()));
    assert_eq!(many.code, 2);
    assert!(many.err.contains("or --oversubscribe") && !out.join("3").exists(), "{}", many.err);
}

#[test]
fn limits_of_time_and_nodes_are_rows() {
    let limited = ENDLESS.replace("rounds = 1000", "limits = { time = \"50ms\" }").replace(
        "algorithm = \"iddfs\"\n",
        "algorithm = \"iddfs\"\n[[configurations]]\nalgorithm = \"bfs\"\nlimits = { nodes = 50 }\n",
    );
    let (file, out) = written("limits", &limited);
    let done = run(&format!("run {} -o {}", file.display(), out.display()));
    assert_eq!(done.code, 0, "{}", done.err);
    let rows = rows(&out);
    for (algorithm, status) in [(",iddfs,", ",limit_time,"), (",bfs,", ",limit_nodes,")] {
        let found =
            rows.iter().any(|row| row.contains("o14..16") && row.contains(algorithm) && row.contains(status));
        assert!(found, "{rows:?}");
    }
}

#[test]
fn a_signal_ends_a_run_and_keeps_its_rows() {
    for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
        let (file, out) = written(signal.as_str(), ENDLESS);
        let child = Command::new(env!("CARGO_BIN_EXE_searchrig"))
            .args(["run", "--progress", "plain"])
            .arg(&file)
            .arg("-o")
            .arg(&out)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let begun = Instant::now();
        while !out.join("results.csv").exists() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(200));
        kill(Pid::from_raw(child.id().try_into().expect("a process id")), signal).expect("sent");
        let output = child.wait_with_output().expect("the program ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{err}");
        assert!(err.contains("interrupted; go on with: searchrig run --resume"), "{err}");
        assert!(fs::read_to_string(out.join("results.csv")).expect("results").ends_with('\n'));
        let manifest = fs::read_to_string(out.join("manifest.json")).expect("a manifest");
        assert!(manifest.contains("\"status\": \"interrupted\""), "{manifest}");
    }
}

#[test]
fn a_reader_that_went_away_is_no_failure() {
    let (file, out) = written("pipe", SMALL);
    let mut child = Command::new(env!("CARGO_BIN_EXE_searchrig"))
        .args(["run", "--progress", "none"])
        .arg(&file)
        .arg("-o")
        .arg(&out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(!err.contains("panicked") && rows(&out).len() == 12, "{err}");
}
