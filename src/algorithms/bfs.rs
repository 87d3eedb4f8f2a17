//! `bfs`: breadth-first search with a first-in, first-out queue: the reference.
//!
//! Source: Moore 1959. Optimal for unit costs. Memory: the visited set and the
//! queue, which keeps every state to read the path from. Sequential. Goals are
//! tested on generation and the search stops at once, in the middle of a layer.
//! Ties: the order of the successors; the path takes the smallest parents.
use super::path::parent;
use super::{About, Algorithm};
use crate::core::{
    Batch, Cost, Full, Limit, Limits, Outcome, Search, Setup, StateSpace, Stats, Visited, VisitedSet,
};
use crate::record::Counts;

/// Edges that are gathered before the visited set is asked: see `crew`.
const BATCH: usize = 256;
/// Expansions between two looks at the stop flag.
const PATIENCE: u64 = 1024;

pub(super) struct Bfs<S: StateSpace, V: VisitedSet<S>> {
    seen: V::Map<()>,
    /// Every state met, in order; past `settled`, successors not yet looked up.
    queue: Vec<S::State>,
    settled: usize,
    /// Where each layer begins in the queue.
    layers: Vec<usize>,
    /// The visited set holds just the queue.
    clean: bool,
}
impl<S: StateSpace + 'static, V: VisitedSet<S>> Algorithm<S> for Bfs<S, V> {
    const ABOUT: About = About {
        name: "bfs",
        about: "breadth-first search with a queue, the sequential reference",
        optimal: true,
        parallel: false,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        let seen = V::Map::new(space, setup.room())?;
        Ok(Self { seen, queue: Vec::new(), settled: 0, layers: Vec::new(), clean: true })
    }
}
impl<S: StateSpace, V: VisitedSet<S>> Search<S> for Bfs<S, V> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        let known = self.clean.then_some(&self.queue[..self.settled]);
        if let Err(full) = self.seen.clear(space, known) {
            return full.into();
        }
        self.queue.clear();
        self.layers.clear();
        self.settled = 0;
        self.clean = true;
        let outcome = self.search(space, limits, stats).unwrap_or_else(|full| {
            self.clean = false;
            full.into()
        });
        let ends = self.layers.iter().skip(1).chain([&self.settled]);
        stats.layers = self.layers.iter().zip(ends).map(|(start, end)| (end - start) as u64).collect();
        stats.layers.retain(|&states| states > 0);
        stats.max_visited = self.settled as u64;
        stats.visited_bytes = self.seen.bytes();
        outcome
    }
}
impl<S: StateSpace, V: VisitedSet<S>> Bfs<S, V> {
    fn search(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Result<Outcome<S::State>, Full> {
        self.queue.extend(space.initial_states());
        self.layers.push(0);
        self.settle(space, stats)?;
        if let Some(&state) = self.queue.iter().filter(|&&s| space.is_goal(s)).min() {
            return Ok(Outcome::Solved { path: vec![state], cost: 0 });
        }
        stats.duplicates = 0; // initial states are not generated
        let mut head = 0;
        loop {
            let end = self.settled;
            if head == end {
                return Ok(Outcome::Unsolvable);
            }
            if self.layers.len() as u64 > u64::from(limits.depth) {
                return Ok(Outcome::Limit(Limit::Depth));
            }
            self.layers.push(end);
            stats.expanded_before_last = stats.expanded;
            while head < end {
                if stats.expanded == limits.nodes {
                    return Ok(Outcome::Limit(Limit::Nodes));
                }
                if stats.expanded.is_multiple_of(PATIENCE)
                    && let Some(why) = limits.stop.stopped()
                {
                    return Ok(why.into());
                }
                if let Some(goal) = self.expand(space, head, stats) {
                    self.settle(space, stats)?;
                    return Ok(self.solved(space, head, goal));
                }
                head += 1;
                if self.queue.len() - self.settled >= BATCH {
                    self.settle(space, stats)?;
                }
                stats.max_frontier = stats.max_frontier.max((self.settled - head) as u64);
            }
            self.settle(space, stats)?;
            stats.max_frontier = stats.max_frontier.max((self.settled - head) as u64);
        }
    }

    /// Puts the successors of the state at `head` at the queue's end, up to a goal.
    #[inline]
    fn expand(&mut self, space: &S, head: usize, stats: &mut Stats) -> Option<S::State> {
        let mut goal = None;
        let (state, queue) = (self.queue[head], &mut self.queue);
        let before = queue.len();
        space.expand(state, |child, _| {
            if goal.is_none() {
                queue.push(child);
                if space.is_goal(child) {
                    goal = Some(child);
                }
            }
        });
        stats.expanded += 1;
        stats.generated += (queue.len() - before) as u64;
        goal
    }

    /// Looks up the successors gathered and keeps the new ones.
    fn settle(&mut self, space: &S, stats: &mut Stats) -> Result<(), Full> {
        let batch = &mut self.queue[self.settled..];
        let gathered = batch.len();
        let Batch { new, .. } = self.seen.insert_batch(space, batch, (), |()| false)?;
        self.settled += new;
        self.queue.truncate(self.settled);
        stats.duplicates += (gathered - new) as u64;
        Ok(())
    }

    /// The path to `goal`, met from the state at `head`.
    fn solved(&self, space: &S, head: usize, goal: S::State) -> Outcome<S::State> {
        // The last layer is the one that the goal belongs to; the one before holds its parent.
        let starts = &self.layers[..self.layers.len() - 1];
        let mut path = vec![goal, self.queue[head]];
        for ends in starts.windows(2).rev() {
            let layer = &self.queue[ends[0]..ends[1]];
            path.push(parent(space, path[path.len() - 1], &mut std::iter::once(layer)));
        }
        path.reverse();
        Outcome::Solved { cost: path.len() as Cost - 1, path }
    }
}
