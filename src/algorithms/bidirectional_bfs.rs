//! `bidirectional-bfs`: breadth-first search from both ends, whole layers, the smaller side first.
//!
//! Source: Pohl 1971 (two sides, the smaller one next); the stop rule is that of
//! complete layers: with every state within a of the start and within b of the
//! goal known and no state in both, the distance is more than a + b, and a state
//! of the next layer that the other side holds makes it a + 1 + b.
//! Optimal for unit costs. Memory: one visited set for both sides, side and depth
//! in the mark. Parallel: the states of a layer, in chunks. Goals are tested on
//! generation; the layer is finished, unless it and all before it were small, so
//! that counts are the same for any number of threads. Ties: forward; the smallest
//! meeting state, then the smallest neighbours outwards. It ends when a layer
//! meets the other side, or either side has no states left.
use super::crew::{Crew, Inserted, Layer, Target};
use super::step::{Halt, Pace};
use super::{About, Algorithm};
use crate::core::{
    Backward, Cost, Full, Limit, Limits, Mark, Outcome, Reversed, Search, Setup, StateSpace, Stats, Visited,
    VisitedSet,
};
use crate::record::Counts;

/// The side that met a state, and at what depth. One map serves both sides: a
/// state of the other side's is a meeting, seen by the insert itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trail {
    side: usize,
    depth: u8,
}
/// Largest depth of a side: with the side it fills a byte. Deeper searches end with a depth limit.
const DEEPEST: u8 = 126;
impl Mark for Trail {
    const BITS: u32 = 8;
    #[inline]
    fn pack(self) -> u8 {
        (self.side as u8) << 7 | (self.depth + 1)
    }
    #[inline]
    fn unpack(bits: u8) -> Self {
        Self { side: usize::from(bits >> 7), depth: (bits & 127).wrapping_sub(1) }
    }
}

pub(super) struct BidirectionalBfs<S: StateSpace, V: VisitedSet<S>> {
    seen: V::Map<Trail>,
    inserted: Inserted<S::State>,
    crew: Crew<S::State>,
    fronts: [Layer<S::State>; 2],
}
impl<S: Backward + 'static, V: VisitedSet<S>> Algorithm<S> for BidirectionalBfs<S, V> {
    const ABOUT: About = About {
        name: "bidirectional-bfs",
        about: "breadth-first search from both ends, the smaller side first",
        optimal: true,
        parallel: true,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        Ok(Self {
            seen: V::Map::new(space, setup.room())?,
            inserted: Inserted::new(),
            crew: Crew::new(setup.threads),
            fronts: [Layer::new(), Layer::new()],
        })
    }
}
impl<S: Backward, V: VisitedSet<S>> Search<S> for BidirectionalBfs<S, V> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        if let Err(full) = self.inserted.undo(space, &mut self.seen) {
            return full.into();
        }
        let outcome = self.layers(space, limits, stats).unwrap_or_else(Outcome::from);
        stats.edges.clear(); // layers of two sides are no layers of the space
        stats.visited_bytes = self.seen.bytes();
        outcome
    }
}
impl<S: Backward, V: VisitedSet<S>> BidirectionalBfs<S, V> {
    fn layers(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Result<Outcome<S::State>, Halt> {
        self.fronts.iter_mut().for_each(Layer::clear);
        for (side, states) in [space.initial_states(), space.goal_states()].into_iter().enumerate() {
            let target = Self::target(side, 0);
            let met = self.crew.first((space, &self.seen), states, &mut self.fronts[side], &target);
            self.note(side, met.is_ok(), stats);
            if let Some(state) = met? {
                return Ok(Outcome::Solved { path: vec![state], cost: 0 });
            }
        }
        let (mut depths, mut paces) = ([0; 2], [Pace::InOrder; 2]);
        loop {
            let sizes = self.fronts.each_ref().map(|front| front.size() as u64);
            let side = usize::from(sizes[1] < sizes[0]);
            if sizes[side] == 0 {
                return Ok(Outcome::Unsolvable);
            }
            if Cost::from(depths[0]) + Cost::from(depths[1]) >= limits.depth || depths[side] == DEEPEST {
                return Ok(Outcome::Limit(Limit::Depth));
            }
            if stats.expanded + sizes[side] > limits.nodes {
                return Ok(Outcome::Limit(Limit::Nodes));
            }
            stats.expanded_before_last = stats.expanded;
            depths[side] += 1;
            paces[side] = paces[side].next(sizes[side] as usize);
            let target = Self::target(side, depths[side]);
            let (crew, sets, front) = (&mut self.crew, (space, &self.seen), &mut self.fronts[side]);
            let step = if side == 0 || S::UNDIRECTED {
                crew.advance(space, sets, front, &target, (paces[side], limits))
            } else {
                crew.advance(&Reversed(space), sets, front, &target, (paces[side], limits))
            };
            step.count(front.size(), stats);
            self.note(side, step.halt.is_none(), stats);
            if let Some(halt) = step.halt {
                return Err(halt);
            }
            if let Some(state) = step.met {
                let path = self.path(space, state, depths);
                return Ok(Outcome::Solved { cost: path.len() as Cost - 1, path });
            }
        }
    }

    /// A new layer of `side`: it looks for states of the other side.
    fn target(
        side: usize,
        depth: u8,
    ) -> Target<Trail, impl Fn(Trail) -> bool + Sync, impl Fn(S::State) -> bool + Sync> {
        Target { mark: Trail { side, depth }, sought: move |held: Trail| held.side != side, goal: |_| false }
    }

    fn note(&mut self, side: usize, whole: bool, stats: &mut Stats) {
        let front = &self.fronts[side];
        self.inserted.note(front, whole);
        stats.max_visited += front.size() as u64;
        stats.max_frontier = stats.max_frontier.max(self.fronts.iter().map(|f| f.size() as u64).sum());
    }

    /// From the meeting state to both ends, always by the smallest neighbour.
    fn path(&self, space: &S, meeting: S::State, depths: [u8; 2]) -> Vec<S::State> {
        let mut path = vec![meeting];
        self.walk(space, &Reversed(space), Trail { side: 0, depth: depths[0] }, &mut path);
        path.reverse();
        self.walk(space, space, Trail { side: 1, depth: depths[1] }, &mut path);
        path
    }
    /// Extends `path` to the end of a side, from its last state, which lies `depth` from that end.
    fn walk(
        &self,
        space: &S,
        moves: &impl StateSpace<State = S::State>,
        Trail { side, depth }: Trail,
        path: &mut Vec<S::State>,
    ) {
        for depth in (0..depth).rev() {
            let mut best = None;
            moves.expand(path[path.len() - 1], |state, _| {
                let smaller = best.is_none_or(|best| state < best);
                if smaller && self.seen.get(space, state) == Some(Trail { side, depth }) {
                    best = Some(state);
                }
            });
            path.push(best.expect("every state of a layer has a parent in the layer before"));
        }
    }
}
