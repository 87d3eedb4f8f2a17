//! `sharded`: hash tables of the hashbrown crate, each behind a lock of its own.
use super::budget::Budget;
use super::memory::{Seen, each};
use crate::core::{Batch, Full, Key, Mark, Room, StateSpace, Visited, VisitedSet};
use crossbeam::utils::CachePadded;
use foldhash::fast::FixedState;
use hashbrown::hash_table::{Entry, HashTable};
use std::hash::BuildHasher;
use std::sync::Mutex;

/// The family.
#[derive(Debug)]
pub struct Sharded;
impl<S: StateSpace> VisitedSet<S> for Sharded {
    const NAME: &'static str = "sharded";
    const ABOUT: &'static str = "Hash tables of hashbrown, each behind a lock of its own";
    type Map<M: Mark> = Shards<S::State, M>;
}

/// Locks: many more than threads, so that two rarely want one.
const SHARDS: usize = 256;
/// Hash bits that choose the shard. A table uses the lowest bits for the place
/// and the highest seven as a tag: with shared bits it would fill unevenly.
const SHARD_BIT: u32 = 40;
const LOCK: &str = "no insert panics while it holds the lock";

type Shard<K, M> = CachePadded<Mutex<HashTable<(K, M)>>>;

/// Hash tables from states to marks; the hash tells which one holds a state.
#[derive(Debug)]
pub struct Shards<K, M> {
    tables: Box<[Shard<K, M>]>,
    hasher: FixedState,
    budget: Budget,
}
impl<K: Key, M: Mark> Shards<K, M> {
    fn hash(&self, state: K) -> u64 {
        self.hasher.hash_one(state)
    }
    fn shard(&self, hash: u64) -> &Mutex<HashTable<(K, M)>> {
        &self.tables[(hash >> SHARD_BIT) as usize % SHARDS]
    }
}
impl<S: StateSpace, M: Mark> Visited<S, M> for Shards<S::State, M> {
    fn new(_: &S, room: Room) -> Result<Self, Full> {
        let tables = (0..SHARDS).map(|_| CachePadded::default()).collect();
        let budget = Budget::new::<(S::State, M)>(room.bytes);
        Ok(Self { tables, hasher: FixedState::default(), budget })
    }
    fn insert_batch(
        &self,
        _: &S,
        states: &mut [S::State],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<S::State>, Full> {
        self.budget.check(states.len())?;
        let batch = each(
            states,
            |state| self.hash(state),
            |state, hash| {
                let mut table = self.shard(hash).lock().expect(LOCK);
                match table.entry(hash, |held| held.0 == state, |held| self.hash(held.0)) {
                    Entry::Occupied(entry) => Seen { new: false, met: sought(entry.get().1) },
                    Entry::Vacant(entry) => {
                        entry.insert((state, mark));
                        Seen { new: true, met: false }
                    }
                }
            },
        );
        self.budget.add(batch.new);
        Ok(batch)
    }
    fn get(&self, _: &S, state: S::State) -> Option<M> {
        let hash = self.hash(state);
        let table = self.shard(hash).lock().expect(LOCK);
        table.find(hash, |held| held.0 == state).map(|held| held.1)
    }
    fn clear(&mut self, _: &S, inserted: Option<&[S::State]>) -> Result<(), Full> {
        self.budget.reset();
        match inserted {
            Some(states) if states.len() < SHARDS => {
                for &state in states {
                    let hash = self.hash(state);
                    let mut table = self.shard(hash).lock().expect(LOCK);
                    if let Ok(entry) = table.find_entry(hash, |held| held.0 == state) {
                        entry.remove();
                    }
                }
            }
            _ => self.tables.iter_mut().for_each(|shard| shard.get_mut().expect(LOCK).clear()),
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        let capacity = self.tables.iter().map(|shard| shard.lock().expect(LOCK).capacity()).sum();
        self.budget.occupied(capacity)
    }
}
