//! Solitaire 64 states at a time: a group is all places of one piece while the
//! others, its frame, stand still. Frames are numbered in colex order.
use super::{COLUMN_0, FEW_PIECES, Size, Solitaire, WIDE_RANKS};
use crate::core::{Group, Sweep};
use crate::domains::subsets::{CHOOSE, cells};

/// The steps and jumps over `frame` of every piece of `now` in one direction;
/// `open` are the cells of the board that can be entered that way.
#[inline(always)]
fn slide(now: u64, frame: u64, open: u64, ahead: impl Fn(u64) -> u64) -> (u64, u64) {
    let entered = ahead(now) & open;
    (entered & !frame, ahead(entered & frame) & open & !frame)
}

/// One column of a sum: the sum bits and the carries.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// The bits of eight words, by half as many counts of bits.
#[inline(always)]
fn ones(words: [u64; 8]) -> u32 {
    let (one_a, two_a) = add(words[0], words[1], words[2]);
    let (one_b, two_b) = add(words[3], words[4], words[5]);
    let (one_c, two_c) = add(words[6], words[7], one_a);
    let (two, four) = add(two_a, two_b, two_c);
    let (one, two_d) = (one_b ^ one_c, one_b & one_c);
    let (two, four_too) = (two ^ two_d, two & two_d);
    one.count_ones() + 2 * two.count_ones() + 4 * (four.count_ones() + four_too.count_ones())
}

/// [`Sweep::places`] of `K` pieces, without a loop over a number known late only.
#[inline(always)]
fn places<const K: usize>(ranks: &[[u32; 65]; FEW_PIECES], state: u64, mut put: impl FnMut(usize, [u64; 1])) {
    let (mut at, mut left) = ([0; K], state);
    for cell in &mut at {
        *cell = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
    }
    // The pieces after the one left out move down a place.
    let mut after = [0; K];
    for i in (1..K).rev() {
        after[i - 1] = after[i] + ranks[i - 1][at[i]];
    }
    let mut before = 0;
    for i in 0..K {
        put((before + after[i]) as usize, [1 << at[i]]);
        if i + 1 < K {
            before += ranks[i][at[i]];
        }
    }
}

/// The moves of one piece among others that stand still.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnePiece {
    size: Size,
    board: u64,
    ranks: &'static [[u32; 65]; FEW_PIECES],
}

impl OnePiece {
    /// The groups of a state, without a loop over a number known late only.
    #[inline(always)]
    fn each_place(&self, state: u64, put: impl FnMut(usize, [u64; 1])) {
        match self.size.pieces {
            2 => places::<2>(self.ranks, state, put),
            3 => places::<3>(self.ranks, state, put),
            4 => places::<4>(self.ranks, state, put),
            5 => places::<5>(self.ranks, state, put),
            6 => places::<6>(self.ranks, state, put),
            7 => places::<7>(self.ranks, state, put),
            8 => places::<8>(self.ranks, state, put),
            _ => self.wide_places(state, put),
        }
    }
    /// The same for more pieces, out of the way of the others.
    #[inline(never)]
    fn wide_places(&self, state: u64, mut put: impl FnMut(usize, [u64; 1])) {
        let ranks = &WIDE_RANKS[self.size.columns as usize];
        for piece in cells(state) {
            let others = cells(state ^ 1 << piece);
            let number: u64 = ranks.iter().zip(others).map(|(row, cell)| row[cell as usize]).sum();
            put(number as usize, [1 << piece]);
        }
    }
}

