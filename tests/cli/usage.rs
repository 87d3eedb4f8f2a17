//! Bad input: one exact line that says what would be right, exit code 2, nothing on standard output.
use super::{run, run_with, scratch};
use std::fs;

#[test]
fn every_wrong_option_is_one_line() {
    let threads = "expected a number of threads from 1 to 1024";
    let range = "expected a whole number, or two as in `3..8` (both included)";
    let table = [
        ("solve solitare", "unknown domain `solitare`: did you mean `solitaire`?".to_string()),
        ("solve solitaire --threads 0", format!("invalid value '0' for '--threads <N>': {threads}")),
        ("solve solitaire --threads two", format!("invalid value 'two' for '--threads <N>': {threads}")),
        (
            "solve solitaire --max-depth=-1",
            "invalid value '-1' for '--max-depth <D>': expected a depth".to_string(),
        ),
        ("solve solitaire --format xml", "invalid value 'xml' for '--format <FORMAT>'".to_string()),
        ("solve solitaire --algorithm bsf", "unknown algorithm `bsf`: did you mean `bfs`?".to_string()),
        (
            "solve solitaire --visited bitsat",
            "unknown visited set `bitsat`: did you mean `bitset`?".to_string(),
        ),
        (
            "solve solitaire --algorithm bfs --heuristic zero",
            "heuristic `zero`: bfs uses no heuristic here".to_string(),
        ),
        ("solve solitaire --size 8x8", "solitaire: --size: size `8x8`: ".to_string()),
        ("solve solitaire --trheads 2", "unexpected argument '--trheads' found".to_string()),
        (
            "explore solitaire --memory 2GB",
            "invalid value '2GB' for '--memory <SIZE>': expected a size above 0 in B, KiB".to_string(),
        ),
        ("explore solitaire --from 1", "--from: 1:".to_string()),
        (
            "explore black-white --visited bitsat",
            "unknown visited set `bitsat`: did you mean `bitset`?".to_string(),
        ),
        (
            "generate solitaire --count 0 --seed 1",
            "invalid value '0' for '--count <N>': expected a number of instances".to_string(),
        ),
        (
            "generate solitaire --count 1 --seed x",
            "invalid value 'x' for '--seed <K>': expected a whole number".to_string(),
        ),
        (
            "generate solitaire --count 1 --seed 1 --steps 8..3",
            "invalid value '8..3' for '--steps <A..B>': the range runs backwards; expected `3..8`"
                .to_string(),
        ),
        (
            "generate solitaire --count 1 --seed 1 --optimal 3-8",
            format!("invalid value '3-8' for '--optimal <A..B>': {range}"),
        ),
        (
            "generate solitaire --count 1 --seed 1 --method walk",
            "--method walk needs the lengths of the walk".to_string(),
        ),
        (
            "generate solitaire --count 1 --seed 1 --method optimal",
            "--method optimal needs the costs".to_string(),
        ),
        (
            "generate solitaire --count 1 --seed 1 --method uniform --steps 3",
            "--steps belongs to --method walk alone".to_string(),
        ),
        (
            "generate solitaire --count 1 --seed 1 --method walk --optimal 3",
            "--optimal belongs to --method optimal alone".to_string(),
        ),
        (
            "generate solitaire --count 1 --seed 1 --steps 3 --optimal 3",
            "the argument '--steps <A..B>' cannot be used with '--optimal <A..B>'".to_string(),
        ),
        (
            "generate solitaire --seed 1",
            "the following required arguments were not provided: --count <N>".to_string(),
        ),
        ("list domain", "invalid value 'domain' for '[WHAT]'".to_string()),
        ("lits", "unrecognized subcommand 'lits'".to_string()),
    ];
    for (line, message) in table {
        let run = run(line);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{line}: {}", run.err);
        assert!(run.err.starts_with(&format!("searchrig: {message}")), "{line}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
    }
}

#[test]
fn every_wrong_puzzle_is_one_line_with_its_place() {
    let table = [
        ("solitaire", "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 9", "2:15: `9`: "),
        ("solitaire", "4 4 4 5 5 4 6 5\n2 4 3", "2:6: "),
        ("solitaire", "4 4 4 4 5 4 6 5\n2 4 3 3 3 6 4 6", "1:"),
        ("black-white", "1\n1111\n0000\n1111\n0000\n1111\n0002\n1111\n0000", "7:"),
        ("four-in-a-row", "BWBO\nWBWB\nBWBW\nWBWB", ""),
        ("four-in-a-row", "BWBO\nWBWB\nBWBX\nWBWO", "3:"),
        ("hybrid-knight", "4 1\n1 17\n0 0", "2:3: `17`: "),
        ("hybrid-knight", "4 2\n1 16\n", ""),
    ];
    for (domain, text, place) in table {
        let run = run_with(&format!("solve {domain}"), text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{domain} {text:?}: {}", run.err);
        assert!(run.err.starts_with(&format!("searchrig: standard input:{place}")), "{domain}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn files_that_cannot_be_read_are_told_apart_from_wrong_ones() {
    let folder = scratch("files");
    let missing = run(&format!("solve solitaire {}/none.in", folder.display()));
    assert_eq!((missing.code, missing.out.as_str()), (3, ""));
    assert!(missing.err.contains("none.in: "), "{}", missing.err);
    let binary = folder.join("binary.in");
    fs::write(&binary, b"4 4\n4 \xff").expect("written");
    let binary = run(&format!("solve solitaire {}", binary.display()));
    assert_eq!(binary.code, 2);
    assert!(binary.err.contains("binary.in:2: a byte that is no UTF-8"), "{}", binary.err);
}

#[test]
fn a_set_is_checked_before_anything_is_solved() {
    let folder = scratch("wrong-set");
    let set = folder.join("set.csv");
    let made = super::good("generate hybrid-knight --count 3 --seed 1");
    let solve = |text: &str, options: &str| {
        fs::write(&set, text).expect("written");
        let run = run(&format!("solve {options} {}", set.display()));
        assert_eq!((run.out.as_str(), run.err.lines().count()), ("", 1), "{}", run.err);
        (run.code, run.err.replace(&set.display().to_string(), "set.csv"))
    };
    let other = solve(&made, "black-white");
    assert_eq!(
        other,
        (
            2,
            "searchrig: set.csv: it holds instances of hybrid-knight; expected black-white alone\n"
                .to_string()
        )
    );
    let sized = solve(&made, "hybrid-knight --size 20");
    assert_eq!(sized, (2, "searchrig: --size: set.csv says the size of each instance itself\n".to_string()));
    let twice = solve(&(made.clone() + made.lines().nth(1).expect("a row") + "\n"), "hybrid-knight");
    assert!(
        twice.0 == 2 && twice.1.starts_with("searchrig: set.csv:5: column instance_id: `"),
        "{}",
        twice.1
    );
}
