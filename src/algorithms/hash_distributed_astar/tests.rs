//! HDA*: what must be expanded, limits, and a thread that is lost.
use super::*;
use crate::algorithms::informed_tests::boards;
use crate::core::{Domain, Limit, Rng, Sharing};
use crate::domains::sliding_tile::{Manhattan, SlidingTile16};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn every_state_that_must_be_expanded_is_closed_at_its_least_cost() {
    for (threads, space, distances) in boards(8) {
        let setup = Setup { threads, ..Setup::default() };
        let optimum = distances[&space.goal()];
        let mut search = HashDistributedAStar::<_, Manhattan>::new(&space, &setup).expect("room");
        let mut stats = Stats::default();
        let outcome = search.run(&space, &Limits::default(), &mut stats);
        assert!(matches!(outcome, Outcome::Solved { cost, .. } if cost == optimum));
        // A* with a consistent estimate has to expand just these.
        let h = |state| search.heuristic.h(&space, state);
        let must = distances.iter().filter(|&(&state, g)| g + h(state) < optimum).count();
        let mut closed = 0;
        for worker in &search.workers {
            let worker = worker.lock().expect("nothing panicked");
            for id in 0..worker.nodes.len() as u32 {
                let (state, g, _) = worker.nodes.node(id);
                if worker.nodes.is_closed(id) && g + h(state) < optimum {
                    assert_eq!(g, distances[&state]);
                    closed += 1;
                }
            }
        }
        assert_eq!(closed, must, "{threads} threads, cost {optimum}");
        assert!(stats.expanded_before_last >= must as u64);
        let expanded = |worker: &Mutex<Worker<u64>>| worker.lock().expect("whole").tally.stats.expanded;
        let most = search.workers.iter().map(expanded).max().expect("a worker");
        match stats.sharing {
            None => assert_eq!(threads, 1),
            Some(Sharing { messages, batches, busiest }) => {
                assert!(messages >= batches && messages <= stats.generated);
                assert!(batches > 0 || optimum < 4, "a search of cost {optimum} without a message");
                assert_eq!(busiest, most);
            }
        }
    }
}

#[test]
fn limits_end_a_search_of_several_threads_without_an_answer() {
    let space = SlidingTile16::uniform("4x4".parse().expect("a size"), &mut Rng::new(1, 0));
    let run = |memory_bytes, limits: &Limits| {
        let setup = Setup { threads: 3, memory_bytes, ..Setup::default() };
        let mut search = HashDistributedAStar::<_, Manhattan>::new(&space, &setup).expect("room");
        let mut stats = Stats::default();
        (search.run(&space, limits, &mut stats), stats)
    };
    let (outcome, stats) = run(1 << 30, &Limits { nodes: 5_000, ..Limits::default() });
    assert_eq!(outcome, Outcome::Limit(Limit::Nodes));
    assert!(stats.expanded <= 5_000 && stats.expanded > 4_000, "{}", stats.expanded);
    let (outcome, stats) = run(1 << 20, &Limits::default());
    assert_eq!(outcome, Outcome::Limit(Limit::Memory));
    assert!(stats.visited_bytes < 2 << 20);
    let depth = Manhattan::new(&space).h(&space, space.initial()) + 2;
    assert_eq!(run(1 << 30, &Limits { depth, ..Limits::default() }).0, Outcome::Limit(Limit::Depth));
}

/// Numbers without end, and a trap.
struct Trap;
impl StateSpace for Trap {
    type State = u64;
    fn initial_states(&self) -> Vec<u64> {
        vec![1]
    }
    fn is_goal(&self, _: u64) -> bool {
        false
    }
    fn expand(&self, state: u64, mut emit: impl FnMut(u64, Cost)) {
        assert!(state < 5_000, "the trap, as the test wants");
        emit(2 * state, 1);
        emit(2 * state + 1, 1);
    }
}

#[test]
fn a_thread_that_is_lost_ends_the_search_of_all() {
    for threads in [1, 2, 5] {
        let setup = Setup { threads, ..Setup::default() };
        let mut search = HashDistributedAStar::<_, crate::core::Zero>::new(&Trap, &setup).expect("room");
        let run = || search.run(&Trap, &Limits::default(), &mut Stats::default());
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
