//! The one step that the tables without locks rest on: an empty slot is taken once.
use crate::core::sync::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// A cell that goes from empty (0) to one value, and stays so for a phase.
/// Relaxed is enough: a slot publishes nothing but itself.
pub(super) trait Slot {
    /// What it holds.
    type Value: Copy + Default + PartialEq;
    /// The value, 0 while it is empty.
    fn held(&self) -> Self::Value;
    /// Puts `value` in if the slot is empty: then 0, else the value of the rival that came first.
    fn claim(&self, value: Self::Value) -> Self::Value;
    /// Puts `value` in, where no other thread inserts.
    fn fill(&self, value: Self::Value);
}

macro_rules! slot {
    ($atomic:ty, $value:ty) => {
        impl Slot for $atomic {
            type Value = $value;
            #[inline(always)]
            fn held(&self) -> $value {
                self.load(Relaxed)
            }
            #[inline(always)]
            fn claim(&self, value: $value) -> $value {
                self.compare_exchange(0, value, Relaxed, Relaxed).err().unwrap_or(0)
            }
            #[inline(always)]
            fn fill(&self, value: $value) {
                self.store(value, Relaxed);
            }
        }
    };
}
slot!(AtomicU32, u32);
slot!(AtomicU64, u64);

/// Where a value was found or put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<V> {
    /// The slot in its line.
    pub(super) at: usize,
    /// What it held before: 0 if the value is new.
    pub(super) held: V,
}

/// Looks round `line`, a cache line, from slot `start` for a value that is `same`, and
/// puts `value` into the first empty slot if there is none; `None` if others fill the line.
#[inline(always)]
pub(super) fn settle<T: Slot, const N: usize>(
    line: &[T; N],
    start: usize,
    value: T::Value,
    same: impl Fn(T::Value) -> bool,
    alone: bool,
) -> Option<Place<T::Value>> {
    let empty = T::Value::default();
    for i in 0..N {
        let at = (start + i) % N;
        let slot = &line[at];
        let mut held = slot.held();
        if held == empty {
            if alone {
                slot.fill(value);
            } else {
                held = slot.claim(value);
            }
        }
        if held == empty || same(held) {
            return Some(Place { at, held });
        }
    }
    None
}

/// Looks round `line` as [`settle`] does: `Ok` with the slot and the value that is `same`,
/// else whether the line is full, so that the value may lie in another.
#[inline(always)]
pub(super) fn find<T: Slot, const N: usize>(
    line: &[T; N],
    start: usize,
    same: impl Fn(T::Value) -> bool,
) -> Result<Place<T::Value>, bool> {
    for i in 0..N {
        let at = (start + i) % N;
        let held = line[at].held();
        if held == T::Value::default() {
            return Err(false);
        }
        if same(held) {
            return Ok(Place { at, held });
        }
    }
    Err(true)
}
