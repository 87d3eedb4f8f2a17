//! Optimal informed searches on whole spaces, against breadth-first distances.
use super::Algorithm;
use super::astar::AStar;
use super::both_ends::{BaeStar, MeetInTheMiddle, NearOptimal};
use super::deepening::IdaStar;
use super::hash_distributed_astar::HashDistributedAStar;
use super::shared_astar::SharedAStar;
use crate::core::{
    Cost, Domain, Limits, Outcome, Rng, Search, Setup, StateSpace, Stats, StopFlag, Stopped, replay,
};
use crate::domains::BlackWhite;
use crate::domains::Matching;
use crate::domains::sliding_tile::{LinearConflict, Manhattan, Pattern, SlidingTile16, Tracked};
use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Instances that start at every state of the space around the goal of `space`, with their costs.
fn whole_space<D: Domain>(space: &D) -> Vec<(D, Cost)> {
    let goal = space.initial_states()[0];
    assert!(space.is_goal(goal), "the walk starts at the goal");
    let (mut seen, mut found, mut done) = (HashSet::from([goal]), vec![(goal, 0)], 0);
    while done < found.len() {
        let (state, depth) = found[done];
        done += 1;
        space.expand(state, |child, _| {
            if seen.insert(child) {
                found.push((child, depth + 1));
            }
        });
    }
    let from = |state| {
        let goal = space.goal_text();
        D::parse(space.size(), &space.state_text(state), &goal).expect("a state's text is a start's text")
    };
    found.into_iter().map(|(state, cost)| (from(state), cost)).collect()
}

fn eight_puzzle() -> Vec<(SlidingTile16, Cost)> {
    whole_space(&SlidingTile16::start("3x3".parse().expect("a size"), None).expect("a board"))
}

/// Costs from the start of `space` to every state.
fn distances(space: &SlidingTile16) -> HashMap<u64, Cost> {
    let start = space.initial();
    let (mut found, mut queue, mut done) = (HashMap::from([(start, 0)]), vec![start], 0);
    while done < queue.len() {
        let next = found[&queue[done]] + 1;
        space.expand(queue[done], |child, _| {
            found.entry(child).or_insert_with(|| {
                queue.push(child);
                next
            });
        });
        done += 1;
    }
    found
}

/// Twenty boards for each of one to four threads, with the costs from the start to every state.
pub(super) fn boards(seed: u64) -> impl Iterator<Item = (usize, SlidingTile16, HashMap<u64, Cost>)> {
    let mut rng = Rng::new(seed, 0);
    let size = "3x3".parse().expect("a size");
    (20..100).map(move |number| {
        let space = SlidingTile16::uniform(size, &mut rng);
        let distances = distances(&space);
        (number / 20, space, distances)
    })
}

/// Runs one search and checks its answer.
fn check<S: StateSpace>(search: &mut impl Search<S>, space: &S, limits: &Limits, right: Cost) -> Stats {
    let mut stats = Stats::default();
    match search.run(space, limits, &mut stats) {
        Outcome::Solved { path, cost } => {
            assert_eq!(cost, right, "from {:?}", path[0]);
            assert_eq!(replay(space, &path), Ok(cost));
            let states: HashSet<_> = path.iter().collect();
            assert_eq!(states.len(), path.len(), "a state is listed twice: {path:?}");
        }
        outcome => panic!("{outcome:?} instead of cost {right}"),
    }
    stats
}

fn check_all<S: StateSpace, A: Algorithm<S>>(cases: &[&(S, Cost)], threads: usize) {
    let setup = Setup { threads, ..Setup::default() };
    let mut search = A::new(&cases[0].0, &setup).expect("room");
    for (space, cost) in cases {
        check(&mut search, space, &Limits::default(), *cost);
    }
}

#[test]
fn every_search_and_estimate_is_optimal_near_the_goal_and_on_boards_from_everywhere() {
    let all = eight_puzzle();
    assert_eq!(all.len(), 181_440);
    let near = all.iter().filter(|(_, cost)| *cost <= 12);
    let cases: Vec<_> = near.chain(all.iter().step_by(151)).collect();
    assert!(cases.len() > 3_000);
    check_all::<_, IdaStar<_, Manhattan>>(&cases[..3_000], 1);
    check_all::<_, IdaStar<_, Tracked<LinearConflict>>>(&cases, 1);
    check_all::<_, IdaStar<_, Tracked<Pattern>>>(&cases, 1);
    check_all::<_, AStar<_, Manhattan>>(&cases, 1);
    check_all::<_, AStar<_, LinearConflict>>(&cases, 1);
    check_all::<_, AStar<_, Pattern>>(&cases, 1);
    check_all::<_, BaeStar<_, Manhattan>>(&cases, 1);
    check_all::<_, MeetInTheMiddle<_, Manhattan>>(&cases, 1);
    check_all::<_, NearOptimal<_, Manhattan>>(&cases, 1);
    check_all::<_, HashDistributedAStar<_, Manhattan>>(&cases, 1);
    check_all::<_, HashDistributedAStar<_, Pattern>>(&cases, 1);
    check_all::<_, HashDistributedAStar<_, Pattern>>(&cases[..1_000], 3);
    check_all::<_, SharedAStar<_, Manhattan>>(&cases, 1);
    check_all::<_, SharedAStar<_, Pattern>>(&cases[..1_000], 3);
}

