//! The Manhattan distance: the moves that each tile needs if no other is in its
//! way, added up. Consistent: a move changes it by one either way.
//!
//! Depth-first steps keep the board turned so that the blank lies at bit 0. Its
//! neighbours then lie at the same four bits whatever cell it is in, and one
//! test of a bit a direction says whether that tile comes closer: the children
//! within the bound are known before the first of them is made.
use super::{Board, Size, SlidingTile};
use crate::core::{BothWays, Children, Cost, Heuristic, Stepwise};

/// Direction "none" of a node that nothing led to.
const ROOT: usize = 4;

/// The Manhattan distance.
#[derive(Debug)]
pub struct Manhattan {
    /// Of each tile in each cell.
    distance: [[u8; 32]; 25],
    /// For each cell of the blank and direction, the tiles that come closer by
    /// the move, a bit a tile. Directions that leave the board have none.
    closer: [[u32; 4]; 32],
    /// For each [`Node::place`], the directions but the one back, a bit each,
    /// and from bit 8 on how many they are.
    directions: [u32; 256],
    /// Where the neighbour in each direction lies, in bits from the blank.
    shift: [u32; 4],
    /// What a move in each direction adds to [`Node::place`], wrapping.
    step: [u32; 4],
}

impl Manhattan {
    fn of<B: Board>(size: Size<B>) -> Self {
        let mut new = Self {
            distance: [[0; 32]; 25],
            closer: [[0; 4]; 32],
            directions: [0; 256],
            shift: [0; 4],
            step: [0; 4],
        };
        for cell in 0..size.cells() {
            for tile in 1..size.cells() {
                new.distance[cell][tile] = size.distance(cell, tile) as u8;
            }
            for direction in 0..4 {
                let Some(from) = size.neighbour(cell, direction) else { continue };
                for tile in 1..size.cells() {
                    let closer = size.distance(cell, tile) < size.distance(from, tile);
                    new.closer[cell][direction] |= u32::from(closer) << tile;
                }
            }
            for came in 0..=ROOT {
                // Up and down, left and right add up to 3.
                let forth = |&d: &usize| size.neighbour(cell, d).is_some() && (came == ROOT || d != 3 - came);
                let set = (0..4).filter(forth).fold(0u32, |set, direction| set | 1 << direction);
                new.directions[cell * 8 + came] = set | set.count_ones() << 8;
            }
        }
        let columns = size.columns() as u32;
        for (direction, cells) in
            [columns.wrapping_neg(), 1u32.wrapping_neg(), 1, columns].into_iter().enumerate()
        {
            // The width is a power of two, so wrapping round it and round u32 agree.
            new.shift[direction] = cells.wrapping_mul(B::CELL_BITS) % B::WIDTH;
            new.step[direction] = cells.wrapping_mul(8);
        }
        new
    }
}

impl<B: Board> Heuristic<SlidingTile<B>> for Manhattan {
    const NAME: &'static str = "manhattan";
    const ABOUT: &'static str = "The sum of the distances of the tiles from their cells";
    const CONSISTENT: bool = true;
    fn new(space: &SlidingTile<B>) -> Self {
        Self::of(space.size())
    }
    #[inline]
    fn h(&self, space: &SlidingTile<B>, state: B) -> Cost {
        let cells = 0..space.size().cells();
        cells.map(|cell| Cost::from(self.distance[cell][state.tile(cell) as usize % 32])).sum()
    }
    #[inline]
    fn h_next(&self, _: &SlidingTile<B>, (parent, h): (B, Cost), child: B) -> Cost {
        let (to, from) = (parent.blank(), child.blank());
        let tile = child.tile(to) as usize % 32;
        h + Cost::from(self.distance[to][tile]) - Cost::from(self.distance[from][tile])
    }
}

