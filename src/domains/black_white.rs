//! Black-white (Luogu P1225): a board of zeros and ones; a move swaps two
//! unlike cells that share a side.
mod sweep;

use super::matching::Matching;
use super::subsets::{CHOOSE, cells};
use crate::core::{
    Backward, BothWays, Capabilities, Cost, Domain, Heuristic, Indexed, JudgeText, Rng, StateSpace,
    TextError, Token, ends_early, random_walk, tokens,
};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// From one board to another with as many ones. Bit columns·row + column of a
/// state is a cell.
#[derive(Clone, Debug)]
pub struct BlackWhite {
    size: Size,
    /// The cells with a neighbour on their right, and with one below.
    beside: u64,
    above: u64,
    /// From [`high`], for boards of up to two halves.
    high: Option<&'static [u32; FILLINGS]>,
    start: u64,
    goal: u64,
}

/// Board and number of ones, written `4x4:8`: rows, columns, ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    rows: u32,
    columns: u32,
    ones: u32,
}

/// Half of the cells that the index looks up: a half's 2^13 fillings make
/// tables of 16 and 32 KB, and two halves hold 5×5.
const HALF: usize = 13;
const FILLINGS: usize = 1 << HALF;

/// `LOW[x]`: the fillings of a half that are smaller than x and have as many ones.
static LOW: [u16; FILLINGS] = {
    let (mut low, mut seen) = ([0; FILLINGS], [0; HALF + 1]);
    let mut filling = 0;
    while filling < FILLINGS {
        let ones = filling.count_ones() as usize;
        low[filling] = seen[ones];
        seen[ones] += 1;
        filling += 1;
    }
    low
};

/// `high(n)[x]`: the boards of two halves with n ones in all whose second half
/// is smaller than x. Made when first asked for, once for all boards.
fn high(ones: usize) -> &'static [u32; FILLINGS] {
    static HIGH: [OnceLock<Box<[u32; FILLINGS]>>; 2 * HALF + 1] = [const { OnceLock::new() }; 2 * HALF + 1];
    HIGH[ones].get_or_init(|| {
        let mut boards = 0;
        let smaller = (0..FILLINGS).map(|filling| {
            let before = boards as u32;
            let left = ones.checked_sub(filling.count_ones() as usize);
            boards += left.map_or(0, |left| CHOOSE[HALF][left]);
            before
        });
        smaller.collect::<Box<[u32]>>().try_into().expect("an entry for each filling")
    })
}

impl StateSpace for BlackWhite {
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
    fn expand(&self, state: u64, mut emit: impl FnMut(u64, Cost)) {
        // A board of one row of 64 has nothing below: any shift will do.
        for (shift, first) in [(1, self.beside), (self.size.columns & 63, self.above)] {
            let mut unlike = (state ^ (state >> shift)) & first;
            while unlike != 0 {
                let cell = unlike & unlike.wrapping_neg();
                unlike ^= cell;
                emit(state ^ cell ^ (cell << shift), 1);
            }
        }
    }
}
impl Backward for BlackWhite {
    fn goal_states(&self) -> Vec<u64> {
        vec![self.goal]
    }
}
/// A perfect rank: the number of smaller boards with as many ones (colex order).
impl Indexed for BlackWhite {
    fn indices(&self) -> u64 {
        self.size.states()
    }
    #[inline]
    fn index(&self, state: u64) -> u64 {
        let Some(high) = self.high else {
            return long_index(state);
        };
        let (low, rest) = (state as usize % FILLINGS, (state >> HALF) as usize % FILLINGS);
        u64::from(high[rest] + u32::from(LOW[low]))
    }
}
/// The index on a board of more than two halves, out of the way of the others.
#[inline(never)]
fn long_index(state: u64) -> u64 {
    cells(state).zip(1..).map(|(cell, ones): (_, usize)| CHOOSE[cell as usize][ones]).sum()
}

impl BlackWhite {
    fn between(size: Size, start: u64, goal: u64) -> Self {
        let having = |neighbour: fn(Size, u32) -> bool| {
            (0..size.cells()).filter(|&cell| neighbour(size, cell)).fold(0, |set, cell| set | 1 << cell)
        };
        Self {
            size,
            beside: having(|size, cell| cell % size.columns + 1 < size.columns),
            above: having(|size, cell| cell + size.columns < size.cells()),
            high: (size.cells() as usize <= 2 * HALF).then(|| high(size.ones as usize)),
            start,
            goal,
        }
    }
}

