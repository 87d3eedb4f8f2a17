//! A layer as its workers share it out: a few states at a time, in their order.
use super::step::PATIENCE;
use crate::core::sync::Mutex;

/// The states of a layer, to be taken by workers.
pub(super) struct Chunks<'a, K> {
    parts: &'a [Vec<K>],
    /// The part and the place there of the next state.
    next: Mutex<(usize, usize)>,
}
impl<'a, K> Chunks<'a, K> {
    pub(super) fn new(parts: &'a [Vec<K>]) -> Self {
        Self { parts, next: Mutex::new((0, 0)) }
    }
    /// The next few states, until there are none.
    pub(super) fn take(&self) -> Option<&'a [K]> {
        let mut next = self.next.lock().expect("nothing panics while it holds the lock");
        let (part, from) = &mut *next;
        while *from == self.parts.get(*part)?.len() {
            (*part, *from) = (*part + 1, 0);
        }
        let rest = &self.parts[*part][*from..];
        let chunk = &rest[..rest.len().min(PATIENCE)];
        *from += chunk.len();
        Some(chunk)
    }
}
