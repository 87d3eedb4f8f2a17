//! `compact`: an exact table of states in 32 bits each, by quotienting (Cleary 1984).
//!
//! The state's index, spread over its `bits` bits by a bijection, is cut in two:
//! what its home line implies, and the low bits, which the slot holds together
//! with the number of the jump away from the home line. No two states look alike.
use super::growing::{Growing, Table, slots_for};
use super::memory::{Seen, Zeroed, each, prefetch};
use super::slot::{Place, Slot, find, settle};
use crate::core::sync::AtomicU32;
use crate::core::{Batch, Full, Indexed, Mark, Room, Visited, VisitedSet};
use std::marker::PhantomData;

/// The family: for numbered states, where too few are met to pay for an array of all.
#[derive(Debug)]
pub struct Compact;
impl<S: Indexed> VisitedSet<S> for Compact {
    const NAME: &'static str = "compact";
    const ABOUT: &'static str = "An exact table of 32 bits a state, by quotienting (Cleary 1984)";
    type Map<M: Mark> = Map<M>;
}

/// Slots in a cache line.
const LINE: usize = 16;
/// Lines of an empty table, at least.
pub(super) const FIRST: u64 = 64;
/// Bits for the number of a jump. With two fifths of the lines full, one state
/// in 10^12 finds all 32 lines of its own full.
const JUMP_BITS: u32 = 5;
/// Headroom beyond one entry a state: batches on their way reserve for their duplicates too.
const SLACK: u64 = 4096;

/// A state in its table: the spread index and the home line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    spread: u64,
    home: usize,
}

/// Slots of mark, jump and low bits, from the highest bit down. A mark is never 0, nor is a slot that is taken.
#[derive(Debug)]
pub(super) struct Entries<M> {
    slots: Zeroed<AtomicU32>,
    indices: u64,
    pub(super) bits: u32,
    kind: PhantomData<M>,
}
impl<M: Mark> Entries<M> {
    const LOW_BITS: u32 = 32 - JUMP_BITS - M::BITS;
    /// All but the mark.
    const KEY: u32 = u32::MAX >> M::BITS;

    pub(super) fn empty(indices: u64, first: u64, room: u64) -> Result<Self, Full> {
        let bits = (u64::BITS - indices.leading_zeros()).max(16);
        // A home line must leave no more states than the low bits tell apart.
        let lines = (1 << bits.saturating_sub(Self::LOW_BITS)).max(first);
        Self::new(indices, bits, lines * LINE as u64, room)
    }
    pub(super) fn new(indices: u64, bits: u32, slots: u64, room: u64) -> Result<Self, Full> {
        Ok(Self { slots: Zeroed::new(slots, room)?, indices, bits, kind: PhantomData })
    }
    fn lines(&self) -> &[[AtomicU32; LINE]] {
        self.slots.as_chunks().0
    }
    /// A bijection of the numbers of `bits` bits.
    #[inline(always)]
    pub(super) fn spread(&self, index: u64) -> u64 {
        let (mask, half) = ((1 << self.bits) - 1, self.bits / 2);
        let mixed = (index ^ index >> half).wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        let mixed = (mixed ^ mixed >> half).wrapping_mul(0xBF58_476D_1CE4_E5B9) & mask;
        mixed ^ mixed >> half
    }
    #[inline(always)]
    pub(super) fn entry(&self, spread: u64) -> Entry {
        let lines = (self.slots.len() / LINE) as u128;
        Entry { spread, home: ((u128::from(spread << (64 - self.bits)) * lines) >> 64) as usize }
    }
    /// The entry of the taken slot `held` in `line`.
    pub(super) fn entry_of(&self, line: usize, held: u32) -> Entry {
        let (lines, key) = (self.slots.len() / LINE, held & Self::KEY);
        let home = (line + lines - self.offset(key)) % lines;
        // The first spread index at home there; the low bits count on from it.
        let first = ((home as u128) << self.bits).div_ceil(lines as u128) as u64;
        let low = u64::from(key).wrapping_sub(first) & ((1 << Self::LOW_BITS) - 1);
        Entry { spread: first + low, home }
    }
    /// The number of lines from home that the jump in `key` leads.
    #[inline(always)]
    fn offset(&self, key: u32) -> usize {
        if key >> Self::LOW_BITS == 0 {
            return 0;
        }
        let hash = u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        ((hash * (self.slots.len() / LINE) as u64) >> 32) as usize
    }
    /// The lines where `entry` may lie, in order, and its key in each.
    #[inline(always)]
    pub(super) fn probe(&self, entry: Entry) -> impl Iterator<Item = (usize, u32)> {
        let (lines, low) = (self.slots.len() / LINE, entry.spread as u32 & ((1 << Self::LOW_BITS) - 1));
        (0..1 << JUMP_BITS).map(move |jump| {
            let key = jump << Self::LOW_BITS | low;
            let line = entry.home + self.offset(key);
            (if line >= lines { line - lines } else { line }, key)
        })
    }
    /// Finds `entry`, or puts it in with `mark`: what its slot held before, `None` if it finds no slot.
    #[inline(always)]
    fn put(&self, entry: Entry, mark: u32, alone: bool) -> Option<u32> {
        for (line, key) in self.probe(entry) {
            let (start, value) = (entry.spread as usize % LINE, mark << (32 - M::BITS) | key);
            let same = |held| held & Self::KEY == key;
            if let Some(place) = settle(&self.lines()[line], start, value, same, alone) {
                return Some(place.held);
            }
        }
        None
    }
    /// The slot of `entry`, and what it holds.
    fn find(&self, entry: Entry) -> Option<(usize, u32)> {
        for (line, key) in self.probe(entry) {
            match find(&self.lines()[line], entry.spread as usize % LINE, |held| held & Self::KEY == key) {
                Ok(Place { at, held }) => return Some((line * LINE + at, held)),
                Err(false) => return None,
                Err(true) => {}
            }
        }
        None
    }
    /// Empties the slot of `entry`, even if slots before it have been emptied.
    fn remove(&mut self, entry: Entry) {
        let held = self.probe(entry).find_map(|(line, key)| {
            let at = self.lines()[line].iter().position(|s| s.held() != 0 && s.held() & Self::KEY == key)?;
            Some(line * LINE + at)
        });
        if let Some(slot) = held {
            *self.slots[slot].get_mut() = 0;
        }
    }
    fn mark(held: u32) -> M {
        M::unpack((held >> (32 - M::BITS)) as u8)
    }
    fn clogged(&self) -> Full {
        Full { needed: self.slots.bytes() * 2 }
    }
}
impl<M: Mark> Table for Entries<M> {
    const SLOT: u64 = 4;
    const LINE: u64 = LINE as u64;
    fn slots(&self) -> u64 {
        self.slots.len() as u64
    }
    fn most(&self) -> u64 {
        slots_for(self.indices + SLACK)
    }
    fn grow(&mut self, slots: u64) -> Result<(), Full> {
        let new = Self::new(self.indices, self.bits, slots, u64::MAX)?;
        for (line, slots) in self.lines().iter().enumerate() {
            for held in slots.iter().map(Slot::held).filter(|&held| held != 0) {
                let entry = new.entry(self.entry_of(line, held).spread);
                new.put(entry, held >> (32 - M::BITS), true).ok_or_else(|| new.clogged())?;
            }
        }
        *self = new;
        Ok(())
    }
    /// Jumps lead anywhere, so the entries move to a new table while the old one is there.
    fn beside(slots: u64) -> u64 {
        slots * Self::SLOT
    }
}

