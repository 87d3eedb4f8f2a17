//! Four in a row: black and white slide their pieces on a 4×4 board in turns
//! until four of one colour stand in a row, a column or a main diagonal
//! (wikioi 1004, Luogu P2346).
//!
//! - Seven black pieces, seven white ones, two blanks. A move takes a piece of
//!   the side to move to a blank beside it. Sides alternate; nobody passes, so
//!   a side without a move ends that line of play.
//! - Either side may start: a board has two initial states. The sizes
//!   `4x4:black` and `4x4:white` say who must start instead; some of their
//!   instances have no solution.
//! - It counts who has four in a row, not who made the move. A board that is
//!   already won needs 0 moves: the original statement does not say, and a
//!   search asks every initial state the same question.
//! - The space does not end at won boards: their successors are edges like any
//!   others, and a search stops at goals by itself.
//!
//! A state is a word: the black cells in bits 0 to 15 (row by row from the top
//! left), the white cells in bits 16 to 31, and bit 32 set if white moves next.
use crate::core::{
    Backward, Capabilities, Cost, Domain, Heuristic, Indexed, JudgeText, Reversed, Rng, StateSpace,
    TextError, Token, ends_early, random_walk, tokens,
};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// Every cell, in the bits of black.
const CELLS: u64 = 0xffff;
/// From the bits of black to those of white.
const WHITE: u32 = 16;
/// Set if white moves next.
const WHITE_MOVES: u64 = 1 << 32;
/// Ways to choose the seven black cells among the fourteen that are not blank.
const COLOURINGS: u64 = 3432;
/// Ways to place the two blanks, times [`COLOURINGS`].
const BOARDS: u64 = 120 * COLOURINGS;

/// Who starts: what distinguishes the instances' sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Whoever wins sooner: two initial states.
    Either,
    /// Black must start.
    Black,
    /// White must start.
    White,
}
impl First {
    /// The mover bit of every initial state, if the rules fix it.
    fn mover(self) -> Option<u64> {
        match self {
            Self::Either => None,
            Self::Black => Some(0),
            Self::White => Some(WHITE_MOVES),
        }
    }
}
impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Either => "4x4",
            Self::Black => "4x4:black",
            Self::White => "4x4:white",
        })
    }
}
impl FromStr for First {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::Either, Self::Black, Self::White];
        let found = all.into_iter().find(|first| first.to_string() == text);
        found.ok_or_else(|| "expected 4x4, 4x4:black or 4x4:white".to_string())
    }
}

/// One board, and who may start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourInARow {
    first: First,
    /// The board with black to move.
    board: u64,
}

/// For each cell, the cells that share a side with it.
const BESIDE: [u64; 16] = {
    let mut beside = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        let bit = 1u64 << cell;
        let (left, right) = (bit & !0x1111, bit & !0x8888);
        beside[cell] = (bit << 4 | bit >> 4 | left >> 1 | right << 1) & CELLS;
        cell += 1;
    }
    beside
};

/// Every result of a move by the side whose cells begin at bit `side`, with
/// the mover exchanged. Moves are their own reverses, so it serves both ways.
#[inline]
fn slide(state: u64, side: u32, mut emit: impl FnMut(u64)) {
    let own = state >> side & CELLS;
    let mut blanks = blanks(state);
    while blanks != 0 {
        let blank = blanks & blanks.wrapping_neg();
        blanks ^= blank;
        let mut pieces = own & BESIDE[(blank.trailing_zeros() & 15) as usize];
        while pieces != 0 {
            let piece = pieces & pieces.wrapping_neg();
            pieces ^= piece;
            emit(state ^ (piece | blank) << side ^ WHITE_MOVES);
        }
    }
}
#[inline]
fn blanks(state: u64) -> u64 {
    !(state | state >> WHITE) & CELLS
}
/// Where the cells of the side to move begin.
#[inline]
fn mover(state: u64) -> u32 {
    (state >> 32) as u32 * WHITE
}

