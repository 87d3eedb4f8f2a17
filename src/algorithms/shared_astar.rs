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
use super::pool::Pool;
use super::shared_open::{Node, SharedOpen, Turn};
use super::team::{Tally, Team};
use super::{About, Algorithm};
use crate::core::{Cost, Full, Heuristic, Key, Limits, Outcome, Search, Setup, StateSpace, Stats};
use crate::record::Counts;
use std::sync::{Mutex, MutexGuard};

/// Parts of the node table: many more than threads, so that two seldom want the same.
const SHARDS: usize = 64;

pub(super) struct SharedAStar<S: StateSpace, H> {
    pool: Pool,
    threads: usize,
    heuristic: H,
    shards: Vec<Mutex<Nodes<S::State>>>,
    open: SharedOpen,
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
            pool: Pool::new(setup.threads),
            threads: setup.threads,
            heuristic: H::new(space),
            shards: (0..SHARDS).map(|_| Mutex::new(Nodes::new(setup.memory_bytes, SHARDS))).collect(),
            open: SharedOpen::default(),
        })
    }
}

/// What all threads see.
struct Shared<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    team: Team<'a, S::State>,
    shards: &'a [Mutex<Nodes<S::State>>],
    open: &'a SharedOpen,
}
/// A thread's own.
#[derive(Default)]
struct Worker {
    turn: Turn,
    granted: u64,
    tally: Tally,
}

impl<S: StateSpace, H: Heuristic<S>> Search<S> for SharedAStar<S, H> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        for shard in &mut self.shards {
            shard.get_mut().expect(WHOLE).clear();
        }
        self.open.clear();
        let shared = Shared {
            space,
            heuristic: &self.heuristic,
            team: Team::new(limits, self.threads),
            shards: &self.shards,
            open: &self.open,
        };
        let mut first = Worker::default();
        if let Err(full) = first.begin(&shared) {
            return full.into();
        }
        let workers = Mutex::new(vec![first]);
        self.pool.everywhere(&|_| {
            let _guard = shared.team.guard();
            let mut worker = Worker::default();
            if let Err(full) = worker.work(&shared) {
                shared.team.halt(full);
            }
            workers.lock().expect(WHOLE).push(worker);
        });
        let workers = workers.into_inner().expect(WHOLE);
        stats.visited_bytes = shared.open.bytes();
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
        shared.open.begin(self.turn.found.drain(..));
        Ok(())
    }

    /// Searches until no thread has anything left, or the team halts.
    fn work<S: StateSpace, H: Heuristic<S>>(&mut self, shared: &Shared<'_, S, H>) -> Result<(), Full> {
        while self.take_turn(shared) {
            for i in 0..self.turn.taken.len() {
                if self.granted == 0 {
                    self.granted = shared.team.grant();
                }
                if shared.team.halted() {
                    return Ok(());
                }
                self.expand(shared, self.turn.taken[i])?;
            }
        }
        Ok(())
    }

    /// Takes nodes for the next turn; `false` if there are none and can be none.
    fn take_turn<S: StateSpace, H>(&mut self, shared: &Shared<'_, S, H>) -> bool {
        self.tally.handed_over(self.turn.found.len());
        let granted = &mut self.granted;
        let halted = || {
            shared.team.give_back(std::mem::take(granted));
            shared.team.look_at_flag();
            shared.team.halted()
        };
        let more = shared.open.take_turn(&mut self.turn, || shared.team.incumbent(), halted);
        self.tally.stats.max_frontier = self.turn.longest;
        more
    }

    fn expand<S: StateSpace, H: Heuristic<S>>(
        &mut self,
        shared: &Shared<'_, S, H>,
        (f, h, node): Node,
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
            self.turn.found.push((f, h, node));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::informed_tests::boards;
    use crate::domains::sliding_tile::Manhattan;

    #[test]
    fn every_state_that_must_be_expanded_is_closed_at_its_least_cost() {
        for (threads, space, distances) in boards(9) {
            let setup = Setup { threads, ..Setup::default() };
            let optimum = distances[&space.goal()];
            let mut search = SharedAStar::<_, Manhattan>::new(&space, &setup).expect("room");
            let outcome = search.run(&space, &Limits::default(), &mut Stats::default());
            assert!(matches!(outcome, Outcome::Solved { cost, .. } if cost == optimum));
            // A* with a consistent estimate has to expand just these.
            let h = |state| search.heuristic.h(&space, state);
            let must = distances.iter().filter(|&(&state, g)| g + h(state) < optimum).count();
            let mut closed = 0;
            for index in 0..SHARDS {
                let nodes = lock(&search.shards, index);
                for id in 0..nodes.len() as u32 {
                    let (state, g, _) = nodes.node(id);
                    if nodes.is_closed(id) && g + h(state) < optimum {
                        assert_eq!(g, distances[&state]);
                        closed += 1;
                    }
                }
            }
            assert_eq!(closed, must, "{threads} threads, cost {optimum}");
        }
    }
}
