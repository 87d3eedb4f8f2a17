//! Every registered configuration against an independent oracle, on thousands of drawn graphs.
use crate::graph::Graph;
use searchrig::algorithms::{self, Row};
use searchrig::core::{Limit, Limits, Outcome, Setup, Stats, replay};

/// Runs `row` on `graph` and checks the answer against the oracle's cost.
fn check(row: &Row<Graph>, graph: &Graph, setup: &Setup, optimum: Option<u32>, bound: u32) -> Stats {
    let mut search = (row.open)(graph, setup).expect("room");
    run(row, search.as_mut(), graph, optimum, bound)
}
fn run(
    row: &Row<Graph>,
    search: &mut dyn searchrig::core::Search<Graph>,
    graph: &Graph,
    optimum: Option<u32>,
    bound: u32,
) -> Stats {
    let mut stats = Stats::default();
    let outcome = search.run(graph, &Limits::default(), &mut stats);
    let name = (row.algorithm.name, row.heuristic, row.visited);
    match (&outcome, optimum) {
        (Outcome::Solved { path, cost }, Some(optimum)) => {
            assert_eq!(replay(graph, path), Ok(*cost), "{name:?} {graph:?}");
            let most = match row.algorithm.name {
                "greedy" => u32::MAX,
                _ if row.algorithm.optimal => optimum,
                _ => optimum * bound / 100,
            };
            if row.algorithm.optimal {
                let mut states = path.clone();
                states.sort_unstable();
                states.dedup();
                assert_eq!(states.len(), path.len(), "{name:?} lists a state twice: {graph:?}");
            }
            assert!(*cost >= optimum && *cost <= most, "{name:?} found {cost}, not {optimum}: {graph:?}");
        }
        (Outcome::Unsolvable, None) => {}
        _ => panic!("{name:?}: {outcome:?} instead of {optimum:?}: {graph:?}"),
    }
    stats
}

#[test]
fn every_configuration_finds_the_cheapest_path_in_unit_cost_graphs() {
    for seed in 0..1500 {
        let graph = Graph::random(seed, 1);
        let optimum = graph.optimum();
        for row in algorithms::rows::<Graph>() {
            // Depth-first search without a table is exponential in such graphs.
            if row.algorithm.name == "iddfs" && row.visited.is_none() && graph.successors.len() > 15 {
                continue;
            }
            if row.algorithm.name == "idastar" && graph.successors.len() > 15 {
                continue;
            }
            for threads in [1, 3] {
                let setup = Setup { threads, ..Setup::default() };
                if threads == 1 || row.algorithm.parallel && seed % 16 == 0 {
                    check(&row, &graph, &setup, optimum, 150);
                }
            }
        }
    }
}

#[test]
fn informed_searches_reopen_what_an_inconsistent_heuristic_closed_too_early() {
    let mut reopened = 0;
    for seed in 0..3000 {
        let graph = Graph::random(seed, 9);
        let optimum = graph.optimum();
        for row in algorithms::rows::<Graph>().iter().filter(|r| r.heuristic.is_some()) {
            if row.algorithm.name == "idastar" && graph.successors.len() > 12 {
                continue;
            }
            let stats = check(row, &graph, &Setup::default(), optimum, 150);
            reopened += stats.reopened;
            if row.algorithm.parallel && row.algorithm.name != "idastar" && seed % 4 == 0 {
                check(row, &graph, &Setup { threads: 2, ..Setup::default() }, optimum, 150);
            }
        }
    }
    assert!(reopened > 100, "the graphs must need it, but only {reopened} states were reopened");
}

#[test]
fn costs_in_millions_are_no_matter_of_memory() {
    for seed in 0..300 {
        let graph = Graph::random(seed, 3_000_000);
        let optimum = graph.optimum();
        for row in algorithms::rows::<Graph>().iter().filter(|r| r.heuristic.is_some()) {
            if row.algorithm.name == "idastar" {
                continue; // a bound a cost: no search for such graphs
            }
            let stats = check(row, &graph, &Setup::default(), optimum, 150);
            assert!(stats.visited_bytes < 1 << 20, "{} holds {}", row.algorithm.name, stats.visited_bytes);
            if row.algorithm.parallel && seed % 4 == 0 {
                check(row, &graph, &Setup { threads: 2, ..Setup::default() }, optimum, 150);
            }
        }
    }
}

#[test]
fn a_session_starts_every_instance_afresh() {
    let graphs: Vec<Graph> = (0..300).map(|seed| Graph::random(seed, 1)).collect();
    for row in algorithms::rows::<Graph>() {
        // Depth-first search without a table is exponential; the heuristic belongs to one graph.
        if row.heuristic.is_some() || row.algorithm.name == "iddfs" && row.visited.is_none() {
            continue;
        }
        let mut search = (row.open)(&graphs[0], &Setup::default()).expect("room");
        for graph in &graphs {
            let reused = run(&row, search.as_mut(), graph, graph.optimum(), 100);
            let fresh = check(&row, graph, &Setup::default(), graph.optimum(), 100);
            assert_eq!(
                Stats { visited_bytes: 0, ..reused },
                Stats { visited_bytes: 0, ..fresh },
                "{} {:?}",
                row.algorithm.name,
                row.visited
            );
        }
    }
}

#[test]
fn limits_are_results_of_their_own_and_never_an_answer() {
    for seed in 0..400 {
        let graph = Graph::random(seed, 1);
        let optimum = graph.optimum();
        for row in algorithms::rows::<Graph>() {
            let exponential =
                row.algorithm.name == "idastar" || row.algorithm.name == "iddfs" && row.visited.is_none();
            if exponential && graph.successors.len() > 15 {
                continue;
            }
            let name = (row.algorithm.name, row.heuristic, row.visited, seed);
            let run = |limits: &Limits| {
                let mut stats = Stats::default();
                let mut search = (row.open)(&graph, &Setup::default()).expect("room");
                let outcome = search.run(&graph, limits, &mut stats);
                (outcome, stats.expanded)
            };
            for depth in 0..4 {
                let (outcome, _) = run(&Limits { depth, ..Limits::default() });
                match (outcome, optimum) {
                    (Outcome::Solved { cost, .. }, Some(optimum)) => {
                        assert!(optimum <= depth && cost <= depth, "{name:?} {depth}");
                    }
                    (Outcome::Limit(Limit::Depth), Some(optimum)) => assert!(
                        optimum > depth || !row.algorithm.optimal,
                        "{name:?} misses {optimum} within {depth}"
                    ),
                    (Outcome::Limit(Limit::Depth) | Outcome::Unsolvable, None) => {}
                    (outcome, _) => panic!("{name:?} {depth}: {outcome:?} instead of {optimum:?}"),
                }
            }
            for nodes in 0..6 {
                let (outcome, expanded) = run(&Limits { nodes, ..Limits::default() });
                assert!(expanded <= nodes, "{name:?} expands {expanded} of {nodes}");
                match (outcome, optimum) {
                    (Outcome::Solved { cost, .. }, Some(optimum)) if row.algorithm.optimal => {
                        assert_eq!(cost, optimum, "{name:?}");
                    }
                    (Outcome::Solved { .. }, Some(_))
                    | (Outcome::Unsolvable, None)
                    | (Outcome::Limit(Limit::Nodes), _) => {}
                    (outcome, _) => panic!("{name:?} {nodes}: {outcome:?} instead of {optimum:?}"),
                }
            }
        }
    }
}
