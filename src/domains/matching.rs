//! Least total Manhattan distance between two equally large sets of cells: an
//! estimate for pieces that look alike.
//!
//! It is exact. Cells that are in both sets are matched to themselves first;
//! by the triangle inequality that costs nothing: sending a to b and b to c is
//! no shorter than sending a to c and leaving b alone. Up to four cells are
//! matched by comparing all assignments, more by shortest augmenting paths
//! (Kuhn 1955; Jonker and Volgenant 1987, "A shortest augmenting path
//! algorithm for dense and sparse linear assignment problems").
use super::subsets::cells;
use crate::core::Cost;
use std::fmt;

/// After cancelling, at most half of 64 cells are left on each side.
const MOST: usize = 32;
/// Stands for no row, and for the column that a path starts from.
const NONE: usize = MOST;

/// The heuristic `matching`: min-cost matching of the pieces to their goal cells.
pub struct Matching {
    /// Manhattan distance from cell to cell.
    distance: Box<[[u8; 64]; 64]>,
}
impl fmt::Debug for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matching").finish_non_exhaustive()
    }
}

impl Matching {
    /// For boards with `columns` cells a row, numbered row by row.
    pub(super) fn with_columns(columns: usize) -> Self {
        let mut distance = Box::new([[0; 64]; 64]);
        for (a, row) in distance.iter_mut().enumerate() {
            for (b, entry) in row.iter_mut().enumerate() {
                let apart = (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns);
                *entry = apart as u8;
            }
        }
        Self { distance }
    }

    /// The least total distance from the cells of `from` to those of `to`,
    /// which are equally many.
    #[inline]
    pub(super) fn cost(&self, from: u64, to: u64) -> Cost {
        let (from, to) = (from & !to, to & !from);
        match from.count_ones() {
            0 => 0,
            1 => Cost::from(self.distance[bit(from)][bit(to)]),
            2 => self.pairs(&nth(from), &nth(to)),
            3 => self.triples(&nth(from), &nth(to)),
            4 => self.quadruples(&nth(from), &nth(to)),
            _ => self.augment(from, to),
        }
    }

    #[inline]
    fn at(&self, from: usize, to: usize) -> Cost {
        Cost::from(self.distance[from][to])
    }
    #[inline]
    fn pairs(&self, from: &[usize; 2], to: &[usize; 2]) -> Cost {
        let straight = self.at(from[0], to[0]) + self.at(from[1], to[1]);
        straight.min(self.at(from[0], to[1]) + self.at(from[1], to[0]))
    }
    #[inline]
    fn triples(&self, from: &[usize; 3], to: &[usize; 3]) -> Cost {
        let rest = [from[1], from[2]];
        let first_to = |goal: usize, others| self.at(from[0], goal) + self.pairs(&rest, &others);
        let least = first_to(to[0], [to[1], to[2]]).min(first_to(to[1], [to[0], to[2]]));
        least.min(first_to(to[2], [to[0], to[1]]))
    }
    /// Every way to share out the four goals among two pairs of pieces.
    #[inline]
    fn quadruples(&self, from: &[usize; 4], to: &[usize; 4]) -> Cost {
        let (first, second) = ([from[0], from[1]], [from[2], from[3]]);
        let split = |left: [usize; 2], right: [usize; 2]| {
            let straight = self.pairs(&first, &left) + self.pairs(&second, &right);
            straight.min(self.pairs(&first, &right) + self.pairs(&second, &left))
        };
        let least = split([to[0], to[1]], [to[2], to[3]]).min(split([to[0], to[2]], [to[1], to[3]]));
        least.min(split([to[0], to[3]], [to[1], to[2]]))
    }

