//! The last iteration of a deepening search: its answer and its counts are the sequential search's.
use super::race::Race;
use crate::check::{self, ORDERS, caught, in_random_orders};
use crate::core::sync::{AtomicUsize, Ordering::Relaxed, torn};

trait Contest: Sync {
    fn new() -> Self;
    fn take(&self) -> usize;
    fn won(&self, index: usize);
    fn lost(&self, index: usize) -> bool;
}
impl Contest for Race {
    fn new() -> Self {
        Self::new()
    }
    fn take(&self) -> usize {
        self.take()
    }
    fn won(&self, index: usize) {
        self.won(index);
    }
    fn lost(&self, index: usize) -> bool {
        self.lost(index)
    }
}

/// Subtrees, by their states; those with a solution end with it.
const STATES: [usize; 6] = [2, 3, 3, 1, 1, 2];
const SOLVED: [bool; 6] = [false, false, true, false, true, false];

/// What a thread did to the subtrees it took: their number, the states it visited, whether it found a solution.
fn walk<C: Contest>(race: &C) -> Vec<(usize, usize, bool)> {
    let mut mine = Vec::new();
    loop {
        let index = race.take();
        if index >= STATES.len() || race.lost(index) {
            return mine;
        }
        let states = (0..STATES[index]).take_while(|_| !race.lost(index)).count();
        let solved = SOLVED[index] && states == STATES[index];
        if solved {
            race.won(index);
        }
        mine.push((index, states, solved));
    }
}

/// Three threads: up to the first solution all subtrees were walked, each once and to its end.
fn the_first_solution_wins<C: Contest>() {
    let race = C::new();
    let mut results = check::race(3, |_| walk(&race)).concat();
    results.sort_unstable();
    let first = results.iter().position(|&(_, _, solved)| solved).expect("a solution is found");
    assert_eq!(results[..=first], [(0, 2, false), (1, 3, false), (2, 3, true)]);
}

/// Any solution ends all other walks.
struct Hasty(AtomicUsize, AtomicUsize);
impl Contest for Hasty {
    fn new() -> Self {
        Self(AtomicUsize::new(0), AtomicUsize::new(usize::MAX))
    }
    fn take(&self) -> usize {
        self.0.fetch_add(1, Relaxed)
    }
    fn won(&self, index: usize) {
        self.1.fetch_min(index, Relaxed);
    }
    fn lost(&self, index: usize) -> bool {
        let best = self.1.load(Relaxed);
        best != usize::MAX && best != index
    }
}

#[test]
fn the_first_solution_wins_and_all_before_it_counts() {
    in_random_orders(ORDERS, the_first_solution_wins::<Race>);
}

#[test]
fn control_a_solution_that_ends_walks_before_it_is_caught() {
    assert!(caught(|| in_random_orders(ORDERS, the_first_solution_wins::<Hasty>)));
}

#[test]
fn control_a_subtree_taken_twice_is_caught() {
    assert!(caught(|| torn(|| in_random_orders(ORDERS, the_first_solution_wins::<Race>))));
}
