//! `lockfree`: an open-addressing table of words that takes inserts without a lock a state.
use super::growing::{Growing, Table};
use super::memory::{Seen, Zeroed, each, prefetch};
use super::slot::{find, settle};
use crate::core::sync::{AtomicU8, AtomicU64, Ordering::Relaxed};
use crate::core::{Batch, Full, Mark, Room, StateSpace, Visited, VisitedSet};
use std::marker::PhantomData;
use std::ops::Range;

/// The family: for states that are one word.
#[derive(Debug)]
pub struct LockFree;
impl<S: StateSpace<State: Into<u64>>> VisitedSet<S> for LockFree {
    const NAME: &'static str = "lockfree";
    const ABOUT: &'static str = "An open-addressing table of words that takes inserts without a lock";
    type Map<M: Mark> = Map<M>;
}

/// Words in a cache line.
const LINE: usize = 8;
/// Slots of an empty table.
const FIRST: u64 = 1024;

/// Spreads a key over all bits; no two keys share a word, so the table holds words.
#[inline(always)]
const fn mix(key: u64) -> u64 {
    let folded = (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (folded ^ folded >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// The words, probed a cache line at a time from the home slot on.
#[derive(Debug)]
struct Keys<M> {
    words: Zeroed<AtomicU64>,
    /// Beside the words where there is a choice of marks. One that is not yet
    /// written is of this phase, whose mark all its inserts share.
    marks: Zeroed<AtomicU8>,
    /// The mark of the key whose word is 0, which in a slot means empty.
    zero: AtomicU8,
    kind: PhantomData<M>,
}
impl<M: Mark> Keys<M> {
    const MARKED: bool = M::BITS > 1;

    fn new(slots: u64, room: u64) -> Result<Self, Full> {
        let needed = slots * Self::SLOT;
        if needed > room {
            return Err(Full { needed });
        }
        let words = Zeroed::growing(slots, room / Self::SLOT * 8)?;
        let marks =
            if Self::MARKED { Zeroed::growing(slots, room / Self::SLOT)? } else { Zeroed::new(0, 0)? };
        Ok(Self { words, marks, zero: AtomicU8::new(0), kind: PhantomData })
    }
    /// The high bits of the word choose the slot: words in order lie in order.
    #[inline(always)]
    fn home(&self, word: u64) -> usize {
        ((u128::from(word) * self.words.len() as u128) >> 64) as usize
    }
    /// Finds `word`, or puts it in: its slot, and whether it is new.
    #[inline(always)]
    fn put(&self, word: u64, home: usize, alone: bool) -> (usize, bool) {
        let mut from = home / LINE;
        loop {
            if let Some(found) = self.put_ahead(word, from, home % LINE, alone) {
                return found;
            }
            from = 0;
        }
    }
    /// As [`Keys::put`], from line `from` to the last one.
    #[inline(always)]
    fn put_ahead(&self, word: u64, from: usize, start: usize, alone: bool) -> Option<(usize, bool)> {
        let lines = self.words.as_chunks::<LINE>().0;
        for (line, slots) in lines.iter().enumerate().skip(from) {
            if let Some(place) = settle(slots, start, word, |held| held == word, alone) {
                return Some((line * LINE + place.at, place.held == 0));
            }
        }
        None
    }
    /// Takes the entries out of `lines`: words with their packed marks.
    fn take(&mut self, lines: Range<usize>, entries: &mut Vec<(u64, u8)>) {
        for slot in lines.start * LINE..lines.end * LINE {
            let word = std::mem::take(self.words[slot].get_mut());
            let mark = if Self::MARKED { std::mem::take(self.marks[slot].get_mut()) } else { 0 };
            if word != 0 {
                entries.push((word, mark));
            }
        }
    }
    fn full(&self, line: usize) -> bool {
        self.words.as_chunks::<LINE>().0[line].iter().all(|slot| slot.load(Relaxed) != 0)
    }
    fn note(&mut self, (slot, _): (usize, bool), mark: u8) {
        if Self::MARKED {
            *self.marks[slot].get_mut() = mark;
        }
    }
    /// As [`Keys::put`], for the key whose word is 0.
    #[cold]
    fn put_zero(&self, mark: M, sought: &impl Fn(M) -> bool) -> Seen {
        let held = self.zero.compare_exchange(0, mark.pack(), Relaxed, Relaxed).err();
        Seen { new: held.is_none(), met: held.is_some_and(|bits| sought(M::unpack(bits))) }
    }
    /// The mark in `slot`, which is taken; `now` if it is not yet written.
    #[inline(always)]
    fn mark(&self, slot: usize, now: M) -> M {
        match Self::MARKED.then(|| self.marks[slot].load(Relaxed)) {
            None | Some(0) => now,
            Some(bits) => M::unpack(bits),
        }
    }
    fn sweep(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        self.marks.iter_mut().for_each(|mark| *mark.get_mut() = 0);
    }
    /// Empties the line of `word`, and on to the first that was not full:
    /// whatever was displaced from one of them lies in another.
    fn sweep_around(&mut self, word: u64) {
        let mut line = self.home(word) / LINE;
        loop {
            let slots = line * LINE..(line + 1) * LINE;
            let words = self.words[slots.clone()].iter_mut();
            let taken = words.filter_map(|slot| (std::mem::take(slot.get_mut()) != 0).then_some(())).count();
            if Self::MARKED {
                self.marks[slots].iter_mut().for_each(|mark| *mark.get_mut() = 0);
            }
            if taken < LINE {
                return;
            }
            line = (line + 1) % (self.words.len() / LINE);
        }
    }
}
impl<M: Mark> Table for Keys<M> {
    const SLOT: u64 = if Self::MARKED { 9 } else { 8 };
    const LINE: u64 = LINE as u64;
    fn slots(&self) -> u64 {
        self.words.len() as u64
    }
    fn most(&self) -> u64 {
        u64::MAX
    }
    /// In place, a run of lines at a time, from the last one back: a run is full
    /// lines and the one after them, so that what it holds has its home in it. A
    /// home moves ahead only, into lines that are empty by then.
    fn grow(&mut self, slots: u64) -> Result<(), Full> {
        let old = self.words.len() / LINE;
        self.words.extend(slots)?;
        if Self::MARKED {
            self.marks.extend(slots)?;
        }
        // What lies in the first run may have its home at the end; so may what finds no place there.
        let first = (0..old).find(|&line| !self.full(line)).map_or(old, |line| line + 1);
        let mut rest = Vec::new();
        self.take(0..first, &mut rest);
        let (mut end, mut run) = (old, Vec::new());
        while end > first {
            let mut begin = end - 1;
            while begin > first && self.full(begin - 1) {
                begin -= 1;
            }
            self.take(begin..end, &mut run);
            for (word, mark) in run.drain(..) {
                let home = self.home(word);
                match self.put_ahead(word, home / LINE, home % LINE, true) {
                    Some(found) => self.note(found, mark),
                    None => rest.push((word, mark)),
                }
            }
            end = begin;
        }
        for (word, mark) in rest {
            let found = self.put(word, self.home(word), true);
            self.note(found, mark);
        }
        Ok(())
    }
    fn beside(_: u64) -> u64 {
        0
    }
}

/// A concurrent map from words to marks.
#[derive(Debug)]
pub struct Map<M: Mark> {
    table: Growing<Keys<M>>,
    alone: bool,
}
impl<M: Mark> Map<M> {
    /// A map of so many slots at first, whole lines of them.
    pub(super) fn of_slots(slots: u64, room: Room) -> Result<Self, Full> {
        let table = Growing::new(Keys::new(slots, room.bytes)?, room.bytes);
        Ok(Self { table, alone: room.threads == 1 })
    }
}
impl<S: StateSpace<State: Into<u64>>, M: Mark> Visited<S, M> for Map<M> {
    fn new(_: &S, room: Room) -> Result<Self, Full> {
        Self::of_slots(FIRST, room)
    }
    #[inline]
    fn insert_batch(
        &self,
        _: &S,
        states: &mut [S::State],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<S::State>, Full> {
        let table = self.table.reserve(states.len())?;
        let look_up = |state: S::State| {
            let word = mix(state.into());
            let home = table.home(word);
            prefetch(&table.words, home);
            (word, home)
        };
        let batch = each(states, look_up, |_, (word, home)| {
            if word == 0 {
                return table.put_zero(mark, &sought);
            }
            let (slot, new) = table.put(word, home, self.alone);
            if new && Keys::<M>::MARKED {
                table.marks[slot].store(mark.pack(), Relaxed);
            }
            Seen { new, met: !new && sought(table.mark(slot, mark)) }
        });
        self.table.give_back(states.len() - batch.new);
        Ok(batch)
    }
    fn get(&self, _: &S, state: S::State) -> Option<M> {
        let (table, word) = (self.table.read(), mix(state.into()));
        if word == 0 {
            let held = table.zero.load(Relaxed);
            return (held != 0).then(|| M::unpack(held));
        }
        let (lines, home) = (table.words.as_chunks::<LINE>().0, table.home(word));
        let mut line = home / LINE;
        loop {
            match find(&lines[line], home % LINE, |held| held == word) {
                Ok(place) => return Some(table.mark(line * LINE + place.at, M::unpack(1))),
                Err(false) => return None,
                Err(true) => line = (line + 1) % lines.len(),
            }
        }
    }
    fn clear(&mut self, _: &S, inserted: Option<&[S::State]>) -> Result<(), Full> {
        let table = self.table.restart();
        *table.zero.get_mut() = 0;
        match inserted {
            Some(states) if states.len() < table.words.len() / 16 => {
                for &state in states {
                    table.sweep_around(mix(state.into()));
                }
            }
            _ => table.sweep(),
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
