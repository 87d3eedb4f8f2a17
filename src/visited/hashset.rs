//! `hashset`: the hash map of the standard library, one lock a batch: the sequential baseline.
use super::budget::Budget;
use super::memory::{Seen, each};
use crate::core::{Batch, Full, Mark, Room, StateSpace, Visited, VisitedSet};
use foldhash::fast::FixedState;
use std::collections::{HashMap, hash_map::Entry};
use std::sync::Mutex;

/// The family.
#[derive(Debug)]
pub struct HashSet;
impl<S: StateSpace> VisitedSet<S> for HashSet {
    const NAME: &'static str = "hashset";
    const ABOUT: &'static str =
        "The hash map of the standard library behind one lock: the sequential baseline";
    type Map<M: Mark> = Locked<S::State, M>;
}

/// A hash map from states to marks behind one lock.
#[derive(Debug)]
pub struct Locked<K, M> {
    map: Mutex<HashMap<K, M, FixedState>>,
    budget: Budget,
}
const LOCK: &str = "no insert panics while it holds the lock";

impl<S: StateSpace, M: Mark> Visited<S, M> for Locked<S::State, M> {
    fn new(_: &S, room: Room) -> Result<Self, Full> {
        Ok(Self { map: Mutex::default(), budget: Budget::new::<(S::State, M)>(room.bytes) })
    }
    fn insert_batch(
        &self,
        _: &S,
        states: &mut [S::State],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<S::State>, Full> {
        let mut map = self.map.lock().expect(LOCK);
        self.budget.check(states.len())?;
        let batch = each(
            states,
            |_| (),
            |state, ()| match map.entry(state) {
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
        self.map.lock().expect(LOCK).get(&state).copied()
    }
    fn clear(&mut self, _: &S, inserted: Option<&[S::State]>) -> Result<(), Full> {
        self.budget.reset();
        let map = self.map.get_mut().expect(LOCK);
        match inserted {
            Some(states) if states.len() < map.capacity() / 16 => {
                for state in states {
                    map.remove(state);
                }
            }
            _ => map.clear(),
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        self.budget.occupied(self.map.lock().expect(LOCK).capacity())
    }
}
