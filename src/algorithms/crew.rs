//! The crew that expands layers: the one inner loop of every search by layers.
use super::chunks::Chunks;
use super::nodes::hash;
use super::pool::Pool;
use super::recent::Recent;
use super::step::{BATCH, Pace, Step};
use crate::core::{Batch, Full, Key, Limits, Mark, StateSpace, Visited};

/// One layer of a search, in parts, one a worker.
#[derive(Debug)]
pub(super) struct Layer<K> {
    parts: Vec<Vec<K>>,
}
impl<K: Key> Layer<K> {
    pub(super) const fn new() -> Self {
        Self { parts: Vec::new() }
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

/// Workers with their buffers, kept from one layer and one instance to the next.
#[derive(Debug)]
pub(super) struct Crew<K> {
    pool: Pool,
    workers: Vec<Worker<K>>,
    spare: Vec<Vec<K>>,
}
#[derive(Debug)]
struct Worker<K> {
    next: Vec<K>,
    batch: Gathered<K>,
    step: Step<K>,
}

impl<K: Key> Crew<K> {
    /// `threads` workers, with a pool of their own if there are several.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            pool: Pool::new(threads),
            workers: (0..threads).map(|_| Worker::new()).collect(),
            spare: Vec::new(),
        }
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
        Ok(met.into_iter().chain(states[..new].iter().copied().filter(|&s| (target.goal)(s))).min())
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
    /// are new to `seen`, or some of them if it halts; gives what it did, which is the
    /// same for any number of threads.
    pub(super) fn advance<S: StateSpace<State = K>, M: Mark, V: Visited<S, M>>(
        &mut self,
        moves: &impl StateSpace<State = K>,
        (space, seen): (&S, &V),
        layer: &mut Layer<K>,
        target: &Target<M, impl Fn(M) -> bool + Sync, impl Fn(K) -> bool + Sync>,
        (pace, limits): (Pace, &Limits),
    ) -> Step<K> {
        let chunks = Chunks::new(&layer.parts);
        let (size, one) = (layer.size(), layer.states().next());
        let run = |worker: &mut Worker<K>| {
            if let Some(one) = one.filter(|_| !V::AT_ONCE) {
                worker.batch.restart(size, one);
            }
            worker.expand(moves, (space, seen), &chunks, target, (pace, limits));
        };
        if pace == Pace::Together {
            self.pool.each(&mut self.workers, run);
        } else {
            let (first, others) = self.workers.split_first_mut().expect("at least one worker");
            run(first);
            for worker in others {
                worker.next.clear();
            }
        }
        let mut sum = Step::NONE;
        for (worker, part) in self.workers.iter_mut().zip(&mut layer.parts) {
            std::mem::swap(&mut worker.next, part);
            sum = sum.and(std::mem::replace(&mut worker.step, Step::NONE));
        }
        sum
    }
}

impl<K: Key> Worker<K> {
    const fn new() -> Self {
        Self { next: Vec::new(), batch: Gathered::new(), step: Step::NONE }
    }

    /// Expands chunks until there are none, or until a target is met if it may stop there.
    #[inline(never)]
    fn expand<S: StateSpace<State = K>, M: Mark, V: Visited<S, M>>(
        &mut self,
        moves: &impl StateSpace<State = K>,
        (space, seen): (&S, &V),
        chunks: &Chunks<'_, K>,
        target: &Target<M, impl Fn(M) -> bool, impl Fn(K) -> bool>,
        (pace, limits): (Pace, &Limits),
    ) {
        let Self { next, step, batch } = self;
        next.clear();
        let may_stop = pace == Pace::InOrder;
        // Edges since what was met was last looked at.
        let mut edges = 0;
        'layer: while let Some(chunk) = chunks.take() {
            if step.look_at_flag(limits) {
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
                        batch.offer(child);
                    });
                }
                if edges >= BATCH && (may_stop || V::AT_ONCE || batch.len >= BATCH) {
                    step.generated += std::mem::take(&mut edges) as u64;
                    if !V::AT_ONCE {
                        step.settle(next, batch.take(), (space, seen), target);
                    }
                    if step.halt.is_some() || may_stop && step.met.is_some() {
                        break 'layer;
                    }
                }
            }
        }
        step.generated += edges as u64;
        if !V::AT_ONCE {
            let rest = batch.take();
            if step.halt.is_none() {
                step.settle(next, rest, (space, seen), target);
            }
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
                self.full(full);
                false
            }
        };
        if met {
            self.meet(child);
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
                let goals = new.iter().copied().filter(|&state| (target.goal)(state));
                met.into_iter().chain(goals).for_each(|state| self.meet(state));
                next.extend_from_slice(new);
            }
            Err(full) => self.full(full),
        }
    }
}

/// A batch on its way to the set, without most of the repeats of this layer.
#[derive(Debug)]
struct Gathered<K> {
    recent: Recent<K>,
    states: Vec<K>,
    len: usize,
}
impl<K: Key> Gathered<K> {
    /// Most places of the filter: beyond a quarter of a common second cache they would be as far as the set.
    const MOST: usize = (1 << 19) / size_of::<K>();
    const fn new() -> Self {
        Self { recent: Recent::new(), states: Vec::new(), len: 0 }
    }
    /// Begins a layer of `states` states, of which `one` is one: it is in the set, under a mark that nobody seeks.
    fn restart(&mut self, states: usize, one: K) {
        self.recent.clear();
        self.recent.start((4 * states).next_power_of_two().min(Self::MOST.next_power_of_two()), one);
        self.states.resize(2 * BATCH, one);
        self.len = 0;
    }
    /// Adds `state`, unless it is known to have been passed on.
    #[inline(always)]
    fn offer(&mut self, state: K) {
        if self.len == self.states.len() {
            self.states.push(state);
        }
        // Without a branch: whether it is known is a coin toss to the processor.
        self.states[self.len] = state;
        self.len += usize::from(self.recent.pass(state, hash(state)));
    }
    /// The batch, which is over with it.
    fn take(&mut self) -> &mut [K] {
        let len = std::mem::take(&mut self.len);
        &mut self.states[..len]
    }
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
    /// Notes the states of a new layer, `whole` if nothing else was inserted: if not, nothing less than a sweep helps.
    pub(super) fn note(&mut self, layer: &Layer<K>, whole: bool) {
        self.complete &= whole && self.states.len() + layer.size() <= Self::MOST;
        if self.complete {
            layer.parts.iter().for_each(|part| self.states.extend_from_slice(part));
        }
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
