//! One pattern database: for each way to place the tiles of a pattern, the least
//! number of moves *of those tiles* that takes them to their goals while the
//! others may as well not be there. Counting no other moves makes databases of
//! disjoint patterns add up.
//!
//! Built backwards from the goal, a layer a move: what the blank can reach
//! without moving a tile of the pattern is a region of cells, and a placement
//! with a region is one node. An entry is the least over its regions, a byte.
use super::partition::Shape;

/// More than any entry: not reached yet.
const NONE: u8 = u8::MAX;
/// Bits of a tile's cell in a placement.
const CELL_BITS: u32 = 5;
/// Tiles of the largest pattern.
const MOST: usize = 6;

/// The moves that the tiles of one pattern need.
#[derive(Debug)]
pub struct Database {
    shape: Shape,
    moves: Vec<u8>,
}

/// Placements of `tiles` tiles on `cells` cells.
fn placements(cells: usize, tiles: usize) -> usize {
    (cells - tiles + 1..=cells).product()
}

/// The number of a placement (a cell for each tile, all different), below
/// [`placements`]: its rank in lexicographic order.
#[inline]
fn number(cells: usize, placed: &[u8]) -> usize {
    let mut number = 0;
    for (i, &cell) in placed.iter().enumerate() {
        let less = placed[..i].iter().map(|&before| usize::from(before < cell)).sum::<usize>();
        number = number * (cells - i) + usize::from(cell) - less;
    }
    number
}

/// The edges of a board as masks of cells.
struct Grid {
    columns: u32,
    all: u32,
    first_column: u32,
    last_column: u32,
}
impl Grid {
    fn new(rows: usize, columns: usize) -> Self {
        let first_column = (0..rows).fold(0, |mask, row| mask | 1 << (row * columns));
        let all = (1 << (rows * columns)) - 1;
        Self { columns: columns as u32, all, first_column, last_column: first_column << (columns - 1) }
    }
    /// The cells beside those of `mask`.
    fn beside(&self, mask: u32) -> u32 {
        let across = (mask & !self.last_column) << 1 | (mask & !self.first_column) >> 1;
        (across | mask << self.columns | mask >> self.columns) & self.all
    }
    /// The cells of `free` that a way through `free` joins to `mask`.
    fn region(&self, mask: u32, free: u32) -> u32 {
        let mut region = mask;
        loop {
            let wider = region | self.beside(region) & free;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }
}

impl Database {
    /// Builds the database of `shape`.
    pub(super) fn build(shape: Shape) -> Self {
        match shape.tiles.len() {
            1 => Self::build_of::<1>(shape),
            2 => Self::build_of::<2>(shape),
            3 => Self::build_of::<3>(shape),
            4 => Self::build_of::<4>(shape),
            5 => Self::build_of::<5>(shape),
            _ => Self::build_of::<MOST>(shape),
        }
    }
    /// With a number of tiles that the compiler knows, it takes two thirds of the time.
    fn build_of<const TILES: usize>(shape: Shape) -> Self {
        let (cells, tiles) = (shape.rows * shape.columns, TILES);
        let grid = Grid::new(shape.rows, shape.columns);
        let mut moves = vec![NONE; placements(cells, tiles)];
        // For each placement the cells of the blank that were reached.
        let mut reached = vec![0u32; moves.len()];
        let goal = number(cells, &shape.tiles);
        let occupied = shape.tiles.iter().fold(0, |mask, &cell| mask | 1u32 << cell);
        let region = grid.region(1, grid.all & !occupied);
        (moves[goal], reached[goal]) = (0, region);
        let mut layer = vec![(pack(&shape.tiles), region)];
        let mut next = Vec::new();
        for cost in 1.. {
            for &(packed, region) in &layer {
                let mut placed = unpack(packed);
                let occupied = placed[..tiles].iter().fold(0, |mask, &cell| mask | 1u32 << cell);
                for tile in 0..tiles {
                    let from = placed[tile];
                    let mut to_cells = grid.beside(1 << from) & region;
                    while to_cells != 0 {
                        let to = to_cells.trailing_zeros();
                        to_cells &= to_cells - 1;
                        placed[tile] = to as u8;
                        let index = number(cells, &placed[..tiles]);
                        let blank = 1 << from;
                        if reached[index] & blank == 0 {
                            let free = grid.all & !(occupied ^ blank | 1 << to);
                            let region = grid.region(blank, free);
                            reached[index] |= region;
                            moves[index] = moves[index].min(cost);
                            next.push((pack(&placed[..tiles]), region));
                        }
                    }
                    placed[tile] = from;
                }
            }
            if next.is_empty() {
                break;
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut next);
        }
        Self { shape, moves }
    }
    /// The database of `shape` with these entries, if they are as many as it has.
    pub(super) fn from_entries(shape: Shape, moves: Vec<u8>) -> Option<Self> {
        let cells = shape.rows * shape.columns;
        (moves.len() == placements(cells, shape.tiles.len())).then_some(Self { shape, moves })
    }
    /// The number of entries of the database of `shape`.
    pub(super) fn size_of(shape: &Shape) -> usize {
        placements(shape.rows * shape.columns, shape.tiles.len())
    }
    /// The entries, a byte each, in order of their placements.
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.moves
    }
    /// The tiles of the pattern, in ascending order.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.shape.tiles
    }
    /// The entry for the cells in which the tiles of the pattern are, of those of all tiles.
    #[inline]
    pub(super) fn moves(&self, cell_of: &[u8; 32]) -> u8 {
        let mut placed = [0; MOST];
        for (place, &tile) in placed.iter_mut().zip(&self.shape.tiles) {
            *place = cell_of[usize::from(tile) % 32];
        }
        let cells = self.shape.rows * self.shape.columns;
        self.moves[number(cells, &placed[..self.shape.tiles.len().min(MOST)])]
    }
}

