//! `bae-star`: the order of BAE* (Sadhukhan 2013).
//!
//! A node's key is 2 g + h - h', where h estimates the way on and h' the way that led
//! there: half of the sum of two nodes' keys, rounded up, bounds from below every path
//! through both. The sides take turns.
use super::engine::{Frontiers, Next, Reached, least};
use crate::algorithms::nodes::Nodes;
use crate::core::{Cost, Key};
use crate::open::Buckets;

/// Open nodes by key.
#[derive(Default)]
pub(in crate::algorithms) struct Bae {
    open: [Buckets; 2],
    turn: usize,
}
impl Frontiers for Bae {
    const NAME: &'static str = "bae-star";
    const ABOUT: &'static str = "search from both ends by cost so far and both estimates (BAE*)";
    const LOOKS_BACK: bool = true;
    fn clear(&mut self) {
        self.open.iter_mut().for_each(Buckets::clear);
        self.turn = 0;
    }
    fn len(&self) -> usize {
        self.open.iter().map(Buckets::len).sum()
    }
    fn bytes(&self) -> u64 {
        self.open.iter().map(Buckets::bytes).sum()
    }
    #[inline]
    fn push(&mut self, which: usize, Reached { id, g, h, behind, .. }: Reached) {
        // What lies behind cost at least its estimate.
        self.open[which].push(2 * g + h - behind, h, id);
    }
    fn bound<K: Key>(&mut self, [forward, back]: [&Nodes<K>; 2]) -> Option<Cost> {
        let [ours, theirs] = &mut self.open;
        Some((least(ours, forward)? + least(theirs, back)?).div_ceil(2))
    }
    #[inline]
    fn next<K: Key>(&mut self, nodes: [&Nodes<K>; 2]) -> Option<Next> {
        let which = self.turn;
        self.turn = 1 - which;
        let (key, h, id) = self.open[which].pop()?;
        let (_, g, _) = nodes[which].node(id);
        Some(Next { which, id, h, behind: 2 * g + h - key })
    }
}
