//! Every counter, counted by hand on one drawn graph.
//!
//! ```text
//!     0 ─▶ 1 ─▶ 3 ─▶ 5 (goal)        depth 0: 0 · 1: 1 2 · 2: 3 4 · 3: 5
//!     0 ─▶ 2 ─▶ 3
//!          2 ─▶ 4 ─▶ 5
//!     3 ─▶ 1                         a way back
//! ```
use crate::graph::Graph;
use searchrig::algorithms;
use searchrig::core::{Limits, Outcome, Setup, Stats};

fn graph() -> Graph {
    let edges = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 1), (2, 4, 1), (3, 5, 1), (3, 1, 1), (4, 5, 1)];
    Graph::new(6, &edges, &[0], &[5])
}

fn count(algorithm: &str, visited: Option<&str>) -> Stats {
    count_on(&graph(), algorithm, visited, 3)
}
fn count_on(graph: &Graph, algorithm: &str, visited: Option<&str>, optimum: u32) -> Stats {
    let rows = algorithms::rows::<Graph>();
    let row = rows
        .iter()
        .find(|row| row.algorithm.name == algorithm && row.visited == visited)
        .expect("registered");
    let mut stats = Stats::default();
    let mut search = (row.open)(graph, &Setup { weight_percent: 100, ..Setup::default() }).expect("room");
    let outcome = search.run(graph, &Limits::default(), &mut stats);
    assert!(matches!(outcome, Outcome::Solved { cost, .. } if cost == optimum), "{algorithm}: {outcome:?}");
    Stats { visited_bytes: 0, ..stats }
}

#[test]
fn bfs_stops_at_the_goal() {
    // 0 gives 1 2, 1 gives 3, 2 gives 3 (a duplicate) 4, 3 gives 5: the goal, and no more.
    let expected = Stats {
        expanded: 4,
        generated: 6,
        duplicates: 1,
        expanded_before_last: 3, // 0 1 2
        max_frontier: 2,
        max_visited: 6,
        layers: vec![1, 2, 2, 1],
        ..Stats::default()
    };
    assert_eq!(count("bfs", Some("hashset")), expected);
}

#[test]
fn bfs_layered_looks_up_its_whole_batch() {
    // The batch is larger than this graph: 3 gives 5 1, 4 gives 5.
    let expected = Stats {
        expanded: 5,
        generated: 8,
        duplicates: 3, // 3 again, 1 again, 5 again
        expanded_before_last: 3,
        max_frontier: 2,
        max_visited: 6,
        layers: vec![1, 2, 2, 1],
        edges: vec![2, 3, 3],
        ..Stats::default()
    };
    assert_eq!(count("bfs-layered", Some("dashmap")), expected);
}

#[test]
fn bidirectional_bfs_takes_the_smaller_side_and_forward_on_a_tie() {
    // Forward from 0: 1 2. Now 2 against 1, so backward from 5: 3 4. A tie, so
    // forward from 1 2: 3 (met), 3, 4 (met).
    let expected = Stats {
        expanded: 4,
        generated: 7,
        duplicates: 3,
        expanded_before_last: 2,
        max_frontier: 4,
        max_visited: 6,
        ..Stats::default()
    };
    assert_eq!(count("bidirectional-bfs", Some("bitset")), expected);
}

#[test]
fn iddfs_counts_every_bound() {
    // Bound 0: 0 is no goal, its successors lie beyond.
    // Bound 1: 0 is expanded: 1 2. Bound 2: 0 (1 2), 1 (3), 2 (3 4).
    // Bound 3: 0 (1), 1 (3), 3 (5, the goal).
    let expected = Stats {
        expanded: 1 + 3 + 3,
        generated: 2 + 5 + 3,
        iterations: 4,
        expanded_before_last: 4,
        max_visited: 3, // the longest path that was expanded: 0 1 3
        ..Stats::default()
    };
    assert_eq!(count("iddfs", None), expected);
}

