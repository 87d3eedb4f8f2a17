//! `explore` over words: breadth-first search of a whole space, 64 states at a time.
//!
//! The frontier of a group is one word, and one step of [`Sweep::step`] moves all
//! of it. A new state is noted in every group that it lies in, so that each of
//! its moves is made in one of them. Memory: three words a group; nothing is
//! kept a state. Parallel: the groups in runs of consecutive ones; counts are the
//! same for any number of threads.
use super::layer_words::{LayerWords, Met};
use super::{About, Algorithm};
use crate::core::sync::Ordering::Relaxed;
use crate::core::{Full, Limit, Limits, Outcome, Search, Setup, Stats, Stopped, Sweep};
use crate::record::Counts;
use crate::visited::prefetch;
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::ops::Range;

/// Name of the words in the place of a visited set.
pub(super) const SWEEP: &str = "sweep";
/// Groups that a worker takes at a time, and the stop flag is read for.
const RUN: usize = 1024;
/// Smaller layers are not worth a second thread.
const ALONE: u64 = 2048;

/// The search, with words that serve one space after another.
pub(super) struct ExploreSweep {
    words: LayerWords,
    pool: Option<ThreadPool>,
    room: u64,
}

impl ExploreSweep {
    /// Empties the words, of as many groups as `space` has.
    fn clear<S: Sweep>(&mut self, space: &S) -> Result<(), Full> {
        if self.words.groups() as u64 != space.groups() {
            self.words = LayerWords::new(space.groups(), self.room)?;
        }
        self.words.clear();
        Ok(())
    }

    /// Adds up what `work` gives for all runs of groups.
    fn each_run(&self, alone: bool, work: impl Fn(Range<usize>) -> u64 + Sync) -> u64 {
        let groups = self.words.groups();
        let run = |number: usize| work(number * RUN..groups.min((number + 1) * RUN));
        let runs = groups.div_ceil(RUN);
        match &self.pool {
            Some(pool) if !alone => pool.install(|| (0..runs).into_par_iter().map(run).sum()),
            _ => (0..runs).map(run).sum(),
        }
    }

    /// Makes what was met since the last call the layer; gives its number of states.
    fn begin_layer(&self, copies: u64, alone: bool) -> u64 {
        self.each_run(alone, |run| self.words.begin_layer(run)) / copies
    }

    /// Meets everything one edge from the layer; gives the number of edges.
    fn expand<S: Sweep>(&self, space: &S, alone: bool, limits: &Limits) -> Result<u64, Stopped> {
        let (met, near) = (self.words.met(), self.words.groups() <= NEAR);
        let edges = self.each_run(alone, |run| match near {
            _ if limits.stop.stopped().is_some() => 0,
            true => self.expand_run(space, run, |group, bit| met.add(group, bit, alone)),
            false => {
                let mut far = Far { met, alone, waiting: [(0, 0); AHEAD], next: 0 };
                let edges = self.expand_run(space, run, |group, bit| far.set(group, bit));
                far.waiting.iter().for_each(|&(group, bit)| met.add(group, bit, alone));
                edges
            }
        });
        limits.stop.stopped().map_or(Ok(edges), Err)
    }

    /// Gives what is new one edge from the layer in a run of groups to `put`; gives the number of edges.
    #[inline(always)]
    fn expand_run<S: Sweep>(&self, space: &S, run: Range<usize>, mut put: impl FnMut(usize, u64)) -> u64 {
        let mut frame = space.frame(run.start as u64);
        let mut edges = 0;
        for (met, now) in self.words.layer(run) {
            if now != 0 {
                let (reached, count) = space.step(frame, now);
                edges += u64::from(count);
                let mut new = reached & !met.load(Relaxed);
                while new != 0 {
                    let bit = new & new.wrapping_neg();
                    new ^= bit;
                    space.places(space.state(frame, bit), &mut put);
                }
            }
            frame = space.next_frame(frame);
        }
        edges
    }
}

/// So many words stay in a second cache.
const NEAR: usize = 1 << 17;
/// Bits on their way to words that are loaded meanwhile.
const AHEAD: usize = 32;

/// Sets bits in words that are far away: each some bits after it was asked for.
struct Far<'a> {
    met: Met<'a>,
    alone: bool,
    waiting: [(usize, u64); AHEAD],
    next: usize,
}
impl Far<'_> {
    #[inline(always)]
    fn set(&mut self, group: usize, bit: u64) {
        prefetch(self.met.0, group);
        let (group, bit) = std::mem::replace(&mut self.waiting[self.next], (group, bit));
        self.next = (self.next + 1) % AHEAD;
        self.met.add(group, bit, self.alone);
    }
}