impl Sweep<Solitaire, 1> for OnePiece {
    fn new(space: &Solitaire) -> Self {
        Self { size: space.size, board: space.board, ranks: space.ranks }
    }
    fn groups(&self) -> u64 {
        CHOOSE[(self.size.columns * self.size.rows) as usize][self.size.pieces as usize - 1]
    }
    fn copies(&self) -> u64 {
        u64::from(self.size.pieces)
    }
    fn frame(&self, number: u64) -> u64 {
        let (mut left, mut frame) = (number, 0);
        for pieces in (1..self.size.pieces as usize).rev() {
            let fits = |cell: &u32| CHOOSE[*cell as usize][pieces] <= left;
            let cell = (0..64).take_while(fits).last().expect("no ways fit on cell 0");
            left -= CHOOSE[cell as usize][pieces];
            frame |= 1 << cell;
        }
        self.size.spread(frame)
    }
    #[inline]
    fn next_frame(&self, frame: u64) -> u64 {
        // Add one to the lowest piece, with the cells off the board filled so that a carry passes them.
        let lowest = frame & frame.wrapping_neg();
        let moved = (frame | !self.board).wrapping_add(lowest) & self.board;
        if frame & !moved == lowest {
            return moved;
        }
        // A carry over other pieces: all but the last of them begin again in the corner.
        let mut rest = self.board;
        for _ in 1..(frame & !moved).count_ones() {
            rest &= rest.wrapping_sub(1);
        }
        moved | self.board & !rest
    }
    #[inline]
    fn step(&self, from: Group<1>, mut put: impl FnMut(usize, [u64; 1])) -> u64 {
        let Group { frame, now: [now], seen: [seen], .. } = from;
        let board = self.board;
        let down = slide(now, frame, board, |x| x << 8);
        let up = slide(now, frame, board, |x| x >> 8);
        let right = slide(now, frame, board & !COLUMN_0, |x| x << 1);
        let left = slide(now, frame, board & !(COLUMN_0 << 7), |x| x >> 1);
        let ways = [down.0, down.1, up.0, up.1, right.0, right.1, left.0, left.1];
        let mut new = ways.iter().fold(0, |all, way| all | way) & !seen;
        while new != 0 {
            let piece = new & new.wrapping_neg();
            new ^= piece;
            self.each_place(frame | piece, &mut put);
        }
        u64::from(ones(ways))
    }
    fn places(&self, state: u64, put: impl FnMut(usize, [u64; 1])) {
        self.each_place(state, put);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Domain, Rng};
    use crate::domains::whole_space::check_moves;

    const BOARDS: [&str; 9] =
        ["4x4:1", "4x4:2", "4x4:3", "2x2:4", "3x5:5", "5x3:7", "8x2:8", "4x4:9", "4x3:12"];

    fn space(text: &str, draw: u64) -> Solitaire {
        Solitaire::uniform(text.parse().expect("a size"), &mut Rng::new(2, draw))
    }

    #[test]
    fn frames_come_in_order_and_each_group_knows_its_number() {
        for text in BOARDS {
            let space = space(text, 0);
            let moves = OnePiece::new(&space);
            let mut frame = moves.frame(0);
            for number in 0..moves.groups() {
                assert_eq!(moves.frame(number), frame, "{text} {number}");
                assert_eq!(frame & !space.board, 0, "{text} {number}");
                for cell in cells(space.board & !frame) {
                    let mut found = false;
                    moves.places(frame | 1 << cell, |group, bit| {
                        assert!((group as u64) < moves.groups(), "{text} {group}");
                        found |= group as u64 == number && bit == [1 << cell];
                    });
                    assert!(found, "{text} {number} {cell}");
                }
                frame = moves.next_frame(frame);
            }
        }
    }

    #[test]
    fn the_groups_of_a_state_make_all_its_moves_and_each_once() {
        for text in BOARDS.into_iter().chain(["8x8:4", "8x8:5", "8x8:6", "8x8:7", "8x8:8", "6x7:12"]) {
            for draw in 0..100 {
                let space = space(text, draw);
                check_moves(&space, &OnePiece::new(&space), space.start);
            }
        }
    }

    #[test]
    fn eight_words_are_counted() {
        let mut rng = Rng::new(3, 0);
        for _ in 0..1000 {
            let words = [(); 8].map(|()| {
                let count = rng.pick(65) as u32;
                rng.bits(count, 64)
            });
            assert_eq!(ones(words), words.iter().map(|word| word.count_ones()).sum::<u32>(), "{words:x?}");
        }
        assert_eq!(ones([u64::MAX; 8]), 512);
    }
}
