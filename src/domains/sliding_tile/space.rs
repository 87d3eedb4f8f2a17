//! The space of one board: moves, goal, and the parity that decides whether there is a way.
use super::{Board, Size};
use crate::core::{Backward, Cost, StateSpace};

/// A board to be solved.
#[derive(Clone, Debug)]
pub struct SlidingTile<B> {
    size: Size<B>,
    initial: B,
    goal: B,
    /// For each tile, its cell at the start: the start turned inside out.
    places: B,
    solvable: bool,
    /// For each cell of the blank, a byte for each cell that it can move to
    /// (up, left, right, down), 128 added so that 0 ends the list.
    moves: [u32; 25],
}

impl<B: Board> SlidingTile<B> {
    /// The instance that starts at `tiles`, a permutation of `0..size.cells()`.
    pub(super) fn new(size: Size<B>, tiles: &[u8]) -> Self {
        let mut moves = [0; 25];
        for (cell, list) in moves.iter_mut().enumerate().take(size.cells()) {
            let to = (0..4).filter_map(|direction| size.neighbour(cell, direction));
            *list = to.enumerate().fold(0, |list, (i, to)| list | (to as u32 | 128) << (8 * i));
        }
        let goal: Vec<u8> = (0..size.cells() as u8).collect();
        let mut places = goal.clone();
        places.sort_unstable_by_key(|&cell| tiles[usize::from(cell)]);
        let (initial, goal, places) = (B::pack(tiles), B::pack(&goal), B::pack(&places));
        Self { size, initial, goal, places, solvable: solvable(size, tiles), moves }
    }
    /// Rows and columns.
    #[must_use]
    pub fn size(&self) -> Size<B> {
        self.size
    }
    /// The board at the start.
    #[must_use]
    pub fn initial(&self) -> B {
        self.initial
    }
    /// The board to reach: the blank, then the tiles in order.
    #[must_use]
    pub fn goal(&self) -> B {
        self.goal
    }
    /// The cell of `tile` at the start.
    #[inline]
    pub(super) fn start_cell(&self, tile: u32) -> usize {
        self.places.tile(tile as usize) as usize
    }
    /// The cells that the blank can move to from `blank`: up, left, right, down.
    #[inline]
    pub(super) fn blank_moves(&self, blank: usize) -> impl Iterator<Item = usize> + use<B> {
        let mut moves = self.moves[blank];
        std::iter::from_fn(move || {
            let cell = (moves & 31) as usize;
            let more = moves != 0;
            moves >>= 8;
            more.then_some(cell)
        })
    }
    /// The tiles of `board`, cell 0 first.
    pub(super) fn tiles(&self, board: B) -> Vec<u8> {
        (0..self.size.cells()).map(|cell| board.tile(cell) as u8).collect()
    }
}

/// Whether the goal can be reached from `tiles` (Johnson and Story 1879, "Notes
/// on the 15 puzzle"): each move swaps two entries and moves the blank by one,
/// so the parity of the permutation and of the blank's way home stay equal.
pub(super) fn solvable<B: Board>(size: Size<B>, tiles: &[u8]) -> bool {
    let inversions = |i: usize| tiles[i + 1..].iter().filter(|&&later| later < tiles[i]).count();
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a permutation holds 0");
    let odd = (0..tiles.len()).map(inversions).sum::<usize>() % 2;
    odd as u32 == size.distance(blank, 0) % 2
}

impl<B: Board> StateSpace for SlidingTile<B> {
    type State = B;
    const UNDIRECTED: bool = true;
    fn initial_states(&self) -> Vec<B> {
        vec![self.initial]
    }
    #[inline]
    fn is_goal(&self, state: B) -> bool {
        state == self.goal
    }
    #[inline]
    fn expand(&self, state: B, mut emit: impl FnMut(B, Cost)) {
        let blank = state.blank();
        for to in self.blank_moves(blank) {
            emit(state.slide(B::CELL_BITS * to as u32, B::CELL_BITS * blank as u32), 1);
        }
    }
    /// Where three of the tiles are.
    #[inline]
    fn locality(&self, board: B) -> B {
        board.few_tiles()
    }
    fn provably_unsolvable(&self) -> bool {
        !self.solvable
    }
}

