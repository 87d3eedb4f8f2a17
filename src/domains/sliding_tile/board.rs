//! A board in one word: a few bits a cell, cell 0 lowest, 0 for the blank. Bits
//! past the last cell are ones, so that only the blank is zero.
use super::SlidingTile;
use crate::core::{Capabilities, Key};

/// A word that holds a board.
pub trait Board: Key {
    /// Registry name of the domain whose states are such words.
    const NAME: &'static str;
    /// The domain in one line.
    const ABOUT: &'static str;
    /// Sizes worth offering, the default first.
    const SIZES: &'static [&'static str];
    /// Bits of a cell.
    const CELL_BITS: u32;
    /// Bits of the word.
    const WIDTH: u32;
    /// Most cells of a board.
    const CELLS: usize;

    /// The word with every bit set: a board without cells.
    const EMPTY: Self;
    /// The board with `tile` in a `cell` that was empty so far.
    #[must_use]
    fn with(self, cell: usize, tile: u8) -> Self;
    /// The tile whose lowest bit is bit `shift`, below [`Board::WIDTH`]. The
    /// bits run round: after the highest comes the lowest.
    fn tile_at(self, shift: u32) -> u32;
    /// The cell of the blank.
    fn blank(self) -> usize;
    /// The tile at bit `from` and the blank at bit `to` change places.
    #[must_use]
    fn slide(self, from: u32, to: u32) -> Self;
    /// The tiles 1 to 3, with 0 in all other cells.
    #[must_use]
    fn few_tiles(self) -> Self;
    /// The word turned towards its low end by `shift` bits.
    #[must_use]
    fn turn(self, shift: u32) -> Self;
    /// Offers what only boards of this width have.
    fn offer(capabilities: &mut impl Capabilities<SlidingTile<Self>>);

    /// The tile in `cell`, 0 for the blank.
    #[inline]
    fn tile(self, cell: usize) -> u32 {
        self.tile_at(Self::CELL_BITS * cell as u32)
    }
    /// The board of these tiles, cell 0 first.
    fn pack(tiles: &[u8]) -> Self {
        tiles.iter().enumerate().fold(Self::EMPTY, |board, (cell, &tile)| board.with(cell, tile))
    }
}

/// What differs between words only in the number of bits.
macro_rules! bit_operations {
    ($cell:expr, $low:expr) => {
        const WIDTH: u32 = Self::MAX.count_ones();
        const EMPTY: Self = Self::MAX;
        #[inline]
        fn with(self, cell: usize, tile: u8) -> Self {
            let shift = Self::CELL_BITS * cell as u32;
            let mask: Self = $cell;
            self & !(mask << shift) | Self::from(tile) << shift
        }
        #[inline]
        fn tile_at(self, shift: u32) -> u32 {
            (self >> (shift % Self::WIDTH) & $cell) as u32
        }
        #[inline]
        fn blank(self) -> usize {
            // Bit 0 of each cell gathers the others; the blank's stays 0.
            let some = (1..Self::CELL_BITS).fold(self, |some, bit| some | self >> bit);
            ((!some & $low).trailing_zeros() / Self::CELL_BITS) as usize
        }
        #[inline]
        fn slide(self, from: u32, to: u32) -> Self {
            let (from, to) = (from % Self::WIDTH, to % Self::WIDTH);
            let tile = self >> from & $cell;
            self ^ tile << from ^ tile << to
        }
        #[inline]
        fn few_tiles(self) -> Self {
            let more = (2..Self::CELL_BITS).fold(0, |more, bit| more | self >> bit) & $low;
            self & !(more * $cell)
        }
        #[inline]
        fn turn(self, shift: u32) -> Self {
            self.rotate_right(shift)
        }
    };
}

impl Board for u64 {
    const NAME: &'static str = "sliding-tile";
    const ABOUT: &'static str =
        "Sliding-tile puzzles of up to 16 cells: the 8-puzzle, the 15-puzzle (Korf 1985)";
    const SIZES: &'static [&'static str] = &["4x4", "3x3", "3x4", "2x3"];
    const CELL_BITS: u32 = 4;
    const CELLS: usize = 16;
    bit_operations!(0xF, 0x1111_1111_1111_1111);
    fn offer(capabilities: &mut impl Capabilities<SlidingTile<Self>>) {
        capabilities.words();
        capabilities.indexed();
    }
}

impl Board for u128 {
    const NAME: &'static str = "sliding-tile-wide";
    const ABOUT: &'static str =
        "Sliding-tile puzzles of up to 25 cells: the 24-puzzle (Korf and Taylor 1996)";
    const SIZES: &'static [&'static str] = &["5x5", "4x5"];
    const CELL_BITS: u32 = 5;
    const CELLS: usize = 25;
    bit_operations!(0x1F, LOW_25);
    fn offer(_capabilities: &mut impl Capabilities<SlidingTile<Self>>) {}
}

/// The lowest bit of each of 25 cells.
const LOW_25: u128 = (1 << 125) / 31;

#[cfg(test)]
mod tests {
    use super::*;

    fn holds<B: Board>() {
        let tiles: Vec<u8> = (0..B::CELLS as u8).map(|i| (i * 7 + 3) % B::CELLS as u8).collect();
        let board = B::pack(&tiles);
        assert!(tiles.iter().enumerate().all(|(cell, &tile)| board.tile(cell) == u32::from(tile)));
        assert_eq!(tiles[board.blank()], 0);
        let blank = board.blank() as u32 * B::CELL_BITS;
        for cell in 0..B::CELLS {
            let slid = board.slide(cell as u32 * B::CELL_BITS, blank);
            assert_eq!(slid.blank(), cell);
            assert_eq!(slid.slide(blank, cell as u32 * B::CELL_BITS), board);
        }
        assert_eq!(board.turn(blank).turn(B::WIDTH - blank), board);
        assert_eq!(board.turn(blank).tile_at(0), 0);
        let few = board.few_tiles();
        assert!(
            (0..B::CELLS)
                .all(|cell| few.tile(cell) == Some(board.tile(cell)).filter(|&t| t < 4).unwrap_or(0))
        );
    }

    #[test]
    fn both_words_hold_every_tile_and_find_the_blank() {
        holds::<u64>();
        holds::<u128>();
    }

    #[test]
    fn cells_past_the_board_are_not_taken_for_the_blank() {
        assert_eq!(u64::pack(&[3, 2, 1, 0]).blank(), 3);
        assert_eq!(u128::pack(&[1, 0, 3, 2]).blank(), 1);
    }
}
