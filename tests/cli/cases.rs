//! Every checked case, answered as its judge wants, by every algorithm.
use super::{case, good, run, run_with};

const PUZZLES: [(&str, &str); 3] =
    [("solitaire", "solitaire"), ("four-in-a-row", "fourinrow"), ("hybrid-knight", "hybridknight")];

#[test]
fn the_default_answers_every_case_of_every_judge() {
    for (domain, file) in PUZZLES {
        let out = good(&format!("solve {domain} tests/data/cases/{file}.in"));
        assert_eq!(out, case(&format!("{file}.out")), "{domain}");
    }
    let out = good("solve black-white tests/data/cases/blackwhite.in");
    check_swaps(&case("blackwhite.in"), &case("blackwhite.steps"), &out);
}

#[test]
fn white_space_and_line_ends_make_no_difference() {
    for (domain, file) in [("solitaire", "solitaire_crlf_nofinalnl"), ("four-in-a-row", "fourinrow_crlf")] {
        let run = run_with(&format!("solve {domain}"), &case(&format!("ws/{file}.in")));
        let expected = case(&format!("ws/{file}.out")).replace('\r', "");
        assert_eq!((run.code, run.err.as_str(), run.out), (0, "", expected), "{domain}");
    }
    let boards = case("ws/blackwhite_blank_lines.in");
    let run = run_with("solve black-white -", &boards);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    check_swaps(&boards, &case("ws/blackwhite_blank_lines.steps"), &run.out);
}

/// The depths of the cases in CSV: each with its instance in the judge's text.
fn depths(file: &str) -> Vec<(String, u32)> {
    let text = case(file);
    let mut lines = text.lines();
    let column = lines.next().expect("a header").split(',').position(|c| c == "depth").expect("a depth");
    let pair = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[1].replace('/', "\n"), fields[column].parse().expect("a depth"))
    };
    lines.map(pair).collect()
}

/// The names of the algorithms that give `domain` the least cost.
fn optimal_algorithms(domain: &str) -> Vec<String> {
    let list = good("list algorithms --format json");
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let rows = list.as_array().expect("an array");
    let fits = |row: &&serde_json::Value| {
        row["optimal"] == true && row["domains"].as_array().expect("an array").iter().any(|d| d == domain)
    };
    let names: Vec<_> =
        rows.iter().filter(fits).map(|row| row["algorithm"].as_str().expect("a name").to_string()).collect();
    assert!(names.len() > 3, "{domain} has its algorithms: {names:?}");
    names
}

/// Depth-first searches without a table grow with the paths, not the states: these only get the shallow cases.
fn shallow_only(algorithm: &str) -> bool {
    algorithm.starts_with("id")
}

/// Every algorithm that is optimal for `domain` finds the depth of every case in `file`.
fn every_algorithm_agrees(domain: &str, file: &str, shallow: u32) {
    let cases = depths(file);
    assert_eq!(cases.len(), 300);
    for algorithm in optimal_algorithms(domain) {
        let most = if shallow_only(&algorithm) { shallow } else { u32::MAX };
        let cases: Vec<_> = cases.iter().filter(|case| case.1 <= most).collect();
        let text: String = cases.iter().flat_map(|case| [case.0.as_str(), "\n"]).collect();
        let text = if domain == "black-white" { format!("{}\n{text}", cases.len()) } else { text };
        let run = run_with(&format!("solve {domain} --algorithm {algorithm} --format json"), &text);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{domain} {algorithm}");
        let lines: Vec<serde_json::Value> =
            run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), cases.len(), "{domain} {algorithm}");
        for ((text, depth), line) in cases.iter().map(|c| (&c.0, c.1)).zip(&lines) {
            assert_eq!(line["cost"], depth, "{domain} {algorithm}\n{text}");
        }
    }
}

#[test]
fn every_algorithm_finds_every_depth_of_black_white() {
    every_algorithm_agrees("black-white", "blackwhite.csv", 4);
}

#[test]
fn every_algorithm_finds_every_depth_of_four_in_a_row() {
    every_algorithm_agrees("four-in-a-row", "fourinrow.csv", 7);
}

#[test]
fn every_algorithm_finds_every_depth_of_hybrid_knight() {
    every_algorithm_agrees("hybrid-knight", "hybridknight.csv", 5);
}

#[test]
fn every_algorithm_gives_the_judge_of_solitaire_every_answer() {
    let cases = depths("solitaire.csv");
    let answers = case("solitaire.out");
    for algorithm in optimal_algorithms("solitaire") {
        let all: Vec<_> = cases.iter().zip(answers.lines()).collect();
        let most = if shallow_only(&algorithm) { 3 } else { u32::MAX };
        let kept: Vec<_> = all.into_iter().filter(|(case, _)| case.1 <= most).collect();
        let text: String = kept.iter().flat_map(|(case, _)| [case.0.as_str(), "\n"]).collect();
        let run = run_with(&format!("solve solitaire --algorithm {algorithm}"), &text);
        let wanted: String = kept.iter().flat_map(|(_, answer)| [answer, "\n"]).collect();
        assert_eq!((run.code, run.err.as_str(), run.out), (0, "", wanted), "{algorithm}");
    }
}

