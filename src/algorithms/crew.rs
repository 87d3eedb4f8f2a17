//! The crew that expands layers: the one inner loop of every search by layers.
use crate::core::{Batch, Full, Key, Limits, Mark, Outcome, StateSpace, Stats, Stopped, Visited};
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::hash::Hasher;
use std::sync::Mutex;

/// States of the frontier that a worker takes at a time, and the stop flag is read for.
const CHUNK: usize = 1024;
/// Edges that a worker gathers before it asks the visited set: many enough to
/// hide the latency of memory, few enough to stay in the first cache.
const BATCH: usize = 256;
/// Smaller layers are not worth a second thread: waking it takes as long.
const ALONE: usize = 2048;

/// One layer of a search, in parts, one a worker.
#[derive(Debug)]
pub(super) struct Layer<K> {
    parts: Vec<Vec<K>>,
    /// One worker made this layer and all before it: its order is the same for
    /// any number of threads, so a search may stop in the middle of it.
    ordered: bool,
}
impl<K: Key> Layer<K> {
    pub(super) const fn new() -> Self {
        Self { parts: Vec::new(), ordered: true }
    }
    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.parts.iter_mut().for_each(Vec::clear);
    }
    pub(super) fn size(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }
    pub(super) fn states(&self) -> impl Iterator<Item = K> {
        self.parts.iter().flatten().copied()
    }
}

/// Why a layer was not finished.
#[derive(Debug)]
pub(super) enum Halt {
    /// The visited set is full.
    Full(Full),
    /// The stop flag was raised.
    Stopped(Stopped),
}
impl From<Full> for Halt {
    fn from(full: Full) -> Self {
        Self::Full(full)
    }
}
impl<K> From<Halt> for Outcome<K> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Full(full) => full.into(),
            Halt::Stopped(why) => why.into(),
        }
    }
}

/// What a state that was found must be for the search to end: a state that the
/// set already held under a sought mark, or a new state that is a goal.
pub(super) struct Target<M, F, G> {
    /// The mark of the new layer.
    pub(super) mark: M,
    /// Old marks that are a meeting.
    pub(super) sought: F,
    /// New states that are a goal.
    pub(super) goal: G,
}

/// What the expansion of a layer did besides the next layer.
#[derive(Debug, Default)]
struct Step<K> {
    expanded: u64,
    generated: u64,
    met: Option<K>,
    halt: Option<Halt>,
}

/// Workers with their buffers, kept from one layer and one instance to the next.
#[derive(Debug)]
pub(super) struct Crew<K> {
    pool: Option<ThreadPool>,
    workers: Vec<Worker<K>>,
    spare: Vec<Vec<K>>,
}
#[derive(Debug)]
struct Worker<K> {
    next: Vec<K>,
    recent: Recent<K>,
    step: Step<K>,
}

impl<K: Key> Crew<K> {
    /// `threads` workers, with a pool of their own if there are several.
    pub(super) fn new(threads: usize) -> Self {
        let pool =
            || ThreadPoolBuilder::new().num_threads(threads).build().expect("the system gives threads");
        let step = || Step { expanded: 0, generated: 0, met: None, halt: None };
        let workers =
            (0..threads).map(|_| Worker { next: Vec::new(), recent: Recent::new(), step: step() }).collect();
        Self { pool: (threads > 1).then(pool), workers, spare: Vec::new() }
    }

    /// Makes `layer` the layer of `states`, without repeats; gives the smallest
    /// state that meets `target`.
    pub(super) fn first<S: StateSpace<State = K>, M: Mark>(
        &mut self,
        (space, seen): (&S, &impl Visited<S, M>),
        mut states: Vec<K>,
        layer: &mut Layer<K>,
        target: &Target<M, impl Fn(M) -> bool, impl Fn(K) -> bool>,
    ) -> Result<Option<K>, Full> {
        let Batch { new, met } = seen.insert_batch(space, &mut states, target.mark, &target.sought)?;
        layer.parts.resize_with(self.workers.len(), Vec::new);
        layer.clear();
        layer.parts[0].extend_from_slice(&states[..new]);
        layer.ordered = true;
        Ok(smaller(met, states[..new].iter().copied().filter(|&s| (target.goal)(s)).min()))
    }

    /// The states that the last [`Crew::advance`] expanded, as it leaves them.
    pub(super) fn expanded(&mut self) -> Vec<Vec<K>> {
        let spare = &mut self.spare;
        let mut take =
            |worker: &mut Worker<K>| std::mem::replace(&mut worker.next, spare.pop().unwrap_or_default());
        self.workers.iter_mut().map(&mut take).collect()
    }

