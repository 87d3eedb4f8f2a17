//! Floor 2: search algorithms. To add one: write its file, then add its lines to the registry below.
use crate::core::{Capabilities, Domain, Full, Search, Setup, StateSpace};
use crate::record::Counts;

/// What a reader of a report needs to know of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Registry name: kebab-case.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// A solution's cost is the least possible (given an admissible heuristic).
    pub optimal: bool,
    /// It uses more than one thread.
    pub parallel: bool,
    /// What its counters promise with more than one thread; with one they are exact.
    pub counts: Counts,
}

/// A search that the registry can build.
pub trait Algorithm<S: StateSpace>: Search<S> + Sized + 'static {
    /// The name, and what it promises.
    const ABOUT: About;
    /// Sets up for instances like `space`.
    ///
    /// # Errors
    /// [`Full`] if what it always needs does not fit the memory allowed.
    fn new(space: &S, setup: &Setup) -> Result<Self, Full>;
}

/// Opens a session: see [`Row::open`].
pub type Open<S> = fn(&S, &Setup) -> Result<Box<dyn Search<S>>, Full>;

/// One selectable configuration for the domain `S`; opening it and each run
/// through it are the only indirect calls.
#[derive(Debug)]
pub struct Row<S: StateSpace> {
    /// The algorithm.
    pub algorithm: About,
    /// Name of the heuristic, where the algorithm uses one.
    pub heuristic: Option<&'static str>,
    /// Name of the visited set, where the algorithm uses one.
    pub visited: Option<&'static str>,
    /// Sets the search up.
    pub open: Open<S>,
}

/// Every configuration of the domain `S`.
#[must_use]
pub fn rows<S: Domain>() -> Vec<Row<S>> {
    let mut rows = Vec::new();
    S::capabilities(&mut Table(&mut rows));
    rows
}
/// Every way to explore the whole space of the domain `S`, by visited set.
#[must_use]
pub fn explorers<S: Domain>() -> Vec<Row<S>> {
    Vec::new()
}

struct Table<'a, S: StateSpace>(&'a mut Vec<Row<S>>);
impl<S: Domain> Capabilities<S> for Table<'_, S> {}
