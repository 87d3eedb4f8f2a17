//! Solitaire chess-board (POJ 1198, HDU 1401, `UVa` 1724): pieces that look alike
//! step to a free neighbour, or jump over a neighbour to the free cell behind it.
mod sweep;

use super::matching::Matching;
use super::subsets::{CHOOSE, cells};
use crate::core::{
    Backward, BothWays, Capabilities, Cost, Domain, Heuristic, Indexed, JudgeText, Rng, StateSpace,
    TextError, Token, ends_early, random_walk, tokens,
};
use std::fmt;
use std::str::FromStr;

/// From one placement of pieces to another. Bit 8·row + column of a state is a
/// cell, on boards of every size.
#[derive(Clone, Debug)]
pub struct Solitaire {
    size: Size,
    /// The cells of the board.
    board: u64,
    ranks: &'static [[u32; 65]; FEW_PIECES],
    start: u64,
    goal: u64,
}

/// Board and number of pieces, written `8x8:4`: columns, rows, pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: u32,
    rows: u32,
    pieces: u32,
}

const COLUMN_0: u64 = 0x0101_0101_0101_0101;
const MOST_COLUMNS: usize = 8;
const MOST_PIECES: usize = 16;
/// Up to so many pieces have ranks of 32 bits on every board.
const FEW_PIECES: usize = 7;

/// `RANKS[w][i][p]`: the ways to put i + 1 pieces before bit p of a board of w
/// columns. Their sum over the pieces is the rank of a placement in colex order.
static RANKS: [[[u32; 65]; FEW_PIECES]; MOST_COLUMNS + 1] = {
    let mut ranks = [[[0; 65]; FEW_PIECES]; MOST_COLUMNS + 1];
    let mut at = 0;
    while at < 64 * FEW_PIECES * (MOST_COLUMNS + 1) {
        let (w, i, p) = (at / 64 / FEW_PIECES, at / 64 % FEW_PIECES, at % 64);
        ranks[w][i][p] = CHOOSE[p / 8 * w + p % 8][i + 1] as u32;
        at += 1;
    }
    ranks
};
/// The same for more pieces.
static WIDE_RANKS: [[[u64; 64]; MOST_PIECES]; MOST_COLUMNS + 1] = {
    let mut ranks = [[[0; 64]; MOST_PIECES]; MOST_COLUMNS + 1];
    let mut at = 0;
    while at < 64 * MOST_PIECES * (MOST_COLUMNS + 1) {
        let (w, i, p) = (at / 64 / MOST_PIECES, at / 64 % MOST_PIECES, at % 64);
        ranks[w][i][p] = CHOOSE[p / 8 * w + p % 8][i + 1];
        at += 1;
    }
    ranks
};

/// One cell up, down, right and left of `cells`, as bits.
#[inline(always)]
fn ways(cells: u64) -> [u64; 4] {
    [cells >> 8, cells << 8, (cells & !(COLUMN_0 << 7)) << 1, (cells & !COLUMN_0) >> 1]
}
/// The neighbours of a cell.
#[inline(always)]
fn around(cell: u64) -> u64 {
    let [a, b, c, d] = ways(cell);
    a | b | c | d
}
/// The cells behind those neighbours of a cell that are full.
#[inline(always)]
fn beyond(cell: u64, full: u64) -> u64 {
    let near = ways(cell);
    ways(near[0] & full)[0] | ways(near[1] & full)[1] | ways(near[2] & full)[2] | ways(near[3] & full)[3]
}

impl StateSpace for Solitaire {
    type State = u64;
    const UNDIRECTED: bool = true;
    fn initial_states(&self) -> Vec<u64> {
        vec![self.start]
    }
    #[inline]
    fn is_goal(&self, state: u64) -> bool {
        state == self.goal
    }
    #[inline]
    fn expand(&self, b: u64, mut emit: impl FnMut(u64, Cost)) {
        let (free, mut left) = (self.board & !b, b);
        // A direction leads to one cell at most: a free neighbour, or the free cell behind a piece.
        while left != 0 {
            let piece = left & left.wrapping_neg();
            left ^= piece;
            let mut targets = (around(piece) | beyond(piece, b)) & free;
            while targets != 0 {
                let target = targets & targets.wrapping_neg();
                targets ^= target;
                emit(b ^ piece ^ target, 1);
            }
        }
    }
}
impl Backward for Solitaire {
    fn goal_states(&self) -> Vec<u64> {
        vec![self.goal]
    }
}
/// A perfect rank: every index is a placement.
impl Indexed for Solitaire {
    fn indices(&self) -> u64 {
        self.size.states()
    }
    #[inline]
    fn index(&self, state: u64) -> u64 {
        // Pieces that are not there add 0: no branch for up to four of them.
        let (mut rank, mut left) = (0, state);
        for row in &self.ranks[..4] {
            rank += row[left.trailing_zeros() as usize];
            left &= left.wrapping_sub(1);
        }
        if self.size.pieces <= 4 {
            return u64::from(rank);
        }
        if self.size.pieces as usize > FEW_PIECES {
            return self.wide_index(state);
        }
        for row in &self.ranks[4..] {
            if left == 0 {
                break;
            }
            rank += row[left.trailing_zeros() as usize];
            left &= left.wrapping_sub(1);
        }
        u64::from(rank)
    }
}

