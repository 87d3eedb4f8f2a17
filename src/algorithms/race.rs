//! Numbered subtrees that threads take in order; of those with a solution the first is to win.
use crate::core::sync::{AtomicUsize, Ordering::Relaxed};

/// Whatever the timing, every subtree in front of the winner is taken by one thread and never lost.
#[derive(Debug)]
pub(super) struct Race {
    next: AtomicUsize,
    /// The first subtree that holds a solution so far.
    best: AtomicUsize,
}
impl Race {
    pub(super) const fn new() -> Self {
        Self { next: AtomicUsize::new(0), best: AtomicUsize::new(usize::MAX) }
    }
    /// From the first subtree on again, while no thread takes any.
    pub(super) fn restart(&self) {
        self.next.store(0, Relaxed);
    }
    /// The number of a subtree that nobody else has taken or will take.
    pub(super) fn take(&self) -> usize {
        self.next.fetch_add(1, Relaxed)
    }
    /// Notes that subtree `index` holds a solution.
    pub(super) fn won(&self, index: usize) {
        self.best.fetch_min(index, Relaxed);
    }
    /// Whether subtree `index` cannot win any more.
    pub(super) fn lost(&self, index: usize) -> bool {
        self.best.load(Relaxed) < index
    }
}
