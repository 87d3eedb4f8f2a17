//! A two-level bucket queue: by f, then by h, for costs that are small integers.
//!
//! Source: Dial 1969; the second level breaks ties towards larger g, that is
//! smaller h, last in first out (Asai and Fukunaga 2016 compare the orders).

/// A priority queue of node numbers.
#[derive(Debug, Default)]
pub struct Buckets {
    levels: Vec<Level>,
    /// No level before this one holds anything.
    lowest: usize,
    len: usize,
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
        self.len
    }
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// Adds `node`.
    #[inline]
    pub fn push(&mut self, f: u32, h: u32, node: u32) {
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
            return None;
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
    }
    /// Bytes that the queue occupies.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let lists = self.levels.iter().flat_map(|level| &level.by_h);
        lists.map(|list| list.capacity() as u64 * 4 + size_of::<Vec<u32>>() as u64).sum()
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
}