#[test]
fn both_ends_meet_at_the_optimum_on_every_pair_of_small_black_white_boards() {
    for size in ["2x3:3", "3x3:2", "1x6:3"] {
        let size = size.parse().expect("a size");
        let first = BlackWhite::start(size, None).expect("a board");
        for (goal, _) in whole_space(&first) {
            let goal = goal.with_goal(goal.initial_states()[0]).expect("any board may be the goal");
            let cases = whole_space(&goal);
            let cases: Vec<_> = cases.iter().collect();
            check_all::<_, BaeStar<_, Matching>>(&cases, 1);
            check_all::<_, MeetInTheMiddle<_, Matching>>(&cases, 1);
            check_all::<_, NearOptimal<_, Matching>>(&cases, 1);
            check_all::<_, HashDistributedAStar<_, Matching>>(&cases, 1);
        }
    }
}

/// Runs `body` with limits whose flag goes up if it takes longer than ten minutes: a
/// parallel search that waits for ever then fails its test.
fn within_ten_minutes(body: impl FnOnce(&Limits)) {
    let limits = Limits { stop: StopFlag::default(), ..Limits::default() };
    let flag = limits.stop.clone();
    let (done, waits) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waits.recv_timeout(Duration::from_mins(10)) == Err(RecvTimeoutError::Timeout) {
                flag.stop(Stopped::Time);
            }
        });
        body(&limits);
        drop(done);
    });
}

fn run_again_and_again<A: Algorithm<SlidingTile16>>(runs: usize) {
    let all = eight_puzzle();
    // The goal, all around it, and one from afar.
    let near = all.iter().filter(|(_, cost)| *cost <= 3);
    let cases: Vec<_> = near.chain(all.iter().filter(|(_, cost)| *cost == 17).take(1)).collect();
    within_ten_minutes(|limits| {
        for threads in 1..=8 {
            let setup = Setup { threads, ..Setup::default() };
            let mut search = A::new(&all[0].0, &setup).expect("room");
            for (space, cost) in cases.iter().cycle().take(runs / 8) {
                check(&mut search, space, limits, *cost);
            }
        }
    });
}

#[test]
fn ten_thousand_distributed_runs_of_shallow_and_middling_depth_all_end_with_the_optimum() {
    run_again_and_again::<HashDistributedAStar<_, Manhattan>>(10_000);
}

#[test]
fn two_thousand_runs_with_one_open_list_all_end_with_the_optimum() {
    run_again_and_again::<SharedAStar<_, Manhattan>>(2_000);
}

/// Each search from each of the 181,440 boards: minutes, so a plain `cargo test` leaves them
/// out. `cargo test --lib -- --ignored from_every_board` runs them.
mod from_every_board {
    use super::*;

    fn check_every<A: Algorithm<SlidingTile16>>(threads: usize) {
        let all = eight_puzzle();
        check_all::<_, A>(&all.iter().collect::<Vec<_>>(), threads);
    }
    #[test]
    #[ignore = "181,440 searches an estimate"]
    fn idastar_is_optimal() {
        check_every::<IdaStar<_, Manhattan>>(1);
        check_every::<IdaStar<_, Tracked<LinearConflict>>>(1);
        check_every::<IdaStar<_, Tracked<Pattern>>>(1);
    }
    #[test]
    #[ignore = "181,440 searches an estimate"]
    fn astar_is_optimal() {
        check_every::<AStar<_, Manhattan>>(1);
        check_every::<AStar<_, LinearConflict>>(1);
        check_every::<AStar<_, Pattern>>(1);
    }
    #[test]
    #[ignore = "181,440 searches an order"]
    fn searches_from_both_ends_are_optimal() {
        check_every::<BaeStar<_, Manhattan>>(1);
        check_every::<MeetInTheMiddle<_, Manhattan>>(1);
        check_every::<NearOptimal<_, Manhattan>>(1);
    }
    #[test]
    #[ignore = "181,440 searches an estimate"]
    fn hash_distributed_astar_is_optimal() {
        check_every::<HashDistributedAStar<_, Manhattan>>(1);
        check_every::<HashDistributedAStar<_, LinearConflict>>(1);
        check_every::<HashDistributedAStar<_, Pattern>>(2);
    }
    #[test]
    #[ignore = "181,440 searches an estimate"]
    fn shared_astar_is_optimal() {
        check_every::<SharedAStar<_, Manhattan>>(1);
        check_every::<SharedAStar<_, LinearConflict>>(1);
        check_every::<SharedAStar<_, Pattern>>(2);
    }
}