#[test]
fn astar_tests_goals_when_it_expands() {
    // The estimate is exact for 0, 2 and 4 (3, 2 and 1), and 0 for 1, 3 and 5.
    // 0 (f 3) gives 1 (f 1) and 2 (f 3); 1 gives 3 (f 2); 3 gives 5 (f 3) and 1,
    // known; then 5, 2 and 4 wait with f 3, and 5 has the smallest h: the goal.
    let expected = Stats {
        expanded: 3,
        generated: 5,
        duplicates: 1,
        evaluated: 5,            // 0 1 2 3 5
        expanded_before_last: 3, // f falls from 3 to 1, rises to 2 and to 3 again
        max_frontier: 2,
        max_visited: 5,
        ..Stats::default()
    };
    for algorithm in ["astar", "weighted-astar"] {
        assert_eq!(count(algorithm, None), expected, "{algorithm}");
    }
}

#[test]
fn idastar_counts_every_bound() {
    // The first bound is 3, the estimate of 0: 0 (1, 2), 1 (3), 3 (5, the goal).
    let expected = Stats {
        expanded: 3,
        generated: 3,
        evaluated: 4, // 0 1 3 5
        iterations: 1,
        max_visited: 3,
        ..Stats::default()
    };
    assert_eq!(count("idastar", None), expected);
}

/// A line from 0 to the goal 4 with two dead ends beyond, and an estimate that is 0
/// everywhere (a graph of seven states caps it so): 0 - 1 - 2 - 3 - 4, 4 - 5, 4 - 6.
fn line() -> Graph {
    let pairs = [(4, 5), (4, 6), (4, 3), (0, 1), (1, 2), (2, 3)];
    let edges: Vec<_> = pairs.into_iter().flat_map(|(a, b)| [(a, b, 1), (b, a, 1)]).collect();
    Graph::new(7, &edges, &[0], &[4])
}

#[test]
fn bae_star_takes_turns_until_half_the_sum_of_the_least_keys_is_the_cost() {
    // Keys are 2 g. Forward 0 (1), back 4 (5 6 3), forward 1 (0 again, 2), back 3 (4 again,
    // 2: met, cost 4, but (4 + 2) / 2 = 3), forward 2 (1 again, 3): (6 + 2) / 2 = 4.
    let expected = Stats {
        expanded: 5,
        generated: 10,
        duplicates: 3,
        evaluated: 18,           // both ways: 2 ends, 3 states forward, 4 back
        expanded_before_last: 3, // the bound rises from 0 to 1, 2, 3
        max_frontier: 4,
        max_visited: 9,
        ..Stats::default()
    };
    assert_eq!(count_on(&line(), "bae-star", None, 4), expected);
}

#[test]
fn mm_stops_when_the_least_costs_so_far_of_both_sides_leave_no_cheaper_path() {
    // Keys are 2 g + 1. Forward 0 (1), back 4 (5 6 3), forward 1 (0 again, 2), back 3
    // (4 again, 2: met, cost 4). 5 and 6 still wait with key 3, but the least costs so far
    // are 2 and 1, and one edge at least lies between: 4.
    let expected = Stats {
        expanded: 4,
        generated: 8,
        duplicates: 2,
        evaluated: 8,
        expanded_before_last: 3,
        max_frontier: 4,
        max_visited: 8,
        ..Stats::default()
    };
    assert_eq!(count_on(&line(), "mm", None, 4), expected);
}

#[test]
fn nbs_expands_both_nodes_of_a_pair_until_no_pair_could_be_better() {
    // Bound 1: the pair 0 (1) and 4 (5 6 3). Bound 3: 1 (0 again, 2) and 5 (4 again), which
    // was the last to be ready. Bound 4: 2 (1 again, 3: met, cost 4), and the partner is spared.
    let expected = Stats {
        expanded: 5,
        generated: 9,
        duplicates: 3,
        evaluated: 8,
        expanded_before_last: 4,
        max_frontier: 4,
        max_visited: 8,
        ..Stats::default()
    };
    assert_eq!(count_on(&line(), "nbs", None, 4), expected);
}
