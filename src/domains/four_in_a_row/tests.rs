//! The rules, the known answers and the text of four in a row, over the whole space.
use super::*;

const SAMPLE: &str = "BWBO/WBWB/BWBW/WBWO";
fn four(size: &str, text: &str) -> FourInARow {
    FourInARow::parse(size.parse().expect("a size"), text, "").expect("right text")
}
fn out(space: &FourInARow, state: u64) -> Vec<u64> {
    let mut states = Vec::new();
    space.expand(state, |child, _| states.push(child));
    states
}
fn states() -> impl Iterator<Item = u64> {
    boards().flat_map(|board| [board, board | WHITE_MOVES])
}
/// Fewest moves from the initial states of `space` to each state, by index; 255: none.
fn depths(space: &impl StateSpace<State = u64>) -> Vec<u8> {
    let index = |state| four("4x4", SAMPLE).index(state) as usize;
    let mut depths = vec![u8::MAX; 2 * BOARDS as usize];
    let mut queue = space.initial_states();
    for &state in &queue {
        depths[index(state)] = 0;
    }
    let mut next = 0;
    while next < queue.len() {
        let depth = depths[index(queue[next])] + 1;
        space.expand(queue[next], |child, _| {
            if depths[index(child)] == u8::MAX {
                depths[index(child)] = depth;
                queue.push(child);
            }
        });
        next += 1;
    }
    depths
}

/// The rules again, on an array of letters.
mod by_letters {
    pub(super) type Board = [[char; 4]; 4];
    pub(super) fn moves(board: Board, mover: char) -> Vec<Board> {
        let mut found = Vec::new();
        for (r, c) in (0..4).flat_map(|r| (0..4).map(move |c| (r, c))) {
            for (dr, dc) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let on_board = |at: usize, by| at.checked_add_signed(by).filter(|&to| to < 4);
                let (Some(to_r), Some(to_c)) = (on_board(r, dr), on_board(c, dc)) else {
                    continue;
                };
                if board[r][c] == mover && board[to_r][to_c] == 'O' {
                    let mut after = board;
                    (after[r][c], after[to_r][to_c]) = ('O', mover);
                    found.push(after);
                }
            }
        }
        found
    }
    pub(super) fn lines() -> Vec<Vec<(usize, usize)>> {
        let row = |i: usize| (0..4).map(|j| (i, j)).collect();
        let column = |i: usize| (0..4).map(|j| (j, i)).collect();
        let diagonals = [(0..4).map(|j| (j, j)).collect(), (0..4).map(|j| (j, 3 - j)).collect()];
        (0..4).map(row).chain((0..4).map(column)).chain(diagonals).collect()
    }
    pub(super) fn missing(board: &Board, lines: &[Vec<(usize, usize)>], colour: char) -> usize {
        let lacks = |line: &Vec<(usize, usize)>| line.iter().filter(|p| board[p.0][p.1] != colour).count();
        lines.iter().map(lacks).min().expect("ten lines")
    }
}
fn letters(state: u64) -> by_letters::Board {
    std::array::from_fn(|r| std::array::from_fn(|c| letter(state, (4 * r + c) as u32)))
}

#[test]
fn moves_wins_and_estimates_follow_the_rules_in_every_state() {
    let (space, lines) = (four("4x4", SAMPLE), by_letters::lines());
    let (mut moves, mut stuck) = (0, 0);
    for state in states() {
        let (mine, other) = if state & WHITE_MOVES == 0 { ('B', 'W') } else { ('W', 'B') };
        let board = letters(state);
        let mut expected = by_letters::moves(board, mine);
        let children = out(&space, state);
        assert!(children.iter().all(|child| (child ^ state) & WHITE_MOVES != 0));
        let mut found: Vec<_> = children.into_iter().map(letters).collect();
        (moves, stuck) = (moves + found.len(), stuck + usize::from(found.is_empty()));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", space.state_text(state));

        let [own, others] = [mine, other].map(|colour| by_letters::missing(&board, &lines, colour));
        assert_eq!(space.is_goal(state), own == 0 || others == 0);
        let estimate = if own == 0 || others == 0 { 0 } else { (2 * own - 1).min(2 * others) };
        assert_eq!(Lines.h(&space, state) as usize, estimate, "{}", space.state_text(state));
    }
    assert_eq!((moves, stuck), (2_306_304, 14_576));
}

