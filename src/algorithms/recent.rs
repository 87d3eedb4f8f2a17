//! A worker's own filter of repeats, in front of a visited set that is farther away.
use crate::core::Key;

/// A small table of the states that a worker has passed on.
///
/// A state comes up again soon, as a child of its parent's neighbours, and the small
/// table is near where the visited set is not. What it forgets only costs a look-up.
#[derive(Debug)]
pub(super) struct Recent<K>(Vec<K>);
impl<K: Key> Recent<K> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }
    /// Gives its contents up, before another search.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
    /// Makes it `places` places, a power of two, unless it is ready: filled with
    /// `known`, a state that need not be passed on.
    pub(super) fn start(&mut self, places: usize, known: K) {
        if self.0.is_empty() {
            self.0.resize(places, known);
        }
    }
    pub(super) fn bytes(&self) -> u64 {
        (self.0.capacity() * size_of::<K>()) as u64
    }
    /// Whether `state`, whose hash is known, is not in the table; now it is.
    #[inline(always)]
    pub(super) fn pass(&mut self, state: K, hash: u64) -> bool {
        let at = hash as usize & (self.0.len() - 1);
        std::mem::replace(&mut self.0[at], state) != state
    }
}

/// Places for the states of a search whose tables are private: an eighth of a common second cache.
pub(super) const fn private_places<K>() -> usize {
    ((1 << 17) / size_of::<K>()).next_power_of_two()
}
