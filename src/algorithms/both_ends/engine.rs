//! What searches from both ends have in common.
//!
//! Optimal if the estimate is consistent both ways. Memory: a node a state met on each
//! side. Sequential. A path is found when a state is generated on one side that the other
//! has met; the search stops when its cost is at most what the open lists allow. Ties:
//! smaller h first, then last in, first out. A state is reopened as A* does it.
use crate::algorithms::nodes::{Found, NO_PARENT, Nodes, hash};
use crate::algorithms::{About, Algorithm};
use crate::core::{
    Backward, BothWays, Cost, Full, Key, Limit, Limits, Outcome, Reversed, Search, Setup, StateSpace, Stats,
};
use crate::open::Buckets;
use crate::record::Counts;

/// Expansions between two looks at the stop flag.
const PATIENCE: u64 = 1024;

/// The open lists of both sides: which node is next, and what they say of a path not yet found.
pub(in crate::algorithms) trait Frontiers: Default + Send + 'static {
    /// Registry name.
    const NAME: &'static str;
    const ABOUT: &'static str;
    /// A node's place depends on the estimate of the way that led to it.
    const LOOKS_BACK: bool;
    /// Empties both and keeps their memory.
    fn clear(&mut self);
    /// Nodes on both.
    fn len(&self) -> usize;
    fn bytes(&self) -> u64;
    /// A node of side `which` is open.
    fn push(&mut self, which: usize, reached: Reached);
    /// What a path that was not found yet costs at least; `None` if one side has tried everything.
    fn bound<K: Key>(&mut self, nodes: [&Nodes<K>; 2]) -> Option<Cost>;
    /// Takes the node to be expanded next, after [`Frontiers::bound`] gave one.
    fn next<K: Key>(&mut self, nodes: [&Nodes<K>; 2]) -> Option<Next>;
}
/// A node that was reached, more cheaply than before if it was known.
#[derive(Clone, Copy, Debug)]
pub(in crate::algorithms) struct Reached {
    pub(super) id: u32,
    pub(super) g: Cost,
    pub(super) h: Cost,
    /// The estimate of the way that led there, where it is wanted.
    pub(super) behind: Cost,
    /// The cost at which it lies on the open list already.
    pub(super) was: Option<Cost>,
}
/// A node to be expanded, with its estimates.
#[derive(Clone, Copy, Debug)]
pub(in crate::algorithms) struct Next {
    pub(super) which: usize,
    pub(super) id: u32,
    pub(super) h: Cost,
    pub(super) behind: Cost,
}
/// The least key of an open node; out-of-date entries before it are dropped.
pub(super) fn least<K: Key>(open: &mut Buckets, nodes: &Nodes<K>) -> Option<Cost> {
    while let Some((key, _, node)) = open.peek() {
        if !nodes.is_closed(node) {
            return Some(key);
        }
        open.pop();
    }
    None
}