    /// Takes memory back that [`Crew::expanded`] gave away.
    pub(super) fn reuse(&mut self, parts: impl IntoIterator<Item = Vec<K>>) {
        self.spare.extend(parts);
    }

    /// Replaces the states of `layer` by those one edge of `moves` further on that
    /// are new to `seen`; gives the smallest state that meets `target`. What it
    /// counts is the same for any number of threads.
    pub(super) fn advance<S: StateSpace<State = K>, M: Mark, V: Visited<S, M>>(
        &mut self,
        moves: &impl StateSpace<State = K>,
        (space, seen): (&S, &V),
        layer: &mut Layer<K>,
        target: &Target<M, impl Fn(M) -> bool + Sync, impl Fn(K) -> bool + Sync>,
        (limits, stats): (&Limits, &mut Stats),
    ) -> Result<Option<K>, Halt> {
        let alone = layer.size() < ALONE;
        layer.ordered &= alone;
        let chunks = Mutex::new(layer.parts.iter().flat_map(|part| part.chunks(CHUNK)));
        let (size, one) = (layer.size(), layer.states().next());
        let run = |worker: &mut Worker<K>| {
            if let Some(one) = one.filter(|_| !V::AT_ONCE) {
                worker.recent.restart(size, one);
            }
            worker.expand(moves, (space, seen), &chunks, target, (limits, layer.ordered));
        };
        match &self.pool {
            Some(pool) if !alone => pool.install(|| self.workers.par_iter_mut().for_each(run)),
            _ => {
                let (first, others) = self.workers.split_first_mut().expect("at least one worker");
                run(first);
                others.iter_mut().for_each(Worker::rest);
            }
        }
        let (mut met, mut halt, mut generated, mut new) = (None, None, 0, 0);
        for (worker, part) in self.workers.iter_mut().zip(&mut layer.parts) {
            std::mem::swap(&mut worker.next, part);
            new += part.len() as u64;
            stats.expanded += worker.step.expanded;
            generated += worker.step.generated;
            met = smaller(met, worker.step.met);
            halt = halt.or(worker.step.halt.take());
        }
        stats.generated += generated;
        stats.duplicates += generated - new;
        stats.edges.push(generated);
        halt.map_or(Ok(met), Err)
    }
}

impl<K: Key> Worker<K> {
    /// Has no part in a layer.
    fn rest(&mut self) {
        self.next.clear();
        self.step = Step { expanded: 0, generated: 0, met: None, halt: None };
    }

    /// Expands chunks until there are none, or until a target is met if it may stop there.
    #[inline(never)]
    fn expand<'a, S: StateSpace<State = K>, M: Mark, V: Visited<S, M>>(
        &mut self,
        moves: &impl StateSpace<State = K>,
        (space, seen): (&S, &V),
        chunks: &Mutex<impl Iterator<Item = &'a [K]>>,
        target: &Target<M, impl Fn(M) -> bool, impl Fn(K) -> bool>,
        (limits, may_stop): (&Limits, bool),
    ) {
        self.rest();
        let Self { next, step, recent } = self;
        let take = || chunks.lock().expect("no chunk panics").next();
        // Edges since what was met was last looked at.
        let mut edges = 0;
        'layer: while let Some(chunk) = take() {
            if let Some(why) = limits.stop.stopped() {
                step.halt = Some(Halt::Stopped(why));
                break;
            }
            for &state in chunk {
                step.expanded += 1;
                if V::AT_ONCE {
                    moves.expand(state, |child, _| {
                        edges += 1;
                        step.insert(next, child, (space, seen), target);
                    });
                } else {
                    moves.expand(state, |child, _| {
                        edges += 1;
                        recent.offer(child);
                    });
                }
                if edges >= BATCH && (may_stop || V::AT_ONCE || recent.len >= BATCH) {
                    step.generated += std::mem::take(&mut edges) as u64;
                    step.settle(next, recent.take(), (space, seen), target);
                    if step.halt.is_some() || may_stop && step.met.is_some() {
                        break 'layer;
                    }
                }
            }
        }
        step.generated += edges as u64;
        let rest = recent.take();
        if step.halt.is_none() {
            step.settle(next, rest, (space, seen), target);
        }
    }
}

