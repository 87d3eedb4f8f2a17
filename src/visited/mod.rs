//! Floor 1: visited sets. To add one: write its file, then add its lines to the registry.
//! The only floor with `unsafe`, and only in `memory.rs`.
mod bitset;
mod budget;
mod bytes;
mod compact;
#[cfg(test)]
mod compact_tests;
mod dash;
mod growing;
mod hashset;
mod lockfree;
mod memory;
mod sharded;
mod slot;
#[cfg(test)]
mod tests;

use crate::core::{Capabilities, Domain, Indexed, StateSpace, VisitedSet};
pub use bitset::Bitset;
pub use bytes::Bytes;
pub use compact::Compact;
pub use dash::{Dash, DashDefault};
pub use hashset::HashSet;
pub use lockfree::LockFree;
pub(crate) use memory::{Zeroed, prefetch};
pub use sharded::Sharded;

/// A computation over the visited sets that fit `S`.
pub trait Visitor<S: StateSpace> {
    /// Called once a set.
    fn visit<V: VisitedSet<S>>(&mut self);
}

/// THE registry of visited sets: those for any space, then what `S` can carry.
pub fn for_each<S: Domain>(visitor: &mut impl Visitor<S>) {
    visitor.visit::<HashSet>();
    visitor.visit::<Dash>();
    visitor.visit::<DashDefault>();
    visitor.visit::<Sharded>();
    S::capabilities(&mut Fitting(visitor));
}

struct Fitting<'a, T>(&'a mut T);
impl<S: StateSpace, T: Visitor<S>> Capabilities<S> for Fitting<'_, T> {
    fn words(&mut self)
    where
        S::State: Into<u64>,
    {
        self.0.visit::<LockFree>();
    }
    fn indexed(&mut self)
    where
        S: Indexed,
    {
        self.0.visit::<Bitset>();
        self.0.visit::<Bytes>();
        self.0.visit::<Compact>();
    }
}
