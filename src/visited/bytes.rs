//! `bytes`: an array over the state's index, a byte a state: threads never share what they write.
use super::memory::{Seen, Zeroed, each, prefetch};
use crate::core::sync::{AtomicU8, Ordering::Relaxed};
use crate::core::{Batch, Full, Indexed, Mark, Room, Visited, VisitedSet};
use std::marker::PhantomData;

/// The family.
#[derive(Debug)]
pub struct Bytes;
impl<S: Indexed> VisitedSet<S> for Bytes {
    const NAME: &'static str = "bytes";
    const ABOUT: &'static str =
        "An array by the state's number, a byte a state: threads never share what they write";
    const FIXED: bool = true;
    type Map<M: Mark> = Marks<M>;
}

/// Packed marks, 0 = not met. Relaxed is enough, as in `bitset`.
#[derive(Debug)]
pub struct Marks<M> {
    bytes: Zeroed<AtomicU8>,
    alone: bool,
    room: u64,
    kind: PhantomData<M>,
}
impl<M> Marks<M> {
    /// None yet, of `indices` states.
    pub(super) fn of(indices: u64, room: Room) -> Result<Self, Full> {
        let bytes = Zeroed::new(indices, room.bytes)?;
        Ok(Self { bytes, alone: room.threads == 1, room: room.bytes, kind: PhantomData })
    }
}
impl<S: Indexed, M: Mark> Visited<S, M> for Marks<M> {
    const AT_ONCE: bool = true;
    fn new(space: &S, room: Room) -> Result<Self, Full> {
        Self::of(space.indices(), room)
    }
    #[inline]
    fn insert_batch(
        &self,
        space: &S,
        states: &mut [S::State],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<S::State>, Full> {
        let (bytes, alone, mark) = (&self.bytes[..], self.alone, mark.pack());
        let look_up = |state| {
            let index = space.index(state) as usize;
            prefetch(bytes, index);
            index
        };
        Ok(each(states, look_up, |_, index| {
            let byte = &bytes[index];
            let mut held = byte.load(Relaxed);
            if alone {
                // Without a branch; a byte that is taken keeps its mark.
                byte.store(if held == 0 { mark } else { held }, Relaxed);
            } else if held == 0 {
                held = byte.swap(mark, Relaxed); // a rival in this phase writes the same
            }
            Seen { new: held == 0, met: (held != 0) & sought(M::unpack(held)) }
        }))
    }
    #[inline(always)]
    fn insert(&self, space: &S, state: S::State, mark: M) -> Result<Option<M>, Full> {
        let byte = &self.bytes[space.index(state) as usize];
        let mut held = byte.load(Relaxed);
        if held == 0 {
            if self.alone {
                byte.store(mark.pack(), Relaxed);
            } else {
                held = byte.swap(mark.pack(), Relaxed); // a rival in this phase writes the same
            }
        }
        Ok((held != 0).then(|| M::unpack(held)))
    }
    fn get(&self, space: &S, state: S::State) -> Option<M> {
        let held = self.bytes[space.index(state) as usize].load(Relaxed);
        (held != 0).then(|| M::unpack(held))
    }
    fn clear(&mut self, space: &S, inserted: Option<&[S::State]>) -> Result<(), Full> {
        match inserted {
            _ if self.bytes.len() as u64 != space.indices() => {
                self.bytes = Zeroed::new(space.indices(), self.room)?;
            }
            Some(states) if states.len() < self.bytes.len() / 32 => {
                for &state in states {
                    *self.bytes[space.index(state) as usize].get_mut() = 0;
                }
            }
            _ => self.bytes.iter_mut().for_each(|byte| *byte.get_mut() = 0),
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        self.bytes.bytes()
    }
}
