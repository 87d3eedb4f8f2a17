//! Black-white a block at a time: a group is all fillings of a block of nine cells with
//! as many ones as are left for it while the other cells, its frame, stand still. They
//! are 126 at most: two words. A swap in the frame moves both of them to another group.
//!
//! A block, because its fillings are about as far from anywhere: of 5×5 with 12 ones ten
//! are in a layer at a time, and of six cells in a row two.
use super::{BlackWhite, LOW};
use crate::core::{Group, Sweep};
use crate::domains::subsets::cells;

/// Cells of a block, 3×3 where the board is large enough.
const INSIDE: usize = 9;
const FILLINGS: usize = 1 << INSIDE;
/// Most edges between a block and its frame.
const MOST_ACROSS: usize = 6;

/// `FEWER[n]`: the fillings of fewer than n ones.
static FEWER: [u16; INSIDE + 1] = {
    let (mut fewer, mut filling) = ([0; INSIDE + 1], 0);
    while filling < FILLINGS {
        let mut ones = filling.count_ones() as usize + 1;
        while ones <= INSIDE {
            fewer[ones] += 1;
            ones += 1;
        }
        filling += 1;
    }
    fewer
};

/// The bit of a filling in the words of its group.
fn bit(filling: usize) -> [u64; 2] {
    let rank = LOW[filling];
    std::array::from_fn(|word| if usize::from(rank / 64) == word { 1 << (rank % 64) } else { 0 })
}
#[inline(always)]
fn or(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0] | b[0], a[1] | b[1]]
}
/// The bits of `set` in the places of `mask`, gathered.
fn gather(set: u64, mask: u64) -> u64 {
    cells(mask).zip(0..).fold(0, |all, (cell, at)| all | (set >> cell & 1) << at)
}
/// The lowest bits of `set`, scattered to the places of `mask`.
fn scatter(set: u64, mask: u64) -> u64 {
    cells(mask).zip(0..).fold(0, |all, (cell, at)| all | (set >> at & 1) << cell)
}

/// Where the cells of a board lie in its groups, and which swap goes where.
#[derive(Debug)]
pub(super) struct Block {
    ones: u32,
    /// The cells of the block, and the others of the board.
    inside: u64,
    outside: u64,
    /// Swaps outside, beside and above.
    frame: [Neighbours; 2],
    /// Swaps across: the cell outside, and what it adds to the group's number.
    across: Vec<(u32, usize)>,
    /// By number of ones, then in order.
    fillings: Vec<Filling>,
}

/// Swaps between cells of the frame.
#[derive(Clone, Debug)]
struct Neighbours {
    /// How far on the second cell lies.
    shift: u32,
    /// The first cells.
    firsts: u64,
    /// What a swap changes of the group's number, by first cell.
    changes: [usize; 64],
}

/// The swaps of a filling; two cache lines.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Filling {
    /// What the swaps inside lead to, and how many they are.
    inside: [u64; 2],
    edges: u32,
    /// What each swap across leads to.
    across: [[u64; 2]; MOST_ACROSS],
    /// Bit n: the cell inside of swap n across is a one.
    border: u32,
}
impl Filling {
    /// That of `filling`; the pairs `inside` are two of its bits, of those `across` one is.
    fn new(filling: usize, inside: &[(u32, u32)], across: &[(u32, u32)]) -> Self {
        let mut moves = Self::default();
        for &(a, b) in inside.iter().filter(|&&(a, b)| (filling >> a ^ filling >> b) & 1 == 1) {
            moves.inside = or(moves.inside, bit(filling ^ 1 << a ^ 1 << b));
            moves.edges += 1;
        }
        for (at, &(own, _)) in across.iter().enumerate() {
            moves.across[at] = bit(filling ^ 1 << own);
            moves.border |= (filling >> own & 1) as u32 * (1 << at);
        }
        moves
    }
}

