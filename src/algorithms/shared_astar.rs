//! `shared-astar`: parallel A* with one open list and one node table for all threads.
//!
//! The plain way to make A* parallel (compared by Burns, Lemons, Ruml and Zhou 2010):
//! it shows what the threads of HDA* save by owning their states. The open list lies
//! behind a lock, from which a thread takes a few nodes at a time; the node table is cut into shards,
//! each behind a lock of its own. Optimal with an admissible heuristic. Memory: a
//! node a state met. Goals are tested on generation. Ties: as A* within a turn.
//!
//! Reopens on any lower cost, as HDA* must. The search ends when no open node could
//! lead to a better solution than the best one so far and no thread holds one.
use super::nodes::{self, NO_PARENT, Nodes, hash};
use super::team::{Tally, Team, pool};
use super::{About, Algorithm};
use crate::core::{Cost, Full, Heuristic, Key, Limits, Outcome, Search, Setup, StateSpace, Stats};
use crate::open::Buckets;
use crate::record::Counts;
use rayon::ThreadPool;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Nodes that a thread takes at a time: more would cost fewer locks and more expansions out of order.
const TURN: usize = 16;
/// Parts of the node table: many more than threads, so that two seldom want the same.
const SHARDS: usize = 64;
/// How long a thread without work sleeps before it looks whether the others were halted.
const NAP: Duration = Duration::from_millis(1);

pub(super) struct SharedAStar<S: StateSpace, H> {
    pool: Option<ThreadPool>,
    threads: usize,
    heuristic: H,
    shards: Vec<Mutex<Nodes<S::State>>>,
    open: Mutex<Open>,
}
/// The open list, and how many threads expand nodes that they took from it.
struct Open {
    nodes: Buckets,
    active: usize,
}
impl<S: StateSpace + 'static, H: Heuristic<S>> Algorithm<S> for SharedAStar<S, H> {
    const ABOUT: About = About {
        name: "shared-astar",
        about: "A* whose threads share one open list: the baseline for HDA*",
        optimal: H::ADMISSIBLE,
        parallel: true,
        counts: Counts::Bounded,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        Ok(Self {
            pool: pool(setup.threads),
            threads: setup.threads,
            heuristic: H::new(space),
            shards: (0..SHARDS).map(|_| Mutex::new(Nodes::new(setup.memory_bytes, SHARDS))).collect(),
            open: Mutex::new(Open { nodes: Buckets::new(), active: 0 }),
        })
    }
}

/// What all threads see.
struct Shared<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    team: Team<'a, S::State>,
    shards: &'a [Mutex<Nodes<S::State>>],
    open: &'a Mutex<Open>,
    /// The open list has more nodes, or will have none.
    news: Condvar,
}
/// A thread's own.
#[derive(Default)]
struct Worker {
    /// What it took from the open list, and what it will put there: f, h and the node.
    taken: Vec<(Cost, Cost, u32)>,
    found: Vec<(Cost, Cost, u32)>,
    granted: u64,
    tally: Tally,
}

impl<S: StateSpace, H: Heuristic<S>> Search<S> for SharedAStar<S, H> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        for shard in &mut self.shards {
            shard.get_mut().expect(WHOLE).clear();
        }
        let open = self.open.get_mut().expect(WHOLE);
        open.nodes.clear();
        open.active = 0;
        let shared = Shared {
            space,
            heuristic: &self.heuristic,
            team: Team::new(limits, self.threads),
            shards: &self.shards,
            open: &self.open,
            news: Condvar::new(),
        };
        let work = |mut worker: Worker| {
            let _guard = shared.team.guard();
            if let Err(full) = worker.work(&shared) {
                shared.team.halt(full);
            }
            worker
        };
        let mut first = Worker::default();
        if let Err(full) = first.begin(&shared) {
            return full.into();
        }
        let mut workers = match &self.pool {
            Some(pool) => pool.broadcast(|_| work(Worker::default())),
            None => vec![work(Worker::default())],
        };
        workers.push(first);
        stats.visited_bytes = shared.open.lock().expect(WHOLE).nodes.bytes();
        for index in 0..SHARDS {
            let shard = lock(shared.shards, index);
            stats.max_visited += shard.len() as u64;
            stats.visited_bytes += shard.bytes();
        }
        let tallies: Vec<&Tally> = workers.iter().map(|worker| &worker.tally).collect();
        shared.team.conclude(&tallies, stats, |_, id| {
            nodes::path(id, |node| {
                let (id, shard) = split(node);
                lock(shared.shards, shard).node(id)
            })
        })
    }
}
/// Why a lock is never poisoned where a search still looks at it.
const WHOLE: &str = "a search that panicked is not used again";

