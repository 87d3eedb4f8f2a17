//! Exact counts: the same for any number of threads, in every repeat, on every set and domain.
use searchrig::core::{Limits, Rng, Setup, Stats};
use searchrig::record::Counts;
use searchrig::registry::{AnyDomain, Method, Registry, Task};

/// Instances whose layers outgrow one worker on some domains and stay small on others.
const SETS: [(&str, &str, Method, u64); 5] = [
    ("solitaire", "8x8:4", Method::Optimal { low: 8, high: 9 }, 2),
    ("black-white", "4x4:8", Method::Optimal { low: 9, high: 11 }, 2),
    ("four-in-a-row", "4x4", Method::Optimal { low: 5, high: 6 }, 2),
    ("hybrid-knight", "60", Method::Uniform, 2),
    ("sliding-tile", "3x3", Method::Optimal { low: 20, high: 24 }, 1),
];
const REPEATS: usize = 20;

/// What must not vary; memory may.
fn exact(stats: &Stats) -> Stats {
    Stats { visited_bytes: 0, ..stats.clone() }
}

/// Runs every exact parallel configuration that `wanted` names, many times.
fn check(wanted: &[&str], repeats: usize, node_limit: u64) -> usize {
    let registry = Registry::builtin();
    let mut checked = 0;
    for (name, size, method, count) in SETS {
        let domain = registry.domain(name).expect("registered");
        for index in 0..count {
            let (set, _) = domain.draw(size, method, &mut Rng::new(5, index)).expect("an instance");
            for (number, row) in domain.configurations().iter().enumerate() {
                let exact_row = row.algorithm.parallel && row.algorithm.counts == Counts::Exact;
                if !exact_row || !wanted.contains(&row.algorithm.name) {
                    continue;
                }
                let mut first = None;
                for threads in [1, 2, 4, 8] {
                    let setup = Setup { threads, ..Setup::default() };
                    let mut session = set.open(Task::Solve, number, 0, &setup).expect("room");
                    for _ in 0..repeats {
                        session.search(0, &Limits { nodes: node_limit, ..Limits::default() });
                        let found = (session.verdict(), exact(session.stats()), session.path());
                        let first = first.get_or_insert_with(|| found.clone());
                        assert_eq!(*first, found, "{name} {row:?}, {threads} threads");
                        checked += 1;
                    }
                }
            }
        }
    }
    checked
}

#[test]
fn layered_searches_count_the_same_for_1_2_4_and_8_threads() {
    let checked = check(&["bfs-layered", "bidirectional-bfs"], REPEATS, u64::MAX);
    assert!(checked >= 9 * 4 * REPEATS * 8, "only {checked} runs");
    assert!(check(&["bfs-partitioned", "bfs-sort"], 4, u64::MAX) >= 9 * 2 * 4 * 4);
}

#[test]
fn every_search_by_layers_counts_the_same() {
    let registry = Registry::builtin();
    for (name, size, method, count) in SETS {
        let domain = registry.domain(name).expect("registered");
        for index in 0..count {
            let (set, _) = domain.draw(size, method, &mut Rng::new(5, index)).expect("an instance");
            for limit in [u64::MAX, 2500, 20] {
                let mut first = None;
                let rows = domain.configurations().iter().enumerate();
                let layered = rows.filter(|(_, row)| {
                    ["bfs-layered", "bfs-partitioned", "bfs-sort"].contains(&row.algorithm.name)
                });
                for (number, row) in layered {
                    let setup = Setup { threads: 2, ..Setup::default() };
                    let mut session = set.open(Task::Solve, number, 0, &setup).expect("room");
                    session.search(0, &Limits { nodes: limit, ..Limits::default() });
                    let found = (session.verdict(), exact(session.stats()), session.path());
                    assert_eq!(*first.get_or_insert_with(|| found.clone()), found, "{name} {row:?}");
                }
            }
        }
    }
}

#[test]
fn a_node_limit_ends_layered_searches_at_the_same_place_for_any_number_of_threads() {
    for name in ["bfs-layered", "bidirectional-bfs", "bfs-partitioned", "bfs-sort"] {
        assert!(check(&[name], 2, 2500) > 0);
    }
}

#[test]
fn deepening_searches_count_the_same_for_1_2_4_and_8_threads() {
    // iddfs on these depths would take hours; idastar splits its iterations on sliding tiles and solitaire.
    assert!(check(&["idastar"], 3, u64::MAX) > 0);
    let registry = Registry::builtin();
    let domain = registry.domain("sliding-tile").expect("registered");
    let korf = "13 8 14 3/9 1 0 7/15 5 4 10/12 2 6 11"; // number 55: 927,211 nodes, cost 41
    let set = domain.parse("4x4", korf, "").expect("a board");
    let number = |domain: &dyn AnyDomain, algorithm: &str| {
        let rows = domain.configurations().iter();
        let mut named =
            rows.enumerate().filter(|(_, row)| row.algorithm.name == algorithm && row.visited.is_none());
        named.next().expect("registered").0
    };
    for threads in [1, 2, 4, 8] {
        let mut session = set
            .open(Task::Solve, number(domain, "idastar"), 0, &Setup { threads, ..Setup::default() })
            .expect("room");
        session.search(0, &Limits::default());
        assert_eq!(
            (session.stats().generated, session.verdict().cost),
            (927_211, Some(41)),
            "{threads} threads"
        );
    }
    let domain = registry.domain("solitaire").expect("registered");
    let six = Method::Optimal { low: 6, high: 6 };
    let (near, _) = domain.draw("8x8:4", six, &mut Rng::new(1, 0)).expect("drawn");
    let mut first = None;
    for threads in [1, 2, 4, 8] {
        let mut session = near
            .open(Task::Solve, number(domain, "iddfs"), 0, &Setup { threads, ..Setup::default() })
            .expect("room");
        session.search(0, &Limits::default());
        let stats = exact(session.stats());
        assert!(stats.expanded_before_last > 25_000, "too small to be split: {}", stats.expanded_before_last);
        assert_eq!(*first.get_or_insert_with(|| stats.clone()), stats, "{threads} threads");
    }
}
