//! `astar`, `weighted-astar` and `greedy`: best-first search by f = g + h, g + w h or h alone.
//!
//! Source: Hart, Nilsson and Raphael 1968; the weight, Pohl 1970; greedy, Doran and
//! Michie 1966. A* is optimal with an admissible heuristic, weighted A* stays within
//! w times the optimum, greedy promises nothing. Memory: a node a state met.
//! Sequential. Goals are tested on expansion. Ties: larger g first (for greedy,
//! nothing), then last in, first out. A state met again at a lower cost is put back
//! on the open list, so that an inconsistent heuristic costs time, not the optimum.
use super::nodes::{Found, NO_PARENT, Nodes, hash};
use super::{About, Algorithm};
use crate::core::{Cost, Full, Heuristic, Limit, Limits, Outcome, Search, Setup, StateSpace, Stats, replay};
use crate::open::Buckets;
use crate::record::Counts;
use std::marker::PhantomData;

/// Expansions between two looks at the stop flag.
const PATIENCE: u64 = 1024;

/// Best-first search by cost so far plus estimate.
pub(super) type AStar<S, H> = BestFirst<S, H, Plain>;
/// The same with a weight from the options.
pub(super) type WeightedAStar<S, H> = BestFirst<S, H, Weighted>;
/// Best-first search by the estimate alone.
pub(super) type Greedy<S, H> = BestFirst<S, H, EstimateOnly>;

/// What a best-first search goes by.
pub(super) trait Order: Send + 'static {
    const NAME: &'static str;
    const ABOUT: &'static str;
    const OPTIMAL: bool;
    /// f = `scale[0]` g + `scale[1]` h, in integers without a common divisor.
    fn scale(setup: &Setup) -> [u32; 2];
}
pub(super) struct Plain;
impl Order for Plain {
    const NAME: &'static str = "astar";
    const ABOUT: &'static str = "best-first search by cost so far plus estimate";
    const OPTIMAL: bool = true;
    fn scale(_: &Setup) -> [u32; 2] {
        [1, 1]
    }
}
pub(super) struct Weighted;
impl Order for Weighted {
    const NAME: &'static str = "weighted-astar";
    const ABOUT: &'static str = "A* that weighs the heuristic: faster, at most weight times the optimum";
    const OPTIMAL: bool = false;
    fn scale(setup: &Setup) -> [u32; 2] {
        reduced(100, setup.weight_percent)
    }
}
pub(super) struct EstimateOnly;
impl Order for EstimateOnly {
    const NAME: &'static str = "greedy";
    const ABOUT: &'static str = "best-first search by the estimate alone: fast, of any cost";
    const OPTIMAL: bool = false;
    fn scale(_: &Setup) -> [u32; 2] {
        [0, 1]
    }
}

/// The engine of all three.
pub(super) struct BestFirst<S: StateSpace, H, O> {
    heuristic: H,
    nodes: Nodes<S::State>,
    open: Buckets,
    children: Vec<Child<S::State>>,
    scale: [u32; 2],
    order: PhantomData<O>,
}
/// A successor whose hash is known and whose node is on its way from memory.
struct Child<K> {
    state: K,
    cost: Cost,
    hash: u64,
}
impl<S: StateSpace + 'static, H: Heuristic<S>, O: Order> Algorithm<S> for BestFirst<S, H, O> {
    const ABOUT: About = About {
        name: O::NAME,
        about: O::ABOUT,
        optimal: O::OPTIMAL && H::ADMISSIBLE,
        parallel: false,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        Ok(Self {
            heuristic: H::new(space),
            nodes: Nodes::new(setup.memory_bytes, 1),
            open: Buckets::new(),
            children: Vec::new(),
            scale: O::scale(setup),
            order: PhantomData,
        })
    }
}
impl<S: StateSpace, H: Heuristic<S>, O: Order> Search<S> for BestFirst<S, H, O> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        self.nodes.clear();
        self.open.clear();
        let outcome = self.search(space, limits, stats).unwrap_or_else(Outcome::from);
        stats.max_visited = self.nodes.len() as u64;
        stats.visited_bytes = self.nodes.bytes() + self.open.bytes();
        outcome
    }
}
impl<S: StateSpace, H: Heuristic<S>, O: Order> BestFirst<S, H, O> {
    fn search(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Result<Outcome<S::State>, Full> {
        let Self { heuristic, nodes, open, children, scale: [scale_g, scale_h], .. } = self;
        let mut cut = false;
        for state in space.initial_states() {
            if let Found::New(node) = nodes.relax(hash(state), state, 0, NO_PARENT)? {
                stats.evaluated += 1;
                let h = heuristic.h(space, state);
                if h <= limits.depth {
                    open.push(*scale_h * h, h, node);
                } else {
                    cut = true;
                }
            }
        }
        let mut level = None;
        stats.max_frontier = open.len() as u64;
        while let Some((f, h, node)) = open.pop() {
            let Some((state, g)) = nodes.close(node) else {
                continue; // a better way to it was found since, and tried
            };
            if let Some((_, _, next)) = open.peek() {
                nodes.touch_node(next); // which it will be unless a successor comes before it
            }
            if level != Some(f) {
                level = Some(f);
                stats.expanded_before_last = stats.expanded;
            }
            if space.is_goal(state) {
                let path = nodes.path(node);
                // Without a promise of the optimum, a cheaper way to a state on the path may
                // have been found too late to be expanded again: then g says too much.
                let cost = if O::OPTIMAL && H::ADMISSIBLE { g } else { replay(space, &path).unwrap_or(g) };
                return Ok(Outcome::Solved { path, cost });
            }
            if stats.expanded == limits.nodes {
                return Ok(Outcome::Limit(Limit::Nodes));
            }
            if stats.expanded.is_multiple_of(PATIENCE)
                && let Some(why) = limits.stop.stopped()
            {
                return Ok(why.into());
            }
            stats.expanded += 1;
            children.clear();
            space.expand(state, |state, cost| {
                let hash = hash(state);
                nodes.touch(hash);
                children.push(Child { state, cost, hash });
            });
            stats.generated += children.len() as u64;
            for child in &*children {
                let g = g + child.cost;
                let found = nodes.relax(child.hash, child.state, g, node)?;
                let (Found::New(id) | Found::Better(id, _) | Found::Reopened(id)) = found else {
                    stats.duplicates += 1;
                    continue;
                };
                stats.duplicates += u64::from(!matches!(found, Found::New(_)));
                stats.reopened += u64::from(matches!(found, Found::Reopened(_)));
                stats.evaluated += 1;
                let h = heuristic.h_next(space, (state, h), child.state);
                if g.saturating_add(h) > limits.depth {
                    cut = true;
                } else {
                    open.push(*scale_g * g + *scale_h * h, h, id);
                }
            }
            stats.max_frontier = stats.max_frontier.max(open.len() as u64);
        }
        Ok(if cut { Outcome::Limit(Limit::Depth) } else { Outcome::Unsolvable })
    }
}

/// `a` : `b` without their common divisors.
fn reduced(a: u32, b: u32) -> [u32; 2] {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    [a / x, b / x]
}
