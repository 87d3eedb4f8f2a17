//! A two-level bucket queue: by f, then by h; a heap takes what costs too much for buckets.
//!
//! Source: Dial 1969; the second level breaks ties towards larger g, that is
//! smaller h, last in first out (Asai and Fukunaga 2016 compare the orders).
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes of this f and more lie in the heap: an array over such values would be large
/// and mostly empty.
const FAR: u32 = 1 << 11;

/// A priority queue of node numbers; a node's h is at most its f.
#[derive(Debug, Default)]
pub struct Buckets {
    levels: Vec<Level>,
    /// No level before this one holds anything.
    lowest: usize,
    /// Nodes in the levels.
    len: usize,
    /// f, h, how many were pushed before, and the node.
    far: BinaryHeap<(Reverse<u32>, Reverse<u32>, u64, u32)>,
    pushed: u64,
}
#[derive(Debug, Default)]
struct Level {
    by_h: Vec<Vec<u32>>,
    lowest: usize,
    len: usize,
}

impl Buckets {
    /// An empty queue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
    /// Nodes in the queue.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len + self.far.len()
    }
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds `node`.
    #[inline]
    pub fn push(&mut self, f: u32, h: u32, node: u32) {
        if f >= FAR {
            self.far.push((Reverse(f), Reverse(h), self.pushed, node));
            self.pushed += 1;
            return;
        }
        let (f, h) = (f as usize, h as usize);
        if f >= self.levels.len() {
            self.levels.resize_with(f + 1, Level::default);
        }
        let level = &mut self.levels[f];
        if h >= level.by_h.len() {
            level.by_h.resize_with(h + 1, Vec::new);
        }
        level.by_h[h].push(node);
        level.lowest = if level.len == 0 { h } else { level.lowest.min(h) };
        level.len += 1;
        self.lowest = if self.len == 0 { f } else { self.lowest.min(f) };
        self.len += 1;
    }
    /// The node that [`Buckets::pop`] would take.
    #[inline]
    pub fn peek(&mut self) -> Option<(u32, u32, u32)> {
        if self.len == 0 {
            return self.far.peek().map(|&(Reverse(f), Reverse(h), _, node)| (f, h, node));
        }
        while self.levels[self.lowest].len == 0 {
            self.lowest += 1;
        }
        let level = &mut self.levels[self.lowest];
        loop {
            if let Some(&node) = level.by_h[level.lowest].last() {
                return Some((self.lowest as u32, level.lowest as u32, node));
            }
            level.lowest += 1;
        }
    }
    /// Takes the node of least f, of those of least h, of those the last one added: `(f, h, node)`.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32, u32)> {
        let next = self.peek()?;
        if self.len == 0 {
            self.far.pop();
            return Some(next);
        }
        let level = &mut self.levels[self.lowest];
        level.by_h[level.lowest].pop();
        level.len -= 1;
        self.len -= 1;
        Some(next)
    }
    /// Empties the queue and keeps its memory.
    pub fn clear(&mut self) {
        for level in &mut self.levels {
            level.by_h.iter_mut().for_each(Vec::clear);
            level.len = 0;
        }
        self.len = 0;
        self.far.clear();
    }
    /// Bytes that the queue occupies.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let lists = self.levels.iter().flat_map(|level| &level.by_h);
        let near: u64 = lists.map(|list| list.capacity() as u64 * 4 + size_of::<Vec<u32>>() as u64).sum();
        near + self.far.capacity() as u64 * 24
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_by_f_then_h_then_last_first() {
        let mut open = Buckets::new();
        for (f, h, node) in [(5, 1, 0), (4, 3, 1), (4, 2, 2), (4, 2, 3), (9, 0, 4)] {
            open.push(f, h, node);
        }
        assert_eq!(open.len(), 5);
        assert_eq!(open.peek(), Some((4, 2, 3)));
        assert_eq!(open.pop(), Some((4, 2, 3)));
        open.push(3, 3, 5); // lower than what was popped: reopened nodes
        open.push(4, 0, 6);
        let rest: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|(_, _, node)| node).collect();
        assert_eq!(rest, [5, 6, 2, 1, 0, 4]);
        assert!(open.is_empty());
        open.push(1, 1, 7);
        open.clear();
        assert_eq!(open.pop(), None);
    }

    #[test]
    fn costs_in_millions_keep_the_order_and_cost_no_memory() {
        let mut open = Buckets::new();
        for (f, h, node) in
            [(5_000_000, 9, 0), (4_000_000_000, 1, 1), (5_000_000, 8, 2), (3, 1, 3), (5_000_000, 8, 4)]
        {
            open.push(f, h, node);
        }
        assert_eq!((open.len(), open.peek()), (5, Some((3, 1, 3))));
        let order: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|(_, _, node)| node).collect();
        assert_eq!(order, [3, 4, 2, 0, 1]);
        assert!(open.is_empty() && open.bytes() < 1_000);
        open.push(FAR, 0, 5);
        open.push(FAR - 1, 0, 6);
        assert_eq!(open.pop(), Some((FAR - 1, 0, 6)));
        open.clear();
        assert_eq!(open.pop(), None);
    }
}
