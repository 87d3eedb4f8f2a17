//! Hybrid knight: one piece on an N×N board changes its form with every move
//! (`UVa` 10477).
//!
//! - The forms come in a cycle: knight (1 by 2), mutant knight (1 by 3), mutant
//!   pawn (one step up, down, left or right). The first move may be in any of
//!   them: three initial states.
//! - A pawn may also take one diagonal step, but only onto the target, which
//!   ends the journey. So that edge exists nowhere else, and backward search
//!   finds it at the target alone.
//! - The piece may arrive in any form: three goal states. A start on the target
//!   needs 0 moves.
//!
//! A state is 3 × square + form of the next move, squares counted row by row
//! from 0; it is its own index. The judge's text counts them from 1.
use crate::core::{
    Backward, Capabilities, Cost, Domain, Heuristic, Indexed, JudgeText, Rng, StateSpace, TextError,
    ends_early, tokens,
};
use std::fmt::{self, Write};
use std::str::FromStr;

const KNIGHT: u32 = 0;
const PAWN: u32 = 2;
/// Forms in the cycle.
const FORMS: u32 = 3;
const NAMES: [&str; FORMS as usize] = ["knight", "mutant", "pawn"];

/// Rows and columns of one step.
type Step = (i32, i32);
/// The steps of each form, without the pawn's diagonal ones.
const STEPS: [&[Step]; FORMS as usize] = [
    &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)],
    &[(-3, -1), (-3, 1), (-1, -3), (-1, 3), (1, -3), (1, 3), (3, -1), (3, 1)],
    &[(-1, 0), (0, -1), (0, 1), (1, 0)],
];
const DIAGONALS: &[Step] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The form of the move before one of form `form`.
const fn before(form: u32) -> u32 {
    (form + FORMS - 1) % FORMS
}
/// The form of the move after one of form `form`.
const fn after(form: u32) -> u32 {
    (form + 1) % FORMS
}

/// Squares on a side of the board, from 1 to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side(u32);
impl Side {
    const MOST: u32 = 1000;
    fn squares(self) -> u32 {
        self.0 * self.0
    }
    /// Row and column of a square, from 0.
    #[inline]
    fn place(self, square: u32) -> (u32, u32) {
        (square / self.0, square % self.0)
    }
    /// Gives each square of the board that is one of `steps` from a place to `emit`.
    #[inline]
    fn step(self, (row, column): (u32, u32), steps: &[Step], mut emit: impl FnMut(u32)) {
        for &(down, right) in steps {
            // Above and left of the board wraps to numbers that are too large.
            let (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            if row < self.0 && column < self.0 {
                emit(row * self.0 + column);
            }
        }
    }
    /// Reads a square: counted from 1 in texts, from 0 in here.
    fn read(self, what: &str, text: &str) -> Result<u32, TextError> {
        let mut found = tokens(text);
        let Some(square) = found.next() else {
            return Err(ends_early(
                text,
                format_args!("expected {what}, a number from 1 to {}", self.squares()),
            ));
        };
        let square = square.number(what, 1, self.squares())? - 1;
        match found.next() {
            Some(extra) => Err(extra.error(format_args!("expected the end after {what}"))),
            None => Ok(square),
        }
    }
}
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl FromStr for Side {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let side = text.parse().ok().filter(|side| (1..=Self::MOST).contains(side));
        side.map(Self).ok_or_else(|| {
            format!("expected N, the squares on a side of the board, a number from 1 to {}", Self::MOST)
        })
    }
}

/// One journey: a board, the square where it starts and the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HybridKnight {
    side: Side,
    start: u32,
    target: u32,
    /// Row and column of the target.
    place: (u32, u32),
}
impl HybridKnight {
    fn new(side: Side, start: u32, target: u32) -> Self {
        Self { side, start, target, place: side.place(target) }
    }
    /// Rows and columns between a place and the target.
    #[inline]
    fn apart(&self, (row, column): (u32, u32)) -> (u32, u32) {
        (row.abs_diff(self.place.0), column.abs_diff(self.place.1))
    }
}
fn in_any_form(square: u32) -> Vec<u32> {
    (0..FORMS).map(|form| square * FORMS + form).collect()
}