/// The four families of lines: the bits from one cell of a line to the next,
/// and the first cells of its lines, for both colours.
const FAMILIES: [(u32, u32); 4] = [(1, 0x1111_1111), (4, 0x000f_000f), (5, 0x0001_0001), (3, 0x0008_0008)];

/// Not 0 where a colour has a full line: in the bits of that colour.
#[inline]
fn fours(state: u64) -> u32 {
    let cells = state as u32;
    FAMILIES.iter().fold(0, |found, &(step, firsts)| {
        let pairs = cells & cells >> step;
        found | pairs & pairs >> (2 * step) & firsts
    })
}
/// Not 0 where a colour has three or four cells of a line: in the bits of that colour.
#[inline]
fn threes(state: u64) -> u32 {
    let cells = state as u32;
    FAMILIES.iter().fold(0, |found, &(step, firsts)| {
        let (both, one) = (cells & cells >> step, cells | cells >> step);
        found | (both & one >> (2 * step) | one & both >> (2 * step)) & firsts
    })
}

/// Every board, with black to move.
fn boards() -> impl Iterator<Item = u64> {
    (0..1u64 << 16).filter(|black| black.count_ones() == 7).flat_map(|black| {
        let free = !black & CELLS;
        let pairs = (0..16).flat_map(|a| (a + 1..16).map(move |b| 1u64 << a | 1 << b));
        pairs.filter(move |pair| pair & free == *pair).map(move |pair| black | (free ^ pair) << WHITE)
    })
}
/// Every won board with either mover.
fn goals() -> &'static [u64] {
    static GOALS: OnceLock<Vec<u64>> = OnceLock::new();
    GOALS.get_or_init(|| {
        boards().filter(|&board| fours(board) != 0).flat_map(|board| [board, board | WHITE_MOVES]).collect()
    })
}

impl StateSpace for FourInARow {
    type State = u64;
    fn initial_states(&self) -> Vec<u64> {
        match self.first.mover() {
            None => vec![self.board, self.board | WHITE_MOVES],
            Some(mover) => vec![self.board | mover],
        }
    }
    #[inline]
    fn is_goal(&self, state: u64) -> bool {
        fours(state) != 0
    }
    #[inline]
    fn expand(&self, state: u64, mut emit: impl FnMut(u64, Cost)) {
        slide(state, mover(state), |child| emit(child, 1));
    }
}

impl Backward for FourInARow {
    fn goal_states(&self) -> Vec<u64> {
        goals().to_vec()
    }
    /// Takes back a move of the side that does not move next.
    #[inline]
    fn expand_backward(&self, state: u64, mut emit: impl FnMut(u64, Cost)) {
        slide(state, WHITE - mover(state), |parent| emit(parent, 1));
    }
}

