//! Sliding tiles: half of all boards cannot be solved, and nobody should find out by waiting.
use super::{good, run_with};
use std::process::Command;
use std::time::Instant;

/// Whether a board can be solved to `0 1 2 …`: the parity of its inversions, and in even
/// widths of the blank's row too. Written here from the rules, not taken from the program.
fn solvable(board: &str, width: usize) -> bool {
    let tiles: Vec<u32> = board.split(['/', ' ']).map(|tile| tile.parse().expect("a tile")).collect();
    let numbered: Vec<u32> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
    let inversions: usize =
        (0..numbered.len()).map(|i| numbered[i..].iter().filter(|&&later| later < numbered[i]).count()).sum();
    let row = tiles.iter().position(|&tile| tile == 0).expect("a blank") / width;
    let moved = if width.is_multiple_of(2) { row } else { 0 };
    (inversions + moved).is_multiple_of(2)
}

#[test]
fn no_generated_board_is_unsolvable() {
    assert!(solvable("1 0 2/3 4 5/6 7 8", 3) && !solvable("0 2 1/3 4 5/6 7 8", 3));
    assert!(solvable("4 1 2 3/0 5 6 7/8 9 10 11/12 13 14 15", 4));
    for (size, width) in [("4x4", 4), ("3x3", 3)] {
        let set = good(&format!("generate sliding-tile --size {size} --count 10000 --seed 14"));
        let mut boards = set.lines().skip(1).map(|line| line.split(',').nth(3).expect("a board"));
        assert!(boards.all(|board| solvable(board, width)), "{size}");
        assert_eq!(set.lines().count(), 10_001);
    }
}

#[test]
fn an_odd_board_is_unsolvable_at_once() {
    // The 15-puzzle has 10 462 394 944 000 states of each parity: no search ends there.
    let odd = "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    let begun = Instant::now();
    for algorithm in ["", " --algorithm idastar", " --algorithm astar", " --algorithm bfs"] {
        let run = run_with(&format!("solve sliding-tile --format json{algorithm}"), odd);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{algorithm}");
        let line: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!((&line["status"], &line["expanded"]), (&"unsolvable".into(), &0.into()), "{algorithm}");
    }
    assert!(begun.elapsed().as_secs() < 10);
}

#[test]
fn the_eight_puzzle_has_181440_states_from_any_start() {
    for start in ["0 1 2/3 4 5/6 7 8", "0 2 1/3 4 5/6 7 8", "8 7 6/5 4 3/2 1 0", "3 1 2/4 0 5/6 7 8"] {
        let explored = Command::new(env!("CARGO_BIN_EXE_searchrig"))
            .args(["explore", "sliding-tile", "--size", "3x3", "--format", "json", "--from", start])
            .output()
            .expect("the program runs");
        assert!(explored.status.success(), "{start}");
        let explored: serde_json::Value = serde_json::from_slice(&explored.stdout).expect("JSON");
        assert_eq!((&explored["states"], &explored["complete"]), (&181_440.into(), &true.into()), "{start}");
    }
}
