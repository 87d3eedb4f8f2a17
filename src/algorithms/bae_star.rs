//! `bae-star`: heuristic search from both ends.
//!
//! Source: Sadhukhan 2013 (BAE*). Each side expands by b = 2 g + h - h', where h
//! estimates the way on and h' the way that led there: half of the sum of two
//! nodes' keys bounds from below every path through both. Optimal if the estimate
//! is consistent both ways. Memory: a node a state met on each side. Sequential:
//! the sides take turns. A path is found when a state is generated on one side
//! that the other has met; the search stops when no cheaper one is possible, that
//! is when its cost is at most half of the sum of the least keys, rounded up. Ties:
//! smaller h first, then last in, first out. Reopens as A* does.
use super::nodes::{Found, NO_PARENT, Nodes, hash};
use super::{About, Algorithm};
use crate::core::{
    Backward, BothWays, Cost, Full, Key, Limit, Limits, Outcome, Reversed, Search, Setup, StateSpace, Stats,
};
use crate::open::Buckets;
use crate::record::Counts;

/// Expansions between two looks at the stop flag.
const PATIENCE: u64 = 1024;

pub(super) struct BaeStar<S: StateSpace, H> {
    heuristic: H,
    /// From the initial states, and from the goals.
    sides: [Side<S::State>; 2],
}
struct Side<K> {
    nodes: Nodes<K>,
    open: Buckets,
    children: Vec<(K, Cost)>,
}
impl<S: Backward + 'static, H: BothWays<S>> Algorithm<S> for BaeStar<S, H> {
    const ABOUT: About = About {
        name: "bae-star",
        about: "search from both ends by cost so far and both estimates",
        optimal: H::ADMISSIBLE && H::CONSISTENT,
        parallel: false,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        let side =
            || Side { nodes: Nodes::new(setup.memory_bytes, 2), open: Buckets::new(), children: Vec::new() };
        Ok(Self { heuristic: H::new(space), sides: [side(), side()] })
    }
}
impl<S: Backward, H: BothWays<S>> Search<S> for BaeStar<S, H> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        let Self { heuristic, sides } = self;
        for side in &mut *sides {
            side.nodes.clear();
            side.open.clear();
        }
        let mut run = Run { space, heuristic, limits, stats, best: None, cut: false };
        let outcome = run.search(sides).unwrap_or_else(Outcome::from);
        stats.max_visited = sides.iter().map(|side| side.nodes.len() as u64).sum();
        stats.visited_bytes = sides.iter().map(|side| side.nodes.bytes() + side.open.bytes()).sum();
        outcome
    }
}

/// A path through a state that both sides met.
#[derive(Clone, Copy)]
struct Meeting {
    cost: Cost,
    /// Its node on either side.
    nodes: [u32; 2],
}

