//! The node table of best-first searches: every state met, its cost and its parent.
//!
//! Nodes lie in the order in which their states were met, so that a number of 32
//! bits stands for one. A hash table with open addressing (linear probing) finds
//! them; its slots hold half of the hash beside the number, so that other states
//! than the one sought are told apart without a look at their nodes.
use crate::core::{Cost, Full, Key};
use crate::visited::prefetch;
use foldhash::fast::FixedState;
use std::hash::BuildHasher;

/// What became of a state that was generated at some cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It was met for the first time.
    New(u32),
    /// It was on the open list at a higher cost, the second number.
    Better(u32, Cost),
    /// It was closed at a higher cost, and is open again.
    Reopened(u32),
    /// It was met at this cost or a lower one.
    Known,
}

/// The parent of an initial state.
pub(super) const NO_PARENT: u32 = u32::MAX >> 1;
/// Marks a closed node, beside its parent.
const CLOSED: u32 = 1 << 31;
/// Slots of the smallest table.
const FEWEST: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Node<K> {
    state: K,
    g: Cost,
    parent: u32,
}

/// Nodes numbered in the order in which their states were met.
#[derive(Debug)]
pub(super) struct Nodes<K> {
    met: Vec<Node<K>>,
    /// Tag and number + 1; 0 is free. A power of two, at most five eighths full.
    slots: Vec<u64>,
    room: u64,
    /// Most nodes.
    most: usize,
}
impl<K: Key> Nodes<K> {
    /// An empty table, one of `tables` that share `room` bytes. Their numbers stay
    /// so low that `number * tables + table` is still a parent's number.
    pub(super) fn new(room: u64, tables: usize) -> Self {
        Self {
            met: Vec::new(),
            slots: vec![0; FEWEST],
            room: room / tables as u64,
            most: NO_PARENT as usize / tables,
        }
    }
    /// Empties the table and keeps its memory; a small search pays for what it touched.
    pub(super) fn clear(&mut self) {
        if self.met.len() < self.slots.len() / 16 {
            for node in &self.met {
                // What lies between a state's home and its slot belongs to others that go, too.
                let mut at = hash(node.state) as usize & (self.slots.len() - 1);
                while self.slots[at] != 0 {
                    self.slots[at] = 0;
                    at = (at + 1) & (self.slots.len() - 1);
                }
            }
        } else {
            self.slots.fill(0);
        }
        self.met.clear();
    }
    pub(super) fn len(&self) -> usize {
        self.met.len()
    }
    pub(super) fn bytes(&self) -> u64 {
        (self.met.capacity() * size_of::<Node<K>>() + self.slots.capacity() * size_of::<u64>()) as u64
    }

