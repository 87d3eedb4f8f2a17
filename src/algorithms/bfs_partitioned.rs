//! `bfs-partitioned`: breadth-first search whose threads each own a share of the
//! states; and `explore`, which visits everything.
//!
//! Source: the distribution of states by hash of Stern and Dill 1997 (parallel Murϕ),
//! a layer at a time. A state belongs to the worker that its hash says, which keeps
//! it in a table of its own: nothing is locked or shared for a state. Who generates
//! it sends it there, in batches; a filter of what was sent lately keeps most of the
//! repeats from travelling. Optimal for unit costs. Memory: the tables, the batches on
//! their way, and for a search the layers to read the path from. Goals are tested
//! by the owners. A layer ends when every worker has expanded its share and hung up, and
//! has taken in what the others sent. It is finished, unless it and all before it were
//! small, so that counts are the same for any number of threads, and the same as those of
//! `bfs-layered`. Ties: the smallest goal of the layer, then the smallest parents.
use super::About;
use super::layers::{ByLayers, Layers, SetUp};
use super::nodes::hash;
use super::owner::owner;
use super::path::parent;
use super::pool::Pool;
use super::recent::{Recent, private_places};
use super::step::{Pace, Step};
use crate::core::{Full, Key, Limits, Setup, StateSpace};
use crate::record::Counts;
use crossbeam::channel::{Receiver, Sender, unbounded};
use hashbrown::hash_table::{Entry, HashTable};
use std::sync::Mutex;

/// Name of the tables in the place of a visited set.
pub(super) const PARTITIONED: &str = "partitioned";
/// States of a full batch: many enough to make sending cheap, few enough to stay in the first cache.
const BATCH: usize = 1024;
/// Expansions between two looks at the outboxes, the inbox and the stop flag.
const TURN: usize = 64;
const LOCK: &str = "a search that panicked is not used again";

/// Visits everything reachable.
pub(super) type ExplorePartitioned<S> = ByLayers<Partitioned<S>, false>;
/// A shortest path.
pub(super) type BfsPartitioned<S> = ByLayers<Partitioned<S>, true>;

/// Both.
pub(super) struct Partitioned<S: StateSpace> {
    /// It looks for a goal, and keeps the layers to read the path from.
    path: bool,
    pool: Pool,
    workers: Vec<Mutex<Worker<S::State>>>,
    /// The states of the layer by owner, or all in the first list if one worker made it.
    layer: Vec<Vec<S::State>>,
    alone: bool,
    past: Vec<Vec<Vec<S::State>>>,
}

impl<S: StateSpace + 'static> SetUp<S> for Partitioned<S> {
    const ABOUT: About = About {
        name: "bfs-partitioned",
        about: "breadth-first search by layers whose threads own the states by hash",
        optimal: true,
        parallel: true,
        counts: Counts::Exact,
    };
    fn new(_: &S, setup: &Setup, path: bool) -> Result<Self, Full> {
        let threads = setup.threads;
        Ok(Self {
            path,
            pool: Pool::new(threads),
            workers: (0..threads).map(|me| Mutex::new(Worker::new(me, setup))).collect(),
            layer: vec![Vec::new(); threads],
            alone: true,
            past: Vec::new(),
        })
    }
}
impl<S: StateSpace> Layers<S> for Partitioned<S> {
    fn begin(&mut self, space: &S) -> Result<Option<S::State>, Full> {
        self.past.clear();
        self.layer.iter_mut().for_each(Vec::clear);
        self.alone = true;
        let initial = space.initial_states();
        let mut goal = Step::NONE;
        self.workers.iter_mut().for_each(|worker| owned(worker).clear());
        for state in initial {
            if insert(space, &mut self.workers, state)? {
                self.layer[0].push(state);
                if self.path && space.is_goal(state) {
                    goal.meet(state);
                }
            }
        }
        Ok(goal.met)
    }
    fn size(&self) -> usize {
        self.layer.iter().map(Vec::len).sum()
    }
    fn advance(&mut self, space: &S, pace: Pace, limits: &Limits) -> Step<S::State> {
        let mut next = vec![Vec::new(); self.workers.len()];
        let step = if pace == Pace::Together {
            if self.alone {
                self.deal(space);
            }
            self.together((space, limits), &mut next)
        } else {
            let mut step = Step::NONE;
            let layer = self.layer.iter().flatten().copied();
            let path = self.path;
            let goal = |state| path && space.is_goal(state);
            step.in_order((space, goal), layer, (pace, limits), |state| {
                let new = insert(space, &mut self.workers, state)?;
                if new {
                    next[0].push(state);
                }
                Ok(new)
            });
            step
        };
        self.alone = pace != Pace::Together;
        let layer = std::mem::replace(&mut self.layer, next);
        if self.path {
            self.past.push(layer);
        }
        step
    }
    fn read_back(&self, space: &S, path: &mut Vec<S::State>) {
        for parts in self.past.iter().rev() {
            path.push(parent(space, path[path.len() - 1], &mut parts.iter().map(Vec::as_slice)));
        }
    }
    fn stored(&self, states: u64) -> (u64, u64) {
        (states, self.workers.iter().map(|worker| worker.lock().expect(LOCK).bytes()).sum())
    }
}