#[test]
fn predecessors_are_the_inverse_of_successors() {
    let space = four("4x4", SAMPLE);
    let (mut forward, mut backward, mut different) = (0, 0, 0);
    let mut parents = Vec::new();
    for state in states() {
        forward += out(&space, state).len();
        parents.clear();
        space.expand_backward(state, |parent, _| parents.push(parent));
        backward += parents.len();
        assert!(parents.iter().all(|&parent| out(&space, parent).contains(&state)));
        parents.sort_unstable();
        parents.dedup();
        different += parents.len();
    }
    assert_eq!((backward, different), (forward, forward), "as many edges each way, none listed twice");
}

#[test]
fn the_index_numbers_every_state_once() {
    let space = four("4x4", SAMPLE);
    let mut seen = vec![false; space.indices() as usize];
    for state in states() {
        assert!(!std::mem::replace(&mut seen[space.index(state) as usize], true), "{state:x}");
    }
    assert_eq!(seen.len(), 823_680);
    assert!(seen.iter().all(|&seen| seen));
}

#[test]
fn every_board_has_its_known_answer() {
    let space = four("4x4", SAMPLE);
    let distance = depths(&Reversed(&space));
    let histogram = |answer: &dyn Fn(u8, u8) -> u8| {
        let mut counts = vec![0u32; 256];
        for board in boards() {
            let [black, white] = [board, board | WHITE_MOVES].map(|s| distance[space.index(s) as usize]);
            counts[usize::from(answer(black, white))] += 1;
        }
        let unsolvable = counts.pop().expect("256 counts");
        counts.truncate(counts.iter().rposition(|&n| n > 0).expect("some board") + 1);
        (unsolvable, counts)
    };
    let either = vec![141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128];
    let forced = vec![141_536, 57_112, 73_636, 64_656, 48_252, 17_744, 4_244, 500, 80];
    assert_eq!(histogram(&|black, white| black.min(white)), (0, either));
    assert_eq!(histogram(&|black, _| black), (4_080, forced.clone()));
    assert_eq!(histogram(&|_, white| white), (4_080, forced));
    assert_eq!(space.goal_states().len(), 2 * 141_536);
}

#[test]
fn lines_is_admissible_and_consistent_everywhere() {
    let space = four("4x4", SAMPLE);
    let distance = depths(&Reversed(&space));
    for state in states() {
        let h = Lines.h(&space, state);
        assert!(h <= u32::from(distance[space.index(state) as usize]), "{}", space.state_text(state));
        assert!(out(&space, state).iter().all(|&child| h <= 1 + Lines.h(&space, child)));
    }
}

#[test]
fn the_size_says_who_starts() {
    let board = four("4x4", SAMPLE).board;
    assert_eq!(four("4x4", SAMPLE).initial_states(), [board, board | WHITE_MOVES]);
    assert_eq!(four("4x4:black", SAMPLE).initial_states(), [board]);
    assert_eq!(four("4x4:white", SAMPLE).initial_states(), [board | WHITE_MOVES]);
    for size in FourInARow::SIZES {
        assert_eq!(size.parse::<First>().expect("a size").to_string(), *size);
    }
    assert_eq!("5x5".parse::<First>().expect_err("wrong text"), "expected 4x4, 4x4:black or 4x4:white");
}