impl<S: Sweep + 'static> Algorithm<S> for ExploreSweep {
    const ABOUT: About = About {
        name: "explore",
        about: "full breadth-first search of the reachable space",
        optimal: true,
        parallel: true,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        let words = LayerWords::new(space.groups(), setup.memory_bytes)?;
        let threads = setup.threads;
        let pool =
            || ThreadPoolBuilder::new().num_threads(threads).build().expect("the system gives threads");
        Ok(Self { words, pool: (threads > 1).then(pool), room: setup.memory_bytes })
    }
}

impl<S: Sweep> Search<S> for ExploreSweep {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        if let Err(full) = self.clear(space) {
            return full.into();
        }
        for state in space.initial_states() {
            space.places(state, |group, bit| self.words.met().add(group, bit, true));
        }
        let outcome = self.layers(space, limits, stats);
        stats.max_visited = stats.layers.iter().sum();
        stats.visited_bytes = self.words.bytes();
        outcome
    }
}

impl ExploreSweep {
    fn layers<S: Sweep>(&self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        let mut alone = true;
        loop {
            let states = self.begin_layer(space.copies(), alone);
            if let Some(edges) = stats.edges.last() {
                stats.duplicates += edges - states;
            }
            if states == 0 {
                return Outcome::Unsolvable;
            }
            stats.max_frontier = stats.max_frontier.max(states);
            stats.layers.push(states);
            if stats.layers.len() as u64 > u64::from(limits.depth) {
                return Outcome::Limit(Limit::Depth);
            }
            if stats.expanded + states > limits.nodes {
                return Outcome::Limit(Limit::Nodes);
            }
            stats.expanded_before_last = stats.expanded;
            alone = self.pool.is_none() || states < ALONE;
            match self.expand(space, alone, limits) {
                Ok(edges) => {
                    stats.expanded += states;
                    stats.generated += edges;
                    stats.edges.push(edges);
                }
                Err(why) => return why.into(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::explorers;
    use crate::core::{Domain, StopFlag};
    use crate::domains::Solitaire;

    /// Explores with words, or with a bitset, on so many threads.
    fn explore(text: &str, (visited, threads): (&str, usize), limits: &Limits) -> (Outcome<u64>, Stats) {
        let space = Solitaire::start(text.parse().expect("a size"), None).expect("a start");
        let rows = explorers::<Solitaire>();
        let row = rows.iter().find(|row| row.visited == Some(visited)).expect("registered");
        let mut search = (row.open)(&space, &Setup { threads, ..Setup::default() }).expect("room");
        let mut all = Vec::new();
        for _ in 0..2 {
            let mut stats = Stats::default();
            all.push((search.run(&space, limits, &mut stats), Stats { visited_bytes: 0, ..stats }));
        }
        assert_eq!(all[0], all[1], "a second run finds nothing of the first");
        all.pop().expect("two runs")
    }

    #[test]
    fn it_counts_what_a_search_state_by_state_counts() {
        for text in ["4x4:1", "4x4:3", "2x2:4", "5x3:7", "3x8:6", "4x4:9", "6x6:5", "8x8:4"] {
            let known = explore(text, ("bitset", 1), &Limits::default());
            for threads in [1, 2, 4] {
                assert_eq!(explore(text, (SWEEP, threads), &Limits::default()), known, "{text} {threads}");
            }
        }
    }

    #[test]
    fn limits_end_it_where_they_end_a_search_state_by_state() {
        for depth in [0, 1, 7, 24, 25, 26] {
            let limits = Limits { depth, ..Limits::default() };
            assert_eq!(explore("8x8:4", (SWEEP, 1), &limits), explore("8x8:4", ("bitset", 1), &limits));
        }
        for nodes in [0, 1, 8, 9, 10_000, 635_375, 635_376] {
            let limits = Limits { nodes, ..Limits::default() };
            assert_eq!(explore("8x8:4", (SWEEP, 2), &limits), explore("8x8:4", ("bitset", 1), &limits));
        }
    }

    #[test]
    fn a_raised_flag_stops_it() {
        let stop = StopFlag::default();
        stop.stop(Stopped::Time);
        let (outcome, stats) = explore("8x8:4", (SWEEP, 1), &Limits { stop, ..Limits::default() });
        assert_eq!(outcome, Outcome::Limit(Limit::Time));
        assert_eq!((stats.layers, stats.expanded), (vec![1], 0));
    }

    #[test]
    fn words_that_do_not_fit_are_refused_at_set_up() {
        let space = Solitaire::start("8x8:4".parse().expect("a size"), None).expect("a start");
        let needed = 41_664 * 24;
        let open = |memory_bytes| {
            <ExploreSweep as Algorithm<Solitaire>>::new(&space, &Setup { memory_bytes, ..Setup::default() })
        };
        assert_eq!(open(needed - 1).err(), Some(Full { needed }));
        assert!(open(needed).is_ok());
    }
}