/// One run.
struct Run<'a, S, H> {
    space: &'a S,
    heuristic: &'a H,
    limits: &'a Limits,
    stats: &'a mut Stats,
    best: Option<Meeting>,
    /// The depth limit kept a node off the open lists.
    cut: bool,
}
impl<S: Backward, H: BothWays<S>> Run<'_, S, H> {
    fn search(&mut self, sides: &mut [Side<S::State>; 2]) -> Result<Outcome<S::State>, Full> {
        let ends = [self.space.initial_states(), self.space.goal_states()];
        for (which, states) in ends.into_iter().enumerate() {
            for state in states {
                let estimates =
                    [self.heuristic.h(self.space, state), self.heuristic.h_back(self.space, state)];
                self.reach(sides, which, (state, 0, NO_PARENT), |_| estimates)?;
            }
        }
        self.stats.duplicates = 0; // ends are not generated
        let mut least = None;
        for turn in 0_u64.. {
            let [Some(forward), Some(back)] = sides.each_mut().map(Side::least_key) else {
                break; // one side has tried everything
            };
            let bound = forward + back;
            if self.best.is_some_and(|best| best.cost <= bound.div_ceil(2)) {
                break;
            }
            if least != Some(bound) {
                least = Some(bound);
                self.stats.expanded_before_last = self.stats.expanded;
            }
            if self.stats.expanded == self.limits.nodes {
                return Ok(Outcome::Limit(Limit::Nodes));
            }
            if self.stats.expanded.is_multiple_of(PATIENCE)
                && let Some(why) = self.limits.stop.stopped()
            {
                return Ok(why.into());
            }
            self.expand(sides, (turn % 2) as usize)?;
            let frontier = (sides[0].open.len() + sides[1].open.len()) as u64;
            self.stats.max_frontier = self.stats.max_frontier.max(frontier);
        }
        Ok(match self.best {
            Some(Meeting { cost, nodes }) => Outcome::Solved { path: path(sides, nodes), cost },
            None if self.cut => Outcome::Limit(Limit::Depth),
            None => Outcome::Unsolvable,
        })
    }

    /// Expands the node of least key on side `which`, if it can still matter.
    fn expand(&mut self, sides: &mut [Side<S::State>; 2], which: usize) -> Result<(), Full> {
        let side = &mut sides[which];
        let Some((key, h, node)) = side.open.pop() else { return Ok(()) };
        let Some((state, g)) = side.nodes.close(node) else { return Ok(()) };
        if self.best.is_some_and(|best| best.cost <= g.saturating_add(h)) {
            return Ok(());
        }
        let behind = 2 * g + h - key;
        let (on, back) = if which == 0 { (h, behind) } else { (behind, h) };
        let mut children = std::mem::take(&mut side.children);
        children.clear();
        let emit = |child, cost| children.push((child, cost));
        if which == 0 {
            self.space.expand(state, emit);
        } else {
            Reversed(self.space).expand(state, emit);
        }
        self.stats.expanded += 1;
        self.stats.generated += children.len() as u64;
        for &(child, cost) in &children {
            self.reach(sides, which, (child, g + cost, node), |run| {
                [
                    run.heuristic.h_next(run.space, (state, on), child),
                    run.heuristic.h_back_next(run.space, (state, back), child),
                ]
            })?;
        }
        sides[which].children = children;
        Ok(())
    }

    /// `state` was reached on side `which` at the cost `g` from `parent`.
    #[inline]
    fn reach(
        &mut self,
        sides: &mut [Side<S::State>; 2],
        which: usize,
        (state, g, parent): (S::State, Cost, u32),
        estimates: impl FnOnce(&Self) -> [Cost; 2],
    ) -> Result<(), Full> {
        let Side { nodes, open, .. } = &mut sides[which];
        let found = nodes.relax(hash(state), state, g, parent)?;
        let (Found::New(id) | Found::Better(id) | Found::Reopened(id)) = found else {
            self.stats.duplicates += 1;
            return Ok(());
        };
        self.stats.duplicates += u64::from(!matches!(found, Found::New(_)));
        self.stats.reopened += u64::from(matches!(found, Found::Reopened(_)));
        self.stats.evaluated += 2;
        let mut estimates = estimates(self);
        if which == 1 {
            estimates.reverse();
        }
        let [h, behind] = estimates;
        if g.saturating_add(h) > self.limits.depth {
            self.cut = true;
            return Ok(());
        }
        // Estimates that look both ways are consistent, so what lies behind cost at least that.
        open.push((2 * g + h).saturating_sub(behind), h, id);
        if let Some((other, rest)) = sides[1 - which].nodes.get(state) {
            let cost = g + rest;
            if cost > self.limits.depth {
                self.cut = true;
            } else if self.best.is_none_or(|best| cost < best.cost) {
                let nodes = if which == 0 { [id, other] } else { [other, id] };
                self.best = Some(Meeting { cost, nodes });
            }
        }
        Ok(())
    }
}
impl<K: Key> Side<K> {
    /// The least key of an open node; out-of-date entries before it are dropped.
    fn least_key(&mut self) -> Option<Cost> {
        while let Some((key, _, node)) = self.open.peek() {
            if !self.nodes.is_closed(node) {
                return Some(key);
            }
            self.open.pop();
        }
        None
    }
}

/// The path through a meeting, which belongs to both halves and is listed once.
fn path<K: Key>(sides: &[Side<K>; 2], nodes: [u32; 2]) -> Vec<K> {
    let mut path = sides[0].nodes.path(nodes[0]);
    path.pop();
    path.extend(sides[1].nodes.path(nodes[1]).iter().rev());
    path
}
