//! The estimates on whole spaces, and the text of the domain.
use super::*;
use crate::core::{Capabilities, Cost, Domain, Heuristic, Indexed, Rng, StateSpace, TextError, replay};
use crate::domains::whole_space::check_way_back;

/// Every state of a solvable space by its distance from the goal.
fn by_distance(space: &SlidingTile16) -> Vec<(u64, Cost)> {
    let mut seen = vec![false; space.indices() as usize];
    seen[space.index(space.goal()) as usize] = true;
    let mut found = vec![(space.goal(), 0)];
    let mut done = 0;
    while done < found.len() {
        let (state, depth) = found[done];
        done += 1;
        space.expand(state, |child, _| {
            if !std::mem::replace(&mut seen[space.index(child) as usize], true) {
                found.push((child, depth + 1));
            }
        });
    }
    found
}

/// Checks on every state what an estimate says of itself; returns the sum of
/// its values and the edges on which it falls by more than 1.
fn check<H: Heuristic<SlidingTile16>>(space: &SlidingTile16, all: &[(u64, Cost)]) -> (u64, u64) {
    let heuristic = H::new(space);
    assert_eq!(heuristic.h(space, space.goal()), 0);
    let (mut sum, mut falls) = (0, 0);
    for &(state, distance) in all {
        let h = heuristic.h(space, state);
        assert!(!H::ADMISSIBLE || h <= distance, "{} says {h} of {distance}", H::NAME);
        sum += u64::from(h);
        space.expand(state, |child, cost| {
            let next = heuristic.h(space, child);
            assert_eq!(heuristic.h_next(space, (state, h), child), next);
            falls += u64::from(h > next + cost);
        });
    }
    assert!(!H::CONSISTENT || falls == 0, "{} falls too fast on {falls} edges", H::NAME);
    (sum, falls)
}

#[test]
fn every_estimate_keeps_its_promises_on_the_whole_8_puzzle() {
    struct Offered<'a>(&'a SlidingTile16, &'a [(u64, Cost)], Vec<(&'static str, u64)>);
    impl Capabilities<SlidingTile16> for Offered<'_> {
        fn heuristic<H: Heuristic<SlidingTile16>>(&mut self) {
            self.2.push((H::NAME, check::<H>(self.0, self.1).0));
        }
    }
    let space = SlidingTile::start("3x3".parse().unwrap(), None).unwrap();
    let all = by_distance(&space);
    assert_eq!(all.len(), 181_440);
    let mut offered = Offered(&space, &all, Vec::new());
    SlidingTile16::capabilities(&mut offered);
    let names: Vec<_> = offered.2.iter().map(|offer| offer.0).collect();
    assert_eq!(names, ["manhattan", "linear-conflict", "pattern"]);
    assert!(
        offered.2.is_sorted_by_key(|offer| offer.1),
        "each is stronger than the one before: {:?}",
        offered.2
    );
}

#[test]
fn oblong_boards_have_admissible_estimates_too() {
    for size in ["2x3", "3x2", "2x4", "4x2"] {
        let space = SlidingTile::start(size.parse().unwrap(), None).unwrap();
        let all = by_distance(&space);
        check::<Manhattan>(&space, &all);
        check::<LinearConflict>(&space, &all);
        check::<Pattern>(&space, &all);
    }
}

#[test]
fn the_manhattan_distance_looks_back_as_well() {
    let mut rng = Rng::new(4, 0);
    for size in ["3x3", "2x3", "4x2"] {
        let space = SlidingTile16::uniform(size.parse().unwrap(), &mut rng);
        check_way_back::<_, Manhattan>(&space);
    }
    check_way_back::<_, Manhattan>(&SlidingTile25::uniform("2x4".parse().unwrap(), &mut rng));
}

#[test]
fn a_pattern_that_ignores_where_the_blank_is_can_be_inconsistent() {
    let space = SlidingTile::start("3x3".parse().unwrap(), None).unwrap();
    assert!(check::<Pattern>(&space, &by_distance(&space)).1 > 0);
}

#[test]
fn one_pattern_with_every_tile_gives_the_distance() {
    let space = SlidingTile::start("2x3".parse().unwrap(), None).unwrap();
    let all = by_distance(&space);
    assert_eq!(
        check::<Pattern>(&space, &all).0,
        all.iter().map(|&(_, distance)| u64::from(distance)).sum::<u64>()
    );
}