#[test]
fn boards_survive_their_text() {
    let instances: Vec<_> =
        (0..50).map(|i| FourInARow::uniform(First::Either, &mut Rng::new(5, i))).collect();
    let text = FourInARow::write(&instances);
    let read = FourInARow::read(First::Either, &text).expect("right text");
    assert_eq!((read.instances, read.sets), (instances.clone(), vec![50]));
    let windows = format!("\u{feff}{}", text.replace('\n', "  \r\n\r\n"));
    assert_eq!(FourInARow::read(First::Either, windows.trim_end()).expect("right text").instances, instances);
    assert!(instances.iter().all(|i| four("4x4", &i.initial_text()) == *i));
    assert_eq!(FourInARow::start(First::White, None).expect("right text").line(), SAMPLE);
}

#[test]
fn wrong_text_is_named() {
    let message = |text| FourInARow::read(First::Either, text).expect_err("wrong text").to_string();
    assert_eq!(message("BWBO\n WBX\n"), "line 2, column 2: `WBX`: expected a row, 4 letters B, W or O");
    assert_eq!(
        message("BWBO\nWBWB\nBWBW\nWBBO\n"),
        "line 4, column 1: `WBBO`: row 4 of this board has its B number 8; expected 7 B, 7 W and 2 O"
    );
    assert_eq!(
        message("BWBO\nWBWB\nBWBW\nWBWO\nBWBO\n"),
        "line 5, column 5: the text ends here: case 2 has 1 of 4 rows"
    );
    let message =
        |text, goal| FourInARow::parse(First::Either, text, goal).expect_err("wrong text").to_string();
    assert_eq!(message("BWBO/WBWB", ""), "line 1, column 10: the text ends here: the board has 2 of 4 rows");
    assert_eq!(
        message("BWBO/WBWB/BWBW/WBWO/W", ""),
        "line 1, column 21: `W`: expected the end: a board has 4 rows"
    );
    assert_eq!(message(SAMPLE, "x"), "line 1, column 1: `x`: expected no text: the rules fix the goals");
}

#[test]
fn moves_and_answers_are_for_people() {
    let space = four("4x4", SAMPLE);
    let next = out(&space, space.board)[0];
    assert_eq!(space.state_text(space.board), "BWBO/WBWB/BWBW/WBWO B next");
    assert_eq!(space.state_text(next), "BWOB/WBWB/BWBW/WBWO W next");
    assert_eq!(space.move_name(space.board, next), "B 1 3 -> 1 4");
    assert_eq!(space.answer(Some(&[space.board, next])), "1");
    assert_eq!(space.answer(None), "-1");
}

#[test]
fn a_walk_can_be_walked_back_by_whoever_must_start() {
    let distance = depths(&Reversed(&four("4x4", SAMPLE)));
    for (i, size) in (0..600).zip(FourInARow::SIZES.iter().cycle()) {
        let steps = i as u32 % 40;
        let space = FourInARow::walk(size.parse().expect("a size"), steps, &mut Rng::new(1, i));
        let answer = space.initial_states().iter().map(|&s| distance[space.index(s) as usize]).min();
        assert!(
            u32::from(answer.expect("an initial state")) <= steps,
            "{} after {steps} steps",
            space.line()
        );
    }
}

#[test]
fn exploring_reaches_all_but_14_592_states() {
    let explored = |first| {
        let space = FourInARow::start(first, None).expect("a board");
        let depths = depths(&space);
        let unreached = states().filter(|&state| depths[space.index(state) as usize] == u8::MAX);
        let orphans = |&state: &u64| {
            let mut parents = 0;
            space.expand_backward(state, |_, _| parents += 1);
            parents == 0
        };
        let unreached: Vec<u64> = unreached.collect();
        (823_680 - unreached.len(), unreached.into_iter().filter(orphans).count())
    };
    // 14,576 states have no predecessor; 16 more follow none but those.
    assert_eq!(explored(First::Either), (823_680 - 14_576 - 16, 14_576));
    // A move exchanges the colours of the blanks' squares as it exchanges the
    // mover: each side's starts reach one half, and the halves share nothing.
    assert_eq!(explored(First::Black), (404_544, 14_576));
    assert_eq!(explored(First::White), (404_544, 14_576));
}
