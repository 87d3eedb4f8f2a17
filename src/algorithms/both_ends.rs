//! `bae-star` and `mm`: heuristic search from both ends.
//!
//! Source: BAE*, Sadhukhan 2013; MM, Holte, Felner, Sharon and Sturtevant 2016. Both
//! are optimal if the estimate is consistent both ways. Memory: a node a state met
//! on each side. Sequential. A path is found when a state is generated on one side
//! that the other has met; the search stops when its cost is at most what the least
//! keys of both sides allow. Ties: smaller h first, then last in, first out. Both
//! reopen as A* does.
//!
//! BAE* expands by 2 g + h - h', where h estimates the way on and h' the way that led
//! there: half of the sum of two nodes' keys, rounded up, bounds from below every
//! path through both. The sides take turns. MM expands by the larger of g + h and
//! 2 g + 1 (no edge is free), on the side where that is less, so that neither side
//! goes past the middle: no path costs less than the least key.
use super::nodes::{Found, NO_PARENT, Nodes, hash};
use super::{About, Algorithm};
use crate::core::{
    Backward, BothWays, Cost, Full, Key, Limit, Limits, Outcome, Reversed, Search, Setup, StateSpace, Stats,
};
use crate::open::Buckets;
use crate::record::Counts;
use std::marker::PhantomData;

/// Expansions between two looks at the stop flag.
const PATIENCE: u64 = 1024;

/// Sides that take turns, by both estimates.
pub(super) type BaeStar<S, H> = BothEnds<S, H, Bae>;
/// Sides that meet in the middle.
pub(super) type MeetInTheMiddle<S, H> = BothEnds<S, H, Mm>;

/// What a search from both ends goes by.
pub(super) trait Keys: Send + 'static {
    const NAME: &'static str;
    const ABOUT: &'static str;
    /// The key depends on the estimate of the way that led to a node.
    const LOOKS_BACK: bool;
    /// The key of a node with cost `g`, estimate `h` and the estimate of the way behind it.
    fn key(g: Cost, h: Cost, behind: Cost) -> Cost;
    /// What every path through an open node of each side costs at least, by the least keys.
    fn bound(keys: [Cost; 2]) -> Cost;
    /// The side to expand on.
    fn side(turn: u64, keys: [Cost; 2]) -> usize;
}
pub(super) struct Bae;
impl Keys for Bae {
    const NAME: &'static str = "bae-star";
    const ABOUT: &'static str = "search from both ends by cost so far and both estimates (BAE*)";
    const LOOKS_BACK: bool = true;
    #[inline]
    fn key(g: Cost, h: Cost, behind: Cost) -> Cost {
        2 * g + h - behind // what lies behind cost at least its estimate
    }
    fn bound([forward, back]: [Cost; 2]) -> Cost {
        (forward + back).div_ceil(2)
    }
    fn side(turn: u64, _: [Cost; 2]) -> usize {
        (turn % 2) as usize
    }
}
pub(super) struct Mm;
impl Keys for Mm {
    const NAME: &'static str = "mm";
    const ABOUT: &'static str = "search from both ends that meets in the middle (MM)";
    const LOOKS_BACK: bool = false;
    #[inline]
    fn key(g: Cost, h: Cost, _: Cost) -> Cost {
        (g + h).max(2 * g + 1)
    }
    fn bound([forward, back]: [Cost; 2]) -> Cost {
        forward.min(back)
    }
    fn side(_: u64, [forward, back]: [Cost; 2]) -> usize {
        usize::from(back < forward)
    }
}

/// The engine of both.
pub(super) struct BothEnds<S: StateSpace, H, K> {
    heuristic: H,
    keys: PhantomData<K>,
    /// From the initial states, and from the goals.
    sides: [Side<S::State>; 2],
}
struct Side<K> {
    nodes: Nodes<K>,
    open: Buckets,
    children: Vec<(K, Cost)>,
}
impl<S: Backward + 'static, H: BothWays<S>, K: Keys> Algorithm<S> for BothEnds<S, H, K> {
    const ABOUT: About = About {
        name: K::NAME,
        about: K::ABOUT,
        optimal: H::ADMISSIBLE && H::CONSISTENT,
        parallel: false,
        counts: Counts::Exact,
    };
    fn new(space: &S, setup: &Setup) -> Result<Self, Full> {
        let side =
            || Side { nodes: Nodes::new(setup.memory_bytes, 2), open: Buckets::new(), children: Vec::new() };
        Ok(Self { heuristic: H::new(space), keys: PhantomData, sides: [side(), side()] })
    }
}
impl<S: Backward, H: BothWays<S>, K: Keys> Search<S> for BothEnds<S, H, K> {
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State> {
        let Self { heuristic, sides, .. } = self;
        for side in &mut *sides {
            side.nodes.clear();
            side.open.clear();
        }
        let mut run = Run { space, heuristic, limits, stats, best: None, cut: false, keys: PhantomData::<K> };
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
struct Run<'a, S, H, K> {
    space: &'a S,
    heuristic: &'a H,
    limits: &'a Limits,
    stats: &'a mut Stats,
    best: Option<Meeting>,
    /// The depth limit kept a node off the open lists.
    cut: bool,
    keys: PhantomData<K>,
}
impl<S: Backward, H: BothWays<S>, K: Keys> Run<'_, S, H, K> {
    fn search(&mut self, sides: &mut [Side<S::State>; 2]) -> Result<Outcome<S::State>, Full> {
        let ends = [self.space.initial_states(), self.space.goal_states()];
        for (which, states) in ends.into_iter().enumerate() {
            for state in states {
                self.reach(sides, which, (state, 0, NO_PARENT), None)?;
            }
        }
        self.stats.duplicates = 0; // ends are not generated
        let mut least = None;
        for turn in 0_u64.. {
            let [Some(forward), Some(back)] = sides.each_mut().map(Side::least_key) else {
                break; // one side has tried everything
            };
            let keys = [forward, back];
            let bound = K::bound(keys);
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
            self.expand(sides, K::side(turn, keys))?;
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
        let behind = if K::LOOKS_BACK { 2 * g + h - key } else { 0 }; // as in the key of BAE*
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
            self.reach(sides, which, (child, g + cost, node), Some((state, [h, behind])))?;
        }
        sides[which].children = children;
        Ok(())
    }

    /// `state` was reached on side `which` at the cost `g` from `parent`; `from` is the
    /// parent's state with its estimates.
    #[inline]
    fn reach(
        &mut self,
        sides: &mut [Side<S::State>; 2],
        which: usize,
        (state, g, parent): (S::State, Cost, u32),
        from: Option<(S::State, [Cost; 2])>,
    ) -> Result<(), Full> {
        let Side { nodes, open, .. } = &mut sides[which];
        let found = nodes.relax(hash(state), state, g, parent)?;
        let (Found::New(id) | Found::Better(id) | Found::Reopened(id)) = found else {
            self.stats.duplicates += 1;
            return Ok(());
        };
        self.stats.duplicates += u64::from(!matches!(found, Found::New(_)));
        self.stats.reopened += u64::from(matches!(found, Found::Reopened(_)));
        let h = self.estimate(which, state, from.map(|(parent, [h, _])| (parent, h)));
        let behind = if K::LOOKS_BACK {
            self.estimate(1 - which, state, from.map(|(parent, [_, behind])| (parent, behind)))
        } else {
            0
        };
        if g.saturating_add(h) > self.limits.depth {
            self.cut = true;
            return Ok(());
        }
        open.push(K::key(g, h, behind), h, id);
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
impl<S: Backward, H: BothWays<S>, K: Keys> Run<'_, S, H, K> {
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
