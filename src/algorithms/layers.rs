//! The outer loop of the searches by layers from one end: limits, counters and the way back.
use super::step::{Pace, Step};
use super::{About, Algorithm};
use crate::core::{Checkpoint, Cost, Full, Limit, Limits, Outcome, Search, Setup, StateSpace, Stats};
use crate::record::Counts;

/// What every exploration says of itself.
pub(super) const EXPLORE: About = About {
    name: "explore",
    about: "full breadth-first search of the reachable space",
    optimal: true,
    parallel: true,
    counts: Counts::Exact,
};

/// A visited set that makes layers. It is called through a pointer, a few times a layer.
pub(super) trait Layers<S: StateSpace>: Send {
    /// Empties the set; the initial states become the layer. Gives the smallest goal among them.
    fn begin(&mut self, space: &S) -> Result<Option<S::State>, Full>;
    /// States in the layer.
    fn size(&self) -> usize;
    /// Replaces the layer by the states one edge further on that are new, or some
    /// of them if it halts; gives what it did.
    fn advance(&mut self, space: &S, pace: Pace, limits: &Limits) -> Step<S::State>;
    /// Extends a path from its last state, which is of the layer, back to the first layer.
    fn read_back(&self, space: &S, path: &mut Vec<S::State>);
    /// States stored at a time and bytes of the set, both at their largest, after `states` in all.
    fn stored(&self, states: u64) -> (u64, u64);
    /// For [`Search::checkpoint`].
    fn checkpoint(&mut self) -> Option<&mut dyn Checkpoint> {
        None
    }
}

/// How a visited set that makes layers is set up.
pub(super) trait SetUp<S: StateSpace>: Layers<S> + Sized + 'static {
    /// Of the search for a path.
    const ABOUT: About;
    /// With `path` it looks for goals, and keeps what it needs to read the path.
    fn new(space: &S, setup: &Setup, path: bool) -> Result<Self, Full>;
}

/// The search by the layers that `L` makes: for a shortest path, or else of the whole space.
pub(super) struct ByLayers<L, const PATH: bool>(L);

impl<S: StateSpace, L: SetUp<S>, const PATH: bool> Algorithm<S> for ByLayers<L, PATH> {
    const ABOUT: About = if PATH { L::ABOUT } else { EXPLORE };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        L::new(space, setup, PATH).map(Self)
    }
}
impl<S: StateSpace, L: Layers<S>, const PATH: bool> Search<S> for ByLayers<L, PATH> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        start(&mut self.0, space, limits, stats)
    }
    fn resume(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Option<Outcome<S::State>> {
        Some(go_on((&mut self.0, None), space, limits, stats))
    }
    fn checkpoint(&mut self) -> Option<&mut dyn Checkpoint> {
        self.0.checkpoint()
    }
}

/// Searches from the initial states.
fn start<S: StateSpace>(
    layers: &mut dyn Layers<S>,
    space: &S,
    limits: &Limits,
    stats: &mut Stats,
) -> Outcome<S::State> {
    match layers.begin(space) {
        Ok(goal) => {
            note(layers.size(), stats);
            go_on((layers, goal), space, limits, stats)
        }
        Err(full) => {
            (stats.max_visited, stats.visited_bytes) = layers.stored(0);
            full.into()
        }
    }
}
/// Searches on from the layer that `stats` have counted last, to a goal or to the end of the space.
fn go_on<S: StateSpace>(
    (layers, goal): (&mut dyn Layers<S>, Option<S::State>),
    space: &S,
    limits: &Limits,
    stats: &mut Stats,
) -> Outcome<S::State> {
    let outcome = search((layers, goal), space, limits, stats);
    (stats.max_visited, stats.visited_bytes) = layers.stored(stats.layers.iter().sum());
    outcome
}
/// The loop itself.
fn search<S: StateSpace>(
    (layers, mut goal): (&mut dyn Layers<S>, Option<S::State>),
    space: &S,
    limits: &Limits,
    stats: &mut Stats,
) -> Outcome<S::State> {
    let mut pace = stats.layers.iter().fold(Pace::InOrder, |pace, &layer| pace.next(layer as usize));
    loop {
        let size = layers.size();
        let (states, depth) = (size as u64, stats.edges.len());
        if let Some(goal) = goal {
            let mut path = vec![goal];
            layers.read_back(space, &mut path);
            path.reverse();
            return Outcome::Solved { cost: depth as Cost, path };
        }
        if states == 0 {
            return Outcome::Unsolvable;
        }
        if depth as u64 >= u64::from(limits.depth) {
            return Outcome::Limit(Limit::Depth);
        }
        if stats.expanded + states > limits.nodes {
            return Outcome::Limit(Limit::Nodes);
        }
        stats.expanded_before_last = stats.expanded;
        let step = layers.advance(space, pace, limits);
        step.count(layers.size(), stats);
        if let Some(halt) = step.halt {
            return halt.into();
        }
        note(layers.size(), stats);
        pace = pace.next(layers.size());
        goal = step.met;
    }
}

