//! Floor 2: search algorithms. To add one: write its file, then add its lines to the registry below.
mod astar;
mod bfs;
mod bfs_layered;
mod bfs_partitioned;
mod bfs_sort;
mod bidirectional_bfs;
mod both_ends;
mod chunks;
mod crew;
mod deepening;
mod explore_sweep;
mod hash_distributed_astar;
mod inboxes;
#[cfg(test)]
mod informed_tests;
mod layer_words;
mod layers;
mod nodes;
mod owner;
mod path;
mod pool;
mod race;
mod recent;
mod shared_astar;
mod shared_open;
mod step;
mod subtrees;
mod team;
#[cfg(test)]
mod team_tests;
mod transposition;
mod walk;

use crate::core::{
    Backward, BothWays, Capabilities, Domain, Full, Heuristic, Recompute, Search, Setup, StateSpace,
    Stepwise, Sweep, VisitedSet,
};
use crate::record::Counts;
use crate::visited::{self, Visitor};
use astar::{AStar, Greedy, WeightedAStar};
use bfs::Bfs;
use bfs_layered::{BfsLayered, Explore};
use bfs_partitioned::{BfsPartitioned, ExplorePartitioned, PARTITIONED};
use bfs_sort::{BfsSort, ExploreSorted, SORTED};
use bidirectional_bfs::BidirectionalBfs;
use both_ends::{BaeStar, MeetInTheMiddle, NearOptimal};
use deepening::{IdaStar, Iddfs, IddfsTable};
use explore_sweep::{ExploreSweep, SWEEP};
use hash_distributed_astar::HashDistributedAStar;
use shared_astar::SharedAStar;
use transposition::TRANSPOSITION;

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

/// Sets that an algorithm brings itself: a name of the `visited` column, one line for
/// people, and whether it takes all its memory at once.
pub const OWN_SETS: [(&str, &str, bool); 4] = [
    (
        PARTITIONED,
        "Hash tables that belong to a thread each, nothing shared: bfs-partitioned and exploring",
        false,
    ),
    (SORTED, "Layers in ascending order, repeats found by merging them: bfs-sort and exploring", false),
    (TRANSPOSITION, "A table of full states with the largest distance to the bound: iddfs alone", false),
    (SWEEP, "Layers as bit arrays, a group of states a step: exploring alone", true),
];

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

impl<S: StateSpace> Row<S> {
    fn new<A: Algorithm<S>>(heuristic: Option<&'static str>, visited: Option<&'static str>) -> Self {
        let open: Open<S> = |space, setup| Ok(Box::new(A::new(space, setup)?));
        Self { algorithm: A::ABOUT, heuristic, visited, open }
    }
    fn over<V: VisitedSet<S>, A: Algorithm<S>>() -> Self {
        Self::new::<A>(None, Some(V::NAME))
    }
    fn by<H: Heuristic<S>, A: Algorithm<S>>() -> Self {
        Self::new::<A>(Some(H::NAME), None)
    }
}

/// Every configuration of the domain `S`.
#[must_use]
pub fn rows<S: Domain>() -> Vec<Row<S>> {
    let mut rows = Vec::new();
    visited::for_each(&mut Forward(&mut rows));
    S::capabilities(&mut Offered(&mut rows));
    rows.push(Row::new::<BfsPartitioned<S>>(None, Some(PARTITIONED)));
    rows.push(Row::new::<BfsSort<S>>(None, Some(SORTED)));
    rows.push(Row::new::<Iddfs<S>>(None, None));
    rows.push(Row::new::<IddfsTable<S>>(None, Some(TRANSPOSITION)));
    rows
}
/// Every way to explore the whole space of the domain `S`, by visited set.
#[must_use]
pub fn explorers<S: Domain>() -> Vec<Row<S>> {
    let mut rows = Vec::new();
    visited::for_each(&mut Exploring(&mut rows));
    rows.push(Row::new::<ExplorePartitioned<S>>(None, Some(PARTITIONED)));
    rows.push(Row::new::<ExploreSorted<S>>(None, Some(SORTED)));
    S::capabilities(&mut Exploring(&mut rows));
    rows
}

/// THE registry of algorithms over a visited set, for any space.
struct Forward<'a, S: StateSpace>(&'a mut Vec<Row<S>>);
impl<S: Domain> Visitor<S> for Forward<'_, S> {
    fn visit<V: VisitedSet<S>>(&mut self) {
        self.0.push(Row::over::<V, Bfs<S, V>>());
        self.0.push(Row::over::<V, BfsLayered<S, V>>());
    }
}

/// THE registry of algorithms over a visited set that search from the goals too.
struct FromBothEnds<'a, S: StateSpace>(&'a mut Vec<Row<S>>);
impl<S: Domain + Backward> Visitor<S> for FromBothEnds<'_, S> {
    fn visit<V: VisitedSet<S>>(&mut self) {
        self.0.push(Row::over::<V, BidirectionalBfs<S, V>>());
    }
}

/// THE registry of algorithms with a heuristic, and the way to those that need more than a space.
struct Offered<'a, S: StateSpace>(&'a mut Vec<Row<S>>);
impl<S: Domain> Capabilities<S> for Offered<'_, S> {
    fn backward(&mut self)
    where
        S: Backward,
    {
        visited::for_each(&mut FromBothEnds(self.0));
    }
    fn heuristic<H: Heuristic<S>>(&mut self) {
        self.0.push(Row::by::<H, IdaStar<S, Recompute<H>>>());
        self.estimate::<H>();
    }
    fn both_ways<H: BothWays<S>>(&mut self)
    where
        S: Backward,
    {
        self.0.push(Row::by::<H, BaeStar<S, H>>());
        self.0.push(Row::by::<H, MeetInTheMiddle<S, H>>());
        self.0.push(Row::by::<H, NearOptimal<S, H>>());
    }
    fn stepwise<H: Stepwise<S>>(&mut self) {
        self.0.push(Row::by::<H, IdaStar<S, H>>());
        self.estimate::<H>();
    }
}

impl<S: Domain> Offered<'_, S> {
    fn estimate<H: Heuristic<S>>(&mut self) {
        self.0.push(Row::by::<H, AStar<S, H>>());
        self.0.push(Row::by::<H, WeightedAStar<S, H>>());
        self.0.push(Row::by::<H, Greedy<S, H>>());
        self.0.push(Row::by::<H, SharedAStar<S, H>>());
        self.0.push(Row::by::<H, HashDistributedAStar<S, H>>());
    }
}

struct Exploring<'a, S: StateSpace>(&'a mut Vec<Row<S>>);
impl<S: Domain> Visitor<S> for Exploring<'_, S> {
    fn visit<V: VisitedSet<S>>(&mut self) {
        self.0.push(Row::over::<V, Explore<S, V>>());
    }
}
impl<S: Domain> Capabilities<S> for Exploring<'_, S> {
    fn sweep<W: Sweep<S, WORDS> + 'static, const WORDS: usize>(&mut self) {
        self.0.push(Row::new::<ExploreSweep<W, WORDS>>(None, Some(SWEEP)));
    }
}