#[test]
fn estimates_of_wide_words_are_those_of_narrow_ones() {
    let mut rng = Rng::new(9, 1);
    for _ in 0..200 {
        let narrow = SlidingTile16::uniform("3x4".parse().unwrap(), &mut rng);
        let wide = SlidingTile25::parse("3x4".parse().unwrap(), &narrow.initial_text(), "").unwrap();
        let (a, b) = (narrow.initial(), wide.initial());
        assert_eq!(Manhattan::new(&narrow).h(&narrow, a), Manhattan::new(&wide).h(&wide, b));
        assert_eq!(LinearConflict::new(&narrow).h(&narrow, a), LinearConflict::new(&wide).h(&wide, b));
        assert_eq!(Pattern::new(&narrow).h(&narrow, a), Pattern::new(&wide).h(&wide, b));
    }
}

#[test]
fn ten_thousand_boards_drawn_at_random_are_all_solvable() {
    let size = "4x4".parse().unwrap();
    let mut blanks = [0; 16];
    for index in 0..10_000 {
        let space = SlidingTile16::uniform(size, &mut Rng::new(14, index));
        assert!(!space.provably_unsolvable());
        blanks[space.initial().blank()] += 1;
    }
    assert!(blanks.iter().all(|n| (500..750).contains(n)), "{blanks:?}");
}

#[test]
fn text_round_trips_on_every_offered_size() {
    fn round<B: Board>() {
        for size in B::SIZES.iter().map(|size| size.parse().unwrap()) {
            let mut rng = Rng::new(2, 0);
            let drawn: Vec<_> = (0..20)
                .map(|i| match i % 2 {
                    0 => SlidingTile::<B>::uniform(size, &mut rng),
                    _ => SlidingTile::walk(size, 30, &mut rng),
                })
                .collect();
            let text = SlidingTile::write(&drawn);
            let again = SlidingTile::<B>::read(size, &text.replace('\n', "\r\n")).unwrap();
            assert_eq!(again.sets, [20]);
            assert_eq!(SlidingTile::write(&again.instances), text);
            for instance in &drawn {
                let parsed = SlidingTile::<B>::parse(size, &instance.initial_text(), &instance.goal_text());
                assert_eq!(parsed.unwrap().initial(), instance.initial());
                assert_eq!(instance.state_text(instance.initial()), instance.line());
                assert!(!instance.provably_unsolvable());
            }
        }
    }
    round::<u64>();
    round::<u128>();
}

#[test]
fn wrong_text_is_refused_where_it_is_wrong() {
    let size = "2x3".parse().unwrap();
    let read = |text| SlidingTile16::read(size, text).expect_err("wrong text").to_string();
    let parse =
        |initial, goal| SlidingTile16::parse(size, initial, goal).expect_err("wrong text").to_string();
    assert_eq!(read("0 1 2\n3 4 6"), "line 2, column 5: `6`: expected a tile, a number from 0 to 5");
    assert_eq!(read("0 1 x"), "line 1, column 5: `x`: expected a tile, a number from 0 to 5");
    let twice =
        "line 2, column 3: `1`: this tile stands on the board twice; each of 0 to 5 belongs there once";
    assert_eq!(read("0 1 2\n3 1 5"), twice);
    assert_eq!(read("0 1 2 3 4 5\n1 0 23"), "line 2, column 5: `23`: expected a tile, a number from 0 to 5");
    assert_eq!(
        read("0 1 2 3 4 5\n1 0 2 "),
        "line 2, column 6: the text ends here: board 2 has 3 of 6 numbers"
    );
    assert!(read("0 1 2 3 4 5\n1 2 0\n3").starts_with("line 3, column 2"));
    assert!(parse("0 1 2/3 4 5/1", "").starts_with("line 3, column 1: `1`: expected the end"));
    assert!(parse("", "").contains("expected the 6 numbers"));
    assert!(parse("1 0 2/3 4 5", "1 0 2/3 4 5").contains("or the only one there is, 0 1 2/3 4 5"));
    assert!(SlidingTile16::parse(size, "1 0 2/3 4 5", "0 1 2/3 4 5").is_ok());
    let none: Result<_, TextError> = SlidingTile16::read(size, " \n");
    assert!(none.unwrap().instances.is_empty());
}

#[test]
fn answers_and_moves_are_named_for_people() {
    let space = SlidingTile16::start("2x3".parse().unwrap(), Some("1 2 0/3 4 5")).unwrap();
    let states = ["1 2 0/3 4 5", "1 0 2/3 4 5", "0 1 2/3 4 5"];
    let path: Vec<u64> = states
        .iter()
        .map(|text| SlidingTile16::start("2x3".parse().unwrap(), Some(text)).unwrap().initial())
        .collect();
    assert_eq!(replay(&space, &path), Ok(2));
    assert_eq!(space.answer(Some(&path)), "2");
    assert_eq!(space.answer(None), "unsolvable");
    assert_eq!(space.move_name(path[0], path[1]), "2 right");
    let down = SlidingTile16::start("2x3".parse().unwrap(), Some("3 1 2/0 4 5")).unwrap();
    assert_eq!(down.move_name(down.initial(), down.goal()), "3 down");
}
