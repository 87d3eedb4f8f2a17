//! `hash-distributed-astar`: HDA*, A* whose threads each own a share of the states.
//!
//! Source: Kishimoto, Fukunaga and Botea 2013; states that have their locality in common
//! stay together, as in AHDA* (Burns, Lemons, Ruml and Zhou 2010). A state belongs to the
//! thread that its hash says, which keeps it in a node table and an open list of its own; who
//! generates it sends it there, in batches. So no lock is taken for a state, and no
//! state is expanded by two threads. Optimal with an admissible heuristic. Memory: a
//! node a state met. Goals are tested when a state arrives. Ties: as A* in each thread.
//!
//! States are expanded in an order that depends on timing, so one may be reached at a
//! lower cost after it was closed, whatever the heuristic: it is opened again. And the
//! first solution need not be the best: the search ends when nothing that is open or on
//! its way could lead to a better one, which the inboxes tell.
use super::inboxes::Inboxes;
use super::nodes::{self, NO_PARENT, Nodes, hash};
use super::owner::owner;
use super::pool::Pool;
use super::team::{Tally, Team};
use super::{About, Algorithm};
use crate::core::{Cost, Full, Heuristic, Key, Limits, Outcome, Search, Setup, StateSpace, Stats};
use crate::open::Buckets;
use crate::record::Counts;
use std::sync::Mutex;

/// Expansions between two looks into the inbox; then all that was gathered is sent.
const TURN: usize = 64;
/// States of a full batch, sent at once: a few hundred make a channel's cost small.
const BATCH: usize = 256;

pub(super) struct HashDistributedAStar<S: StateSpace, H> {
    pool: Pool,
    heuristic: H,
    workers: Vec<Mutex<Worker<S::State>>>,
}
impl<S: StateSpace + 'static, H: Heuristic<S>> Algorithm<S> for HashDistributedAStar<S, H> {
    const ABOUT: About = About {
        name: "hash-distributed-astar",
        about: "A* whose threads own the states by hash and send each other successors (HDA*)",
        optimal: H::ADMISSIBLE,
        parallel: true,
        counts: Counts::Bounded,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        Ok(Self {
            pool: Pool::new(setup.threads),
            heuristic: H::new(space),
            workers: (0..setup.threads).map(|_| Mutex::new(Worker::new(setup))).collect(),
        })
    }
}

/// A state on its way to its owner.
#[derive(Clone, Copy, Debug)]
struct Message<K> {
    state: K,
    g: Cost,
    /// The parent's number and its owner: `number * threads + owner`.
    parent: u32,
    /// The parent's state and estimate, so that the owner may estimate cheaply, and only if it must.
    from: K,
    h: Cost,
}

/// What all threads see.
struct Shared<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    team: Team<'a, S::State>,
    inboxes: Inboxes<Batch<S::State>>,
}
type Batch<K> = Vec<Message<K>>;

/// A thread's own.
struct Worker<K> {
    nodes: Nodes<K>,
    open: Buckets,
    /// Successors for other threads, by owner, and its own.
    outboxes: Vec<Batch<K>>,
    own: Batch<K>,
    hashes: Vec<u64>,
    tally: Tally,
}

impl<S: StateSpace, H: Heuristic<S>> Search<S> for HashDistributedAStar<S, H> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        let threads = self.workers.len();
        let shared = Shared {
            space,
            heuristic: &self.heuristic,
            team: Team::new(limits, threads),
            inboxes: Inboxes::new(threads),
        };
        let work = |me: usize| {
            let _guard = shared.team.guard();
            let mut worker = self.workers[me].lock().expect("a search that panicked is not used again");
            worker.clear();
            if let Err(full) = worker.work(&shared, me) {
                shared.team.halt(full);
            }
        };
        self.pool.everywhere(&work);
        let workers = self.workers.iter_mut().map(|w| w.get_mut().expect("a panic ended the search"));
        let workers: Vec<&Worker<_>> = workers.map(|worker| &*worker).collect();
        for worker in &workers {
            stats.max_visited += worker.nodes.len() as u64;
            stats.visited_bytes += worker.nodes.bytes() + worker.open.bytes();
        }
        let tallies: Vec<&Tally> = workers.iter().map(|worker| &worker.tally).collect();
        let node = |node: u32| workers[node as usize % threads].nodes.node(node / threads as u32);
        shared
            .team
            .conclude(&tallies, stats, |owner, id| nodes::path(id * threads as u32 + owner as u32, node))
    }
}