    /// Shortest augmenting paths, after each row took its nearest column if that was free.
    fn augment(&self, from: u64, to: u64) -> Cost {
        let count = from.count_ones() as usize;
        let mut columns = [0; MOST];
        columns.iter_mut().zip(cells(to)).for_each(|(column, cell)| *column = cell as usize);
        let columns = &columns[..count];
        let mut rows: [&[u8; 64]; MOST] = [&self.distance[0]; MOST];
        rows.iter_mut().zip(cells(from)).for_each(|(row, cell)| *row = &self.distance[cell as usize]);
        let cost = |row: usize, column: usize| i32::from(rows[row][columns[column] & 63]);

        // Potentials: cost(i, j) >= high[i] + low[j], with equality where j is taken by i.
        let (mut high, mut low) = ([0; MOST + 1], [0; MOST + 1]);
        let mut taken_by = [NONE; MOST + 1];
        let (mut waiting, mut waiting_count) = ([0; MOST], 0);
        for (row, high) in high.iter_mut().enumerate().take(count) {
            let nearest = (0..count).min_by_key(|&j| cost(row, j)).expect("there are columns");
            *high = cost(row, nearest);
            if taken_by[nearest] == NONE {
                taken_by[nearest] = row;
            } else {
                waiting[waiting_count] = row;
                waiting_count += 1;
            }
        }
        for &row in &waiting[..waiting_count] {
            // Dijkstra over columns, from a column of no cell that `row` holds.
            let (mut least, mut before) = ([i32::MAX; MOST], [NONE; MOST]);
            let mut done = [false; MOST + 1];
            taken_by[NONE] = row;
            let mut at = NONE;
            while taken_by[at] != NONE {
                done[at] = true;
                let holder = taken_by[at];
                let (mut step, mut next) = (i32::MAX, NONE);
                for j in (0..count).filter(|&j| !done[j]) {
                    let slack = cost(holder, j) - high[holder] - low[j];
                    if slack < least[j] {
                        (least[j], before[j]) = (slack, at);
                    }
                    if least[j] < step {
                        (step, next) = (least[j], j);
                    }
                }
                high[row] += step;
                for j in 0..count {
                    if done[j] {
                        high[taken_by[j]] += step;
                        low[j] -= step;
                    } else {
                        least[j] -= step;
                    }
                }
                at = next;
            }
            while at != NONE {
                taken_by[at] = taken_by[before[at]];
                at = before[at];
            }
        }
        let total: i32 = (0..count).map(|j| cost(taken_by[j], j)).sum();
        total.cast_unsigned()
    }
}

#[inline]
fn bit(set: u64) -> usize {
    set.trailing_zeros() as usize & 63
}
/// The first `N` cells of a set.
#[inline]
fn nth<const N: usize>(mut set: u64) -> [usize; N] {
    std::array::from_fn(|_| {
        let cell = bit(set);
        set &= set.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Rng;

    /// Minimum over all assignments, by dynamic programming over subsets of goals.
    fn naive(columns: usize, from: u64, to: u64) -> Cost {
        let place = |cell: u32| (cell as usize / columns, cell as usize % columns);
        let goals: Vec<_> = cells(to).map(place).collect();
        let mut best = vec![Cost::MAX; 1 << goals.len()];
        best[0] = 0;
        for (row, column) in cells(from).map(place) {
            let mut next = vec![Cost::MAX; best.len()];
            for (used, &sum) in best.iter().enumerate().filter(|(_, sum)| **sum != Cost::MAX) {
                for (j, goal) in goals.iter().enumerate().filter(|(j, _)| used >> j & 1 == 0) {
                    let apart = row.abs_diff(goal.0) + column.abs_diff(goal.1);
                    let sum = sum + apart as Cost;
                    next[used | 1 << j] = next[used | 1 << j].min(sum);
                }
            }
            best = next;
        }
        best[best.len() - 1]
    }

    #[test]
    fn no_assignment_is_cheaper_on_any_pair_of_a_2_by_4_board() {
        let matching = Matching::with_columns(4);
        for from in 0..1_u64 << 8 {
            for to in (0..1_u64 << 8).filter(|to| to.count_ones() == from.count_ones()) {
                assert_eq!(matching.cost(from, to), naive(4, from, to), "{from:08b} {to:08b}");
            }
        }
    }

    #[test]
    fn no_assignment_is_cheaper_on_drawn_pairs_of_larger_boards() {
        let mut rng = Rng::new(1, 0);
        for columns in [2, 5, 6, 8, 9] {
            let matching = Matching::with_columns(columns);
            for _ in 0..200 {
                let pieces = rng.between(1, 11);
                let (from, to) = (rng.bits(pieces, 60), rng.bits(pieces, 60));
                assert_eq!(matching.cost(from, to), naive(columns, from, to), "{from:x} {to:x}");
            }
        }
    }

    #[test]
    fn thirty_two_pieces_cross_a_board() {
        let (top, bottom) = (u64::from(u32::MAX), u64::from(u32::MAX) << 32);
        assert_eq!(Matching::with_columns(8).cost(top, bottom), 32 * 4);
        let even = 0x5555_5555_5555_5555;
        assert_eq!(Matching::with_columns(8).cost(even, !even), 32);
        assert_eq!(Matching::with_columns(64).cost(even, !even), 32);
    }
}
