//! State spaces: one problem instance as a search sees it, and what some
//! spaces offer beyond plain expansion.
use super::{Stepwise, Sweep};
use std::fmt::Debug;
use std::hash::Hash;

/// The cost of an edge or a path: 1 an edge in unit-cost spaces.
pub type Cost = u32;

/// A packed state: cheap to copy, hash and compare. Its order decides ties.
pub trait Key: Copy + Ord + Hash + Debug + Send + Sync + 'static {}
impl<T: Copy + Ord + Hash + Debug + Send + Sync + 'static> Key for T {}

/// One problem instance: a directed graph given by its edges, with initial
/// states and goal states.
pub trait StateSpace: Sync {
    /// A packed state.
    type State: Key;
    /// Every edge has its reverse, at the same cost: a child's predecessors are
    /// its own successors, and paths are read back along them.
    const UNDIRECTED: bool = false;

    /// Where the search starts, at least one state; repeats are allowed.
    fn initial_states(&self) -> Vec<Self::State>;
    /// Whether `state` is a goal.
    fn is_goal(&self, state: Self::State) -> bool;
    /// Gives every edge out of `state` to `emit`: the successor and the edge's
    /// cost, always in the same order. Mark the implementation `#[inline]`.
    fn expand(&self, state: Self::State, emit: impl FnMut(Self::State, Cost));
    /// What most moves leave as it is, as a state or anything like one: a search that shares
    /// the states out among threads gives those to the same thread that have it in
    /// common, and sends fewer (Burns, Lemons, Ruml and Zhou 2010). It should take far more
    /// values than there are threads. By default the state itself, which every move changes.
    #[inline]
    fn locality(&self, state: Self::State) -> Self::State {
        state
    }
    /// Known without a search that no goal can be reached. `false` promises nothing.
    fn provably_unsolvable(&self) -> bool {
        false
    }
}

/// Capability: the goals can be listed and the edges walked backwards.
pub trait Backward: StateSpace {
    /// Every goal state.
    fn goal_states(&self) -> Vec<Self::State>;
    /// Gives every edge into `state` to `emit`: the predecessor and the edge's
    /// cost. Undirected spaces keep the default.
    #[inline]
    fn expand_backward(&self, state: Self::State, emit: impl FnMut(Self::State, Cost)) {
        self.expand(state, emit);
    }
}

/// Capability: the states are numbered, so a set of them can be an array.
pub trait Indexed: StateSpace {
    /// Indices run from 0 to here; not every one need be a state.
    fn indices(&self) -> u64;
    /// The index of `state`, less than [`Indexed::indices`]; no two states
    /// share one. Mark the implementation `#[inline]`.
    fn index(&self, state: Self::State) -> u64;
}

/// A space with every edge turned round: from the goals to the initial states.
#[derive(Debug)]
pub struct Reversed<'a, S>(pub &'a S);

impl<S: Backward> StateSpace for Reversed<'_, S> {
    type State = S::State;
    const UNDIRECTED: bool = S::UNDIRECTED;
    fn initial_states(&self) -> Vec<S::State> {
        self.0.goal_states()
    }
    fn is_goal(&self, state: S::State) -> bool {
        self.0.initial_states().contains(&state)
    }
    #[inline]
    fn expand(&self, state: S::State, emit: impl FnMut(S::State, Cost)) {
        self.0.expand_backward(state, emit);
    }
    fn provably_unsolvable(&self) -> bool {
        self.0.provably_unsolvable()
    }
}

/// An estimate of the cost that is left from a state to the nearest goal.
pub trait Heuristic<S: StateSpace>: Send + Sync + Sized + 'static {
    /// Registry name: kebab-case.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// It never exceeds the true cost: searches that rely on it are optimal.
    const ADMISSIBLE: bool = true;
    /// It never falls by more than the cost of an edge along that edge, and is
    /// 0 at a goal: A* then closes no state twice.
    const CONSISTENT: bool;
    /// It is 0 everywhere: a search without it is meant.
    const BLIND: bool = false;
    /// Builds what the estimate needs for `space`: part of a run's set-up.
    fn new(space: &S) -> Self;
    /// The estimate for `state`.
    fn h(&self, space: &S, state: S::State) -> Cost;
    /// The estimate for `child`, given the state and the estimate at the other
    /// end of the edge that led `from` there (backwards, in a search from the
    /// goals): the same as [`Heuristic::h`], perhaps cheaper.
    #[inline]
    fn h_next(&self, space: &S, _from: (S::State, Cost), child: S::State) -> Cost {
        self.h(space, child)
    }
}

/// Capability of an estimate: it can look both ways, for searches from both ends.
pub trait BothWays<S: Backward>: Heuristic<S> {
    /// The estimate of the cost that led from the nearest initial state to
    /// `state`. Both estimates must be consistent: this one is 0 at an initial
    /// state and never rises by more than the cost of an edge along that edge.
    fn h_back(&self, space: &S, state: S::State) -> Cost;
    /// [`BothWays::h_back`] of a state next to one whose estimate is known, with
    /// the edge in either direction: the same, perhaps cheaper.
    #[inline]
    fn h_back_next(&self, space: &S, _from: (S::State, Cost), child: S::State) -> Cost {
        self.h_back(space, child)
    }
}

/// Knows nothing: the estimate is 0 everywhere, and A* becomes uniform-cost search.
#[derive(Debug)]
pub struct Zero;
impl<S: StateSpace> Heuristic<S> for Zero {
    const NAME: &'static str = "zero";
    const ABOUT: &'static str = "0 everywhere: no estimate at all";
    const CONSISTENT: bool = true;
    const BLIND: bool = true;
    fn new(_: &S) -> Self {
        Self
    }
    #[inline]
    fn h(&self, _: &S, _: S::State) -> Cost {
        0
    }
}

/// Receives what a domain offers beyond [`StateSpace`]. A receiver answers to
/// the offers that it is about and leaves the others empty, so that sets,
/// heuristics and algorithms compose without a bound on their product.
pub trait Capabilities<S: StateSpace> {
    /// A state is one machine word: adds the sets keyed by words.
    fn words(&mut self)
    where
        S::State: Into<u64>,
    {
    }
    /// The states are numbered: adds the array sets.
    fn indexed(&mut self)
    where
        S: Indexed,
    {
    }
    /// Layers fit in machine words: adds the word-parallel exploration.
    fn sweep<W: Sweep<S, WORDS> + 'static, const WORDS: usize>(&mut self) {}
    /// The space can be searched backwards: adds the two-way algorithms.
    fn backward(&mut self)
    where
        S: Backward,
    {
    }
    /// An estimate: adds the informed algorithms with it.
    fn heuristic<H: Heuristic<S>>(&mut self) {}
    /// An estimate that was offered as such looks both ways: adds the informed
    /// algorithms that search from both ends.
    fn both_ways<H: BothWays<S>>(&mut self)
    where
        S: Backward,
    {
    }
    /// An estimate with depth-first steps of its own, offered in place of
    /// [`Capabilities::heuristic`]; receivers that do not care take it as an estimate like any other.
    fn stepwise<H: Stepwise<S>>(&mut self) {
        self.heuristic::<H>();
    }
}
