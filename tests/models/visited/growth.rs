//! The growing table: batches hold it for reading while one of them may want it larger.
use super::growing::{Growing, Table};
use super::slot::settle;
use crate::check::{ORDERS, caught, in_random_orders, race};
use crate::core::Full;
use crate::core::sync::{AtomicU64, Ordering::Relaxed, RwLock, torn};
use std::sync::Arc;

/// Slots of keys, in lines of two.
struct Lines(Vec<AtomicU64>);
impl Lines {
    fn new(slots: u64) -> Self {
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }
    /// Whether `key` is new.
    fn put(&self, key: u64) -> bool {
        let (lines, _) = self.0.as_chunks::<2>();
        let from = key as usize % lines.len();
        let place = (0..lines.len()).find_map(|ahead| {
            settle(&lines[(from + ahead) % lines.len()], 0, key, |held| held == key, false)
        });
        place.expect("headroom was reserved").held == 0
    }
    /// The same keys in `slots` slots.
    fn grown(&self, slots: u64) -> Self {
        let new = Self::new(slots);
        self.keys().iter().for_each(|&key| assert!(new.put(key), "a table holds {key} twice"));
        new
    }
    fn keys(&self) -> Vec<u64> {
        self.0.iter().map(|slot| slot.load(Relaxed)).filter(|&key| key != 0).collect()
    }
}
impl Table for Lines {
    const SLOT: u64 = 8;
    const LINE: u64 = 2;
    fn slots(&self) -> u64 {
        self.0.len() as u64
    }
    fn most(&self) -> u64 {
        u64::MAX
    }
    fn grow(&mut self, slots: u64) -> Result<(), Full> {
        *self = self.grown(slots);
        Ok(())
    }
    fn beside(slots: u64) -> u64 {
        slots * Self::SLOT
    }
}

/// A set that grows by itself.
trait Grows: Send + Sync {
    fn new() -> Self;
    /// Puts `keys` in; gives those that were new.
    fn insert(&self, keys: &[u64]) -> Vec<u64>;
    fn keys(&self) -> Vec<u64>;
    fn slots(&self) -> u64;
}
impl Grows for Growing<Lines> {
    fn new() -> Self {
        Growing::new(Lines::new(2), 1 << 20)
    }
    fn insert(&self, keys: &[u64]) -> Vec<u64> {
        let table = self.reserve(keys.len()).expect("room");
        let new: Vec<u64> = keys.iter().copied().filter(|&key| table.put(key)).collect();
        self.give_back(keys.len() - new.len());
        new
    }
    fn keys(&self) -> Vec<u64> {
        self.read().keys()
    }
    fn slots(&self) -> u64 {
        self.bytes() / 8
    }
}

/// Threads put overlapping batches in, by far too many for the first table.
fn threads_outgrow<G: Grows>() {
    let set = G::new();
    let batches: [[&[u64]; 2]; 3] = [[&[1, 2], &[3, 4]], [&[2, 1], &[5, 6]], [&[4, 3], &[6]]];
    let new = race(3, |thread| batches[thread].map(|batch| set.insert(batch)).concat());
    let (mut winners, mut held) = (new.concat(), set.keys());
    winners.sort_unstable();
    held.sort_unstable();
    assert_eq!(winners, [1, 2, 3, 4, 5, 6], "each key has one winner");
    assert_eq!(held, winners, "each key is held once, wherever the table grew");
    assert!(set.slots() <= 16, "six keys and six more on their way need no {} slots", set.slots());
}

/// Batches let the table go at once and go on with what they have: growth does not wait for them.
struct Hasty(RwLock<Arc<Lines>>, AtomicU64);
impl Grows for Hasty {
    fn new() -> Self {
        Self(RwLock::new(Arc::new(Lines::new(2))), AtomicU64::new(0))
    }
    fn insert(&self, keys: &[u64]) -> Vec<u64> {
        let reserved = self.1.fetch_add(keys.len() as u64, Relaxed) + keys.len() as u64;
        let mut table = Arc::clone(&self.0.read().expect("no panic"));
        if reserved > table.slots() * 17 / 20 {
            let mut held = self.0.write().expect("no panic");
            *held = Arc::new(held.grown(16));
            table = Arc::clone(&held);
        }
        keys.iter().copied().filter(|&key| table.put(key)).collect()
    }
    fn keys(&self) -> Vec<u64> {
        self.0.read().expect("no panic").keys()
    }
    fn slots(&self) -> u64 {
        self.0.read().expect("no panic").slots()
    }
}

#[test]
fn a_table_loses_and_doubles_no_key_while_it_grows() {
    in_random_orders(ORDERS, threads_outgrow::<Growing<Lines>>);
}

#[test]
fn control_growth_that_does_not_wait_for_batches_is_caught() {
    assert!(caught(|| in_random_orders(ORDERS, threads_outgrow::<Hasty>)));
}

#[test]
fn control_torn_updates_are_caught() {
    assert!(caught(|| torn(|| in_random_orders(ORDERS, threads_outgrow::<Growing<Lines>>))));
}