    /// Begins to fetch from memory what [`Nodes::relax`] will need first.
    #[inline]
    pub(super) fn touch(&self, hash: u64) {
        prefetch(&self.slots, hash as usize & (self.slots.len() - 1));
    }
    /// The same for [`Nodes::close`].
    #[inline]
    pub(super) fn touch_node(&self, id: u32) {
        prefetch(&self.met, id as usize);
    }
    /// The slot of `state` with its number, or the free slot where it belongs.
    #[inline]
    fn find(&self, hash: u64, state: K) -> (usize, Option<u32>) {
        let (mask, tag) = (self.slots.len() - 1, tag(hash));
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return (at, None);
            }
            if slot >> 32 == tag {
                let id = slot as u32 - 1;
                if self.met[id as usize].state == state {
                    return (at, Some(id));
                }
            }
            at = (at + 1) & mask;
        }
    }
    /// `state` was reached at the cost `g` from `parent`: notes it if no way as cheap was known.
    ///
    /// # Errors
    /// [`Full`] if there is no room for a new state.
    #[inline]
    pub(super) fn relax(&mut self, hash: u64, state: K, g: Cost, parent: u32) -> Result<Found, Full> {
        let (mut at, id) = self.find(hash, state);
        let Some(id) = id else {
            if self.met.len() == self.met.capacity() || self.met.len() >= self.slots.len() / 8 * 5 {
                self.grow()?;
                (at, _) = self.find(hash, state);
            }
            let id = self.met.len() as u32;
            self.slots[at] = tag(hash) << 32 | u64::from(id + 1);
            self.met.push(Node { state, g, parent });
            return Ok(Found::New(id));
        };
        let node = &mut self.met[id as usize];
        if node.g <= g {
            return Ok(Found::Known);
        }
        let (closed, was) = (node.parent & CLOSED != 0, node.g);
        (node.g, node.parent) = (g, parent);
        Ok(if closed { Found::Reopened(id) } else { Found::Better(id, was) })
    }
    /// Makes room for one more node.
    #[cold]
    fn grow(&mut self) -> Result<(), Full> {
        let nodes = (self.met.capacity().max(FEWEST / 2) * size_of::<Node<K>>()) as u64;
        let slots = (self.slots.len() * size_of::<u64>()) as u64;
        // While one of the two is copied, it lies in memory once and once again twice as large.
        let needed = (nodes + slots) * 3;
        if needed > self.room || self.met.len() >= self.most {
            return Err(Full { needed });
        }
        self.met.reserve(1);
        if self.met.len() >= self.slots.len() / 8 * 5 {
            self.slots = Vec::new(); // gives the old ones back first
            self.slots = vec![0; (slots as usize / size_of::<u64>()) * 2];
            let mask = self.slots.len() - 1;
            for (node, number) in self.met.iter().zip(1_u64..) {
                let hash = hash(node.state);
                let mut at = hash as usize & mask;
                while self.slots[at] != 0 {
                    at = (at + 1) & mask;
                }
                self.slots[at] = tag(hash) << 32 | number;
            }
        }
        Ok(())
    }
    /// Closes a node and gives its state and its cost; `None` if it is closed
    /// already: then it was on the open list twice, and this is the dearer entry.
    #[inline]
    pub(super) fn close(&mut self, id: u32) -> Option<(K, Cost)> {
        let node = &mut self.met[id as usize];
        let open = node.parent & CLOSED == 0;
        node.parent |= CLOSED;
        open.then_some((node.state, node.g))
    }
    /// Whether a node is closed.
    #[inline]
    pub(super) fn is_closed(&self, id: u32) -> bool {
        self.met[id as usize].parent & CLOSED != 0
    }
    /// The node of `state`, if it was met, and its cost.
    #[inline]
    pub(super) fn get(&self, state: K) -> Option<(u32, Cost)> {
        let id = self.find(hash(state), state).1?;
        Some((id, self.met[id as usize].g))
    }
    /// The state of a node, its cost, and its parent unless it has none.
    pub(super) fn node(&self, id: u32) -> (K, Cost, Option<u32>) {
        let node = self.met[id as usize];
        let parent = node.parent & !CLOSED;
        (node.state, node.g, (parent != NO_PARENT).then_some(parent))
    }
    /// The states from an initial one to that of node `id`.
    pub(super) fn path(&self, id: u32) -> Vec<K> {
        path(id, |id| self.node(id))
    }
}
/// The states from an initial one to that of node `id`, where `node` knows every node.
pub(super) fn path<K>(id: u32, node: impl Fn(u32) -> (K, Cost, Option<u32>)) -> Vec<K> {
    let (mut path, mut next) = (Vec::new(), Some(id));
    while let Some(id) = next {
        let (state, _, parent) = node(id);
        path.push(state);
        next = parent;
    }
    path.reverse();
    path
}

/// The hash of a state, the same in every table. Its lowest bits choose the slot, bits
/// 20 to 51 are the tag: the highest are free to choose between tables.
#[inline]
pub(super) fn hash<K: Key>(state: K) -> u64 {
    FixedState::default().hash_one(state)
}
#[inline]
fn tag(hash: u64) -> u64 {
    hash >> 20 & u64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Rng;
    use std::collections::HashMap;

    #[test]
    fn nodes_are_those_of_a_plain_map_through_growth_and_clearing() {
        let mut nodes = Nodes::<u64>::new(1 << 30, 1);
        let mut rng = Rng::new(5, 0);
        for round in 0..40 {
            nodes.clear();
            let mut plain: HashMap<u64, (u32, Cost, bool)> = HashMap::new();
            for _ in 0..if round % 3 == 0 { 20_000 } else { 50 } {
                let (state, g) = (rng.below(5_000), rng.below(20) as Cost);
                let next = plain.len() as u32;
                let found = nodes.relax(hash(state), state, g, NO_PARENT).expect("room");
                let right = match plain.get(&state) {
                    None => Found::New(next),
                    Some(&(_, old, _)) if old <= g => Found::Known,
                    Some(&(id, _, true)) => Found::Reopened(id),
                    Some(&(id, old, false)) => Found::Better(id, old),
                };
                assert_eq!(found, right);
                if let Found::New(id) | Found::Better(id, _) | Found::Reopened(id) = found {
                    plain.insert(state, (id, g, false));
                    if rng.below(2) == 0 {
                        assert_eq!(nodes.close(id), Some((state, g)));
                        assert_eq!(nodes.close(id), None);
                        plain.insert(state, (id, g, true));
                    }
                }
            }
            assert_eq!(nodes.len(), plain.len());
            for state in 0..5_000 {
                assert_eq!(nodes.get(state), plain.get(&state).map(|&(id, g, _)| (id, g)));
            }
        }
    }

    #[test]
    fn a_path_leads_from_a_root_to_the_node_and_a_full_table_says_so() {
        let mut nodes = Nodes::<u64>::new(64 << 10, 1);
        let mut last = NO_PARENT;
        let error = (0..).find_map(|state| match nodes.relax(hash(state), state, 7, last) {
            Ok(Found::New(id)) => {
                last = id;
                None
            }
            found => Some(found),
        });
        assert!(matches!(error, Some(Err(Full { needed })) if needed > 64 << 10));
        assert!(nodes.bytes() <= 64 << 10 && nodes.len() > 300);
        assert_eq!(nodes.path(last), (0..nodes.len() as u64).collect::<Vec<_>>());
    }
}
