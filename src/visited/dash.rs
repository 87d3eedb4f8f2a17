//! `dashmap` and `dashmap-default`: the `DashMap` of its crate, a hash map in locked shards.
use super::budget::Budget;
use super::memory::{Seen, each};
use crate::core::{Batch, Full, Key, Mark, Room, StateSpace, Visited, VisitedSet};
use dashmap::{DashMap, Entry};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, RandomState};

/// With a fast hasher of fixed seed and many shards: the default for any domain.
#[derive(Debug)]
pub struct Dash;
impl<S: StateSpace> VisitedSet<S> for Dash {
    const NAME: &'static str = "dashmap";
    const ABOUT: &'static str = "DashMap with a fast hasher of fixed seed and many shards";
    type Map<M: Mark> = Map<S::State, M, FixedState>;
}

/// With the crate's own defaults, to compare: a keyed hasher, four shards a core.
#[derive(Debug)]
pub struct DashDefault;
impl<S: StateSpace> VisitedSet<S> for DashDefault {
    const NAME: &'static str = "dashmap-default";
    const ABOUT: &'static str = "DashMap with the hasher and the shards of its crate";
    type Map<M: Mark> = Map<S::State, M, RandomState>;
}

/// Enough that two threads rarely want one: 79 ns an insert with two threads, 144 with the default number.
const SHARDS: usize = 512;

/// How a family makes its map.
pub trait Flavour: BuildHasher + Clone + Send + Sync + Sized {
    /// An empty map.
    fn empty<K: Key, M: Mark>() -> DashMap<K, M, Self>;
}
impl Flavour for FixedState {
    fn empty<K: Key, M: Mark>() -> DashMap<K, M, Self> {
        DashMap::with_capacity_and_hasher_and_shard_amount(0, Self::default(), SHARDS)
    }
}
impl Flavour for RandomState {
    fn empty<K: Key, M: Mark>() -> DashMap<K, M, Self> {
        DashMap::new()
    }
}

/// A concurrent hash map from states to marks.
pub struct Map<K, M, H> {
    map: DashMap<K, M, H>,
    budget: Budget,
}
impl<K, M, H> std::fmt::Debug for Map<K, M, H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Map").field("budget", &self.budget).finish_non_exhaustive()
    }
}
impl<S: StateSpace, M: Mark, H: Flavour> Visited<S, M> for Map<S::State, M, H> {
    fn new(_: &S, room: Room) -> Result<Self, Full> {
        Ok(Self { map: H::empty(), budget: Budget::new::<(S::State, M)>(room.bytes) })
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
            |_| (),
            |state, ()| match self.map.entry(state) {
                Entry::Occupied(entry) => Seen { new: false, met: sought(*entry.get()) },
                Entry::Vacant(entry) => {
                    entry.insert(mark);
                    Seen { new: true, met: false }
                }
            },
        );
        self.budget.add(batch.new);
        Ok(batch)
    }
    fn get(&self, _: &S, state: S::State) -> Option<M> {
        self.map.get(&state).map(|mark| *mark)
    }
    fn clear(&mut self, _: &S, inserted: Option<&[S::State]>) -> Result<(), Full> {
        self.budget.reset();
        match inserted {
            Some(states) if states.len() < SHARDS => {
                for state in states {
                    self.map.remove(state);
                }
            }
            _ => self.map.clear(),
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        self.budget.occupied(self.map.capacity())
    }
}