/// A swap takes a one a single cell, so the total distance is admissible and
/// consistent. It is also the distance itself: a one whose way is barred by
/// another one hands its goal over to it.
impl Heuristic<BlackWhite> for Matching {
    const NAME: &'static str = "matching";
    const ABOUT: &'static str = "The cheapest matching of the ones to their goals, by distance";
    const CONSISTENT: bool = true;
    fn new(space: &BlackWhite) -> Self {
        Self::with_columns(space.size.columns as usize)
    }
    #[inline]
    fn h(&self, space: &BlackWhite, state: u64) -> Cost {
        self.cost(state, space.goal)
    }
}
impl BothWays<BlackWhite> for Matching {
    #[inline]
    fn h_back(&self, space: &BlackWhite, state: u64) -> Cost {
        self.cost(state, space.start)
    }
}

/// The heuristic `mismatches`: half of the cells that differ from the goal, as a swap
/// settles two at most. It asks nothing of where they lie, so that a search has work to do.
#[derive(Debug)]
pub(super) struct Mismatches;
impl Heuristic<BlackWhite> for Mismatches {
    const NAME: &'static str = "mismatches";
    const ABOUT: &'static str = "Half of the cells that differ from the goal";
    const CONSISTENT: bool = true;
    fn new(_: &BlackWhite) -> Self {
        Self
    }
    #[inline]
    fn h(&self, space: &BlackWhite, state: u64) -> Cost {
        (state ^ space.goal).count_ones() / 2
    }
}
impl BothWays<BlackWhite> for Mismatches {
    #[inline]
    fn h_back(&self, space: &BlackWhite, state: u64) -> Cost {
        (state ^ space.start).count_ones() / 2
    }
}

impl Size {
    fn cells(self) -> u32 {
        self.rows * self.columns
    }
    fn states(self) -> u64 {
        CHOOSE[self.cells() as usize][self.ones as usize]
    }
    /// The first cells, row by row.
    fn first_cells(self) -> u64 {
        (0..self.ones).fold(0, |set, cell| set | 1 << cell)
    }
    /// The board as rows of digits with `/` between them.
    fn board_text(self, board: u64) -> String {
        let digit = |cell: u32| if board >> cell & 1 == 1 { '1' } else { '0' };
        let row = |row: u32| (0..self.columns).map(|c| digit(row * self.columns + c)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }
    /// One row of digits; `which` names it.
    fn row(self, token: Token<'_>, which: &str) -> Result<u64, TextError> {
        let digits = token.text.bytes().enumerate();
        let good = token.text.len() == self.columns as usize
            && digits.clone().all(|(_, d)| matches!(d, b'0' | b'1'));
        if good {
            return Ok(digits.fold(0, |row, (column, digit)| row | u64::from(digit & 1) << column));
        }
        Err(token.error(format_args!("expected {which}, {} digits 0 or 1", self.columns)))
    }
    /// One board of as many rows, with the right number of ones.
    fn board(self, rows: &[Token<'_>], which: &str) -> Result<u64, TextError> {
        let mut board = 0;
        for (i, &token) in rows.iter().enumerate() {
            let row = self.row(token, &format!("row {} of {which}", i + 1))?;
            board |= row << (i as u32 * self.columns);
        }
        let found = Self { ones: board.count_ones(), ..self };
        if found == self {
            return Ok(board);
        }
        let Self { ones, .. } = self;
        Err(rows[0].error(format_args!(
            "{which} begins here and has {} ones; expected {ones} (for {} ones, the size is {found})",
            found.ones, found.ones
        )))
    }
    /// The one board of `text`, its rows between `/` or white space.
    fn parse_board(self, text: &str, which: &str) -> Result<u64, TextError> {
        let text = text.replace('/', " ");
        let rows: Vec<_> = tokens(&text).collect();
        if let Some(more) = rows.get(self.rows as usize) {
            return Err(more.error(format_args!("expected no more than {} rows", self.rows)));
        }
        if rows.len() < self.rows as usize {
            return Err(ends_early(&text, format_args!("{which} has {} of {} rows", rows.len(), self.rows)));
        }
        self.board(&rows, which)
    }
}
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}:{}", self.rows, self.columns, self.ones)
    }
}
impl FromStr for Size {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (board, ones) = text.split_once(':')?;
            let (rows, columns) = board.split_once('x')?;
            let number = |text: &str| text.parse().ok();
            let size = Self { rows: number(rows)?, columns: number(columns)?, ones: number(ones)? };
            let cells = size.rows.checked_mul(size.columns)?;
            ((1..=64).contains(&cells) && size.ones <= cells).then_some(size)
        };
        read().ok_or_else(|| {
            "expected ROWSxCOLUMNS:ONES, 1 to 64 cells and as many ones at most, such as 4x4:8".to_string()
        })
    }
}