impl<B: Board> Backward for SlidingTile<B> {
    fn goal_states(&self) -> Vec<B> {
        vec![self.goal]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Domain;
    use std::collections::{BTreeSet, HashMap};

    /// Successors by trying every pair of cells.
    fn naive(size: Size<u64>, tiles: &[u8]) -> BTreeSet<Vec<u8>> {
        let blank = tiles.iter().position(|&t| t == 0).unwrap();
        let beside = (0..tiles.len()).filter(|&cell| size.distance(cell, blank) == 1);
        let swapped = beside.map(|cell| {
            let mut next = tiles.to_vec();
            next.swap(cell, blank);
            next
        });
        swapped.collect()
    }

    fn depths(space: &SlidingTile<u64>) -> HashMap<u64, u32> {
        let mut depth = HashMap::from([(space.initial(), 0)]);
        let mut queue = vec![space.initial()];
        let mut done = 0;
        while done < queue.len() {
            let d = depth[&queue[done]] + 1;
            space.expand(queue[done], |next, cost| {
                assert_eq!(cost, 1);
                depth.entry(next).or_insert_with(|| {
                    queue.push(next);
                    d
                });
            });
            done += 1;
        }
        depth
    }

    #[test]
    fn the_8_puzzle_has_half_its_permutations_and_depth_31() {
        let size = "3x3".parse().unwrap();
        let depth = depths(&SlidingTile::start(size, None).unwrap());
        assert_eq!(depth.len(), 181_440);
        assert_eq!(depth.values().max(), Some(&31));
        assert_eq!(depth.values().filter(|&&d| d == 31).count(), 2);
        let odd = SlidingTile::start(size, Some("0 2 1/3 4 5/6 7 8")).unwrap();
        assert!(odd.provably_unsolvable());
        let other = depths(&odd);
        assert_eq!(other.len(), 181_440);
        assert!(other.keys().all(|board| !depth.contains_key(board)));
    }

    #[test]
    fn moves_are_those_of_a_naive_expander_and_can_be_undone() {
        for text in ["2x3", "3x2", "2x2"] {
            let size = text.parse().unwrap();
            let space = SlidingTile::start(size, None).unwrap();
            let depth = depths(&space);
            assert_eq!(depth.len(), (1..=size.cells()).product::<usize>() / 2);
            for &board in depth.keys() {
                let mut next = Vec::new();
                space.expand(board, |child, _| next.push(child));
                let set: BTreeSet<Vec<u8>> = next.iter().map(|&child| space.tiles(child)).collect();
                assert_eq!(set.len(), next.len());
                assert_eq!(set, naive(size, &space.tiles(board)));
                for child in next {
                    let mut back = false;
                    space.expand(child, |again, _| back |= again == board);
                    assert!(back);
                }
            }
        }
    }

    #[test]
    fn the_blank_goes_up_left_right_down() {
        let middle = SlidingTile::<u64>::start("3x3".parse().unwrap(), Some("1 2 3/4 0 5/6 7 8")).unwrap();
        let mut blanks = Vec::new();
        middle.expand(middle.initial(), |child, _| blanks.push(child.blank()));
        assert_eq!(blanks, [1, 3, 5, 7]);
    }

    #[test]
    fn parity_tells_the_solvable_boards_from_the_others() {
        let size = "2x3".parse().unwrap();
        let reached = depths(&SlidingTile::start(size, None).unwrap());
        let mut tiles: Vec<u8> = (0..6).collect();
        let mut seen = BTreeSet::new();
        let mut rng = crate::core::Rng::new(5, 0);
        while seen.len() < 720 {
            rng.shuffle(&mut tiles);
            let space = SlidingTile::new(size, &tiles);
            assert_eq!(space.provably_unsolvable(), !reached.contains_key(&space.initial()), "{tiles:?}");
            seen.insert(tiles.clone());
        }
    }
}
