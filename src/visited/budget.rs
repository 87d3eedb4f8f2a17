//! How many entries a hash table may hold: the memory limit of the sets that grow.
use crate::core::Full;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts the entries of a growing table, a batch at a time.
#[derive(Debug)]
pub(super) struct Budget {
    held: AtomicU64,
    entry: u64,
    room: u64,
}
impl Budget {
    /// For entries of type `T` within `room` bytes.
    pub(super) fn new<T>(room: u64) -> Self {
        // One control byte an entry, as in the tables of hashbrown.
        Self { held: AtomicU64::new(0), entry: size_of::<T>() as u64 + 1, room }
    }
    /// Bytes of a power-of-two table at most seven eighths full.
    fn bytes(&self, entries: u64) -> u64 {
        (entries.saturating_mul(8) / 7).next_power_of_two().saturating_mul(self.entry)
    }
    /// Whether `more` entries would still fit.
    pub(super) fn check(&self, more: usize) -> Result<(), Full> {
        let needed = self.bytes(self.held.load(Relaxed) + more as u64);
        if needed > self.room { Err(Full { needed }) } else { Ok(()) }
    }
    /// Notes that `new` entries were added.
    pub(super) fn add(&self, new: usize) {
        self.held.fetch_add(new as u64, Relaxed);
    }
    pub(super) fn reset(&mut self) {
        *self.held.get_mut() = 0;
    }
    /// Bytes of tables with room for `capacity` entries in all.
    pub(super) fn occupied(&self, capacity: usize) -> u64 {
        (capacity as u64 * 8).div_ceil(7) * self.entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_that_could_outgrow_the_room_is_refused() {
        let budget = Budget::new::<u64>(9 * 1024); // 1,024 slots, 896 entries
        assert_eq!(budget.check(896), Ok(()));
        assert_eq!(budget.check(897), Err(Full { needed: 9 * 2048 }));
        budget.add(800);
        assert_eq!(budget.check(96), Ok(()));
        assert!(budget.check(97).is_err());
    }
}
