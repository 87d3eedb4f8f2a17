//! Which thread a state belongs to, where threads share the states out.
use super::nodes::hash;
use crate::core::StateSpace;

/// Which of `threads` owns a state: by the hash of its locality, and by bits of it that no table
/// uses, as the locality may be the state.
#[inline(always)]
pub(super) fn owner<S: StateSpace>(space: &S, state: S::State, threads: usize) -> usize {
    let hash = hash(space.locality(state));
    ((hash >> 52) as usize * threads) >> 12
}
