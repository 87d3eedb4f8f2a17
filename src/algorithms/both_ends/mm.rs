//! `mm`: the order of MM (Holte, Felner, Sharon and Sturtevant 2016).
//!
//! A node's key is the larger of f = g + h and 2 g + 1 (no edge is free). The side whose
//! least key is less is next, forward on a tie, so that neither goes past the middle. A
//! path not yet found costs at least the lesser of the sides' least keys, the least f of
//! either side, and the sum of the least g of both sides and 1: whichever is most.
use super::engine::{Frontiers, Next, Reached, least};
use crate::algorithms::nodes::Nodes;
use crate::core::{Cost, Key};
use crate::open::Buckets;

/// Open nodes by key, and their least f and g.
#[derive(Default)]
pub(in crate::algorithms) struct Mm {
    sides: [Side; 2],
    /// The side whose least key is less.
    lesser: usize,
}
#[derive(Default)]
struct Side {
    open: Buckets,
    f: Tally,
    g: Tally,
}
impl Frontiers for Mm {
    const NAME: &'static str = "mm";
    const ABOUT: &'static str = "search from both ends that meets in the middle (MM)";
    const LOOKS_BACK: bool = false;
    fn clear(&mut self) {
        for side in &mut self.sides {
            side.open.clear();
            side.f.0.clear();
            side.g.0.clear();
        }
    }
    fn len(&self) -> usize {
        self.sides.iter().map(|side| side.open.len()).sum()
    }
    fn bytes(&self) -> u64 {
        self.sides.iter().map(|side| side.open.bytes()).sum()
    }
    #[inline]
    fn push(&mut self, which: usize, Reached { id, g, h, was, .. }: Reached) {
        let side = &mut self.sides[which];
        if let Some(was) = was {
            side.f.remove(was + h);
            side.g.remove(was);
        }
        side.f.add(g + h);
        side.g.add(g);
        side.open.push((g + h).max(2 * g + 1), h, id);
    }
    fn bound<K: Key>(&mut self, [forward, back]: [&Nodes<K>; 2]) -> Option<Cost> {
        let [ours, theirs] = &mut self.sides;
        let keys = [least(&mut ours.open, forward)?, least(&mut theirs.open, back)?];
        self.lesser = usize::from(keys[1] < keys[0]);
        let key = keys[self.lesser];
        Some(key.max(ours.f.least()).max(theirs.f.least()).max(ours.g.least() + theirs.g.least() + 1))
    }
    #[inline]
    fn next<K: Key>(&mut self, nodes: [&Nodes<K>; 2]) -> Option<Next> {
        let which = self.lesser;
        let side = &mut self.sides[which];
        let (_, h, id) = side.open.pop()?;
        let (_, g, _) = nodes[which].node(id);
        side.f.remove(g + h);
        side.g.remove(g);
        Some(Next { which, id, h, behind: 0 })
    }
}

/// How many open nodes have each value; the last entry is never 0.
#[derive(Default)]
struct Tally(std::collections::BTreeMap<Cost, u64>);
impl Tally {
    #[inline]
    fn add(&mut self, value: Cost) {
        *self.0.entry(value).or_default() += 1;
    }
    #[inline]
    fn remove(&mut self, value: Cost) {
        let count = self.0.get_mut(&value).expect("it was added");
        *count -= 1;
        if *count == 0 {
            self.0.remove(&value);
        }
    }
    /// The least value, 0 if there is none.
    #[inline]
    fn least(&self) -> Cost {
        self.0.first_key_value().map_or(0, |(&value, _)| value)
    }
}
