//! In the place of `src/visited/memory.rs`: ordinary arrays, and the loop of a batch without looking ahead.
use crate::core::{Batch, Full};
use std::ops::{Deref, DerefMut};

/// An array that starts as zeros.
#[derive(Debug)]
pub(crate) struct Zeroed<T>(Vec<T>);
impl<T: Default> Zeroed<T> {
    pub(crate) fn new(len: u64, room: u64) -> Result<Self, Full> {
        let needed = len * size_of::<T>() as u64;
        if needed > room { Err(Full { needed }) } else { Ok(Self((0..len).map(|_| T::default()).collect())) }
    }
    pub(super) fn growing(len: u64, room: u64) -> Result<Self, Full> {
        Self::new(len, room)
    }
    #[expect(clippy::unnecessary_wraps, reason = "the interface of the real one")]
    pub(super) fn extend(&mut self, len: u64) -> Result<(), Full> {
        self.0.resize_with(len as usize, T::default);
        Ok(())
    }
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self[..]) as u64
    }
}
impl<T> Deref for Zeroed<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}
impl<T> DerefMut for Zeroed<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

pub(crate) fn prefetch<T>(_: &[T], _: usize) {}

/// What an insert found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) new: bool,
    pub(super) met: bool,
}

pub(super) fn each<K: Copy + Ord, P>(
    states: &mut [K],
    look_up: impl Fn(K) -> P,
    mut insert: impl FnMut(K, P) -> Seen,
) -> Batch<K> {
    let mut batch = Batch { new: 0, met: None };
    for i in 0..states.len() {
        let state = states[i];
        let seen = insert(state, look_up(state));
        states[batch.new] = state;
        batch.new += usize::from(seen.new);
        if seen.met {
            batch.met = batch.met.into_iter().chain([state]).min();
        }
    }
    batch
}