impl StateSpace for HybridKnight {
    type State = u32;
    fn initial_states(&self) -> Vec<u32> {
        in_any_form(self.start)
    }
    #[inline]
    fn is_goal(&self, state: u32) -> bool {
        state / FORMS == self.target
    }
    #[inline]
    fn expand(&self, state: u32, mut emit: impl FnMut(u32, Cost)) {
        let (place, form) = (self.side.place(state / FORMS), state % FORMS);
        self.side.step(place, STEPS[form as usize], |square| emit(square * FORMS + after(form), 1));
        if form == PAWN && self.apart(place) == (1, 1) {
            emit(self.target * FORMS + KNIGHT, 1);
        }
    }
}

impl Backward for HybridKnight {
    fn goal_states(&self) -> Vec<u32> {
        in_any_form(self.target)
    }
    #[inline]
    fn expand_backward(&self, state: u32, mut emit: impl FnMut(u32, Cost)) {
        let (square, form) = (state / FORMS, before(state % FORMS));
        let place = self.side.place(square);
        let mut emit = |square| emit(square * FORMS + form, 1);
        self.side.step(place, STEPS[form as usize], &mut emit);
        if form == PAWN && square == self.target {
            self.side.step(place, DIAGONALS, emit);
        }
    }
}

impl Indexed for HybridKnight {
    fn indices(&self) -> u64 {
        u64::from(self.side.squares() * FORMS)
    }
    #[inline]
    fn index(&self, state: u32) -> u64 {
        u64::from(state)
    }
}

/// What each form covers at most: of the longer of rows and columns to go, and of both together.
const REACH: [(u32, u32); FORMS as usize] = [(2, 3), (3, 4), (1, 1)];
/// The same for a cycle of all forms.
const CYCLE: (u32, u32) = (6, 8);

/// How soon the forms to come can leap so far: the fewest moves that cover the
/// longer of rows and columns, cover both together, and agree with the colours
/// of the squares (a knight and a pawn change it, a mutant does not). A last
/// move as a pawn may be diagonal: one more of both together, colour as it is.
///
/// Consistent: if m moves are enough after a move, then m + 1 are before it.
/// The move changes what is left by its reach at most, and the colour as it
/// should; the last of the moves, the one that may be diagonal, is the same.
/// It looks on the edges of the board as open.
#[derive(Debug)]
pub struct Leap;
impl Leap {
    fn moves(mut form: u32, (rows, columns): (u32, u32)) -> Cost {
        let (longer, both) = (rows.max(columns), rows + columns);
        if longer == 0 {
            return 0;
        }
        // So many cycles cannot be enough, with a diagonal at the end or without.
        let cycles = (longer / CYCLE.0).max(both / CYCLE.1).saturating_sub(1);
        let mut covered = (cycles * CYCLE.0, cycles * CYCLE.1);
        let mut moves = cycles * FORMS;
        loop {
            let reach = REACH[form as usize];
            covered = (covered.0 + reach.0, covered.1 + reach.1);
            moves += 1;
            let diagonal = u32::from(form == PAWN);
            let same_colour = (covered.1 ^ both) & 1 == 0;
            if longer <= covered.0 && both <= covered.1 + diagonal && (same_colour || diagonal == 1) {
                return moves;
            }
            form = after(form);
        }
    }
}
impl Heuristic<HybridKnight> for Leap {
    const NAME: &'static str = "leap";
    const ABOUT: &'static str =
        "The fewest moves over this distance and between these forms on a board without edge";
    const CONSISTENT: bool = true;
    fn new(_: &HybridKnight) -> Self {
        Self
    }
    #[inline]
    fn h(&self, space: &HybridKnight, state: u32) -> Cost {
        Self::moves(state % FORMS, space.apart(space.side.place(state / FORMS)))
    }
}

