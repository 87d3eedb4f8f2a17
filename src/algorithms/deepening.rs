//! `iddfs` and `idastar`: depth-first search under a growing bound on f = g + h.
//!
//! Source: Korf 1985; `iddfs` is the case h = 0. Optimal with an admissible
//! heuristic. Memory: the current path, or with a transposition table what the
//! memory limit allows. Parallel: an iteration is split into subtrees at a fixed
//! depth, in the order of the sequential search, and threads take them one by one.
//! Goals are tested when a state is reached, before it is expanded. Ties: the
//! order of the successors. The last iteration is counted as the sequential
//! search counts it: up to the first solution in its order; so without a table
//! all counts are the same for any number of threads.
use super::pool::Pool;
use super::subtrees::Subtree;
use super::transposition::{NoTable, Shared, Transposition};
use super::walk::{Control, Counts as Tally, Walk};
use super::{About, Algorithm, subtrees};
use crate::core::{
    Cost, Full, Limit, Limits, Outcome, Recompute, Search, Setup, StateSpace, Stats, Stepwise, Zero,
};
use crate::record::Counts;
use std::marker::PhantomData;

/// Iterative-deepening depth-first search that remembers its path alone.
pub(super) type Iddfs<S> = Deepening<S, Recompute<Zero>, NoTable>;
/// The same with a table of the states entered, shared by all threads.
pub(super) type IddfsTable<S> = Deepening<S, Recompute<Zero>, Shared<<S as StateSpace>::State>>;
/// Iterative-deepening A*.
pub(super) type IdaStar<S, H> = Deepening<S, H, NoTable>;

/// An iteration is worth splitting if the one before expanded so many states: with the
/// next, some five times as large, two threads are busy longer than they take to wake.
const WORTH_SPLITTING: u64 = 4_000;

/// The engine of all three.
pub(super) struct Deepening<S: StateSpace, H, T> {
    pool: Pool,
    heuristic: H,
    table: T,
    space: PhantomData<fn(&S)>,
}
impl<S: StateSpace + 'static, H: Stepwise<S>, T: Transposition<S::State>> Algorithm<S>
    for Deepening<S, H, T>
{
    const ABOUT: About = if H::BLIND {
        About {
            name: "iddfs",
            about: "iterative-deepening depth-first search",
            optimal: true,
            parallel: true,
            counts: if T::NAME.is_some() { Counts::Bounded } else { Counts::Exact },
        }
    } else {
        About {
            name: "idastar",
            about: "iterative-deepening A*",
            optimal: H::ADMISSIBLE,
            parallel: true,
            counts: Counts::Exact,
        }
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        Ok(Self {
            pool: Pool::new(setup.threads),
            heuristic: H::new(space),
            table: T::new(setup.memory_bytes),
            space: PhantomData,
        })
    }
}

/// What became of one bound.
pub(super) struct Iteration<K> {
    /// What was done, as the sequential search counts it.
    pub(super) tally: Tally,
    /// The least f beyond the bound; `None` if nothing was cut off.
    pub(super) next: Option<Cost>,
    /// A path to a goal.
    pub(super) solution: Option<(Vec<K>, Cost)>,
}

impl<S: StateSpace, H: Stepwise<S>, T: Transposition<S::State>> Search<S> for Deepening<S, H, T> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        self.table.clear();
        let control = Control::new(limits);
        let outcome = self.deepen(space, &control, limits, stats);
        let (states, bytes) = self.table.size();
        let path = stats.max_visited * size_of::<S::State>() as u64;
        stats.max_visited = stats.max_visited.max(states);
        stats.visited_bytes = bytes + path;
        outcome
    }
}
impl<S: StateSpace, H: Stepwise<S>, T: Transposition<S::State>> Deepening<S, H, T> {
    fn deepen(
        &mut self,
        space: &S,
        control: &Control<'_>,
        limits: &Limits,
        stats: &mut Stats,
    ) -> Outcome<S::State> {
        let mut initial = space.initial_states();
        initial.sort_unstable();
        initial.dedup();
        let estimates = initial.iter().map(|&state| self.heuristic.h(space, state));
        let mut bound = estimates.min().expect("a space has an initial state");
        let mut last = 0;
        loop {
            if bound > limits.depth {
                return Outcome::Limit(Limit::Depth);
            }
            stats.iterations += 1;
            stats.expanded_before_last = stats.expanded;
            let Iteration { tally, next, solution } = self.iterate(space, control, &initial, bound, last);
            last = tally.expanded;
            tally.add_to(stats);
            if let Some((path, cost)) = solution {
                return Outcome::Solved { path, cost };
            }
            if let Some(halt) = control.halted() {
                return halt.outcome();
            }
            match next {
                Some(next) => bound = next,
                None => return Outcome::Unsolvable,
            }
        }
    }

    /// Searches up to `bound`, on all threads if that is worth it after an iteration of `last` expansions.
    fn iterate(
        &mut self,
        space: &S,
        control: &Control<'_>,
        initial: &[S::State],
        bound: Cost,
        last: u64,
    ) -> Iteration<S::State> {
        let heuristic = &self.heuristic;
        if self.pool.several() && last >= WORTH_SPLITTING {
            let prefix = |depth, most| {
                let mut walk = Walk::new(space, heuristic, &NoTable, control, bound).split_at(depth, most);
                walk.start(initial);
                walk
            };
            let search = |subtree: &Subtree<S::State, H::Node>, index| {
                let mut walk = Walk::new(space, heuristic, &self.table, control, bound).of_subtree(index);
                walk.resume(subtree);
                walk.finish()
            };
            return subtrees::iterate((&self.pool, last), control, prefix, search);
        }
        let mut walk = Walk::new(space, heuristic, &self.table, control, bound);
        walk.start(initial);
        walk.finish()
    }
}