/// The node's number in its shard, and the shard.
fn split(node: u32) -> (u32, usize) {
    (node / SHARDS as u32, node as usize % SHARDS)
}
/// The shard of a state: by bits of its hash that the node table does not use.
fn shard(hash: u64) -> usize {
    (hash >> 52) as usize % SHARDS
}
fn lock<K: Key>(shards: &[Mutex<Nodes<K>>], index: usize) -> MutexGuard<'_, Nodes<K>> {
    shards[index].lock().expect("nothing panics while it holds the lock")
}

impl Worker {
    /// Puts the initial states on the open list.
    fn begin<S: StateSpace, H: Heuristic<S>>(&mut self, shared: &Shared<'_, S, H>) -> Result<(), Full> {
        for state in shared.space.initial_states() {
            let h = shared.heuristic.h(shared.space, state);
            self.reach(shared, (state, 0, NO_PARENT), || h)?;
        }
        self.tally.stats.duplicates = 0; // initial states are not generated
        let mut open = shared.open.lock().expect(WHOLE);
        self.found.drain(..).for_each(|(f, h, node)| open.nodes.push(f, h, node));
        Ok(())
    }

    /// Searches until no thread has anything left, or the team halts.
    fn work<S: StateSpace, H: Heuristic<S>>(&mut self, shared: &Shared<'_, S, H>) -> Result<(), Full> {
        while self.take_turn(shared) {
            for i in 0..self.taken.len() {
                if self.granted == 0 {
                    self.granted = shared.team.grant();
                }
                if shared.team.halted() {
                    return Ok(());
                }
                self.expand(shared, self.taken[i])?;
            }
        }
        Ok(())
    }

    /// Puts what the last turn found on the open list and takes the best nodes for
    /// the next; `false` if there are none and can be none.
    fn take_turn<S: StateSpace, H>(&mut self, shared: &Shared<'_, S, H>) -> bool {
        self.tally.handed_over(self.found.len());
        let mut open = shared.open.lock().expect("nothing panics while it holds the lock");
        self.found.drain(..).for_each(|(f, h, node)| open.nodes.push(f, h, node));
        open.active -= usize::from(!self.taken.is_empty());
        self.taken.clear();
        let frontier = &mut self.tally.stats.max_frontier;
        *frontier = (*frontier).max(open.nodes.len() as u64);
        shared.news.notify_all();
        loop {
            while self.taken.len() < TURN
                && let Some(node) = open.nodes.peek()
                && node.0 < shared.team.incumbent()
            {
                open.nodes.pop();
                self.taken.push(node);
            }
            if !self.taken.is_empty() {
                open.active += 1;
                return true;
            }
            shared.team.give_back(std::mem::take(&mut self.granted));
            if open.active == 0 || shared.team.halted() {
                return false;
            }
            let woken = shared.news.wait_timeout(open, NAP);
            open = woken.expect("nothing panics while it holds the lock").0;
            shared.team.look_at_flag();
        }
    }

    fn expand<S: StateSpace, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        (f, h, node): (Cost, Cost, u32),
    ) -> Result<(), Full> {
        let (id, shard) = split(node);
        let Some((state, g)) = lock(shared.shards, shard).close(id) else {
            return Ok(());
        };
        self.granted -= 1;
        self.tally.expanded(f);
        let mut full = None;
        shared.space.expand(state, |child, cost| {
            self.tally.stats.generated += 1;
            let estimate = || shared.heuristic.h_next(shared.space, (state, h), child);
            full = full.or(self.reach(shared, (child, g + cost, node), estimate).err());
        });
        full.map_or(Ok(()), Err)
    }

    /// A state was reached at the cost `g` from `parent`.
    #[inline]
    fn reach<S: StateSpace, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        (state, g, parent): (S::State, Cost, u32),
        estimate: impl FnOnce() -> Cost,
    ) -> Result<(), Full> {
        let hash = hash(state);
        let shard = shard(hash);
        let found = lock(shared.shards, shard).relax(hash, state, g, parent)?;
        let Some(id) = self.tally.reached(found) else {
            return Ok(());
        };
        let node = id * SHARDS as u32 + shard as u32;
        let h = estimate();
        if let Some(f) = self.tally.open(&shared.team, (node, g, h), || shared.space.is_goal(state)) {
            self.found.push((f, h, node));
        }
        Ok(())
    }
}