impl<K: Key> Worker<K> {
    fn new(setup: &Setup) -> Self {
        Self {
            nodes: Nodes::new(setup.memory_bytes, setup.threads),
            open: Buckets::new(),
            outboxes: (0..setup.threads).map(|_| Vec::new()).collect(),
            own: Vec::new(),
            hashes: Vec::new(),
            tally: Tally::default(),
        }
    }
    fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.outboxes.iter_mut().for_each(Vec::clear);
        self.own.clear();
        self.tally.clear();
    }

    /// Searches until no thread has anything left, or the team halts.
    fn work<S: StateSpace<State = K>, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        me: usize,
    ) -> Result<(), Full> {
        self.begin(shared, me)?;
        let mut granted = 0;
        loop {
            while let Some(batch) = shared.inboxes.take(me) {
                self.take_in(shared, &batch)?;
            }
            if shared.team.halted() {
                return Ok(());
            }
            let busy = self.expand_some(shared, me, &mut granted)?;
            for to in 0..self.outboxes.len() {
                self.send(shared, to);
            }
            if busy {
                continue;
            }
            shared.team.give_back(std::mem::take(&mut granted));
            let halted = || {
                shared.team.look_at_flag();
                shared.team.halted()
            };
            let Some(batch) = shared.inboxes.wait(me, halted) else {
                return Ok(());
            };
            self.take_in(shared, &batch)?;
        }
    }

    /// Takes in the initial states that are its own.
    fn begin<S: StateSpace<State = K>, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        me: usize,
    ) -> Result<(), Full> {
        for state in shared.space.initial_states() {
            if owner(shared.space, state, self.outboxes.len()) == me {
                let h = shared.heuristic.h(shared.space, state);
                self.reach(shared, (state, hash(state), 0, NO_PARENT), || h)?;
            }
        }
        self.tally.stats.duplicates = 0; // initial states are not generated
        Ok(())
    }

    /// Takes in what another thread generated.
    fn take_in<S: StateSpace<State = K>, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        batch: &[Message<K>],
    ) -> Result<(), Full> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        hashes.extend(batch.iter().map(|message| {
            let hash = hash(message.state);
            self.nodes.touch(hash);
            hash
        }));
        for (message, &hash) in batch.iter().zip(&hashes) {
            let &Message { state, g, parent, from, h } = message;
            self.reach(shared, (state, hash, g, parent), || {
                shared.heuristic.h_next(shared.space, (from, h), state)
            })?;
        }
        self.hashes = hashes;
        Ok(())
    }

    /// A state of its own was reached.
    #[inline]
    fn reach<S: StateSpace<State = K>, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        (state, hash, g, parent): (K, u64, Cost, u32),
        estimate: impl FnOnce() -> Cost,
    ) -> Result<(), Full> {
        let found = self.nodes.relax(hash, state, g, parent)?;
        let Some(id) = self.tally.reached(found) else {
            return Ok(());
        };
        let h = estimate();
        if let Some(f) = self.tally.open(&shared.team, (id, g, h), || shared.space.is_goal(state)) {
            self.open.push(f, h, id);
        }
        Ok(())
    }

    /// Expands up to a turn's worth; `false` if nothing is left that could lead to a better solution.
    fn expand_some<S: StateSpace<State = K>, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        me: usize,
        granted: &mut u64,
    ) -> Result<bool, Full> {
        let threads = self.outboxes.len();
        for _ in 0..TURN {
            let Some((f, h, node)) = self.open.peek() else {
                return Ok(false);
            };
            if f >= shared.team.incumbent() {
                return Ok(false); // and so is all the rest, and the incumbent only falls
            }
            if *granted == 0 {
                *granted = shared.team.grant();
                if *granted == 0 {
                    return Ok(false);
                }
            }
            let frontier = &mut self.tally.stats.max_frontier;
            *frontier = (*frontier).max(self.open.len() as u64);
            self.open.pop();
            let Some((state, g)) = self.nodes.close(node) else {
                continue;
            };
            *granted -= 1;
            self.tally.expanded(f);
            let parent = node * threads as u32 + me as u32;
            let Self { nodes, own, outboxes, hashes, tally, .. } = self;
            own.clear();
            hashes.clear();
            shared.space.expand(state, |child, cost| {
                tally.stats.generated += 1;
                let message = Message { state: child, g: g + cost, parent, from: state, h };
                let to = owner(shared.space, child, threads);
                if to == me {
                    let hash = hash(child);
                    nodes.touch(hash);
                    own.push(message);
                    hashes.push(hash);
                } else {
                    outboxes[to].push(message);
                }
            });
            for i in 0..self.own.len() {
                let Message { state: child, g, parent, .. } = self.own[i];
                self.reach(shared, (child, self.hashes[i], g, parent), || {
                    shared.heuristic.h_next(shared.space, (state, h), child)
                })?;
            }
            for to in 0..threads {
                if self.outboxes[to].len() >= BATCH {
                    self.send(shared, to);
                }
            }
        }
        Ok(true)
    }

    /// Sends what was gathered for a thread.
    fn send<S: StateSpace<State = K>, H>(&mut self, shared: &Shared<'_, S, H>, to: usize) {
        let outbox = &mut self.outboxes[to];
        if outbox.is_empty() {
            return;
        }
        self.tally.handed_over(outbox.len());
        let room = outbox.capacity();
        let batch = std::mem::replace(outbox, Vec::with_capacity(room));
        shared.inboxes.send(to, batch);
    }
}

#[cfg(test)]
mod tests;