#[test]
fn a_forced_first_mover_has_its_own_depths_and_unsolvable_boards() {
    let text = case("fourinrow.csv");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let boards: String = rows.iter().flat_map(|row| [row[1], "\n"]).collect::<String>().replace('/', "\n");
    for (mover, column) in [("black", 3), ("white", 4)] {
        let run = run_with(&format!("solve four-in-a-row --size 4x4:{mover} --format json"), &boards);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        for (row, line) in rows.iter().zip(run.out.lines()) {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let wanted: i64 = row[column].parse().expect("a depth");
            if wanted < 0 {
                assert_eq!(line["status"], "unsolvable", "{row:?}");
            } else {
                assert_eq!(line["cost"], wanted, "{row:?}");
            }
        }
    }
}

#[test]
fn the_judges_own_samples() {
    let pairs = [
        ("solitaire", "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 6", "YES\n"),
        ("four-in-a-row", "BWBO\nWBWB\nBWBW\nWBWO\n", "5\n"),
        ("hybrid-knight", "0 0\n", ""),
        ("hybrid-knight", "", ""),
    ];
    for (domain, text, answer) in pairs {
        let run = run_with(&format!("solve {domain}"), text);
        assert_eq!((run.code, run.err.as_str(), run.out.as_str()), (0, "", answer), "{domain}");
    }
}

#[test]
fn a_depth_limit_is_no_answer_that_the_judge_could_misread() {
    let limited = run_with("solve four-in-a-row --max-depth 4", "BWBO WBWB BWBW WBWO");
    assert_eq!((limited.code, limited.out.as_str()), (2, ""));
    assert!(limited.err.starts_with("searchrig: standard input: instance 1 ("), "{}", limited.err);
    let text = run_with("solve four-in-a-row --max-depth 4 --format text", "BWBO WBWB BWBW WBWO");
    assert!(text.code == 0 && text.out.starts_with("1: limit_depth"), "{}", text.out);
    let at_limit = run_with("solve four-in-a-row --max-depth 5", "BWBO WBWB BWBW WBWO");
    assert_eq!((at_limit.code, at_limit.out.as_str()), (0, "5\n"));
}

#[test]
fn a_path_is_written_move_by_move() {
    let run = run_with("solve solitaire --format text --path", "4 4 4 5 5 4 6 5 2 4 3 3 3 6 4 6");
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("1: 7 moves;"), "{}", run.out);
    assert_eq!(run.out.lines().count(), 1 + 8);
    let refused = super::run("solve solitaire --path");
    assert_eq!(refused.code, 2);
    assert_eq!(refused.err, "searchrig: --path needs --format text or json: the judge's format is fixed\n");
}

#[test]
fn threads_change_no_answer() {
    let answers =
        |threads: u32| good(&format!("solve solitaire tests/data/cases/solitaire.in --threads {threads}"));
    assert_eq!(answers(1), answers(2));
    let one = run("solve solitaire tests/data/cases/solitaire.in --algorithm bfs --threads 2");
    assert_eq!(one.code, 2);
    assert!(
        one.err.starts_with("searchrig: --threads 2: bfs searches with one thread; those with more are ")
    );
}

/// Checks lists of swaps by the rules of black-white: as short as can be, each
/// between neighbours, and from the first board to the second.
fn check_swaps(input: &str, steps: &str, output: &str) {
    let digits: Vec<&str> = input.split_whitespace().skip(1).collect();
    let cells: Vec<u8> = digits.concat().into_bytes();
    let mut words = output.split_whitespace();
    for (number, (boards, least)) in cells.chunks(32).zip(steps.split_whitespace()).enumerate() {
        let (mut board, goal) = (boards[..16].to_vec(), &boards[16..]);
        let count = words.next().expect("a number of swaps");
        assert_eq!(count, least, "case {}", number + 1);
        for _ in 0..count.parse().expect("a number") {
            let swap = words.next().expect("a swap");
            let place: Vec<usize> = swap.bytes().map(|b| usize::from(b - b'1')).collect();
            let [a, b, c, d] = place[..] else { panic!("{swap} has not four digits") };
            assert!(place.iter().all(|&p| p < 4) && a.abs_diff(c) + b.abs_diff(d) == 1, "swap {swap}");
            board.swap(4 * a + b, 4 * c + d);
        }
        assert_eq!(board, goal, "case {}", number + 1);
    }
    assert_eq!(words.next(), None, "nothing follows the last case");
}
