//! Floor 1: visited sets. To add one: write its file, then add its lines to the registry.
//! The only floor with `unsafe`, and only in `memory.rs`.
use crate::core::{Capabilities, Domain, StateSpace, VisitedSet};

/// A computation over the visited sets that fit `S`.
pub trait Visitor<S: StateSpace> {
    /// Called once a set.
    fn visit<V: VisitedSet<S>>(&mut self);
}

/// THE registry of visited sets: those for any space, then what `S` can carry.
pub fn for_each<S: Domain>(visitor: &mut impl Visitor<S>) {
    S::capabilities(&mut Fitting(visitor));
}

struct Fitting<'a, T>(&'a mut T);
impl<S: StateSpace, T: Visitor<S>> Capabilities<S> for Fitting<'_, T> {}
