//! `explore` over words: breadth-first search of a whole space, a group of states at a time.
//!
//! The layer of a group is a few words, and one [`Sweep::step`] moves all of it. Memory:
//! two bits for each state in each of its groups. Parallel: the groups in runs of
//! consecutive ones; counts are the same for any number of threads.
use super::About;
use super::layer_words::{LayerWords, Met};
use super::layers::{ByLayers, EXPLORE, Layers, SetUp};
use super::pool::Pool;
use super::step::{Pace, Step};
use crate::core::{Checkpoint, Full, Group, Limits, Setup, StateSpace, Sweep};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Name of the words in the place of a visited set.
pub(super) const SWEEP: &str = "sweep";
/// Groups that a worker takes at a time, and the stop flag is read for.
const RUN: usize = 1024;

/// The search.
pub(super) type ExploreSweep<W, const WORDS: usize> = ByLayers<Groups<W, WORDS>, false>;

/// Words that serve one space after another.
pub(super) struct Groups<W, const WORDS: usize> {
    moves: W,
    /// Groups that each state lies in.
    copies: u64,
    words: LayerWords<WORDS>,
    /// States of the layer.
    states: usize,
    pool: Pool,
    room: u64,
}

impl<W, const WORDS: usize> Groups<W, WORDS> {
    /// Adds up what `work` gives for all runs of groups.
    fn each_run(&self, alone: bool, work: impl Fn(Range<usize>) -> u64 + Sync) -> u64
    where
        W: Sync,
    {
        let groups = self.words.groups();
        let run = |number: usize| work(number * RUN..groups.min((number + 1) * RUN));
        let runs = groups.div_ceil(RUN);
        if alone {
            return (0..runs).map(run).sum();
        }
        let sum = AtomicU64::new(0);
        self.pool.all(runs, &|number| {
            sum.fetch_add(run(number), Relaxed);
        });
        sum.into_inner()
    }

    /// Makes what was met since the last call the layer.
    fn begin_layer(&mut self, alone: bool)
    where
        W: Sync,
    {
        let bits = self.each_run(alone, |run| self.words.begin_layer(run));
        self.states = (bits / self.copies) as usize;
    }

    /// Meets everything one edge from the layer, unless it is stopped; gives the number of edges.
    fn expand<S: StateSpace>(&self, alone: bool, limits: &Limits) -> u64
    where
        W: Sweep<S, WORDS>,
    {
        let (met, near) = (self.words.met(), self.words.groups() <= NEAR);
        self.each_run(alone, |run| match near {
            _ if limits.stop.stopped().is_some() => 0,
            true => self.expand_run(run, met, |group, states| met.add(group, states, alone)),
            false => {
                let mut far = Far { met, alone, waiting: [(0, [0; WORDS]); AHEAD], next: 0 };
                let edges = self.expand_run(run, met, |group, states| far.add(group, states));
                far.waiting.iter().for_each(|&(group, states)| met.add(group, states, alone));
                edges
            }
        })
    }

    /// Gives what is one edge away from the layer in a run of groups to `put`; gives the number of edges.
    #[inline(always)]
    fn expand_run<S: StateSpace>(
        &self,
        run: Range<usize>,
        met: Met<'_, WORDS>,
        mut put: impl FnMut(usize, [u64; WORDS]),
    ) -> u64
    where
        W: Sweep<S, WORDS>,
    {
        let mut frame = self.moves.frame(run.start as u64);
        let mut edges = 0;
        for number in run {
            let (now, seen) = met.layer(number);
            if now != [0; WORDS] {
                edges += self.moves.step(Group { number, frame, now, seen }, &mut put);
            }
            frame = self.moves.next_frame(frame);
        }
        edges
    }
}

/// So many groups stay in a second cache.
const NEAR: usize = 1 << 16;
/// Words on their way to groups that are loaded meanwhile.
const AHEAD: usize = 32;