/// The engine: side 0 searches from the initial states, side 1 from the goals.
pub(in crate::algorithms) struct BothEnds<S: StateSpace, H, F> {
    heuristic: H,
    memory: Memory<S::State, F>,
}
struct Memory<K, F> {
    nodes: [Nodes<K>; 2],
    open: F,
    children: Vec<(K, Cost)>,
}
impl<S: Backward + 'static, H: BothWays<S>, F: Frontiers> Algorithm<S> for BothEnds<S, H, F> {
    const ABOUT: About = About {
        name: F::NAME,
        about: F::ABOUT,
        optimal: H::ADMISSIBLE && H::CONSISTENT,
        parallel: false,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        let nodes = || Nodes::new(setup.memory_bytes, 2);
        let memory = Memory { nodes: [nodes(), nodes()], open: F::default(), children: Vec::new() };
        Ok(Self { heuristic: H::new(space), memory })
    }
}
impl<S: Backward, H: BothWays<S>, F: Frontiers> Search<S> for BothEnds<S, H, F> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        let Self { heuristic, memory } = self;
        memory.nodes.iter_mut().for_each(Nodes::clear);
        memory.open.clear();
        let mut run = Run { space, heuristic, limits, stats, best: None, cut: false };
        let outcome = run.search(memory).unwrap_or_else(Outcome::from);
        stats.max_visited = memory.nodes.iter().map(|nodes| nodes.len() as u64).sum();
        stats.visited_bytes = memory.nodes.iter().map(Nodes::bytes).sum::<u64>() + memory.open.bytes();
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
    fn search<F: Frontiers>(&mut self, memory: &mut Memory<S::State, F>) -> Result<Outcome<S::State>, Full> {
        let ends = [self.space.initial_states(), self.space.goal_states()];
        for (which, states) in ends.into_iter().enumerate() {
            for state in states {
                self.reach(memory, which, (state, 0, NO_PARENT), None)?;
            }
        }
        self.stats.duplicates = 0; // ends are not generated
        let mut least = None;
        while let Some(bound) = memory.open.bound(memory.nodes.each_ref()) {
            if self.best.is_some_and(|best| best.cost <= bound) {
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
            self.expand(memory)?;
            self.stats.max_frontier = self.stats.max_frontier.max(memory.open.len() as u64);
        }
        Ok(match self.best {
            Some(Meeting { cost, nodes }) => Outcome::Solved { path: path(&memory.nodes, nodes), cost },
            None if self.cut => Outcome::Limit(Limit::Depth),
            None => Outcome::Unsolvable,
        })
    }

    /// Expands the next node, if it can still matter.
    fn expand<F: Frontiers>(&mut self, memory: &mut Memory<S::State, F>) -> Result<(), Full> {
        let Some(next) = memory.open.next(memory.nodes.each_ref()) else { return Ok(()) };
        let Next { which, id, h, behind } = next;
        let Some((state, g)) = memory.nodes[which].close(id) else { return Ok(()) };
        if self.best.is_some_and(|best| best.cost <= g.saturating_add(h)) {
            return Ok(());
        }
        let mut children = std::mem::take(&mut memory.children);
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
            self.reach(memory, which, (child, g + cost, id), Some((state, [h, behind])))?;
        }
        memory.children = children;
        Ok(())
    }

    /// `state` was reached on side `which` at the cost `g` from `parent`; `from` is the
    /// parent's state with its estimates.
    #[inline]
    fn reach<F: Frontiers>(
        &mut self,
        memory: &mut Memory<S::State, F>,
        which: usize,
        (state, g, parent): (S::State, Cost, u32),
        from: Option<(S::State, [Cost; 2])>,
    ) -> Result<(), Full> {
        let Memory { nodes, open, .. } = memory;
        let found = nodes[which].relax(hash(state), state, g, parent)?;
        let (Found::New(id) | Found::Better(id, _) | Found::Reopened(id)) = found else {
            self.stats.duplicates += 1;
            return Ok(());
        };
        self.stats.duplicates += u64::from(!matches!(found, Found::New(_)));
        self.stats.reopened += u64::from(matches!(found, Found::Reopened(_)));
        let h = self.estimate(which, state, from.map(|(parent, [h, _])| (parent, h)));
        let behind = if F::LOOKS_BACK {
            self.estimate(1 - which, state, from.map(|(parent, [_, behind])| (parent, behind)))
        } else {
            0
        };
        let within = |g: Cost| g.saturating_add(h) <= self.limits.depth;
        if !within(g) {
            self.cut = true;
            return Ok(());
        }
        let was = if let Found::Better(_, was) = found { Some(was).filter(|&was| within(was)) } else { None };
        open.push(which, Reached { id, g, h, behind, was });
        if let Some((other, rest)) = nodes[1 - which].get(state) {
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

    /// The estimate of the way that side `which` has before it.
    #[inline]
    fn estimate(&mut self, which: usize, state: S::State, from: Option<(S::State, Cost)>) -> Cost {
        self.stats.evaluated += 1;
        match (which, from) {
            (0, None) => self.heuristic.h(self.space, state),
            (0, Some(from)) => self.heuristic.h_next(self.space, from, state),
            (_, None) => self.heuristic.h_back(self.space, state),
            (_, Some(from)) => self.heuristic.h_back_next(self.space, from, state),
        }
    }
}

/// The path through a meeting, which belongs to both halves and is listed once.
fn path<K: Key>(sides: &[Nodes<K>; 2], nodes: [u32; 2]) -> Vec<K> {
    let mut path = sides[0].path(nodes[0]);
    path.pop();
    path.extend(sides[1].path(nodes[1]).iter().rev());
    path
}
