//! The rules, the known answers and the text of the hybrid knight, over whole spaces.
use super::*;
use crate::core::Reversed;

fn knight(side: u32, start: u32, target: u32) -> HybridKnight {
    HybridKnight::parse(Side(side), &start.to_string(), &target.to_string()).expect("two squares")
}
fn out(space: &impl StateSpace<State = u32>, state: u32) -> Vec<u32> {
    let mut states = Vec::new();
    space.expand(state, |child, _| states.push(child));
    states
}
/// Fewest moves from the initial states of `space` to each state of a board.
fn depths(side: u32, space: &impl StateSpace<State = u32>) -> Vec<Option<u32>> {
    let mut depths = vec![None; (side * side * FORMS) as usize];
    let mut queue = space.initial_states();
    for &state in &queue {
        depths[state as usize] = Some(0);
    }
    let mut next = 0;
    while next < queue.len() {
        let depth = depths[queue[next] as usize].map(|depth| depth + 1);
        space.expand(queue[next], |child, _| {
            if depths[child as usize].is_none() {
                depths[child as usize] = depth;
                queue.push(child);
            }
        });
        next += 1;
    }
    depths
}

/// The rules again: every square of the board is tried by its distance.
fn by_distance(side: u32, target: u32, state: u32) -> Vec<u32> {
    let (square, form) = (state / 3, state % 3);
    let mut found = Vec::new();
    for to in 0..side * side {
        let (rows, columns) = ((to / side).abs_diff(square / side), (to % side).abs_diff(square % side));
        let apart = (rows.min(columns), rows.max(columns));
        let legal = match form {
            0 => apart == (1, 2),
            1 => apart == (1, 3),
            _ => apart == (0, 1) || apart == (1, 1) && to == target,
        };
        if legal {
            found.push(3 * to + [1, 2, 0][form as usize]);
        }
    }
    found
}

#[test]
fn moves_follow_the_rules_and_predecessors_are_their_inverse() {
    for side in [1, 2, 3, 4, 5, 8] {
        for target in 1..=side * side {
            let space = knight(side, 1, target);
            let states = 0..side * side * 3;
            assert_eq!(space.indices(), u64::from(states.end));
            let mut parents = vec![Vec::new(); states.end as usize];
            for state in states.clone() {
                let mut children = out(&space, state);
                children.sort_unstable();
                assert_eq!(children, by_distance(side, target - 1, state), "{}", space.state_text(state));
                for child in children {
                    parents[child as usize].push(state);
                }
            }
            for state in states {
                let mut found = out(&Reversed(&space), state);
                found.sort_unstable();
                assert_eq!(found, parents[state as usize], "{}", space.state_text(state));
            }
        }
    }
}

#[test]
fn every_pair_of_squares_has_its_known_answer() {
    let table = include_str!("../../../tests/data/hybrid_knight.csv");
    for (row, side) in table.lines().skip(1).zip(1..) {
        let mut counts = vec![0u32; 32];
        for target in 1..=side * side {
            let depths = depths(side, &Reversed(&knight(side, 1, target)));
            for forms in depths.chunks(3) {
                counts[forms.iter().flatten().min().copied().expect("every pair is reachable") as usize] += 1;
            }
        }
        counts.truncate(counts.iter().rposition(|&n| n > 0).expect("some pair") + 1);
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        assert_eq!(format!("{side},{}", counts.join(" ")), row);
    }
    assert_eq!(table.lines().count(), 26);
}

#[test]
fn leap_is_admissible_and_consistent_on_whole_boards() {
    for side in [1, 2, 3, 4, 5, 7, 10, 13] {
        for target in 1..=side * side {
            leap_holds(side, target);
        }
    }
    for target in [1, 20, 210, 1275] {
        leap_holds(50, target);
    }
}
fn leap_holds(side: u32, target: u32) {
    let space = knight(side, 1, target);
    let depths = depths(side, &Reversed(&space));
    for state in 0..side * side * 3 {
        let h = Leap.h(&space, state);
        let depth = depths[state as usize].unwrap_or(u32::MAX);
        assert!(h <= depth, "{h} but {depth}: {} to {target}", space.state_text(state));
        assert!(out(&space, state).iter().all(|&child| h <= 1 + Leap.h(&space, child)));
        assert_eq!(h == 0, space.is_goal(state));
    }
}

#[test]
fn leap_is_close_to_the_truth() {
    let space = knight(50, 1, 1275);
    let depths = depths(50, &Reversed(&space));
    let exact = (0u32..).zip(&depths).filter(|&(state, &depth)| depth == Some(Leap.h(&space, state))).count();
    assert!(exact * 100 > depths.len() * 99, "exact in {exact} of {} states", depths.len());
}

#[test]
fn exploring_reaches_the_whole_board_in_every_form() {
    let reached = |side: u32, from| {
        let space = HybridKnight::start(Side(side), from).expect("a square");
        depths(side, &space).iter().flatten().count()
    };
    assert_eq!([reached(20, None), reached(20, Some("210")), reached(1, None)], [1200, 1200, 3]);
}

