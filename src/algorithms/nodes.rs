//! The node table of best-first searches: every state met, its cost and its parent.
use crate::core::{Cost, Full, Key};
use foldhash::fast::FixedState;
use hashbrown::hash_table::{Entry, HashTable};
use std::hash::BuildHasher;

/// What became of a state that was generated at some cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It was met for the first time.
    New(u32),
    /// It was on the open list at a higher cost.
    Better(u32),
    /// It was closed at a higher cost, and is open again.
    Reopened(u32),
    /// It was met at this cost or a lower one.
    Known,
}

const NO_PARENT: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node<K> {
    state: K,
    parent: u32,
    g: Cost,
    closed: bool,
}

/// Nodes numbered in the order in which their states were met.
#[derive(Debug)]
pub(super) struct Nodes<K> {
    met: Vec<Node<K>>,
    places: HashTable<u32>,
    hasher: FixedState,
    room: u64,
}
impl<K: Key> Nodes<K> {
    /// An empty table of at most `room` bytes.
    pub(super) fn new(room: u64) -> Self {
        Self { met: Vec::new(), places: HashTable::new(), hasher: FixedState::default(), room }
    }
    pub(super) fn clear(&mut self) {
        self.met.clear();
        self.places.clear();
    }
    pub(super) fn len(&self) -> usize {
        self.met.len()
    }
    pub(super) fn bytes(&self) -> u64 {
        (self.met.capacity() * size_of::<Node<K>>() + self.places.allocation_size()) as u64
    }

    /// `state` was reached at the cost `g` from `parent`: notes it if no way as cheap was known.
    ///
    /// # Errors
    /// [`Full`] if there is no room for a new state.
    #[inline]
    pub(super) fn relax(&mut self, state: K, g: Cost, parent: Option<u32>) -> Result<Found, Full> {
        let Self { met: nodes, places, hasher, .. } = self;
        let full = nodes.len() == nodes.capacity() || places.len() == places.capacity();
        let hash = hasher.hash_one(state);
        let entry = places.entry(
            hash,
            |&id| nodes[id as usize].state == state,
            |&id| hasher.hash_one(nodes[id as usize].state),
        );
        let parent = parent.unwrap_or(NO_PARENT);
        match entry {
            Entry::Vacant(entry) => {
                // Growing holds old and new memory at once: three times the present.
                let needed = (nodes.capacity().max(64) * (size_of::<Node<K>>() + 5)) as u64 * 3;
                if full && needed > self.room || nodes.len() >= NO_PARENT as usize {
                    return Err(Full { needed });
                }
                let id = nodes.len() as u32;
                entry.insert(id);
                nodes.push(Node { state, parent, g, closed: false });
                Ok(Found::New(id))
            }
            Entry::Occupied(entry) => {
                let id = *entry.get();
                let node = &mut nodes[id as usize];
                if node.g <= g {
                    return Ok(Found::Known);
                }
                node.g = g;
                node.parent = parent;
                Ok(if std::mem::take(&mut node.closed) { Found::Reopened(id) } else { Found::Better(id) })
            }
        }
    }
    /// Closes a node that was opened at the cost `g`, and gives its state; `None`
    /// if it has since been opened at a lower cost.
    #[inline]
    pub(super) fn close(&mut self, id: u32, g: Cost) -> Option<K> {
        let node = &mut self.met[id as usize];
        if node.g < g || node.closed {
            return None;
        }
        node.closed = true;
        Some(node.state)
    }
    /// The states from an initial one to that of node `id`.
    pub(super) fn path(&self, mut id: u32) -> Vec<K> {
        let mut path = Vec::new();
        while let Some(node) = self.met.get(id as usize) {
            path.push(node.state);
            id = node.parent;
        }
        path.reverse();
        path
    }
}
