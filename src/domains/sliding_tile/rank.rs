//! A perfect rank of boards of up to 16 cells: the boards that can reach each
//! other are numbered from 0 without a gap, by the blank's cell, then by the
//! other tiles in lexicographic order (D. H. Lehmer 1960, "Teaching
//! combinatorial tricks to a computer").
use super::{Board, SlidingTile};
use crate::core::{Indexed, StateSpace};

/// Nibble t says how many unused tiles are less than t; the blank does not count.
const ALL_UNUSED: u64 = 0xEDCB_A987_6543_2100;
const ABOVE_0: u64 = 0x1111_1111_1111_1110;

/// The rank of `board` among those of its parity, and whether that parity is odd.
#[inline]
fn rank(board: u64, cells: u64) -> (u64, bool) {
    let blank = board.blank() as u64;
    let before = (1u64 << (4 * blank)) - 1;
    let mut rest = board & before | board >> 4 & !before;
    let (mut less, mut rank, mut inversions) = (ALL_UNUSED, blank, blank);
    // Of the last two tiles the parity decides which comes first.
    for left in (3..cells).rev() {
        let shift = 4 * (rest & 15);
        let digit = less >> shift & 15;
        less = less.wrapping_sub(ABOVE_0 << shift);
        rank = rank * left + digit;
        inversions += digit;
        rest >>= 4;
    }
    inversions += less >> (4 * (rest & 15)) & 15;
    (rank, inversions % 2 == 1)
}

/// Half of all permutations of so many cells.
fn half(cells: usize) -> u64 {
    (3..=cells as u64).product()
}

impl Indexed for SlidingTile<u64> {
    /// Half of all permutations; all of them if the goal lies in the other half.
    fn indices(&self) -> u64 {
        half(self.size().cells()) << u32::from(self.provably_unsolvable())
    }
    #[inline]
    fn index(&self, state: u64) -> u64 {
        let size = self.size();
        let (rank, odd) = rank(state, size.cells() as u64);
        if !self.provably_unsolvable() {
            return rank;
        }
        let unsolvable = odd != (size.distance(state.blank(), 0) % 2 == 1);
        if unsolvable { rank + half(size.cells()) } else { rank }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Domain;

    fn indices(space: &SlidingTile<u64>, from: u64, used: &mut [bool]) {
        let mut stack = vec![from];
        used[space.index(from) as usize] = true;
        while let Some(state) = stack.pop() {
            space.expand(state, |child, _| {
                let used = &mut used[space.index(child) as usize];
                if !*used {
                    *used = true;
                    stack.push(child);
                }
            });
        }
    }

    #[test]
    fn every_index_of_the_8_puzzle_is_used() {
        let space = SlidingTile::start("3x3".parse().unwrap(), None).unwrap();
        assert_eq!(space.indices(), 181_440);
        let mut used = vec![false; 181_440];
        indices(&space, space.initial(), &mut used);
        // A clash would have ended the walk with an index unused.
        assert!(used.iter().all(|&used| used));
    }

    #[test]
    fn a_start_that_cannot_reach_the_goal_shares_no_index_with_it() {
        let space = SlidingTile::start("2x3".parse().unwrap(), Some("0 2 1/3 4 5")).unwrap();
        assert_eq!(space.indices(), 720);
        let mut used = vec![false; 720];
        indices(&space, space.initial(), &mut used);
        assert_eq!(used.iter().filter(|&&used| used).count(), 360);
        indices(&space, space.goal(), &mut used);
        assert!(used.iter().all(|&used| used));
    }

    #[test]
    fn the_15_puzzle_fits_the_index() {
        let space = SlidingTile::start("4x4".parse().unwrap(), None).unwrap();
        assert_eq!(space.indices(), 10_461_394_944_000);
        let last = SlidingTile::start("4x4".parse().unwrap(), Some("15 14 13 12/11 10 9 8/7 6 5 4/3 2 1 0"))
            .unwrap();
        assert_eq!(
            last.index(last.initial()),
            last.indices() / (1 + u64::from(last.provably_unsolvable())) - 1
        );
    }
}
