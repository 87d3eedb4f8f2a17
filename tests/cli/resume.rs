//! `run --resume` after a crash, and names that would overwrite each other.
use super::{run, scratch};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// 120 runs; half of them last 20 ms each, on every machine.
const LONG: &str = r#"name = "long"
rounds = 30
limits = { time = "20ms" }
[[instances]]
file = "set.csv"
[[configurations]]
algorithm = "iddfs"
"#;
/// Two boards near the goal, and two so far from it that no search ends.
const SET: &str = "instance_id,domain,size,initial,goal
near,sliding-tile,3x3,1 0 2/3 4 5/6 7 8,
next,sliding-tile,3x3,1 2 0/3 4 5/6 7 8,
far,sliding-tile,4x4,15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0,
farther,sliding-tile,4x4,0 12 9 13/15 11 10 14/3 7 2 5/4 8 1 6,
";

/// Writes the experiment and its set; its path, and a folder for its run.
fn written(name: &str, text: &str) -> (PathBuf, PathBuf) {
    let folder = scratch(name);
    fs::write(folder.join("set.csv"), SET).expect("written");
    fs::write(folder.join("long.toml"), text).expect("written");
    (folder.join("long.toml"), folder.join("run"))
}
fn lines(results: &Path) -> usize {
    fs::read_to_string(results).map_or(0, |text| text.matches('\n').count())
}
/// Starts the program and kills it (SIGKILL: it cannot clean up) once there are so many more lines.
fn killed(arguments: &str, results: &Path, more: usize) {
    let before = lines(results);
    let mut child = Command::new(env!("CARGO_BIN_EXE_searchrig"))
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while lines(results) < before + more && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(2));
    }
    kill(Pid::from_raw(child.id().try_into().expect("a process id")), Signal::SIGKILL).expect("sent");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), None, "it was killed in mid run");
}
/// Leaves a half-written line behind, as a crash of the machine would.
fn torn(results: &Path) {
    let mut file = OpenOptions::new().append(true).open(results).expect("the results");
    file.write_all(b"1,99,3,\"half of an inst").expect("written");
}

#[test]
fn a_run_that_was_killed_is_resumed_without_lost_or_doubled_rows() {
    let (file, out) = written("resume-killed", LONG);
    let results = out.join("results.csv");
    killed(&format!("run {} -o {} --progress none", file.display(), out.display()), &results, 25);
    let first = fs::read(&results).expect("rows");
    torn(&results);
    let resume = format!("run --resume -o {} --progress none", out.display());
    // The resumed run is killed too.
    killed(&resume, &results, 25);
    let second = fs::read(&results).expect("rows");
    let whole = |bytes: &[u8]| bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    assert!(second.starts_with(&first[..whole(&first)]), "earlier rows stay as they were");
    torn(&results);

    let resumed = run(&resume);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(
        resumed.err.contains("warning: ") && resumed.err.contains("the last line was cut off; it is dropped")
    );
    let third = fs::read(&results).expect("rows");
    assert!(third.starts_with(&second[..whole(&second)]), "earlier rows stay as they were");
    let rows = searchrig::record::read(&results).expect("rows");
    assert_eq!((rows.rows.len(), rows.torn), (120, None));
    let keys: BTreeSet<(u32, String)> =
        rows.rows.iter().map(|row| (row.round, row.instance_id.clone())).collect();
    let set = fs::read_to_string(out.join("instances.csv")).expect("the set");
    let instances: Vec<&str> = set.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    let matrix: BTreeSet<(u32, String)> =
        (0..30).flat_map(|round| instances.iter().map(move |id| (round, (*id).to_string()))).collect();
    assert_eq!((matrix.len(), keys), (120, matrix));

    let files = ["results.csv", "manifest.json", "instances.csv", "experiment.toml"];
    let bytes = || files.map(|name| fs::read(out.join(name)).expect("a file"));
    let before = bytes();
    let again = run(&resume);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(!again.err.contains("cut off"), "{}", again.err);
    assert!(bytes() == before, "a second resume does nothing");
}

#[test]
fn two_configurations_of_one_name_do_not_overwrite_each_other() {
    let text = LONG.replace(
        "algorithm = \"iddfs\"\n",
        "algorithm = \"bfs\"\nname = \"mine\"\n[[configurations]]\nalgorithm = \"astar\"\nname = \"mine\"\n",
    );
    let (file, out) = written("resume-names", &text);
    let refused = run(&format!("run {} -o {}", file.display(), out.display()));
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    let named = "configuration `mine` (threads 1, sliding-tile) is given twice: by configurations block 1 and by block 2";
    assert!(refused.err.contains(named) && !out.exists(), "{}", refused.err);
}