const fn choose(places: u32, count: u32) -> u32 {
    let (mut ways, mut i) = (1, 0);
    while i < count {
        // Exact: the product of i + 1 consecutive numbers. A factor of 0 makes it 0 for good.
        ways = ways * places.saturating_sub(i) / (i + 1);
        i += 1;
    }
    ways
}
/// What seven of the fourteen places, those from `base` on, add to the rank of
/// seven black cells in the combinatorial number system: the i-th cell from
/// below, at place p, adds p over i. The upper half knows how many cells the
/// lower one holds, as there are seven in all.
const fn ranks(base: u32) -> [u16; 128] {
    let mut ranks = [0; 128];
    let mut set = 0u32;
    while set < 128 {
        let mut i = if base == 0 { 1 } else { 8 - set.count_ones() };
        let mut bit = 0;
        while bit < 7 {
            if set >> bit & 1 == 1 {
                ranks[set as usize] += choose(base + bit, i) as u16;
                i += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    ranks
}
const LOWER: [u16; 128] = ranks(0);
const UPPER: [u16; 128] = ranks(7);

/// `cells` without place `at`: those above it move down.
#[inline]
fn without(cells: u64, at: u32) -> u64 {
    let below = (1 << at) - 1;
    cells & below | cells >> 1 & !below
}

/// A perfect rank: the pair of blanks, the black cells among the others, the mover.
impl Indexed for FourInARow {
    fn indices(&self) -> u64 {
        2 * BOARDS
    }
    #[inline]
    fn index(&self, state: u64) -> u64 {
        let blanks = blanks(state) as u32;
        let (low, high) = (blanks.trailing_zeros(), (blanks & (blanks - 1)).trailing_zeros());
        let pair = u64::from(high * (high - 1) / 2 + low);
        let black = without(without(state & CELLS, high), low) as usize;
        let colouring = LOWER[black & 127] + UPPER[black >> 7 & 127];
        (pair * COLOURINGS + u64::from(colouring)) * 2 + (state >> 32)
    }
}

/// What the nearest line needs: a line of which a colour lacks k cells takes k
/// moves of that colour, so 2k - 1 moves if it moves next and 2k if not.
///
/// Consistent: a move brings its own colour's lines one cell nearer at most,
/// and the other colour's none, but then that one moves next. As one of the
/// four rows always holds two of the seven pieces of a colour, k is 2 at most.
#[derive(Debug)]
pub struct Lines;
impl Heuristic<FourInARow> for Lines {
    const NAME: &'static str = "lines";
    const ABOUT: &'static str = "Moves that the nearest line of four needs";
    const CONSISTENT: bool = true;
    fn new(_: &FourInARow) -> Self {
        Self
    }
    #[inline]
    fn h(&self, _: &FourInARow, state: u64) -> Cost {
        if fours(state) != 0 {
            return 0;
        }
        let threes = u64::from(threes(state));
        match (threes >> mover(state) & CELLS != 0, threes != 0) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 3,
        }
    }
}

const ROWS: usize = 4;
const LETTERS: [(char, u32); 3] = [('B', 7), ('W', 7), ('O', 2)];

/// The board of four rows of letters; the row that breaks the rules is the error.
fn board(rows: &[Token<'_>]) -> Result<u64, TextError> {
    let (mut board, mut seen) = (0, [0; LETTERS.len()]);
    for (row, token) in rows.iter().enumerate() {
        let letter = |c| LETTERS.iter().position(|&(letter, _)| letter == c);
        let found: Option<Vec<usize>> = token.text.chars().map(letter).collect();
        let found = found.filter(|letters| letters.len() == 4);
        let found = found.ok_or_else(|| token.error("expected a row, 4 letters B, W or O"))?;
        for (column, &letter) in found.iter().enumerate() {
            seen[letter] += 1;
            let (name, most) = LETTERS[letter];
            if seen[letter] > most {
                return Err(token.error(format_args!(
                    "row {} of this board has its {} number {}; expected 7 B, 7 W and 2 O",
                    row + 1,
                    name,
                    seen[letter]
                )));
            }
            let cell = 4 * row + column;
            board |= match name {
                'B' => 1 << cell,
                'W' => 1 << WHITE << cell,
                _ => 0,
            };
        }
    }
    Ok(board)
}
fn letter(state: u64, cell: u32) -> char {
    match (state >> cell & 1, state >> WHITE >> cell & 1) {
        (1, _) => 'B',
        (_, 1) => 'W',
        _ => 'O',
    }
}
fn text(state: u64, line_break: &str) -> String {
    let row = |row: u32| (4 * row..4 * row + 4).map(|cell| letter(state, cell)).collect::<String>();
    (0..4).map(row).collect::<Vec<_>>().join(line_break)
}

impl Domain for FourInARow {
    const NAME: &'static str = "four-in-a-row";
    const ABOUT: &'static str = "Two colours slide in turns until one has four in a row (Luogu P2346)";
    const SIZES: &'static [&'static str] = &["4x4", "4x4:black", "4x4:white"];
    type Size = First;

    fn size(&self) -> First {
        self.first
    }
    fn parse(first: First, initial: &str, goal: &str) -> Result<Self, TextError> {
        // Blanks for the slashes: the columns of errors stay those of the line.
        let initial = initial.replace('/', " ");
        let rows: Vec<Token<'_>> = tokens(&initial).collect();
        if let Some(extra) = rows.get(ROWS) {
            return Err(extra.error("expected the end: a board has 4 rows"));
        }
        let board = board(&rows)?;
        if rows.len() < ROWS {
            return Err(ends_early(&initial, format_args!("the board has {} of 4 rows", rows.len())));
        }
        match tokens(goal).next() {
            Some(extra) => Err(extra.error("expected no text: the rules fix the goals")),
            None => Ok(Self { first, board }),
        }
    }
    fn initial_text(&self) -> String {
        text(self.board, "/")
    }
    fn goal_text(&self) -> String {
        String::new()
    }
    fn line(&self) -> String {
        self.initial_text()
    }

    /// Boards one after another, four rows each, to the end of the text.
    fn read(first: First, text: &str) -> Result<JudgeText<Self>, TextError> {
        let rows: Vec<Token<'_>> = tokens(text).collect();
        let mut instances = Vec::with_capacity(rows.len() / ROWS);
        for rows in rows.chunks(ROWS) {
            let board = board(rows)?;
            if rows.len() < ROWS {
                let case = instances.len() + 1;
                return Err(ends_early(text, format_args!("case {case} has {} of 4 rows", rows.len())));
            }
            instances.push(Self { first, board });
        }
        Ok(JudgeText { sets: vec![instances.len()], instances })
    }
    fn write(instances: &[Self]) -> String {
        instances.iter().map(|instance| text(instance.board, "\n") + "\n").collect()
    }
    /// The number of moves; `-1`, which the judge never needs, if who must start cannot win.
    fn answer(&self, path: Option<&[u64]>) -> String {
        path.map_or("-1".to_string(), |path| (path.len() - 1).to_string())
    }

    fn start(first: First, from: Option<&str>) -> Result<Self, TextError> {
        Self::parse(first, from.unwrap_or("BWBO/WBWB/BWBW/WBWO"), "")
    }
    fn state_text(&self, state: u64) -> String {
        let next = if mover(state) == WHITE { 'W' } else { 'B' };
        format!("{} {next} next", text(state, "/"))
    }
    fn move_name(&self, from: u64, to: u64) -> String {
        let (filled, left) = (blanks(from) & !blanks(to), blanks(to) & !blanks(from));
        let (source, target) = (left.trailing_zeros(), filled.trailing_zeros());
        let place = |cell: u32| format!("{} {}", cell / 4 + 1, cell % 4 + 1);
        format!("{} {} -> {}", letter(from, source), place(source), place(target))
    }

    fn uniform(first: First, rng: &mut Rng) -> Self {
        let mut cells: Vec<u64> = [vec![1; 7], vec![1 << WHITE; 7], vec![0; 2]].concat();
        rng.shuffle(&mut cells);
        let board = cells.iter().enumerate().fold(0, |board, (cell, piece)| board | piece << cell);
        Self { first, board }
    }
    /// The board reached by taking back `steps` moves from a random won one,
    /// so that whoever must start moves next there. A walk that meets a dead
    /// end is shorter, and one move shorter still if the wrong side would be to move.
    fn walk(first: First, steps: u32, rng: &mut Rng) -> Self {
        let mut won = goals()[rng.pick(goals().len())];
        if let Some(mover) = first.mover() {
            won = won & !WHITE_MOVES | (mover ^ u64::from(steps) << 32) & WHITE_MOVES;
        }
        let space = Self { first, board: won & !WHITE_MOVES };
        let (mut later, mut state) = (won, won);
        for _ in 0..steps {
            let earlier = random_walk(&Reversed(&space), state, 1, rng);
            if earlier == state {
                break;
            }
            (later, state) = (state, earlier);
        }
        if first.mover().is_some_and(|mover| mover != state & WHITE_MOVES) {
            state = later;
        }
        Self { first, board: state & !WHITE_MOVES }
    }

    fn capabilities(offer: &mut impl Capabilities<Self>) {
        offer.words();
        offer.indexed();
        offer.backward();
        offer.heuristic::<Lines>();
    }
}

#[cfg(test)]
mod tests;