impl Sweep<BlackWhite, 2> for Block {
    fn new(space: &BlackWhite) -> Self {
        let size = space.size;
        let near = |cell: &u32| cell / size.columns < 3 && cell % size.columns < 3;
        let cells_near_first = (0..size.cells()).filter(near).chain((0..size.cells()).filter(|c| !near(c)));
        let inside = cells_near_first.take(INSIDE).fold(0, |set, cell| set | 1 << cell);
        let outside = u64::MAX >> (64 - size.cells()) & !inside;
        let place = |cell: u32| (inside & ((1 << cell) - 1)).count_ones();
        let number = |cells| gather(cells, outside);
        let ways = [(1, space.beside), (size.columns & 63, space.above)];
        let (mut within, mut across) = (Vec::new(), Vec::new());
        for (shift, firsts) in ways {
            for (first, second) in cells(firsts).map(|first| (first, first + shift)) {
                match (inside >> first & 1, inside >> second & 1) {
                    (1, 1) => within.push((place(first), place(second))),
                    (1, _) => across.push((place(first), second)),
                    (_, 1) => across.push((place(second), first)),
                    _ => {}
                }
            }
        }
        let mut fillings: Vec<_> = (0..FILLINGS).collect();
        fillings.sort_by_key(|filling| filling.count_ones());
        Self {
            ones: size.ones,
            inside,
            outside,
            frame: ways.map(|(shift, firsts)| {
                let firsts = firsts & outside & outside >> shift;
                let mut changes = [0; 64];
                for first in cells(firsts) {
                    changes[first as usize] = number(1 << first | 1 << (first + shift)) as usize;
                }
                Neighbours { shift, firsts, changes }
            }),
            fillings: fillings.into_iter().map(|filling| Filling::new(filling, &within, &across)).collect(),
            across: across.into_iter().map(|(_, cell)| (cell, number(1 << cell) as usize)).collect(),
        }
    }
    fn groups(&self) -> u64 {
        1 << self.outside.count_ones()
    }
    fn copies(&self) -> u64 {
        1
    }
    fn frame(&self, number: u64) -> u64 {
        scatter(number, self.outside)
    }
    #[inline]
    fn next_frame(&self, frame: u64) -> u64 {
        // Add one, with all other cells filled so that a carry passes them.
        (frame | !self.outside).wrapping_add(1) & self.outside
    }
    #[inline]
    fn step(&self, from: Group<2>, mut put: impl FnMut(usize, [u64; 2])) -> u64 {
        let Group { number, frame, now, .. } = from;
        let mut edges = 0;
        for Neighbours { shift, firsts, changes } in &self.frame {
            let mut unlike = (frame ^ frame >> shift) & firsts;
            while unlike != 0 {
                let first = unlike.trailing_zeros() as usize;
                unlike &= unlike - 1;
                edges += 1;
                put(number ^ changes[first & 63], now);
            }
        }
        edges *= now[0].count_ones() + now[1].count_ones();
        let frames = self.across.iter().zip(0..);
        let frames: u32 = frames.map(|(&(cell, _), at)| ((frame >> cell & 1) as u32) << at).sum();
        let all = (1 << self.across.len()) - 1;
        let fewer = FEWER[(self.ones - frame.count_ones()) as usize % (INSIDE + 1)];
        let fillings = &self.fillings[usize::from(fewer)..];
        let (mut inside, mut across) = ([0; 2], [[0; 2]; MOST_ACROSS]);
        for (first, mut left) in [0, 64].into_iter().zip(now) {
            while left != 0 {
                let moves = &fillings[first + left.trailing_zeros() as usize];
                left &= left - 1;
                inside = or(inside, moves.inside);
                let unlike = (moves.border ^ frames) & all;
                edges += moves.edges + unlike.count_ones();
                // Without a branch: the cell across is unlike or not, as chance has it.
                for (at, (all, [low, high])) in across.iter_mut().zip(moves.across).enumerate() {
                    let mask = u64::from(unlike >> at & 1).wrapping_neg();
                    *all = or(*all, [low & mask, high & mask]);
                }
            }
        }
        put(number, inside);
        for (&(_, change), words) in self.across.iter().zip(across) {
            put(number ^ change, words);
        }
        u64::from(edges)
    }
    fn places(&self, state: u64, mut put: impl FnMut(usize, [u64; 2])) {
        put(gather(state, self.outside) as usize, bit(gather(state, self.inside) as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Domain, Rng};
    use crate::domains::whole_space::check_moves;

    const BOARDS: [&str; 15] = [
        "1x1:0", "1x1:1", "1x7:3", "7x1:3", "2x2:2", "2x3:3", "3x2:2", "2x9:9", "9x2:7", "3x3:4", "4x4:8",
        "4x5:10", "5x5:12", "6x6:18", "8x8:32",
    ];

    fn space(text: &str, draw: u64) -> BlackWhite {
        BlackWhite::uniform(text.parse().expect("a size"), &mut Rng::new(2, draw))
    }

    #[test]
    fn frames_come_in_order_and_each_group_knows_its_number() {
        for text in BOARDS.into_iter().take(11) {
            let block = Block::new(&space(text, 0));
            let mut frame = block.frame(0);
            for number in 0..block.groups() {
                assert_eq!(block.frame(number), frame, "{text} {number}");
                block.places(frame, |group, bit| assert_eq!((group as u64, bit), (number, [1, 0]), "{text}"));
                frame = block.next_frame(frame);
            }
        }
    }

    #[test]
    fn the_groups_of_a_state_make_all_its_moves_and_each_once() {
        for text in BOARDS {
            for draw in 0..100 {
                let space = space(text, draw);
                check_moves(&space, &Block::new(&space), space.start);
            }
        }
    }
}
