//! `bitset`: an array over the state's index, with as many bits as the mark needs.
use super::bytes::Marks;
use super::memory::{Seen, Zeroed, each, prefetch};
use crate::core::sync::{AtomicU64, Ordering::Relaxed};
use crate::core::{Batch, Full, Indexed, Mark, Room, Visited, VisitedSet};

/// One bit a state where the search remembers no more than that it was met.
#[derive(Debug)]
pub struct Bitset;
impl<S: Indexed> VisitedSet<S> for Bitset {
    const NAME: &'static str = "bitset";
    const ABOUT: &'static str = "An array by the state's number, a few bits a state";
    const FIXED: bool = true;
    type Map<M: Mark> = Dense<M>;
}

/// Fields of 1, 2 or 4 bits in 64-bit words; 0 = not met. Relaxed is enough:
/// a field publishes nothing but itself, and layers end in a barrier.
#[derive(Debug)]
pub struct Dense<M> {
    words: Zeroed<AtomicU64>,
    /// Marks that fill a byte are bytes: then there are no words.
    whole: Marks<M>,
    alone: bool,
    room: u64,
}
impl<M: Mark> Dense<M> {
    const WIDTH: usize = M::BITS.next_power_of_two() as usize;
    const WHOLE: bool = Self::WIDTH == 8;
    const FIELDS: usize = 64 / Self::WIDTH;
    const FIELD: u64 = (1 << Self::WIDTH) - 1;
    fn words<S: Indexed>(space: &S) -> u64 {
        space.indices().div_ceil(Self::FIELDS as u64)
    }
    #[inline(always)]
    fn shift(index: usize) -> usize {
        index % Self::FIELDS * Self::WIDTH
    }
}
impl<S: Indexed, M: Mark> Visited<S, M> for Dense<M> {
    const AT_ONCE: bool = true;
    fn new(space: &S, room: Room) -> Result<Self, Full> {
        let (words, whole) = if Self::WHOLE { (0, space.indices()) } else { (Self::words(space), 0) };
        let (words, whole) = (Zeroed::new(words, room.bytes)?, Marks::of(whole, room)?);
        Ok(Self { words, whole, alone: room.threads == 1, room: room.bytes })
    }
    #[inline]
    fn insert_batch(
        &self,
        space: &S,
        states: &mut [S::State],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<S::State>, Full> {
        if Self::WHOLE {
            return self.whole.insert_batch(space, states, mark, sought);
        }
        let (words, alone) = (&self.words[..], self.alone);
        let look_up = |state| {
            let index = space.index(state) as usize;
            prefetch(words, index / Self::FIELDS);
            index
        };
        Ok(each(states, look_up, |_, index| {
            let (word, shift) = (&words[index / Self::FIELDS], Self::shift(index));
            let (old, bits) = (word.load(Relaxed), u64::from(mark.pack()) << shift);
            let mut field = old >> shift & Self::FIELD;
            if alone {
                // A field that is taken keeps its mark; the store hurts nobody.
                word.store(if field == 0 { old | bits } else { old }, Relaxed);
            } else if field == 0 {
                // A rival in this phase writes the same mark: `or` cannot mix two.
                field = word.fetch_or(bits, Relaxed) >> shift & Self::FIELD;
            }
            Seen { new: field == 0, met: (field != 0) & sought(M::unpack(field as u8)) }
        }))
    }
    #[inline(always)]
    fn insert(&self, space: &S, state: S::State, mark: M) -> Result<Option<M>, Full> {
        if Self::WHOLE {
            return self.whole.insert(space, state, mark);
        }
        let index = space.index(state) as usize;
        let (word, shift) = (&self.words[index / Self::FIELDS], Self::shift(index));
        let (old, bits) = (word.load(Relaxed), u64::from(mark.pack()) << shift);
        let mut field = old >> shift & Self::FIELD;
        if field == 0 {
            if self.alone {
                word.store(old | bits, Relaxed);
            } else {
                field = word.fetch_or(bits, Relaxed) >> shift & Self::FIELD;
            }
        }
        Ok((field != 0).then(|| M::unpack(field as u8)))
    }
    fn get(&self, space: &S, state: S::State) -> Option<M> {
        if Self::WHOLE {
            return self.whole.get(space, state);
        }
        let index = space.index(state) as usize;
        let field = self.words[index / Self::FIELDS].load(Relaxed) >> Self::shift(index) & Self::FIELD;
        (field != 0).then(|| M::unpack(field as u8))
    }
    fn clear(&mut self, space: &S, inserted: Option<&[S::State]>) -> Result<(), Full> {
        if Self::WHOLE {
            return self.whole.clear(space, inserted);
        }
        match inserted {
            _ if self.words.len() as u64 != Self::words(space) => {
                self.words = Zeroed::new(Self::words(space), self.room)?;
            }
            Some(states) if states.len() < self.words.len() / 4 => {
                for &state in states {
                    *self.words[space.index(state) as usize / Self::FIELDS].get_mut() = 0;
                }
            }
            _ => self.words.iter_mut().for_each(|word| *word.get_mut() = 0),
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        self.words.bytes() + Visited::<S, M>::bytes(&self.whole)
    }
}
