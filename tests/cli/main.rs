//! The command line as its users meet it: what it prints, and its exit code.
mod ab;
mod browser;
mod cases;
mod compare;
mod docs;
mod experiments;
mod explore;
mod foreign;
mod gates;
mod help;
mod isolate;
mod json;
mod lists;
mod report;
mod resume;
mod rows;
mod sets;
mod solutions;
mod steady;
mod streams;
mod tiles;
mod usage;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the program left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// Runs the program with the words of `line` as arguments and `input` on standard input.
fn run_with(line: &str, input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_searchrig"));
    command.args(line.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_string();
    // In a thread, so that a big answer cannot block a big question; a run that fails early reads nothing.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("written");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        code: output.status.code().expect("an exit code"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Runs the program without input.
fn run(line: &str) -> Run {
    run_with(line, "")
}

/// The output of a run that succeeds silently.
fn good(line: &str) -> String {
    let run = run(line);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "searchrig {line}");
    run.out
}

/// A file of the checked cases.
fn case(name: &str) -> String {
    let path = format!("{}/tests/data/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file of the cases")
}

/// The file of an experiment of the test `name`, and the path for its run's folder.
fn written(name: &str, text: &str) -> (PathBuf, PathBuf) {
    let folder = scratch(name);
    let file = folder.join("experiment.toml");
    std::fs::write(&file, text).expect("written");
    (file, folder.join("run"))
}

/// A fresh path for a file of the test `name`.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}