/// Adds states to groups that are far away: each some words after it was asked for.
struct Far<'a, const WORDS: usize> {
    met: Met<'a, WORDS>,
    alone: bool,
    waiting: [(usize, [u64; WORDS]); AHEAD],
    next: usize,
}
impl<const WORDS: usize> Far<'_, WORDS> {
    #[inline(always)]
    fn add(&mut self, group: usize, states: [u64; WORDS]) {
        self.met.prefetch(group);
        let (group, states) = std::mem::replace(&mut self.waiting[self.next], (group, states));
        self.next = (self.next + 1) % AHEAD;
        self.met.add(group, states, self.alone);
    }
}

impl<S: StateSpace, W: Sweep<S, WORDS> + 'static, const WORDS: usize> SetUp<S> for Groups<W, WORDS> {
    const ABOUT: About = EXPLORE; // it keeps nothing to read a path from
    fn new(space: &S, setup: &Setup, _: bool) -> Result<Self, Full> {
        let moves = W::new(space);
        let words = LayerWords::new(moves.groups(), setup.memory_bytes)?;
        let (copies, pool) = (moves.copies(), Pool::new(setup.threads));
        Ok(Self { moves, copies, words, states: 0, pool, room: setup.memory_bytes })
    }
}
impl<S: StateSpace, W: Sweep<S, WORDS>, const WORDS: usize> Layers<S> for Groups<W, WORDS> {
    fn begin(&mut self, space: &S) -> Result<Option<S::State>, Full> {
        self.moves = W::new(space);
        self.copies = self.moves.copies();
        if self.words.groups() as u64 != self.moves.groups() {
            self.words = LayerWords::new(self.moves.groups(), self.room)?;
        }
        self.words.clear();
        for state in space.initial_states() {
            self.moves.places(state, |group, bit| self.words.met().add(group, bit, true));
        }
        self.begin_layer(true);
        Ok(None)
    }
    fn size(&self) -> usize {
        self.states
    }
    fn advance(&mut self, _: &S, pace: Pace, limits: &Limits) -> Step<S::State> {
        let (mut step, alone) = (Step::NONE, !self.pool.several() || pace != Pace::Together);
        let generated = self.expand(alone, limits);
        if step.look_at_flag(limits) {
            self.states = 0;
        } else {
            (step.expanded, step.generated) = (self.states as u64, generated);
            self.begin_layer(alone);
        }
        step
    }
    fn read_back(&self, _: &S, _: &mut Vec<S::State>) {
        unreachable!("it looks for no goal");
    }
    fn stored(&self, states: u64) -> (u64, u64) {
        (states, self.words.bytes())
    }
    fn checkpoint(&mut self) -> Option<&mut dyn Checkpoint> {
        Some(self)
    }
}
impl<W: Send + Sync, const WORDS: usize> Checkpoint for Groups<W, WORDS> {
    fn save(&mut self, to: &mut dyn Write) -> io::Result<()> {
        self.words.forget_met();
        self.words.save(to)
    }
    fn load(&mut self, from: &mut dyn Read) -> io::Result<u64> {
        let bits = self.words.load(from)?;
        self.states = (bits / self.copies) as usize;
        Ok(self.states as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::explorers;
    use crate::core::{Domain, Limit, Outcome, Search, Stats, StopFlag, Stopped};
    use crate::domains::{BlackWhite, Solitaire};

    fn open<D: Domain>(space: &D, visited: &str, setup: &Setup) -> Result<Box<dyn Search<D>>, Full> {
        let rows = explorers::<D>();
        let row = rows.iter().find(|row| row.visited == Some(visited)).expect("registered");
        (row.open)(space, setup)
    }

    /// Explores with words, or with a bitset, on so many threads.
    fn explore<D: Domain<State = u64>>(
        text: &str,
        (visited, threads): (&str, usize),
        limits: &Limits,
    ) -> (Outcome<u64>, Stats) {
        let space = D::start(text.parse().expect("a size"), None).expect("a start");
        let mut search = open(&space, visited, &Setup { threads, ..Setup::default() }).expect("room");
        let mut all = Vec::new();
        for _ in 0..2 {
            let mut stats = Stats::default();
            all.push((search.run(&space, limits, &mut stats), Stats { visited_bytes: 0, ..stats }));
        }
        assert_eq!(all[0], all[1], "a second run finds nothing of the first");
        all.pop().expect("two runs")
    }
    fn check<D: Domain<State = u64>>(texts: &[&str]) {
        for text in texts {
            let known = explore::<D>(text, ("bitset", 1), &Limits::default());
            for threads in [1, 2, 4] {
                assert_eq!(
                    explore::<D>(text, (SWEEP, threads), &Limits::default()),
                    known,
                    "{text} {threads}"
                );
            }
        }
    }

    #[test]
    fn it_counts_what_a_search_state_by_state_counts() {
        check::<Solitaire>(&["4x4:1", "4x4:3", "2x2:4", "5x3:7", "3x8:6", "4x4:9", "6x6:5", "8x8:4"]);
        check::<BlackWhite>(&["1x1:1", "1x9:4", "9x2:9", "3x3:4", "4x4:8", "4x5:10", "5x4:7", "3x7:10"]);
    }

    #[test]
    fn limits_end_it_where_they_end_a_search_state_by_state() {
        let explore = explore::<Solitaire>;
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
        let limits = Limits { stop, ..Limits::default() };
        let (outcome, stats) = explore::<Solitaire>("8x8:4", (SWEEP, 1), &limits);
        assert_eq!(outcome, Outcome::Limit(Limit::Time));
        assert_eq!((stats.layers, stats.expanded), (vec![1], 0));
    }

    /// Explores up to each depth in turn, and from a file of each in another search.
    fn explore_in_parts<D: Domain<State = u64>>(text: &str) {
        let whole = explore::<D>(text, (SWEEP, 1), &Limits::default());
        let space = D::start(text.parse().expect("a size"), None).expect("a start");
        let opened = || open(&space, SWEEP, &Setup { threads: 2, ..Setup::default() }).expect("room");
        let (mut search, mut stats) = (opened(), Stats::default());
        let mut outcome = search.run(&space, &Limits { depth: 0, ..Limits::default() }, &mut stats);
        for depth in 1.. {
            if outcome == Outcome::Unsolvable {
                break;
            }
            assert_eq!(outcome, Outcome::Limit(Limit::Depth), "{text} {depth}");
            let stop = StopFlag::default();
            stop.stop(Stopped::Cancelled);
            let left = search.resume(&space, &Limits { stop, ..Limits::default() }, &mut stats.clone());
            assert_eq!(left, Some(Outcome::Cancelled), "{text} {depth}");
            let mut file = Vec::new();
            search.checkpoint().expect("it can be kept").save(&mut file).expect("a vector takes all");
            search = opened();
            let next =
                search.checkpoint().expect("it can be kept").load(&mut &file[..]).expect("all is there");
            assert_eq!(Some(&next), stats.layers.last(), "{text} {depth}");
            let kept = Stats::of_layers(stats.layers.clone(), stats.edges.clone());
            assert_eq!(Stats { visited_bytes: kept.visited_bytes, ..stats }, kept, "{text} {depth}");
            stats = kept;
            let limits = Limits { depth, ..Limits::default() };
            outcome = search.resume(&space, &limits, &mut stats).expect("it goes on");
        }
        assert_eq!((outcome, Stats { visited_bytes: 0, ..stats }), whole, "{text}");
    }

    #[test]
    fn an_exploration_goes_on_from_a_file_of_any_layer() {
        explore_in_parts::<Solitaire>("6x6:4");
        explore_in_parts::<BlackWhite>("4x5:10");
    }

    #[test]
    fn words_that_do_not_fit_are_refused_at_set_up() {
        let space = Solitaire::start("8x8:4".parse().expect("a size"), None).expect("a start");
        let needed = 41_664 * 16;
        let open = |memory_bytes| open(&space, SWEEP, &Setup { memory_bytes, ..Setup::default() });
        assert_eq!(open(needed - 1).err(), Some(Full { needed }));
        assert!(open(needed).is_ok());
    }
}
