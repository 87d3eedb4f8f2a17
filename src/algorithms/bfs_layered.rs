//! `bfs-layered`: breadth-first search a layer at a time, and `explore`, which visits everything.
//!
//! Source: Moore 1959; the layers in parallel as in Zhou and Hansen 2004.
//! Optimal for unit costs. Memory: the visited set, and for a search the layers
//! to read the path from. Parallel: the states of a layer, in chunks, over one
//! shared set. Goals are tested on generation; the layer is finished, unless it
//! and all before it were small, so that counts are the same for any number of
//! threads. Ties: the smallest goal of the layer, then the smallest parents.
use super::About;
use super::crew::{Crew, Inserted, Layer, Target};
use super::layers::{ByLayers, Layers, SetUp};
use super::path::parent;
use super::step::{Pace, Step};
use crate::core::{Full, Limits, Setup, StateSpace, Visited, VisitedSet};
use crate::record::Counts;

/// Visits everything reachable: the layers' sizes and the number of edges.
pub(super) type Explore<S, V> = ByLayers<Layered<S, V>, false>;
/// A shortest path.
pub(super) type BfsLayered<S, V> = ByLayers<Layered<S, V>, true>;

/// Both.
pub(super) struct Layered<S: StateSpace, V: VisitedSet<S>> {
    seen: V::Map<()>,
    inserted: Inserted<S::State>,
    crew: Crew<S::State>,
    layer: Layer<S::State>,
    /// It looks for a goal, and keeps the layers to read the path from.
    path: bool,
    past: Vec<Vec<Vec<S::State>>>,
}
impl<S: StateSpace, V: VisitedSet<S>> Layered<S, V> {
    fn target(
        space: &S,
        path: bool,
    ) -> Target<(), impl Fn(()) -> bool + Sync, impl Fn(S::State) -> bool + Sync> {
        Target { mark: (), sought: |()| false, goal: move |state| path && space.is_goal(state) }
    }
}
impl<S: StateSpace + 'static, V: VisitedSet<S>> SetUp<S> for Layered<S, V> {
    const ABOUT: About = About {
        name: "bfs-layered",
        about: "breadth-first search, a layer at a time",
        optimal: true,
        parallel: true,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup, path: bool) -> Result<Self, Full> {
        Ok(Self {
            seen: V::Map::new(space, setup.room())?,
            inserted: Inserted::new(),
            crew: Crew::new(setup.threads),
            layer: Layer::new(),
            path,
            past: Vec::new(),
        })
    }
}
impl<S: StateSpace, V: VisitedSet<S>> Layers<S> for Layered<S, V> {
    fn begin(&mut self, space: &S) -> Result<Option<S::State>, Full> {
        self.crew.reuse(self.past.drain(..).flatten());
        self.inserted.undo(space, &mut self.seen)?;
        let (sets, target) = ((space, &self.seen), Self::target(space, self.path));
        let goal = self.crew.first(sets, space.initial_states(), &mut self.layer, &target);
        self.inserted.note(&self.layer, goal.is_ok());
        goal
    }
    fn size(&self) -> usize {
        self.layer.size()
    }
    fn advance(&mut self, space: &S, pace: Pace, limits: &Limits) -> Step<S::State> {
        let (sets, target) = ((space, &self.seen), Self::target(space, self.path));
        let step = self.crew.advance(space, sets, &mut self.layer, &target, (pace, limits));
        if self.path {
            self.past.push(self.crew.expanded());
        }
        self.inserted.note(&self.layer, step.halt.is_none());
        step
    }
    fn read_back(&self, space: &S, path: &mut Vec<S::State>) {
        for parts in self.past.iter().rev() {
            path.push(parent(space, path[path.len() - 1], &mut parts.iter().map(Vec::as_slice)));
        }
    }
    fn stored(&self, states: u64) -> (u64, u64) {
        (states, self.seen.bytes())
    }
}