/// A concurrent map from indices to marks.
#[derive(Debug)]
pub struct Map<M: Mark> {
    table: Growing<Entries<M>>,
    alone: bool,
    room: u64,
}
impl<M: Mark> Map<M> {
    /// A map of so many lines at first, or as many more as keys of 32 bits need.
    pub(super) fn of_lines(lines: u64, indices: u64, room: Room) -> Result<Self, Full> {
        let table = Growing::new(Entries::empty(indices, lines, room.bytes)?, room.bytes);
        Ok(Self { table, alone: room.threads == 1, room: room.bytes })
    }
}
impl<S: Indexed, M: Mark> Visited<S, M> for Map<M> {
    fn new(space: &S, room: Room) -> Result<Self, Full> {
        Self::of_lines(FIRST, space.indices(), room)
    }
    #[inline]
    fn insert_batch(
        &self,
        space: &S,
        states: &mut [S::State],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<S::State>, Full> {
        let table = self.table.reserve(states.len())?;
        let look_up = |state| {
            let entry = table.entry(table.spread(space.index(state)));
            prefetch(&table.slots, entry.home * LINE);
            entry
        };
        let mut clogged = false;
        let batch = each(states, look_up, |_, entry| {
            let Some(held) = table.put(entry, u32::from(mark.pack()), self.alone) else {
                clogged = true;
                return Seen { new: false, met: false };
            };
            Seen { new: held == 0, met: held != 0 && sought(Entries::mark(held)) }
        });
        self.table.give_back(states.len() - batch.new);
        if clogged { Err(table.clogged()) } else { Ok(batch) }
    }
    fn get(&self, space: &S, state: S::State) -> Option<M> {
        let table = self.table.read();
        let (_, held) = table.find(table.entry(table.spread(space.index(state))))?;
        Some(Entries::mark(held))
    }
    fn clear(&mut self, space: &S, inserted: Option<&[S::State]>) -> Result<(), Full> {
        let table = self.table.restart();
        match inserted {
            _ if table.indices != space.indices() => {
                *table = Entries::empty(space.indices(), FIRST, self.room)?;
            }
            Some(states) if states.len() < table.slots.len() / 16 => {
                for &state in states {
                    table.remove(table.entry(table.spread(space.index(state))));
                }
            }
            _ => table.slots.iter_mut().for_each(|slot| *slot.get_mut() = 0),
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