/// Counts a layer of so many states.
fn note(states: usize, stats: &mut Stats) {
    let states = states as u64;
    stats.max_frontier = stats.max_frontier.max(states);
    if states > 0 {
        stats.layers.push(states);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::bfs_layered::{BfsLayered, Explore};
    use crate::algorithms::bfs_partitioned::{BfsPartitioned, ExplorePartitioned};
    use crate::algorithms::bfs_sort::{BfsSort, ExploreSorted};
    use crate::core::{StopFlag, Stopped};
    use crate::visited::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    /// A directed space without structure: from each of 100,000 states to three others,
    /// and now and then to itself. Something happens at one expansion.
    #[derive(Debug)]
    struct Drawn {
        goal: u64,
        expanded: AtomicU64,
        at: u64,
        event: fn(&Self),
        stop: StopFlag,
    }
    impl StateSpace for Drawn {
        type State = u64;
        fn initial_states(&self) -> Vec<u64> {
            vec![7, 3, 7]
        }
        fn is_goal(&self, state: u64) -> bool {
            state == self.goal
        }
        fn expand(&self, state: u64, mut emit: impl FnMut(u64, Cost)) {
            if self.expanded.fetch_add(1, Relaxed) == self.at {
                (self.event)(self);
            }
            for edge in 0..3 {
                let drawn = (state * 3 + edge).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                emit((drawn ^ drawn >> 29) % 100_000, 1);
            }
            if state.is_multiple_of(5) {
                emit(state, 1);
            }
        }
    }
    const NO_GOAL: u64 = u64::MAX;
    fn drawn(goal: u64, at: u64, event: fn(&Drawn)) -> Drawn {
        Drawn { goal, expanded: AtomicU64::new(0), at, event, stop: StopFlag::default() }
    }

    fn open<A: Algorithm<Drawn>>(space: &Drawn, threads: usize, memory_bytes: u64) -> Box<dyn Search<Drawn>> {
        let setup = Setup { threads, memory_bytes, ..Setup::default() };
        Box::new(A::new(space, &setup).expect("an empty set takes no memory"))
    }
    type Opened = fn(&Drawn, usize, u64) -> Box<dyn Search<Drawn>>;
    const SEARCHES: [Opened; 2] = [open::<BfsPartitioned<Drawn>>, open::<BfsSort<Drawn>>];
    const EXPLORERS: [Opened; 2] = [open::<ExplorePartitioned<Drawn>>, open::<ExploreSorted<Drawn>>];
    const ROOM: u64 = 1 << 30;

    fn run(search: &mut dyn Search<Drawn>, space: &Drawn) -> (Outcome<u64>, Stats) {
        let limits = Limits { stop: space.stop.clone(), ..Limits::default() };
        let mut stats = Stats::default();
        (search.run(space, &limits, &mut stats), stats)
    }
    /// Without what depends on the set.
    fn exact((outcome, stats): (Outcome<u64>, Stats)) -> (Outcome<u64>, Stats) {
        (outcome, Stats { visited_bytes: 0, ..stats })
    }

    #[test]
    fn a_directed_space_has_the_layers_counts_and_paths_of_a_hashed_search() {
        for goal in [NO_GOAL, 3, 1_234, 50_000, 99_998, 77_777] {
            let space = drawn(goal, u64::MAX, |_| ());
            let mut hashed = open::<BfsLayered<Drawn, HashSet>>(&space, 1, ROOM);
            let known = exact(run(hashed.as_mut(), &space));
            for opened in SEARCHES {
                for threads in [1, 2, 4] {
                    let mut search = opened(&space, threads, ROOM);
                    for _ in 0..2 {
                        assert_eq!(exact(run(search.as_mut(), &space)), known, "{goal}, {threads} threads");
                    }
                }
            }
        }
        let space = drawn(NO_GOAL, u64::MAX, |_| ());
        let mut hashed = open::<Explore<Drawn, HashSet>>(&space, 1, ROOM);
        let known = exact(run(hashed.as_mut(), &space));
        assert!(known.1.max_frontier > 20_000, "the layers must outgrow one worker: {:?}", known.1);
        for opened in EXPLORERS {
            assert_eq!(exact(run(opened(&space, 3, ROOM).as_mut(), &space)), known);
        }
    }

    #[test]
    fn a_flag_raised_within_a_layer_stops_it_and_the_next_run_is_whole() {
        for opened in EXPLORERS {
            for threads in [1, 4] {
                let whole = drawn(NO_GOAL, u64::MAX, |_| ());
                let known = exact(run(opened(&whole, threads, ROOM).as_mut(), &whole));
                for at in [40, 30_000] {
                    let space = drawn(NO_GOAL, at, |space| space.stop.stop(Stopped::Time));
                    let mut search = opened(&space, threads, ROOM);
                    let (outcome, stats) = run(search.as_mut(), &space);
                    assert_eq!(outcome, Outcome::Limit(Limit::Time));
                    assert!(stats.expanded >= at && stats.expanded < at + 8_000, "{at}: {stats:?}");
                    space.stop.reset();
                    assert_eq!(exact(run(search.as_mut(), &space)), known);
                }
            }
        }
    }

    #[test]
    fn a_memory_limit_ends_it_and_is_never_passed() {
        for opened in EXPLORERS {
            for threads in [1, 3] {
                let mut solved = 0;
                for room in (0..24).map(|power| 1 << power) {
                    let space = drawn(NO_GOAL, u64::MAX, |_| ());
                    let (outcome, stats) = run(opened(&space, threads, room).as_mut(), &space);
                    match outcome {
                        Outcome::Unsolvable => solved += 1,
                        Outcome::Limit(Limit::Memory) => assert_eq!(solved, 0, "less room was enough"),
                        outcome => panic!("{outcome:?}"),
                    }
                    assert!(stats.visited_bytes <= room, "{} of {room}", stats.visited_bytes);
                }
                assert!((1..6).contains(&solved), "{solved}");
            }
        }
    }

    #[test]
    fn a_worker_that_panics_does_not_leave_the_others_waiting() {
        for opened in EXPLORERS {
            let space = drawn(NO_GOAL, 30_000, |_| panic!("a domain is wrong, as the test wants"));
            let mut search = opened(&space, 4, ROOM);
            assert!(catch_unwind(AssertUnwindSafe(|| run(search.as_mut(), &space))).is_err());
        }
    }
}
