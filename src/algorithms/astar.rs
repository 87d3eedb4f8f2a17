//! `astar` and `weighted-astar`: best-first search by f = g + w h.
//!
//! Source: Hart, Nilsson and Raphael 1968; the weight, Pohl 1970. Optimal with an
//! admissible heuristic and w = 1; otherwise within w times the optimum. Memory:
//! a node a state met. Sequential. Goals are tested on expansion. Ties: larger g
//! first, then last in, first out. A state met again at a lower cost is put back
//! on the open list, so that an inconsistent heuristic costs time, not the optimum.
use super::nodes::{Found, Nodes};
use super::{About, Algorithm};
use crate::core::{Cost, Full, Heuristic, Limit, Limits, Outcome, Search, Setup, StateSpace, Stats};
use crate::open::Buckets;
use crate::record::Counts;

/// Expansions between two looks at the stop flag.
const PATIENCE: u64 = 1024;

/// A*: the weight is 1.
pub(super) type AStar<S, H> = BestFirst<S, H, false>;
/// Weighted A*: the weight is an option.
pub(super) type WeightedAStar<S, H> = BestFirst<S, H, true>;

/// Both.
pub(super) struct BestFirst<S: StateSpace, H, const WEIGHTED: bool> {
    heuristic: H,
    nodes: Nodes<S::State>,
    open: Buckets,
    /// f = `scale[0]` g + `scale[1]` h, in integers without a common divisor.
    scale: [u32; 2],
}
impl<S: StateSpace + 'static, H: Heuristic<S>, const WEIGHTED: bool> Algorithm<S>
    for BestFirst<S, H, WEIGHTED>
{
    const ABOUT: About = if WEIGHTED {
        About {
            name: "weighted-astar",
            about: "A* that weighs the heuristic: faster, at most weight times the optimum",
            optimal: false,
            parallel: false,
            counts: Counts::Exact,
        }
    } else {
        About {
            name: "astar",
            about: "best-first search by cost so far plus estimate",
            optimal: H::ADMISSIBLE,
            parallel: false,
            counts: Counts::Exact,
        }
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        let scale = if WEIGHTED { reduced(100, setup.weight_percent) } else { [1, 1] };
        let nodes = Nodes::new(setup.memory_bytes);
        Ok(Self { heuristic: H::new(space), nodes, open: Buckets::new(), scale })
    }
}
impl<S: StateSpace, H: Heuristic<S>, const WEIGHTED: bool> Search<S> for BestFirst<S, H, WEIGHTED> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        self.nodes.clear();
        self.open.clear();
        let outcome = self.search(space, limits, stats).unwrap_or_else(Outcome::from);
        stats.max_visited = self.nodes.len() as u64;
        stats.visited_bytes = self.nodes.bytes() + self.open.bytes();
        outcome
    }
}
impl<S: StateSpace, H: Heuristic<S>, const WEIGHTED: bool> BestFirst<S, H, WEIGHTED> {
    fn search(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Result<Outcome<S::State>, Full> {
        let Self { heuristic, nodes, open, scale: [scale_g, scale_h] } = self;
        let mut cut = false;
        for state in space.initial_states() {
            if let Found::New(node) = nodes.relax(state, 0, None)? {
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
            let g = (f - *scale_h * h) / *scale_g;
            let Some(state) = nodes.close(node, g) else {
                continue; // a better way to it was found since
            };
            if level != Some(f) {
                level = Some(f);
                stats.expanded_before_last = stats.expanded;
            }
            if space.is_goal(state) {
                return Ok(Outcome::Solved { path: nodes.path(node), cost: g });
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
            let mut full = None;
            space.expand(state, |child, cost| {
                stats.generated += 1;
                let g: Cost = g + cost;
                match nodes.relax(child, g, Some(node)) {
                    Ok(Found::Known) => stats.duplicates += 1,
                    Ok(found @ (Found::New(id) | Found::Better(id) | Found::Reopened(id))) => {
                        stats.duplicates += u64::from(!matches!(found, Found::New(_)));
                        stats.reopened += u64::from(matches!(found, Found::Reopened(_)));
                        stats.evaluated += 1;
                        let h = heuristic.h(space, child);
                        if g.saturating_add(h) > limits.depth {
                            cut = true;
                        } else {
                            open.push(*scale_g * g + *scale_h * h, h, id);
                        }
                    }
                    Err(error) => full = Some(error),
                }
            });
            if let Some(full) = full {
                return Err(full);
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
