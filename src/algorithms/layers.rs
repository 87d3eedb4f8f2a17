//! The outer loop of searches by layers that bring a visited set of their own:
//! limits, counters, the small layers at the start, and the way back.
use super::About;
use crate::core::{Cost, Full, Key, Limit, Limits, Outcome, StateSpace, Stats, Stopped};
use crate::record::Counts;

/// Smaller layers are expanded by one worker: waking a second one takes as long.
const ALONE: usize = 2048;
/// Edges between two looks at whether a goal was met, where a search may stop at once.
const BATCH: usize = 256;
/// Expansions between two looks at the stop flag.
pub(super) const PATIENCE: usize = 1024;

/// What every exploration says of itself.
pub(super) const EXPLORE: About = About {
    name: "explore",
    about: "full breadth-first search of the reachable space",
    optimal: true,
    parallel: true,
    counts: Counts::Exact,
};

/// Who expands a layer. It depends on sizes only, never on the number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// One worker; it and all layers before it were small, and lie in the order in
    /// which they were generated: the search may stop in the middle of it.
    InOrder,
    /// One worker, to the end.
    Alone,
    /// All workers, to the end.
    Together,
}

/// A visited set that makes layers.
pub(super) trait Layers<S: StateSpace> {
    /// Empties the set; the initial states become the layer. Gives the smallest goal among them.
    fn begin(&mut self, space: &S) -> Result<Option<S::State>, Full>;
    /// States in the layer.
    fn size(&self) -> usize;
    /// Replaces the layer by the states one edge further on that are new, or some
    /// of them if it halts; gives what it did.
    fn advance(&mut self, space: &S, pace: Pace, limits: &Limits) -> Step<S::State>;
    /// Extends a path from its last state, which is of the layer, back to the first layer.
    fn read_back(&self, space: &S, path: &mut Vec<S::State>);
}

/// What the expansion of a layer did besides the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<K> {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The smallest new state that is a goal.
    pub(super) met: Option<K>,
    /// Why the layer was not finished.
    pub(super) halt: Option<Halt>,
}

/// Why a layer was not finished.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halt {
    /// The visited set is full.
    Full(Full),
    /// The stop flag was raised.
    Stopped(Stopped),
}

impl<K: Key> Step<K> {
    pub(super) const NONE: Self = Self { expanded: 0, generated: 0, met: None, halt: None };

    /// What two workers did.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            met: self.met.into_iter().chain(other.met).min(),
            halt: self.halt.or(other.halt),
        }
    }
    /// A goal was met.
    pub(super) fn meet(&mut self, goal: K) {
        self.met = Some(self.met.map_or(goal, |met| met.min(goal)));
    }
    pub(super) fn full(&mut self, full: Full) {
        self.halt = Some(Halt::Full(full));
    }
    /// Notes that the stop flag is raised, if it is.
    pub(super) fn look_at_flag(&mut self, limits: &Limits) -> bool {
        let why = limits.stop.stopped();
        self.halt = self.halt.or(why.map(Halt::Stopped));
        why.is_some()
    }

    /// Expands the states of a small layer in their order. `insert` says which
    /// states are new; with [`Pace::InOrder`] a goal ends it at the next look.
    pub(super) fn in_order<S: StateSpace<State = K>>(
        &mut self,
        (space, is_goal): (&S, impl Fn(K) -> bool),
        layer: impl Iterator<Item = K>,
        (pace, limits): (Pace, &Limits),
        mut insert: impl FnMut(K) -> Result<bool, Full>,
    ) {
        let mut edges = 0;
        for (number, state) in layer.enumerate() {
            if number.is_multiple_of(PATIENCE) && self.look_at_flag(limits) {
                break;
            }
            self.expanded += 1;
            space.expand(state, |child, _| {
                edges += 1;
                match insert(child) {
                    Ok(new) if new && is_goal(child) => self.meet(child),
                    Ok(_) => {}
                    Err(full) => self.full(full),
                }
            });
            if edges >= BATCH {
                self.generated += std::mem::take(&mut edges) as u64;
                if self.halt.is_some() || pace == Pace::InOrder && self.met.is_some() {
                    break;
                }
            }
        }
        self.generated += edges as u64;
    }
}

/// Searches through layers to a goal, or to the end of the space.
pub(super) fn search<S: StateSpace>(
    layers: &mut impl Layers<S>,
    space: &S,
    limits: &Limits,
    stats: &mut Stats,
) -> Outcome<S::State> {
    let mut goal = match layers.begin(space) {
        Ok(goal) => goal,
        Err(full) => return full.into(),
    };
    let mut pace = Pace::InOrder;
    loop {
        let (size, depth) = (layers.size(), stats.layers.len());
        let states = size as u64;
        stats.max_frontier = stats.max_frontier.max(states);
        if states > 0 {
            stats.layers.push(states);
        }
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
        pace = match pace {
            _ if size >= ALONE => Pace::Together,
            Pace::InOrder => Pace::InOrder,
            _ => Pace::Alone,
        };
        let step = layers.advance(space, pace, limits);
        stats.expanded += step.expanded;
        stats.generated += step.generated;
        stats.duplicates += step.generated - layers.size() as u64;
        stats.edges.push(step.generated);
        match step.halt {
            Some(Halt::Full(full)) => return full.into(),
            Some(Halt::Stopped(why)) => return why.into(),
            None => goal = step.met,
        }
    }
}

/// A worker's private filter of repeats: a small table of states that it has passed on.
///
/// A state comes up again soon, as a child of its parent's neighbours, and the small
/// table is near where the visited set is not. What is in it stays known for the
/// whole search, so that it need not be emptied between layers.
#[derive(Debug)]
pub(super) struct Recent<K>(Vec<K>);
impl<K: Key> Recent<K> {
    /// Bytes of the table: half of a common second cache's smaller kind.
    const BYTES: usize = 1 << 17;
    const PLACES: usize = (Self::BYTES / size_of::<K>()).next_power_of_two();
    /// Bytes once it is ready.
    pub(super) const FULL: u64 = (Self::PLACES * size_of::<K>()) as u64;

    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }
    /// Gives its contents up, before another search.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
    /// Makes it ready, if it is not: filled with `known`, a state that the search has met.
    pub(super) fn start(&mut self, known: K) {
        if self.0.is_empty() {
            self.0.resize(Self::PLACES, known);
        }
    }
    pub(super) fn bytes(&self) -> u64 {
        (self.0.capacity() * size_of::<K>()) as u64
    }
    /// Whether `state`, whose hash is known, is not in the table; now it is.
    #[inline(always)]
    pub(super) fn pass(&mut self, state: K, hash: u64) -> bool {
        let at = hash as usize % Self::PLACES;
        std::mem::replace(&mut self.0[at], state) != state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::Algorithm;
    use crate::algorithms::bfs_layered::{BfsLayered, Explore};
    use crate::algorithms::bfs_partitioned::{BfsPartitioned, ExplorePartitioned};
    use crate::algorithms::bfs_sort::{BfsSort, ExploreSorted};
    use crate::core::{Search, Setup, StopFlag};
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