/// The same distance from where each tile lay at the start.
impl<B: Board> BothWays<SlidingTile<B>> for Manhattan {
    fn h_back(&self, space: &SlidingTile<B>, state: B) -> Cost {
        let size = space.size();
        let tiles = (0..size.cells()).map(|cell| (cell, state.tile(cell))).filter(|&(_, tile)| tile != 0);
        tiles.map(|(cell, tile)| size.distance(cell, space.start_cell(tile))).sum()
    }
    #[inline]
    fn h_back_next(&self, space: &SlidingTile<B>, (parent, h): (B, Cost), child: B) -> Cost {
        let (to, from) = (parent.blank(), child.blank());
        let place = space.start_cell(child.tile(to));
        h + space.size().distance(to, place) - space.size().distance(from, place)
    }
}

/// A board on a depth-first path.
#[derive(Clone, Copy, Debug)]
pub struct Node<B> {
    /// Turned so that the blank lies at bit 0.
    turned: B,
    /// 8 times the blank's cell, plus the direction that it came by.
    place: u32,
    h: Cost,
}

impl<B: Board> Stepwise<SlidingTile<B>> for Manhattan {
    type Node = Node<B>;
    fn root(&self, space: &SlidingTile<B>, state: B) -> Node<B> {
        let blank = state.blank() as u32;
        let place = blank * 8 + ROOT as u32;
        Node { turned: state.turn(B::CELL_BITS * blank), place, h: self.h(space, state) }
    }
    #[inline]
    fn state(&self, _: &SlidingTile<B>, node: Node<B>) -> B {
        node.turned.turn((B::WIDTH - B::CELL_BITS * (node.place >> 3)) % B::WIDTH)
    }
    #[inline]
    fn estimate(&self, node: Node<B>) -> Cost {
        node.h
    }
    #[inline]
    fn is_goal(&self, _: &SlidingTile<B>, node: Node<B>) -> bool {
        node.h == 0
    }
    #[inline]
    fn children(
        &self,
        _: &SlidingTile<B>,
        node: Node<B>,
        left: Cost,
        mut emit: impl FnMut(Node<B>, Cost) -> bool,
    ) -> Children {
        let directions = self.directions[node.place as usize % 256];
        let legal = directions & 15;
        let closer = &self.closer[(node.place >> 3) as usize % 32];
        let bit = |d: usize| (closer[d] >> node.turned.tile_at(self.shift[d]) & 1) << d;
        let closer = bit(0) | bit(1) | bit(2) | bit(3);
        // A move closer keeps the total, one away adds 2 to it.
        let slack = left - node.h;
        let mut within = legal & (closer | if slack >= 2 { 15 } else { 0 });
        let over = if within == legal { Cost::MAX } else { 2 - slack };
        while within != 0 {
            let direction = within.trailing_zeros();
            within &= within - 1;
            let d = direction as usize % 4;
            let shift = self.shift[d];
            let child = Node {
                turned: node.turned.slide(shift, 0).turn(shift),
                place: (node.place & !7).wrapping_add(self.step[d]) | direction,
                h: node.h + 1 - 2 * (closer >> direction & 1),
            };
            if emit(child, 1) {
                let so_far = legal & ((2 << direction) - 1);
                return Children { generated: so_far.count_ones(), over, stopped: true };
            }
        }
        Children { generated: directions >> 8, over, stopped: false }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LinearConflict, Pattern, Tracked};
    use super::*;
    use crate::core::{Domain, Recompute, Rng, StateSpace};

