//! Big zeroed arrays of atomics on huge pages, and reading ahead in them.
#![expect(unsafe_code, reason = "zeroed pages, huge pages and prefetch have no safe interface")]
use crate::core::{Batch, Full};
use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

/// An integer for which all-zero bytes are a value.
pub(crate) trait Zeroable: Send + Sync {}
impl Zeroable for AtomicU8 {}
impl Zeroable for AtomicU32 {}
impl Zeroable for AtomicU64 {}

/// An array that starts as zeros, on huge pages where the kernel gives them.
#[derive(Debug)]
pub(crate) struct Zeroed<T> {
    slots: NonNull<T>,
    len: usize,
    mapping: NonNull<c_void>,
    mapped: usize,
}
// SAFETY: an owner of its memory, as a boxed slice is; its items are `Send` and `Sync`.
unsafe impl<T: Zeroable> Send for Zeroed<T> {}
// SAFETY: as above.
unsafe impl<T: Zeroable> Sync for Zeroed<T> {}

/// Size of a huge page on `x86_64` and most others.
const HUGE: usize = 2 << 20;
/// Addresses that one array may reserve, far beyond the memory of machines of today.
const MOST: u64 = 1 << 42;
/// Smaller arrays stay on ordinary pages: a huge one would waste most of itself.
const WORTH_HUGE: usize = HUGE / 2;

impl<T: Zeroable> Zeroed<T> {
    /// `len` zeros.
    ///
    /// # Errors
    /// [`Full`] if they are more than `room` bytes, or the system does not give them.
    pub(crate) fn new(len: u64, room: u64) -> Result<Self, Full> {
        let needed = len.saturating_mul(size_of::<T>() as u64);
        if needed > room {
            return Err(Full { needed });
        }
        let mut all = Self::reserved(needed).ok_or(Full { needed })?;
        all.extend(len)?;
        Ok(all)
    }
    /// `len` zeros, to be extended in place up to about `room` bytes. What is
    /// not in use yet takes addresses and no memory.
    ///
    /// # Errors
    /// [`Full`] as for [`Zeroed::new`].
    pub(super) fn growing(len: u64, room: u64) -> Result<Self, Full> {
        let needed = len.saturating_mul(size_of::<T>() as u64);
        if needed > room {
            return Err(Full { needed });
        }
        // Addresses may be limited too: then half as many, and so on.
        let mut sizes =
            std::iter::successors(Some(room.min(MOST)), |&bytes| (bytes / 2 > needed).then_some(bytes / 2));
        let mut all = sizes.find_map(Self::reserved).ok_or(Full { needed })?;
        all.extend(len)?;
        Ok(all)
    }
    /// None yet, with addresses for `bytes` bytes.
    fn reserved(bytes: u64) -> Option<Self> {
        let bytes = usize::try_from(bytes).ok()?;
        let huge = bytes >= WORTH_HUGE;
        let padded =
            if huge { bytes.checked_next_multiple_of(HUGE)?.checked_add(HUGE)? } else { bytes.max(1) };
        let size = NonZeroUsize::new(padded)?;
        let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE;
        // SAFETY: a new private mapping, wherever the system puts it.
        let mapping = unsafe { mmap_anonymous(None, size, ProtFlags::PROT_NONE, flags) }.ok()?;
        let skip = if huge { mapping.as_ptr().align_offset(HUGE) } else { 0 };
        // SAFETY: within the mapping, which is a huge page longer than needed.
        let start = unsafe { mapping.byte_add(skip) };
        Some(Self { slots: start.cast(), len: 0, mapping, mapped: padded })
    }
    /// Appends zeros, up to `len` items in all.
    ///
    /// # Errors
    /// [`Full`] if they do not fit what was reserved, or the system does not give them.
    pub(super) fn extend(&mut self, len: u64) -> Result<(), Full> {
        let needed = len.saturating_mul(size_of::<T>() as u64);
        let full = Full { needed };
        let bytes = usize::try_from(needed).map_err(|_| full)?;
        let start = self.slots.cast::<c_void>();
        let skipped = start.addr().get() - self.mapping.addr().get();
        if bytes > self.mapped - skipped {
            return Err(full);
        }
        // In pages of the larger kind, so that the next ones begin where these end.
        let used = bytes.next_multiple_of(HUGE).min(self.mapped - skipped);
        // SAFETY: within the mapping, which holds nothing but these items.
        unsafe { mprotect(start, used, ProtFlags::PROT_READ | ProtFlags::PROT_WRITE) }.map_err(|_| full)?;
        #[cfg(target_os = "linux")]
        if bytes >= WORTH_HUGE {
            let advice = nix::sys::mman::MmapAdvise::MADV_HUGEPAGE;
            // SAFETY: within the mapping; the advice changes no contents, and a refusal no meaning.
            let _ = unsafe { nix::sys::mman::madvise(start, used, advice) };
        }
        self.len = len as usize;
        Ok(())
    }
    /// Bytes of the items.
    pub(super) fn bytes(&self) -> u64 {
        (self.len * size_of::<T>()) as u64
    }
}
impl<T> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and nothing borrows it any more.
        let _ = unsafe { munmap(self.mapping, self.mapped) };
    }
}
impl<T> Deref for Zeroed<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` aligned items inside the mapping, zeros being values (`Zeroable`).
        unsafe { std::slice::from_raw_parts(self.slots.as_ptr(), self.len) }
    }
}
impl<T> DerefMut for Zeroed<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is borrowed for writing.
        unsafe { std::slice::from_raw_parts_mut(self.slots.as_ptr(), self.len) }
    }
}

/// Starts to load the cache line of `slots[at]`.
#[inline(always)]
pub(crate) fn prefetch<T>(slots: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address is harmless.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(slots.as_ptr().wrapping_add(at).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slots, at);
}

/// How many look-ups a batch keeps in flight: with 16 the latency of memory is
/// hidden (about 13 ns an access against 220 for one that waits); more gain nothing.
const AHEAD: usize = 16;

/// What an insert found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) new: bool,
    pub(super) met: bool,
}

/// The loop of every batch insert: looks each state up `AHEAD` states before
/// `insert` needs the place, and moves the new states to the front.
#[inline(always)]
pub(super) fn each<K: Copy + Ord, P: Copy + Default>(
    states: &mut [K],
    look_up: impl Fn(K) -> P,
    mut insert: impl FnMut(K, P) -> Seen,
) -> Batch<K> {
    let mut places = [P::default(); AHEAD];
    for (place, &state) in places.iter_mut().zip(&*states) {
        *place = look_up(state);
    }
    let mut batch = Batch { new: 0, met: None };
    for i in 0..states.len() {
        let (state, place) = (states[i], places[i % AHEAD]);
        if let Some(&later) = states.get(i + AHEAD) {
            places[i % AHEAD] = look_up(later);
        }
        let seen = insert(state, place);
        // Without a branch: whether a state is new is a coin toss to the processor.
        states[batch.new] = state;
        batch.new += usize::from(seen.new);
        if seen.met {
            batch.met = Some(batch.met.map_or(state, |met: K| met.min(state)));
        }
    }
    batch
}
