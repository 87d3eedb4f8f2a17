//! A table that grows when a batch of inserts finds no headroom, whatever the search does.
use crate::core::Full;
use crate::core::sync::{AtomicU64, Ordering::Relaxed, RwLock, RwLockReadGuard};

/// An open-addressing table of slots, which several threads may fill at a time.
pub(super) trait Table: Sized {
    /// Bytes of a slot, with what lies beside it.
    const SLOT: u64;
    /// Slots in a cache line: the number of slots is a multiple.
    const LINE: u64;
    /// The number of slots.
    fn slots(&self) -> u64;
    /// More slots than this are never of use.
    fn most(&self) -> u64;
    /// Makes it `slots` slots, and moves its entries; nobody inserts meanwhile.
    ///
    /// # Errors
    /// [`Full`] if the system does not give the memory.
    fn grow(&mut self, slots: u64) -> Result<(), Full>;
    /// Bytes of another `slots` slots that are needed beside the table while it grows to them.
    fn beside(slots: u64) -> u64;
}

/// Tables below this many slots double; larger ones grow by a quarter, so that
/// what lies empty stays less than a third.
const LARGE: u64 = 1 << 20;
/// The part of the slots that may be taken, in twentieths: beyond it probes get long.
const FILLED: u64 = 17;

/// Slots that `entries` entries need.
pub(super) const fn slots_for(entries: u64) -> u64 {
    (entries.saturating_mul(20)).div_ceil(FILLED)
}

/// A table that every batch holds for reading. One that finds no headroom for all of
/// its states takes it for writing, which waits for the other batches, and grows it.
#[derive(Debug)]
pub(super) struct Growing<T> {
    table: RwLock<T>,
    /// Entries, and those that batches on their way may add.
    taken: AtomicU64,
    room: u64,
}
const LOCK: &str = "no insert panics while it holds the table";

impl<T: Table> Growing<T> {
    pub(super) const fn new(table: T, room: u64) -> Self {
        Self { table: RwLock::new(table), taken: AtomicU64::new(0), room }
    }
    /// The table, with headroom for `states` more entries.
    ///
    /// # Errors
    /// [`Full`] if it would need more than its room, with what it needs beside
    /// the table while it grows.
    pub(super) fn reserve(&self, states: usize) -> Result<RwLockReadGuard<'_, T>, Full> {
        let states = states as u64;
        loop {
            let table = self.table.read().expect(LOCK);
            if self.taken.fetch_add(states, Relaxed) + states <= table.slots() * FILLED / 20 {
                return Ok(table);
            }
            self.taken.fetch_sub(states, Relaxed);
            drop(table);
            let mut table = self.table.write().expect(LOCK);
            // A rival may have grown it; and with no batch on its way the count is exact.
            let entries = self.taken.load(Relaxed) + states;
            if entries > table.slots() * FILLED / 20 {
                self.grow(&mut table, entries)?;
            }
        }
    }
    /// Gives back the headroom of `states` that were not new. Call it before the table is let go.
    pub(super) fn give_back(&self, states: usize) {
        self.taken.fetch_sub(states as u64, Relaxed);
    }
    pub(super) fn read(&self) -> RwLockReadGuard<'_, T> {
        self.table.read().expect(LOCK)
    }
    /// The table, to be emptied.
    pub(super) fn restart(&mut self) -> &mut T {
        *self.taken.get_mut() = 0;
        self.table.get_mut().expect(LOCK)
    }
    pub(super) fn bytes(&self) -> u64 {
        self.read().slots() * T::SLOT
    }
    fn grow(&self, table: &mut T, entries: u64) -> Result<(), Full> {
        let old = table.slots();
        let least = slots_for(entries).next_multiple_of(T::LINE);
        let wanted = if old < LARGE { old * 2 } else { old / 4 * 5 };
        let beside = T::beside(old);
        let allowed = self.room.saturating_sub(beside) / T::SLOT;
        let slots = wanted.min(table.most()).max(least).min(allowed) / T::LINE * T::LINE;
        if slots < least {
            return Err(Full { needed: beside.saturating_add(least.saturating_mul(T::SLOT)) });
        }
        table.grow(slots)
    }
}