#[test]
fn the_pawn_goes_diagonally_only_onto_the_target() {
    // A 2 by 2 board, the target in the corner opposite: only the pawn can move.
    let space = knight(2, 1, 4);
    assert_eq!(out(&space, PAWN), [3, 6, 9]);
    assert_eq!(space.move_name(PAWN, 9), "pawn 1 1 -> 2 2");
    assert_eq!(out(&space, KNIGHT), [0; 0]);
    // Its way back from the other squares has no diagonal.
    assert_eq!(out(&space, 9 + PAWN), [3, 6]);
}

#[test]
fn sets_survive_their_text() {
    let sides = [20, 20, 8, 20, 1, 1000];
    let instances: Vec<_> =
        sides.iter().zip(0..).map(|(&s, i)| HybridKnight::uniform(Side(s), &mut Rng::new(2, i))).collect();
    let text = HybridKnight::write(&instances);
    let read = HybridKnight::read(Side(5), &text).expect("what was written");
    assert_eq!((&read.instances, read.sets), (&instances, vec![2, 1, 1, 1, 1]));
    for instance in &instances {
        let line = instance.line().replace('/', "\n");
        assert_eq!(
            HybridKnight::read(Side(5), &line).expect("one set").instances,
            std::slice::from_ref(instance)
        );
        let again = HybridKnight::parse(instance.size(), &instance.initial_text(), &instance.goal_text());
        assert_eq!(again.as_ref(), Ok(instance));
    }
    assert_eq!(HybridKnight::set_heading(3).as_deref(), Some("Set 3:"));
}

#[test]
fn a_zero_or_the_end_of_the_text_ends_the_sets() {
    let sets = |text: &str| {
        let judge = HybridKnight::read(Side(20), text).expect("right text");
        (judge.instances.len(), judge.sets)
    };
    for end in ["", "0", "0 0", "0 0\n9 9"] {
        assert_eq!(sets(&format!("3 1\r\n\r\n1 9 \r\n4 0\n2 2\n1 1 4 1\n{end}")), (3, vec![1, 0, 2]));
    }
    assert_eq!(sets(""), (0, vec![]));
}

#[test]
fn wrong_text_is_named() {
    let message = |text| HybridKnight::read(Side(20), text).expect_err("wrong text").to_string();
    assert_eq!(
        message("1001 1\n"),
        "line 1, column 1: `1001`: expected N, the squares on a side of the board (0 ends the text), \
         a number from 0 to 1000"
    );
    assert_eq!(
        message("3 x"),
        "line 1, column 3: `x`: expected S, the pairs of this set, a number from 0 to 4294967295"
    );
    assert_eq!(message("3"), "line 1, column 2: the text ends here: set 1 lacks S, the number of its pairs");
    assert_eq!(message("3 1\n0 9"), "line 2, column 1: `0`: expected a start square, a number from 1 to 9");
    assert_eq!(
        message("3 1\n1 10"),
        "line 2, column 3: `10`: expected a target square, a number from 1 to 9"
    );
    assert_eq!(message("3 0\n4 2\n1 2\n7"), "line 4, column 2: the text ends here: set 2 has 1 of 2 pairs");
    let message =
        |initial, goal| HybridKnight::parse(Side(3), initial, goal).expect_err("wrong text").to_string();
    assert_eq!(message("1 2", "3"), "line 1, column 3: `2`: expected the end after a start square");
    assert_eq!(
        message("1", ""),
        "line 1, column 1: the text ends here: expected a target square, a number from 1 to 9"
    );
    assert_eq!(
        "1001".parse::<Side>().expect_err("too large"),
        "expected N, the squares on a side of the board, a number from 1 to 1000"
    );
}

#[test]
fn a_walk_is_no_shorter_than_the_answer() {
    for i in 0..300 {
        let (side, steps) = ([1, 2, 3, 8, 20][i as usize % 5], i as u32 % 25);
        let space = HybridKnight::walk(Side(side), steps, &mut Rng::new(4, i));
        let depths = depths(side, &space);
        let answer = space.goal_states().iter().filter_map(|&goal| depths[goal as usize]).min();
        assert!(answer.expect("the walk leads there") <= steps, "{} in {steps}", space.line());
    }
}

#[test]
fn states_moves_and_answers_are_for_people() {
    let space = knight(8, 1, 64);
    let child = out(&space, KNIGHT)[0];
    assert_eq!(space.state_text(child), "2 3, mutant next");
    assert_eq!(space.move_name(KNIGHT, child), "knight 1 1 -> 2 3");
    assert_eq!([space.answer(Some(&[KNIGHT, child])), space.answer(None)], ["1", "?"]);
    assert_eq!(space.with_goal(child), Some(knight(8, 1, 11)));
    assert_eq!(space.line(), "8 1/1 64");
}