impl Domain for BlackWhite {
    const NAME: &'static str = "black-white";
    const ABOUT: &'static str =
        "Swap neighbouring cells to turn one board of zeros and ones into another (Luogu P1225)";
    const SIZES: &'static [&'static str] = &["4x4:8", "3x3:4", "4x5:10", "5x5:12", "6x6:18"];
    type Size = Size;

    fn size(&self) -> Size {
        self.size
    }
    fn parse(size: Size, initial: &str, goal: &str) -> Result<Self, TextError> {
        let (start, goal) = (size.parse_board(initial, "the start")?, size.parse_board(goal, "the goal")?);
        Ok(Self::between(size, start, goal))
    }
    fn initial_text(&self) -> String {
        self.size.board_text(self.start)
    }
    fn goal_text(&self) -> String {
        self.size.board_text(self.goal)
    }
    /// The number of cases, which may be left out, then two boards a case. A
    /// count may look like a row (`1000`), so the number of words decides.
    fn read(size: Size, text: &str) -> Result<JudgeText<Self>, TextError> {
        let words: Vec<_> = tokens(text).collect();
        let rows = size.rows as usize;
        let count = words.first().filter(|first| {
            let number = first.text.parse::<usize>().is_ok();
            let like_a_row = first.text.len() == size.columns as usize;
            words.len() % (2 * rows) == 1 || number && !like_a_row
        });
        let boards = &words[usize::from(count.is_some())..];
        let mut instances = Vec::with_capacity(boards.len() / rows / 2);
        for (i, case) in boards.chunks(2 * rows).enumerate() {
            let name = i + 1;
            if case.len() < 2 * rows {
                let message = format!("case {name} has {} of {} rows", case.len(), 2 * rows);
                return Err(ends_early(text, message));
            }
            let start = size.board(&case[..rows], &format!("the start of case {name}"))?;
            let goal = size.board(&case[rows..], &format!("the goal of case {name}"))?;
            instances.push(Self::between(size, start, goal));
        }
        if let Some(count) = count.filter(|count| count.text.parse() != Ok(instances.len())) {
            return Err(
                count.error(format_args!("expected the number of cases that follow, {}", instances.len()))
            );
        }
        let sets = vec![instances.len()];
        Ok(JudgeText { instances, sets })
    }
    fn write(instances: &[Self]) -> String {
        let cases = instances.iter().map(|i| i.line().replace('/', "\n") + "\n");
        format!("{}\n{}", instances.len(), cases.collect::<String>())
    }
    /// The number of swaps, then a line `abcd` for each: cells a b and c d. The
    /// four numbers stand apart if some board of the size has two-digit ones.
    /// `-1` where there is no path, which the judge never asks.
    fn answer(&self, path: Option<&[u64]>) -> String {
        let Some(path) = path else {
            return "-1".to_string();
        };
        let gap = if self.size.rows.max(self.size.columns) > 9 { " " } else { "" };
        let mut lines = vec![(path.len() - 1).to_string()];
        for pair in path.windows(2) {
            let numbers: Vec<_> = cells(pair[0] ^ pair[1])
                .flat_map(|cell| [cell / self.size.columns + 1, cell % self.size.columns + 1])
                .map(|number| number.to_string())
                .collect();
            lines.push(numbers.join(gap));
        }
        lines.join("\n")
    }

    fn start(size: Size, from: Option<&str>) -> Result<Self, TextError> {
        let start = from.map_or(Ok(size.first_cells()), |text| size.parse_board(text, "the start"))?;
        Ok(Self::between(size, start, start))
    }
    fn state_text(&self, state: u64) -> String {
        self.size.board_text(state)
    }
    /// The cells that change places: `1 2 <-> 1 3`.
    fn move_name(&self, from: u64, to: u64) -> String {
        let name = |cell| format!("{} {}", cell / self.size.columns + 1, cell % self.size.columns + 1);
        cells(from ^ to).map(name).collect::<Vec<_>>().join(" <-> ")
    }

    fn uniform(size: Size, rng: &mut Rng) -> Self {
        let mut board = || rng.bits(size.ones, size.cells());
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
        offer.sweep::<sweep::Block, 2>();
        offer.backward();
        offer.heuristic::<Matching>();
        offer.both_ways::<Matching>();
        offer.heuristic::<Mismatches>();
        offer.both_ways::<Mismatches>();
    }
}

#[cfg(test)]
mod tests;
