//! `bfs-layered`: breadth-first search a layer at a time, and `explore`, which visits everything.
//!
//! Source: Moore 1959; the layers in parallel as in Zhou and Hansen 2004.
//! Optimal for unit costs. Memory: the visited set, and for a search the layers
//! to read the path from. Parallel: the states of a layer, in chunks, over one
//! shared set. Goals are tested on generation; the layer is finished, unless it
//! and all before it were small, so that counts are the same for any number of
//! threads. Ties: the smallest goal of the layer, then the smallest parents.
use super::crew::{Crew, Halt, Inserted, Layer, Target};
use super::path::read_back;
use super::{About, Algorithm};
use crate::core::{
    Cost, Full, Limit, Limits, Outcome, Search, Setup, StateSpace, Stats, Visited, VisitedSet,
};
use crate::record::Counts;

/// Visits everything reachable: the layers' sizes and the number of edges.
pub(super) type Explore<S, V> = Layered<S, V, false>;
/// A shortest path.
pub(super) type BfsLayered<S, V> = Layered<S, V, true>;

/// Both: with `GOAL` it looks for one, and keeps the layers to read the path from.
pub(super) struct Layered<S: StateSpace, V: VisitedSet<S>, const GOAL: bool> {
    seen: V::Map<()>,
    inserted: Inserted<S::State>,
    crew: Crew<S::State>,
    layer: Layer<S::State>,
    past: Vec<Vec<Vec<S::State>>>,
}
impl<S: StateSpace + 'static, V: VisitedSet<S>, const GOAL: bool> Algorithm<S> for Layered<S, V, GOAL> {
    const ABOUT: About = if GOAL {
        About {
            name: "bfs-layered",
            about: "breadth-first search, a layer at a time",
            optimal: true,
            parallel: true,
            counts: Counts::Exact,
        }
    } else {
        About {
            name: "explore",
            about: "full breadth-first search of the reachable space",
            optimal: true,
            parallel: true,
            counts: Counts::Exact,
        }
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        Ok(Self {
            seen: V::Map::new(space, setup.room())?,
            inserted: Inserted::new(),
            crew: Crew::new(setup.threads),
            layer: Layer::new(),
            past: Vec::new(),
        })
    }
}
impl<S: StateSpace, V: VisitedSet<S>, const GOAL: bool> Search<S> for Layered<S, V, GOAL> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        self.crew.reuse(self.past.drain(..).flatten());
        if let Err(full) = self.inserted.undo(space, &mut self.seen) {
            return full.into();
        }
        let outcome = self.layers(space, limits, stats).unwrap_or_else(|halt| {
            self.inserted.give_up();
            halt.into()
        });
        stats.max_visited = stats.layers.iter().sum();
        stats.visited_bytes = self.seen.bytes();
        outcome
    }
}
impl<S: StateSpace, V: VisitedSet<S>, const GOAL: bool> Layered<S, V, GOAL> {
    fn layers(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Result<Outcome<S::State>, Halt> {
        let target = Target { mark: (), sought: |()| false, goal: |state| GOAL && space.is_goal(state) };
        let mut goal =
            self.crew.first((space, &self.seen), space.initial_states(), &mut self.layer, &target)?;
        loop {
            self.inserted.add(&self.layer);
            let states = self.layer.size() as u64;
            stats.max_frontier = stats.max_frontier.max(states);
            if states > 0 {
                stats.layers.push(states);
            }
            if let Some(goal) = goal {
                return Ok(self.solved(space, goal));
            }
            if states == 0 {
                return Ok(Outcome::Unsolvable);
            }
            if stats.layers.len() as u64 > u64::from(limits.depth) {
                return Ok(Outcome::Limit(Limit::Depth));
            }
            if stats.expanded + states > limits.nodes {
                return Ok(Outcome::Limit(Limit::Nodes));
            }
            stats.expanded_before_last = stats.expanded;
            goal =
                self.crew.advance(space, (space, &self.seen), &mut self.layer, &target, (limits, stats))?;
            if GOAL {
                self.past.push(self.crew.expanded());
            }
        }
    }

    fn solved(&self, space: &S, goal: S::State) -> Outcome<S::State> {
        let mut path = vec![goal];
        read_back(space, self.past.iter().map(|parts| parts.iter().map(Vec::as_slice)), &mut path);
        path.reverse();
        Outcome::Solved { cost: self.past.len() as Cost, path }
    }
}
