//! `nbs`: the order of NBS (Chen, Holte, Zilles and Sturtevant 2017).
//!
//! A path through an open node of each side costs at least the f of either and the sum of
//! their g and 1 (no edge is free). The pair for which the most of these is least is next,
//! both its nodes: one of them any search that proves the optimum by such bounds must
//! expand, so NBS expands at most twice as many as the best of them.
//!
//! The pair is found by two levels a side: nodes *wait*, by f, until their f is within the
//! bound, and then are *ready*, by g. The bound rises when no two ready nodes' sum of
//! g is within it, and nothing with such an f waits.
use super::engine::{Frontiers, Next, Reached, least};
use crate::algorithms::nodes::Nodes;
use crate::core::{Cost, Key};
use crate::open::Buckets;

/// Open nodes in two levels a side.
#[derive(Default)]
pub(in crate::algorithms) struct Nbs {
    sides: [Side; 2],
    bound: Cost,
    /// The forward node of a pair was taken, its partner not yet.
    half: bool,
}
#[derive(Default)]
struct Side {
    /// By f.
    waiting: Buckets,
    /// By g.
    ready: Buckets,
}
impl Side {
    /// The next waiting node is ready; `false` if its f is beyond `bound`.
    fn ready_one<K: Key>(&mut self, nodes: &Nodes<K>, bound: Cost) -> bool {
        if least(&mut self.waiting, nodes).is_none_or(|f| f > bound) {
            return false;
        }
        if let Some((_, h, id)) = self.waiting.pop() {
            self.ready.push(nodes.node(id).1, h, id);
        }
        true
    }
}
impl Frontiers for Nbs {
    const NAME: &'static str = "nbs";
    const ABOUT: &'static str = "search from both ends by pairs of which one node must be expanded (NBS)";
    const LOOKS_BACK: bool = false;
    fn clear(&mut self) {
        for side in &mut self.sides {
            side.waiting.clear();
            side.ready.clear();
        }
        (self.bound, self.half) = (0, false);
    }
    fn len(&self) -> usize {
        self.sides.iter().map(|side| side.waiting.len() + side.ready.len()).sum()
    }
    fn bytes(&self) -> u64 {
        self.sides.iter().map(|side| side.waiting.bytes() + side.ready.bytes()).sum()
    }
    #[inline]
    fn push(&mut self, which: usize, Reached { id, g, h, .. }: Reached) {
        self.sides[which].waiting.push(g + h, h, id);
    }
    fn bound<K: Key>(&mut self, nodes: [&Nodes<K>; 2]) -> Option<Cost> {
        if self.half {
            return Some(self.bound);
        }
        loop {
            let mut waiting = Cost::MAX;
            let mut ready = [None; 2];
            for (which, side) in self.sides.iter_mut().enumerate() {
                // All below the bound; at the bound, only as many as are needed.
                while self.bound > 0 && side.ready_one(nodes[which], self.bound - 1) {}
                let f = least(&mut side.waiting, nodes[which]);
                ready[which] = least(&mut side.ready, nodes[which]);
                if f.is_none() && ready[which].is_none() {
                    return None;
                }
                waiting = waiting.min(f.unwrap_or(Cost::MAX));
            }
            let pair = ready[0].zip(ready[1]).map_or(Cost::MAX, |(ours, theirs)| ours + theirs + 1);
            if pair <= self.bound {
                return Some(self.bound);
            }
            let [ours, theirs] = &mut self.sides;
            if !(ours.ready_one(nodes[0], self.bound) | theirs.ready_one(nodes[1], self.bound)) {
                self.bound = waiting.min(pair);
            }
        }
    }
    #[inline]
    fn next<K: Key>(&mut self, _: [&Nodes<K>; 2]) -> Option<Next> {
        let which = usize::from(self.half);
        self.half = !self.half;
        let (_, h, id) = self.sides[which].ready.pop()?;
        Some(Next { which, id, h, behind: 0 })
    }
}