impl<S: StateSpace> Partitioned<S> {
    /// Gives the states of a layer that one worker made to their owners.
    fn deal(&mut self, space: &S) {
        let threads = self.layer.len();
        for state in std::mem::take(&mut self.layer[0]) {
            self.layer[owner(space, state, threads)].push(state);
        }
    }

    /// Expands the layer with all workers, and leaves what is new in `next`.
    fn together(&mut self, (space, limits): (&S, &Limits), next: &mut [Vec<S::State>]) -> Step<S::State> {
        let lines = lines(self.workers.len());
        let work = |me: usize| {
            let line = lines[me].lock().expect(LOCK).take().expect("a worker takes its line once");
            let mut worker = self.workers[me].lock().expect(LOCK);
            worker.work((space, |state| self.path && space.is_goal(state)), &self.layer[me], line, limits);
        };
        self.pool.everywhere(&work);
        let mut sum = Step::NONE;
        for (worker, next) in self.workers.iter_mut().zip(next) {
            let worker = owned(worker);
            std::mem::swap(&mut worker.next, next);
            sum = sum.and(std::mem::replace(&mut worker.step, Step::NONE));
        }
        sum
    }
}

fn owned<K>(worker: &mut Mutex<Worker<K>>) -> &mut Worker<K> {
    worker.get_mut().expect(LOCK)
}

/// Inserts a state where it belongs, on behalf of its owner.
fn insert<S: StateSpace>(
    space: &S,
    workers: &mut [Mutex<Worker<S::State>>],
    state: S::State,
) -> Result<bool, Full> {
    let at = owner(space, state, workers.len());
    let worker = owned(&mut workers[at]);
    worker.reserve(1)?;
    Ok(worker.insert(state, hash(state)))
}

type Batch<K> = Vec<K>;

/// A worker's connections for one layer. It hangs up when it has nothing more to send,
/// even if it panics, and hears nothing more when all have hung up.
struct Line<K> {
    inbox: Receiver<Batch<K>>,
    to: Vec<Sender<Batch<K>>>,
}
/// A line from each worker to all.
fn lines<K>(threads: usize) -> Vec<Mutex<Option<Line<K>>>> {
    let (to, inboxes): (Vec<_>, Vec<_>) = (0..threads).map(|_| unbounded()).unzip();
    inboxes.into_iter().map(|inbox| Mutex::new(Some(Line { inbox, to: to.clone() }))).collect()
}

/// A thread's own.
struct Worker<K> {
    me: usize,
    table: HashTable<K>,
    /// Bytes that the table may take.
    room: u64,
    recent: Recent<K>,
    /// Successors by owner.
    outboxes: Vec<Batch<K>>,
    /// Empty batches.
    spare: Vec<Batch<K>>,
    /// Its states of the next layer.
    next: Vec<K>,
    step: Step<K>,
}
impl<K: Key> Worker<K> {
    fn new(me: usize, setup: &Setup) -> Self {
        Self {
            me,
            table: HashTable::new(),
            room: setup.memory_bytes / setup.threads as u64,
            recent: Recent::new(),
            outboxes: vec![Vec::new(); setup.threads],
            spare: Vec::new(),
            next: Vec::new(),
            step: Step::NONE,
        }
    }
    /// Forgets a search. A table far larger than it needed is given back: emptying
    /// it after each of many small searches would take longer than they do.
    fn clear(&mut self) {
        if self.table.len() < self.table.capacity() / 16 {
            self.table = HashTable::new();
        }
        self.table.clear();
        self.recent.clear();
        self.outboxes.iter_mut().for_each(Vec::clear);
        self.next.clear();
        self.step = Step::NONE;
    }
    fn bytes(&self) -> u64 {
        self.table.allocation_size() as u64 + self.recent.bytes()
    }