/// A move takes one piece at most two cells, so half the distance, rounded up,
/// is admissible; and as one move changes the least total by at most two, the
/// estimate changes by at most one: it is consistent.
impl Heuristic<Solitaire> for Matching {
    const NAME: &'static str = "matching";
    const ABOUT: &'static str = "Half the cheapest matching of the pieces to their goals, by distance";
    const CONSISTENT: bool = true;
    fn new(_: &Solitaire) -> Self {
        Self::with_columns(MOST_COLUMNS)
    }
    #[inline]
    fn h(&self, space: &Solitaire, state: u64) -> Cost {
        self.cost(state, space.goal).div_ceil(2)
    }
}
impl BothWays<Solitaire> for Matching {
    #[inline]
    fn h_back(&self, space: &Solitaire, state: u64) -> Cost {
        self.cost(state, space.start).div_ceil(2)
    }
}

impl Size {
    fn states(self) -> u64 {
        CHOOSE[(self.columns * self.rows) as usize][self.pieces as usize]
    }
    /// Moves cells numbered row by row to the bits of a state.
    fn spread(self, compact: u64) -> u64 {
        cells(compact).fold(0, |set, cell| set | 1 << (cell / self.columns * 8 + cell % self.columns))
    }
    fn board(self) -> u64 {
        self.spread(u64::MAX >> (64 - self.columns * self.rows))
    }
    /// A block in the corner of cell 1 1, as near to a square as the board
    /// allows, filled row by row: 2×2 for 4 pieces, 3 + 2 for 5, 3 + 3 for 6.
    fn corner(self) -> u64 {
        let square = (1..=4).find(|side| side * side >= self.pieces).expect("at most 16 pieces");
        let across = square.max(self.pieces.div_ceil(self.rows)).min(self.columns);
        (0..self.pieces).fold(0, |set, piece| set | 1 << (piece / across * 8 + piece % across))
    }
    /// One board from its tokens; `of` is the whole text, `case` names the part of it.
    fn read_board<'a>(
        self,
        of: &str,
        case: impl Fn(u32) -> String,
        tokens: &mut impl Iterator<Item = Token<'a>>,
    ) -> Result<u64, TextError> {
        let mut set = 0;
        for piece in 0..self.pieces {
            let mut next = |known| tokens.next().ok_or_else(|| ends_early(of, case(2 * piece + known)));
            let (row_token, column_token) = (next(0)?, next(1)?);
            let row = row_token.number("a row", 1, self.rows)?;
            let column = column_token.number("a column", 1, self.columns)?;
            let cell = 1 << (8 * (row - 1) + column - 1);
            if set & cell != 0 {
                let twice = format!("a board has two pieces on {row} {column}; expected different cells");
                return Err(row_token.error(twice));
            }
            set |= cell;
        }
        Ok(set)
    }
    /// The one board of `text`.
    fn parse_board(self, text: &str) -> Result<u64, TextError> {
        let mut tokens = tokens(text);
        let numbers = 2 * self.pieces;
        let board =
            self.read_board(text, |n| format!("the board has {n} of {numbers} numbers"), &mut tokens)?;
        match tokens.next() {
            Some(more) => Err(more.error(format_args!("expected no more than {numbers} numbers"))),
            None => Ok(board),
        }
    }
}
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}:{}", self.columns, self.rows, self.pieces)
    }
}
impl FromStr for Size {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (board, pieces) = text.split_once(':')?;
            let (columns, rows) = board.split_once('x')?;
            let number = |text: &str| text.parse().ok();
            let size = Self { columns: number(columns)?, rows: number(rows)?, pieces: number(pieces)? };
            let fits = (2..=8).contains(&size.columns)
                && (2..=8).contains(&size.rows)
                && (1..=MOST_PIECES as u32).contains(&size.pieces)
                && size.pieces <= size.columns * size.rows;
            fits.then_some(size)
        };
        read().ok_or_else(|| {
            "expected COLUMNSxROWS:PIECES, 2 to 8 columns and rows and 1 to 16 pieces \
                 that fit the board, such as 8x8:4"
                .to_string()
        })
    }
}

