//! `run --isolate` and `--pin`: a run in a process of its own, whatever becomes of it, and on cores of its own.
use super::{run, written};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// One instance of two puzzles, one of them with a configuration of its own.
const MIXED: &str = r#"name = "mixed"
rounds = 2
[[instances]]
domain = "black-white"
count = 2
optimal = "3..5"
[[instances]]
domain = "hybrid-knight"
count = 1
optimal = "3..5"
[[configurations]]
algorithm = ["bfs", "astar"]
[[configurations]]
algorithm = "bidirectional-bfs"
domains = "black-white"
visited = "bitset"
"#;
/// A search that takes hours, then one that takes no time.
const ENDLESS: &str = r#"name = "endless"
seed = 1
[[instances]]
domain = "solitaire"
count = 1
optimal = "14..16"
[[configurations]]
algorithm = "iddfs"
limits = { time = "300ms" }
[[configurations]]
algorithm = "bfs"
visited = "bitset"
limits = { nodes = 1 }
"#;

/// The columns of each row, by name.
fn rows(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("results.csv")).expect("results");
    reader.deserialize().collect::<Result<_, _>>().expect("rows")
}
/// The child of process `id` that is a worker, once there is one.
fn worker_of(id: u32) -> Pid {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        let children = fs::read_dir("/proc").expect("Linux").filter_map(|entry| {
            let child: i32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(format!("/proc/{child}/stat")).ok()?;
            let parent: u32 = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            let words = fs::read_to_string(format!("/proc/{child}/cmdline")).ok()?;
            (parent == id && words.contains("worker")).then_some(child)
        });
        if let Some(child) = children.last() {
            return Pid::from_raw(child);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("no worker was started");
}
/// Runs the endless search and gives its process a signal.
fn struck(name: &str, limit: &str, signal: Signal) -> (Output, Vec<BTreeMap<String, String>>) {
    let (file, out) = written(&format!("isolate-{name}"), &ENDLESS.replace("300ms", limit));
    let child = Command::new(env!("CARGO_BIN_EXE_searchrig"))
        .args(["run", "--isolate", "--filter", "iddfs"])
        .arg(&file)
        .arg("-o")
        .arg(&out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let worker = worker_of(child.id());
    std::thread::sleep(Duration::from_millis(200));
    kill(worker, signal).expect("sent");
    (child.wait_with_output().expect("the program ends"), rows(&out))
}

#[test]
fn isolated_runs_count_the_same_and_measure_their_own_memory() {
    let (file, out) = written("isolate-same", MIXED);
    let (one, apart) = (out.join("one"), out.join("apart"));
    let plain = run(&format!("run {} -o {}", file.display(), one.display()));
    let isolated = run(&format!("run {} --isolate --solutions -o {}", file.display(), apart.display()));
    assert_eq!((plain.code, isolated.code), (0, 0), "{}{}", plain.err, isolated.err);
    let counts = |rows: &[BTreeMap<String, String>]| -> Vec<Vec<String>> {
        let names = ["seq", "instance_id", "configuration", "round", "status", "solution_cost", "expanded"];
        rows.iter().map(|row| names.map(|name| row[name].clone()).to_vec()).collect()
    };
    let (one, rows) = (rows(&one), rows(&apart));
    assert_eq!(counts(&one), counts(&rows));
    assert_eq!(rows.len(), 2 * (2 * 3 + 2));
    for row in &rows {
        let measured = ["setup_ns", "wall_ns", "cpu_ns", "teardown_ns", "peak_rss_bytes"];
        assert!(measured.iter().all(|name| !row[*name].is_empty()), "{row:?}");
    }
    let manifest = fs::read_to_string(apart.join("manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"isolated\": true"), "{manifest}");
    assert_eq!(run(&format!("verify {}", apart.display())).code, 0, "paths came through");
}

#[test]
fn a_process_that_is_killed_is_a_row_and_the_exit_code_says_so() {
    let (done, rows) = struck("killed", "60s", Signal::SIGKILL);
    assert_eq!(done.status.code(), Some(5), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["status"], "killed");
    assert!(rows[0]["detail"].contains("signal: 9"), "{:?}", rows[0]);
}

#[test]
fn a_crash_is_a_row() {
    let (done, rows) = struck("crash", "60s", Signal::SIGABRT);
    assert_eq!(done.status.code(), Some(5));
    assert_eq!((rows.len(), rows[0]["status"].as_str()), (1, "killed"));
    assert!(rows[0]["detail"].contains("signal: 6"), "{:?}", rows[0]);
}

#[test]
fn a_search_that_ignores_its_limit_is_killed_from_outside() {
    // A stopped process does not hear of its limit.
    let begun = Instant::now();
    let (done, rows) = struck("stopped", "500ms", Signal::SIGSTOP);
    assert_eq!(done.status.code(), Some(5), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!((rows.len(), rows[0]["status"].as_str()), (1, "killed"));
    assert_eq!(rows[0]["detail"], "still running 2 s after its time limit");
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn limits_hold_within_the_process() {
    let (file, out) = written("isolate-limits", ENDLESS);
    let done = run(&format!("run {} --isolate -o {}", file.display(), out.display()));
    assert_eq!(done.code, 0, "{}", done.err);
    let mut statuses: Vec<_> = rows(&out).iter().map(|row| row["status"].clone()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, ["limit_nodes", "limit_time"]);
}

#[test]
fn pinned_runs_name_their_cores_and_more_than_there_are_is_refused() {
    let (file, out) = written("isolate-pinned", MIXED);
    let done = run(&format!("run {} --pin -o {}", file.display(), out.display()));
    assert_eq!(done.code, 0, "{}", done.err);
    let text = fs::read_to_string(out.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(manifest["pinned_cores"].as_array().map(Vec::len), Some(1), "{text}");
    let many = format!("run {} --pin --jobs 1000 --oversubscribe -o {}-many", file.display(), out.display());
    let refused = run(&many);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("pinning: 1000 runs of up to 1 threads need 1000 cores"), "{}", refused.err);
    let asked = MIXED.replace("rounds = 2", "pin = true");
    let (file, out) = written("isolate-pinned-by-file", &asked);
    assert_eq!(run(&format!("run {} -o {}", file.display(), out.display())).code, 0);
    let text = fs::read_to_string(out.join("manifest.json")).expect("a manifest");
    assert!(!text.contains("\"pinned_cores\": []"), "{text}");
}