    /// Expands its share of a layer and takes in what the others found of its own.
    fn work<S: StateSpace<State = K>>(
        &mut self,
        (space, is_goal): (&S, impl Fn(K) -> bool),
        share: &[K],
        line: Line<K>,
        limits: &Limits,
    ) {
        let filter = private_places::<K>() * size_of::<K>();
        let needed = (self.table.allocation_size() + filter) as u64;
        if needed > self.room {
            return self.step.full(Full { needed });
        }
        for turn in share.chunks(TURN) {
            if self.step.look_at_flag(limits) {
                return;
            }
            self.expand(space, turn);
            for batch in line.inbox.try_iter() {
                self.take_in(batch, &is_goal);
            }
            if !self.send(BATCH, &line, &is_goal) || self.step.halt.is_some() {
                return;
            }
        }
        self.send(1, &line, &is_goal);
        let Line { inbox, to } = line;
        drop(to);
        for batch in inbox {
            self.take_in(batch, &is_goal);
        }
    }

    /// Puts the successors of some states into the outboxes.
    #[inline(never)]
    fn expand<S: StateSpace<State = K>>(&mut self, space: &S, states: &[K]) {
        let Self { recent, outboxes, .. } = self;
        let mut edges = 0;
        recent.start(private_places::<K>(), states[0]);
        for &state in states {
            space.expand(state, |child, _| {
                edges += 1;
                if recent.pass(child, hash(child)) {
                    let to = owner(space, child, outboxes.len());
                    outboxes[to].push(child);
                }
            });
        }
        self.step.generated += edges;
        self.step.expanded += states.len() as u64;
    }

    /// Sends the batches that hold `least` states; `false` if a worker does not
    /// listen any more: then it has halted, and knows why.
    fn send(&mut self, least: usize, line: &Line<K>, is_goal: &impl Fn(K) -> bool) -> bool {
        for to in 0..self.outboxes.len() {
            if self.outboxes[to].len() < least {
                continue;
            }
            let empty = self.spare.pop().unwrap_or_default();
            let batch = std::mem::replace(&mut self.outboxes[to], empty);
            if to == self.me {
                self.take_in(batch, is_goal);
            } else if line.to[to].send(batch).is_err() {
                return false;
            }
        }
        true
    }

    /// Inserts states of its own.
    #[inline(never)]
    fn take_in(&mut self, mut batch: Batch<K>, is_goal: &impl Fn(K) -> bool) {
        if let Err(full) = self.reserve(batch.len()) {
            self.step.full(full);
        }
        if self.step.halt.is_none() {
            for &state in &batch {
                if self.insert(state, hash(state)) {
                    self.next.push(state);
                    if is_goal(state) {
                        self.step.meet(state);
                    }
                }
            }
        }
        batch.clear();
        self.spare.push(batch);
    }
    /// Whether a state of its own is new; the table has room for it.
    #[inline(always)]
    fn insert(&mut self, state: K, own: u64) -> bool {
        match self.table.entry(own, |&held| held == state, |&held| hash(held)) {
            Entry::Occupied(_) => false,
            Entry::Vacant(entry) => {
                entry.insert(state);
                true
            }
        }
    }
    /// Makes room for `states` more. While a table grows, the old one and the new one both count.
    fn reserve(&mut self, states: usize) -> Result<(), Full> {
        let entries = self.table.len() + states;
        if entries > self.table.capacity() {
            // hashbrown: four slots or a higher power of two, at most seven eighths full; a byte
            // beside each, and no more than two groups of bytes at the ends.
            let slots = (entries * 8 / 7 + 1).next_power_of_two().max(4) as u64;
            let needed = self.bytes() + slots * (size_of::<K>() as u64 + 1) + 32;
            if needed > self.room {
                return Err(Full { needed });
            }
            self.table.reserve(states, |&held| hash(held));
        }
        Ok(())
    }
}