/// The pieces as `r c r c …`, in order of their cells.
fn board_text(board: u64) -> String {
    cells(board).map(cell_text).collect::<Vec<_>>().join(" ")
}
fn cell_text(cell: u32) -> String {
    format!("{} {}", cell / 8 + 1, cell % 8 + 1)
}

impl Solitaire {
    /// The index of more than [`FEW_PIECES`], out of the way of the others.
    #[inline(never)]
    fn wide_index(&self, state: u64) -> u64 {
        let ranks = &WIDE_RANKS[self.size.columns as usize];
        ranks.iter().zip(cells(state)).map(|(row, cell)| row[cell as usize]).sum()
    }
    fn between(size: Size, start: u64, goal: u64) -> Self {
        Self { size, board: size.board(), ranks: &RANKS[size.columns as usize], start, goal }
    }
}

impl Domain for Solitaire {
    const NAME: &'static str = "solitaire";
    const ABOUT: &'static str =
        "Pieces on a board step or jump, none is removed, from one placement to another (POJ 1198, HDU 1401)";
    const SIZES: &'static [&'static str] = &["8x8:4", "8x8:5", "8x8:6", "8x8:7", "8x8:8"];
    const JUDGE_DEPTH: Option<Cost> = Some(8);
    type Size = Size;

    fn size(&self) -> Size {
        self.size
    }
    fn parse(size: Size, initial: &str, goal: &str) -> Result<Self, TextError> {
        Ok(Self::between(size, size.parse_board(initial)?, size.parse_board(goal)?))
    }
    fn initial_text(&self) -> String {
        board_text(self.start)
    }
    fn goal_text(&self) -> String {
        board_text(self.goal)
    }
    fn read(size: Size, text: &str) -> Result<JudgeText<Self>, TextError> {
        let mut tokens = tokens(text).peekable();
        let mut instances = Vec::new();
        let numbers = 2 * size.pieces;
        while tokens.peek().is_some() {
            let case = instances.len() + 1;
            let mut board = |before: u32| {
                let known = |n| format!("case {case} has {} of {} numbers", before + n, 2 * numbers);
                size.read_board(text, known, &mut tokens)
            };
            let (start, goal) = (board(0)?, board(numbers)?);
            instances.push(Self::between(size, start, goal));
        }
        let sets = vec![instances.len()];
        Ok(JudgeText { instances, sets })
    }
    fn write(instances: &[Self]) -> String {
        let lines =
            instances.iter().flat_map(|i| [i.initial_text(), "\n".into(), i.goal_text(), "\n".into()]);
        lines.collect()
    }
    /// `YES` for a path of at most [`Domain::JUDGE_DEPTH`] moves, else `NO`.
    fn answer(&self, path: Option<&[u64]>) -> String {
        let near = path.is_some_and(|path| Some(path.len() as Cost - 1) <= Self::JUDGE_DEPTH);
        if near { "YES" } else { "NO" }.to_string()
    }

    fn start(size: Size, from: Option<&str>) -> Result<Self, TextError> {
        let start = from.map_or(Ok(size.corner()), |text| size.parse_board(text))?;
        Ok(Self::between(size, start, start))
    }
    fn state_text(&self, state: u64) -> String {
        board_text(state)
    }
    /// The cells that the piece leaves and enters: `4 4 -> 4 5`.
    fn move_name(&self, from: u64, to: u64) -> String {
        format!("{} -> {}", board_text(from & !to), board_text(to & !from))
    }

    fn uniform(size: Size, rng: &mut Rng) -> Self {
        let mut board = || size.spread(rng.bits(size.pieces, size.columns * size.rows));
        let (start, goal) = (board(), board());
        Self::between(size, start, goal)
    }
    fn walk(size: Size, steps: u32, rng: &mut Rng) -> Self {
        let mut instance = Self::uniform(size, rng);
        instance.goal = random_walk(&instance, instance.start, steps, rng);
        instance
    }
    fn with_goal(&self, goal: u64) -> Option<Self> {
        Some(Self { goal, ..self.clone() })
    }

    fn capabilities(offer: &mut impl Capabilities<Self>) {
        offer.words();
        offer.indexed();
        offer.sweep::<sweep::OnePiece, 1>();
        offer.backward();
        offer.heuristic::<Matching>();
        offer.both_ways::<Matching>();
    }
}

#[cfg(test)]
mod tests;