fn pack(placed: &[u8]) -> u32 {
    placed.iter().rev().fold(0, |packed, &cell| packed << CELL_BITS | u32::from(cell))
}
fn unpack(packed: u32) -> [u8; MOST] {
    std::array::from_fn(|i| (packed >> (CELL_BITS * i as u32) & 31) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    /// The same costs by a search over placements with the blank's very cell,
    /// in which moves of the blank alone are free.
    fn plain(shape: &Shape) -> HashMap<Vec<u8>, u8> {
        let (cells, columns) = (shape.rows * shape.columns, shape.columns);
        let beside = |a: usize, b: usize| {
            (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns) == 1
        };
        let start = (shape.tiles.clone(), 0usize);
        let mut best = HashMap::from([(start.clone(), 0u8)]);
        let mut queue = VecDeque::from([(0u8, start)]);
        while let Some((cost, (placed, blank))) = queue.pop_front() {
            if best[&(placed.clone(), blank)] < cost {
                continue;
            }
            for cell in (0..cells).filter(|&cell| beside(cell, blank)) {
                let tile = placed.iter().position(|&at| usize::from(at) == cell);
                let mut after = placed.clone();
                if let Some(tile) = tile {
                    after[tile] = blank as u8;
                }
                let total = cost + u8::from(tile.is_some());
                let known = best.entry((after.clone(), cell)).or_insert(NONE);
                if total < *known {
                    *known = total;
                    match tile {
                        Some(_) => queue.push_back((total, (after, cell))),
                        None => queue.push_front((total, (after, cell))),
                    }
                }
            }
        }
        let mut least = HashMap::new();
        for ((placed, _), cost) in best {
            let entry = least.entry(placed).or_insert(NONE);
            *entry = cost.min(*entry);
        }
        least
    }

    fn check(rows: usize, columns: usize, tiles: &[u8]) {
        let shape = Shape { rows, columns, tiles: tiles.to_vec() };
        let database = Database::build(shape.clone());
        let plain = plain(&shape);
        assert_eq!(plain.len(), database.entries().iter().filter(|&&moves| moves != NONE).count());
        for (placed, moves) in plain {
            assert_eq!(database.moves[number(rows * columns, &placed)], moves, "{placed:?}");
        }
    }

    #[test]
    fn entries_are_those_of_a_plain_search() {
        check(3, 3, &[1, 2, 4, 5]);
        check(3, 3, &[3, 6, 7, 8]);
        check(2, 3, &[1, 2, 3, 4, 5]);
        check(4, 4, &[1, 2, 3]);
        check(4, 3, &[5, 8, 10, 11]);
    }

    #[test]
    fn placements_are_numbered_without_gaps() {
        let mut used = vec![false; placements(6, 3)];
        for (a, b, c) in (0..216u8).map(|i| (i / 36, i / 6 % 6, i % 6)) {
            if a != b && b != c && a != c {
                let number = number(6, &[a, b, c]);
                assert!(!std::mem::replace(&mut used[number], true));
            }
        }
        assert!(used.into_iter().all(|used| used));
    }
}