    /// IDA* in its plainest form (Korf 1985).
    struct DeepeningOf<'a, S, H> {
        space: &'a S,
        heuristic: &'a H,
        generated: u64,
        over: Cost,
    }
    impl<S: StateSpace, H: Stepwise<S>> DeepeningOf<'_, S, H> {
        fn visit(&mut self, node: H::Node, left: Cost) -> bool {
            let (space, heuristic) = (self.space, self.heuristic);
            let done = heuristic.children(space, node, left, |child, cost| {
                heuristic.is_goal(space, child) || self.visit(child, left - cost)
            });
            self.generated += u64::from(done.generated);
            self.over = self.over.min(done.over);
            done.stopped
        }
        /// The optimal cost and the nodes generated, for a start that is no goal.
        fn solve(space: &S, heuristic: &H, start: S::State) -> (Cost, u64) {
            let root = heuristic.root(space, start);
            let mut bound = heuristic.estimate(root);
            let mut search = DeepeningOf { space, heuristic, generated: 0, over: 0 };
            loop {
                search.over = Cost::MAX;
                if search.visit(root, bound) {
                    return (bound, search.generated);
                }
                bound += search.over;
            }
        }
    }

    /// The easiest of Korf's boards: id, board, optimal length, nodes generated by IDA*.
    fn korf(ids: &[u32]) -> Vec<(SlidingTile<u64>, Cost, u64)> {
        let rows = include_str!("../../../tests/data/korf100.csv").lines().skip(1);
        let read = rows.filter_map(|row| {
            let fields: Vec<_> = row.split(',').collect();
            let [id, board, length, nodes] = fields[..] else { panic!("four fields: {row}") };
            let space = SlidingTile::start("4x4".parse().unwrap(), Some(board)).unwrap();
            ids.contains(&id.parse().unwrap())
                .then(|| (space, length.parse().unwrap(), nodes.parse().unwrap()))
        });
        read.collect()
    }

    #[test]
    fn ida_star_generates_the_nodes_that_korf_counted() {
        let boards = korf(&[12, 42, 55, 79]);
        assert_eq!(boards.len(), 4);
        for (space, length, nodes) in &boards {
            let heuristic = Manhattan::new(space);
            // Korf counts the start as generated, too.
            assert_eq!(DeepeningOf::solve(space, &heuristic, space.initial()), (*length, nodes - 1));
        }
    }

    #[test]
    fn steps_and_recomputing_make_the_same_search() {
        let (space, length, nodes) = &korf(&[79])[0];
        let heuristic = Recompute::<Manhattan>::new(space);
        assert_eq!(DeepeningOf::solve(space, &heuristic, space.initial()), (*length, nodes - 1));
    }

    /// Walks at random, and compares each step with expansion and [`Heuristic::h`].
    fn follow<B: Board, H: Stepwise<SlidingTile<B>>>(size: &str) {
        let mut rng = Rng::new(3, 0);
        let space = SlidingTile::<B>::uniform(size.parse().unwrap(), &mut rng);
        let fast = H::new(&space);
        let slow = Recompute::<H>::new(&space);
        let (mut node, mut other) = (fast.root(&space, space.initial()), slow.root(&space, space.initial()));
        for _ in 0..2_000 {
            let left = fast.estimate(node) + rng.pick(4) as Cost;
            let (mut nodes, mut others) = (Vec::new(), Vec::new());
            let took = fast.children(&space, node, left, |child, _| {
                nodes.push(child);
                false
            });
            let also = slow.children(&space, other, left, |child, _| {
                others.push(child);
                false
            });
            assert_eq!(took, also);
            let same = |(&a, &b)| {
                fast.state(&space, a) == slow.state(&space, b) && fast.estimate(a) == slow.estimate(b)
            };
            assert!(nodes.len() == others.len() && nodes.iter().zip(&others).all(same));
            if nodes.is_empty() {
                node = fast.root(&space, fast.state(&space, node));
                other = slow.root(&space, slow.state(&space, other));
            } else {
                let chosen = rng.pick(nodes.len());
                (node, other) = (nodes[chosen], others[chosen]);
                let state = fast.state(&space, node);
                assert_eq!(fast.estimate(node), fast.h(&space, state));
            }
        }
    }

    #[test]
    fn steps_agree_with_expansion_on_every_shape_of_board() {
        for size in ["2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "2x5", "5x3", "4x4"] {
            follow::<u64, Manhattan>(size);
            follow::<u64, Tracked<LinearConflict>>(size);
        }
        for size in ["3x3", "4x5", "5x4", "5x5"] {
            follow::<u128, Manhattan>(size);
            follow::<u128, Tracked<LinearConflict>>(size);
        }
        // Sizes whose databases are built in no time.
        for size in ["2x2", "2x3", "3x2", "3x3", "4x3"] {
            follow::<u64, Tracked<Pattern>>(size);
            follow::<u128, Tracked<Pattern>>(size);
        }
    }
}