impl<K: Key> Step<K> {
    /// Inserts `child`, and adds it to `next` if it is new.
    #[inline(always)]
    fn insert<S: StateSpace<State = K>, M: Mark>(
        &mut self,
        next: &mut Vec<K>,
        child: K,
        (space, seen): (&S, &impl Visited<S, M>),
        target: &Target<M, impl Fn(M) -> bool, impl Fn(K) -> bool>,
    ) {
        let met = match seen.insert(space, child, target.mark) {
            Ok(None) => {
                next.push(child);
                (target.goal)(child)
            }
            Ok(Some(held)) => (target.sought)(held),
            Err(full) => {
                self.halt = Some(Halt::Full(full));
                false
            }
        };
        if met {
            self.met = smaller(self.met, Some(child));
        }
    }
    /// Inserts `batch`, and adds what is new in it to `next`.
    #[inline(always)]
    fn settle<S: StateSpace<State = K>, M: Mark>(
        &mut self,
        next: &mut Vec<K>,
        batch: &mut [K],
        (space, seen): (&S, &impl Visited<S, M>),
        target: &Target<M, impl Fn(M) -> bool, impl Fn(K) -> bool>,
    ) {
        if batch.is_empty() {
            return;
        }
        match seen.insert_batch(space, batch, target.mark, &target.sought) {
            Ok(Batch { new, met }) => {
                let new = &batch[..new];
                let goal = new.iter().copied().filter(|&state| (target.goal)(state)).min();
                self.met = smaller(self.met, smaller(met, goal));
                next.extend_from_slice(new);
            }
            Err(full) => self.halt = Some(Halt::Full(full)),
        }
    }
}

/// A batch on its way to the set, without most of the repeats: a small table of
/// the states that this worker has passed on in this layer.
///
/// A state comes up again soon, as a child of its parent's neighbours, and the
/// small table is near where the set is not.
#[derive(Debug)]
struct Recent<K> {
    places: Vec<K>,
    shift: u32,
    batch: Vec<K>,
    len: usize,
}
impl<K: Key> Recent<K> {
    /// Beyond half of a second cache, the places would be as far as the set.
    const MOST: usize = (1 << 20) / size_of::<K>() / 2;
    const fn new() -> Self {
        Self { places: Vec::new(), shift: 63, batch: Vec::new(), len: 0 }
    }
    /// Begins a layer of `states` states, of which `one` is one: it is in the set, under a mark that nobody seeks.
    fn restart(&mut self, states: usize, one: K) {
        let places = (4 * states).next_power_of_two().clamp(2, Self::MOST);
        self.shift = u64::BITS - places.trailing_zeros();
        self.places.clear();
        self.places.resize(places, one);
        self.batch.resize(2 * BATCH, one);
        self.len = 0;
    }
    /// Adds `state` to the batch, unless it is known to have been there.
    #[inline(always)]
    fn offer(&mut self, state: K) {
        let mut hash = Quick(0);
        state.hash(&mut hash);
        let at = (hash.0 >> self.shift) as usize & (self.places.len() - 1);
        let place = &mut self.places[at];
        let fresh = *place != state;
        *place = state;
        if self.len == self.batch.len() {
            self.batch.push(state);
        }
        // Without a branch: whether it is known is a coin toss to the processor.
        self.batch[self.len] = state;
        self.len += usize::from(fresh);
    }
    /// The batch, which is over with it.
    fn take(&mut self) -> &mut [K] {
        let len = std::mem::take(&mut self.len);
        &mut self.batch[..len]
    }
}
/// One multiplication a word: which of the places is all that depends on it.
struct Quick(u64);
impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }
}

fn smaller<K: Ord>(a: Option<K>, b: Option<K>) -> Option<K> {
    a.into_iter().chain(b).min()
}

/// What was inserted, while it is little: a small search is undone state by
/// state, and a set of any size is ready for the next one at once.
#[derive(Debug)]
pub(super) struct Inserted<K> {
    states: Vec<K>,
    complete: bool,
}
impl<K: Key> Inserted<K> {
    /// Beyond this many states, sweeping a whole set costs little more.
    const MOST: usize = 1 << 16;

    /// Nothing: the set is new.
    pub(super) const fn new() -> Self {
        Self { states: Vec::new(), complete: true }
    }
    /// Notes the states of a new layer.
    pub(super) fn add(&mut self, layer: &Layer<K>) {
        let size = layer.size();
        self.complete &= self.states.len() + size <= Self::MOST;
        if self.complete {
            self.states.extend(layer.states());
        }
    }
    /// The set is in an unknown state: nothing less than a sweep helps.
    pub(super) fn give_up(&mut self) {
        self.complete = false;
    }
    /// Empties `seen`, ready for `space`, and starts anew.
    pub(super) fn undo<S: StateSpace<State = K>, M: Mark>(
        &mut self,
        space: &S,
        seen: &mut impl Visited<S, M>,
    ) -> Result<(), Full> {
        seen.clear(space, self.complete.then_some(&self.states))?;
        self.states.clear();
        self.complete = true;
        Ok(())
    }
}