impl Domain for HybridKnight {
    const NAME: &'static str = "hybrid-knight";
    const ABOUT: &'static str = "A knight that turns mutant knight, mutant pawn and knight again (UVa 10477)";
    const SIZES: &'static [&'static str] = &["20", "8", "50", "100"];
    type Size = Side;

    fn size(&self) -> Side {
        self.side
    }
    fn parse(side: Side, initial: &str, goal: &str) -> Result<Self, TextError> {
        Ok(Self::new(side, side.read("a start square", initial)?, side.read("a target square", goal)?))
    }
    fn initial_text(&self) -> String {
        (self.start + 1).to_string()
    }
    fn goal_text(&self) -> String {
        (self.target + 1).to_string()
    }
    /// A set of one pair.
    fn line(&self) -> String {
        format!("{} 1/{} {}", self.side, self.start + 1, self.target + 1)
    }

    /// Sets of pairs, each with a board of its own: the size asked for does not
    /// matter here. A side of 0, or the end of the text, ends it; nothing after that is read.
    fn read(_: Side, text: &str) -> Result<JudgeText<Self>, TextError> {
        let mut judge = JudgeText { instances: Vec::new(), sets: Vec::new() };
        let mut tokens = tokens(text);
        while let Some(side) = tokens.next() {
            let side = Side(side.number(
                "N, the squares on a side of the board (0 ends the text)",
                0,
                Side::MOST,
            )?);
            if side.0 == 0 {
                break;
            }
            let set = judge.sets.len() + 1;
            let Some(pairs) = tokens.next() else {
                return Err(ends_early(text, format_args!("set {set} lacks S, the number of its pairs")));
            };
            let pairs = pairs.number("S, the pairs of this set", 0, u32::MAX)?;
            for pair in 0..pairs {
                let (Some(start), Some(target)) = (tokens.next(), tokens.next()) else {
                    return Err(ends_early(text, format_args!("set {set} has {pair} of {pairs} pairs")));
                };
                let start = start.number("a start square", 1, side.squares())? - 1;
                let target = target.number("a target square", 1, side.squares())? - 1;
                judge.instances.push(Self::new(side, start, target));
            }
            judge.sets.push(pairs as usize);
        }
        Ok(judge)
    }
    /// A set for each run of instances on boards of one size.
    fn write(instances: &[Self]) -> String {
        let mut text = String::new();
        for set in instances.chunk_by(|a, b| a.side == b.side) {
            let _ = writeln!(text, "{} {}", set[0].side, set.len());
            for pair in set {
                let _ = writeln!(text, "{} {}", pair.initial_text(), pair.goal_text());
            }
        }
        text + "0 0\n"
    }
    fn set_heading(number: usize) -> Option<String> {
        Some(format!("Set {number}:"))
    }
    /// The number of moves, or `?`.
    fn answer(&self, path: Option<&[u32]>) -> String {
        path.map_or("?".to_string(), |path| (path.len() - 1).to_string())
    }

    /// The target is the start: the diagonal onto it leads to an initial state,
    /// so the states that are reached are those of the steps alone.
    fn start(side: Side, from: Option<&str>) -> Result<Self, TextError> {
        let square = from.map_or(Ok(0), |text| side.read("a start square", text))?;
        Ok(Self::new(side, square, square))
    }
    fn state_text(&self, state: u32) -> String {
        let (row, column) = self.side.place(state / FORMS);
        format!("{} {}, {} next", row + 1, column + 1, NAMES[(state % FORMS) as usize])
    }
    fn move_name(&self, from: u32, to: u32) -> String {
        let ((row, column), (to_row, to_column)) =
            (self.side.place(from / FORMS), self.side.place(to / FORMS));
        let name = NAMES[(from % FORMS) as usize];
        format!("{name} {} {} -> {} {}", row + 1, column + 1, to_row + 1, to_column + 1)
    }

    fn uniform(side: Side, rng: &mut Rng) -> Self {
        let [start, target] = [(); 2].map(|()| rng.below(u64::from(side.squares())) as u32);
        Self::new(side, start, target)
    }
    /// From a random square in a random form, without diagonal steps; shorter
    /// if there is no move.
    fn walk(side: Side, steps: u32, rng: &mut Rng) -> Self {
        let start = rng.below(u64::from(side.squares())) as u32;
        let mut form = rng.below(u64::from(FORMS)) as u32;
        let (mut end, mut next) = (start, Vec::new());
        for _ in 0..steps {
            next.clear();
            side.step(side.place(end), STEPS[form as usize], |square| next.push(square));
            if next.is_empty() {
                break;
            }
            end = next[rng.pick(next.len())];
            form = after(form);
        }
        Self::new(side, start, end)
    }
    /// The square of `goal`, in any form.
    fn with_goal(&self, goal: u32) -> Option<Self> {
        Some(Self::new(self.side, self.start, goal / FORMS))
    }

    fn capabilities(offer: &mut impl Capabilities<Self>) {
        offer.words();
        offer.indexed();
        offer.backward();
        offer.heuristic::<Leap>();
    }
}

#[cfg(test)]
mod tests;
