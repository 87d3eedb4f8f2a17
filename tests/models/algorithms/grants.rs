//! What the threads of a best-first search share: no expansion is granted twice, the least cost stays.
use super::team::{Tally, Team};
use crate::check::{ORDERS, caught, in_random_orders, race};
use crate::core::sync::torn;
use crate::core::{Limit, Limits, Outcome, Stats};

/// Three threads expand until the search is halted. The first gives back some of what it was
/// granted, and each finds a solution, the second one the cheapest.
fn threads_share_a_budget() {
    const NODES: u64 = 40;
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let team = Team::<u64>::new(&limits, 3);
    let done = race(3, |me| {
        let (mut tally, mut expanded) = (Tally::default(), 0);
        loop {
            let granted = team.grant();
            if granted == 0 {
                return (tally, expanded);
            }
            if expanded == 0 {
                let cost = [9, 5, 7][me];
                assert_eq!(tally.open(&team, (me as u32, cost, 0), || true), None, "a goal is not opened");
                assert!(team.incumbent() <= cost, "who found a path knows of it");
            }
            let unused = if me == 0 { granted / 2 } else { 0 };
            team.give_back(unused);
            expanded += granted - unused;
        }
    });
    let expanded: u64 = done.iter().map(|(_, expanded)| expanded).sum();
    assert_eq!(expanded, NODES, "as many expansions as the limit allows");
    assert!(team.halted());
    let found =
        done.iter().enumerate().filter(|(_, (_, expanded))| *expanded > 0).map(|(me, _)| [9, 5, 7][me]);
    assert_eq!(team.incumbent(), found.min().expect("a thread expands"), "the least cost stays");
    let tallies: Vec<&Tally> = done.iter().map(|(tally, _)| tally).collect();
    let outcome = team.conclude(&tallies, &mut Stats::default(), |_, _| vec![0]);
    assert_eq!(outcome, Outcome::Limit(Limit::Nodes), "a search that was halted has no answer");
}

#[test]
fn a_budget_is_spent_once_and_the_least_cost_stays() {
    in_random_orders(ORDERS, threads_share_a_budget);
}

#[test]
fn control_torn_updates_are_caught() {
    assert!(caught(|| torn(|| in_random_orders(ORDERS, threads_share_a_budget))));
}
