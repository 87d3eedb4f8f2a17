//! Transposition tables: what depth-first search remembers beyond its path.
use crate::core::{Cost, Key};
use foldhash::fast::FixedState;
use hashbrown::hash_table::{Entry, HashTable};
use std::hash::BuildHasher;
use std::sync::Mutex;

/// Name of the shared table in the `visited` column.
pub(super) const TRANSPOSITION: &str = "transposition";

/// What an iterative-deepening search remembers of the states it has entered.
pub(super) trait Transposition<K: Key>: Send + Sync + Sized + 'static {
    /// Name in the `visited` column, if it remembers anything.
    const NAME: Option<&'static str>;
    /// An empty table of at most so many bytes.
    fn new(bytes: u64) -> Self;
    /// Whether `state` is worth entering with the bound `left` away: not if it
    /// was entered with as much left or more. Otherwise it is noted.
    fn enter(&self, state: K, left: Cost) -> bool;
    /// Forgets everything.
    fn clear(&mut self);
    /// States held, and bytes occupied.
    fn size(&self) -> (u64, u64);
}

/// Remembers nothing.
#[derive(Debug)]
pub(super) struct NoTable;
impl<K: Key> Transposition<K> for NoTable {
    const NAME: Option<&'static str> = None;
    fn new(_: u64) -> Self {
        Self
    }
    #[inline(always)]
    fn enter(&self, _: K, _: Cost) -> bool {
        true
    }
    fn clear(&mut self) {}
    fn size(&self) -> (u64, u64) {
        (0, 0)
    }
}

/// Locks: many more than threads, so that two rarely want one.
const SHARDS: usize = 64;
/// Hash bits that choose the shard: not those by which a table finds the place (low) and tags it (high).
const SHARD_BIT: u32 = 40;
const LOCK: &str = "nothing panics while it holds the lock";

type Shard<K> = Mutex<HashTable<(K, Cost)>>;

/// A table shared by all threads: full states, each with the largest distance
/// to the bound that it was entered with. An entry stays true in later
/// iterations: a state entered with that much left led to no goal within it.
/// A full table takes no new states; that costs time, never correctness.
#[derive(Debug)]
pub(super) struct Shared<K> {
    shards: Box<[Shard<K>]>,
    hasher: FixedState,
    most: usize,
}
impl<K: Key> Transposition<K> for Shared<K> {
    const NAME: Option<&'static str> = Some(TRANSPOSITION);
    fn new(bytes: u64) -> Self {
        // A growing table holds the old slots and twice as many new ones for a
        // while, each with a control byte: three slots an entry, at seven eighths full.
        let entry = 4 * (size_of::<(K, Cost)>() as u64 + 1);
        let most = usize::try_from(bytes / entry / SHARDS as u64).unwrap_or(usize::MAX);
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { shards, hasher: FixedState::default(), most }
    }
    fn enter(&self, state: K, left: Cost) -> bool {
        let hash = self.hasher.hash_one(state);
        let mut table = self.shards[(hash >> SHARD_BIT) as usize % SHARDS].lock().expect(LOCK);
        let full = table.len() >= self.most;
        match table.entry(hash, |held| held.0 == state, |held| self.hasher.hash_one(held.0)) {
            Entry::Occupied(mut entry) => {
                let held = &mut entry.get_mut().1;
                let worth = *held < left;
                *held = left.max(*held);
                worth
            }
            Entry::Vacant(entry) => {
                if !full {
                    entry.insert((state, left));
                }
                true
            }
        }
    }
    fn clear(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.get_mut().expect(LOCK).clear());
    }
    fn size(&self) -> (u64, u64) {
        let shards = self.shards.iter().map(|shard| {
            let table = shard.lock().expect(LOCK);
            (table.len() as u64, table.allocation_size() as u64)
        });
        shards.fold((0, 0), |(n, bytes), (more, size)| (n + more, bytes + size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_entered_again_only_with_more_left() {
        let table = Shared::<u64>::new(1 << 20);
        let entered: Vec<bool> = [3, 3, 2, 4, 4].map(|left| table.enter(7, left)).to_vec();
        assert_eq!(entered, [true, false, false, true, false]);
        assert!(table.enter(8, 0));
        assert_eq!(table.size().0, 2);
    }

    #[test]
    fn a_full_table_lets_every_new_state_pass() {
        let table = Shared::<u64>::new(64 * 4 * 17);
        let passed = (0..10_000).filter(|&state| table.enter(state, 1)).count();
        assert_eq!(passed, 10_000);
        assert!(table.size().0 <= 64, "one entry a shard");
    }
}
