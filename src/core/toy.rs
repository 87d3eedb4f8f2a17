//! A domain small enough to check by hand, for the tests of the floors above:
//! places 0 to n - 1 in a row, a step either way costs 1, a leap of 5 up costs 3.
use super::{
    Capabilities, Cost, Domain, JudgeText, Rng, StateSpace, TextError, ends_early, random_walk, tokens,
};
use std::fmt;
use std::str::FromStr;

/// The number of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(u32);
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl FromStr for Row {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().ok().filter(|&n| n > 0).map(Self).ok_or("expected a number above 0".to_string())
    }
}

/// An instance; with `FIXED` the goal is always place 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places<const FIXED: bool> {
    size: Row,
    start: u32,
    goal: u32,
}
impl<const FIXED: bool> StateSpace for Places<FIXED> {
    type State = u32;
    fn initial_states(&self) -> Vec<u32> {
        vec![self.start]
    }
    fn is_goal(&self, state: u32) -> bool {
        state == self.goal
    }
    fn expand(&self, at: u32, mut emit: impl FnMut(u32, Cost)) {
        for (to, cost) in [(at.wrapping_sub(1), 1), (at + 1, 1), (at + 5, 3)] {
            if to < self.size.0 {
                emit(to, cost);
            }
        }
    }
}
impl<const FIXED: bool> Domain for Places<FIXED> {
    const NAME: &'static str = if FIXED { "fixed-places" } else { "places" };
    const ABOUT: &'static str = "Places in a row";
    const SIZES: &'static [&'static str] = &["9", "100"];
    type Size = Row;

    fn size(&self) -> Row {
        self.size
    }
    fn parse(size: Row, initial: &str, goal: &str) -> Result<Self, TextError> {
        let one = |text| {
            let token = tokens(text).next().ok_or_else(|| ends_early(text, "expected a place"))?;
            token.number("a place", 0, size.0 - 1)
        };
        Ok(Self { size, start: one(initial)?, goal: one(goal)? })
    }
    fn initial_text(&self) -> String {
        self.start.to_string()
    }
    fn goal_text(&self) -> String {
        self.goal.to_string()
    }
    fn read(size: Row, text: &str) -> Result<JudgeText<Self>, TextError> {
        let places: Vec<u32> =
            tokens(text).map(|t| t.number("a place", 0, size.0 - 1)).collect::<Result<_, _>>()?;
        let instances: Vec<_> =
            places.chunks_exact(2).map(|p| Self { size, start: p[0], goal: p[1] }).collect();
        Ok(JudgeText { sets: vec![instances.len()], instances })
    }
    fn write(instances: &[Self]) -> String {
        instances.iter().flat_map(|i| [i.initial_text(), " ".into(), i.goal_text(), "\n".into()]).collect()
    }
    fn answer(&self, path: Option<&[u32]>) -> String {
        path.map_or("?".to_string(), |path| (path.len() - 1).to_string())
    }
    fn start(size: Row, from: Option<&str>) -> Result<Self, TextError> {
        Self::parse(size, from.unwrap_or("0"), "0")
    }
    fn state_text(&self, state: u32) -> String {
        state.to_string()
    }
    fn move_name(&self, from: u32, to: u32) -> String {
        format!("{from}-{to}")
    }
    fn uniform(size: Row, rng: &mut Rng) -> Self {
        let start = rng.pick(size.0 as usize) as u32;
        Self { size, start, goal: if FIXED { 0 } else { rng.pick(size.0 as usize) as u32 } }
    }
    fn walk(size: Row, steps: u32, rng: &mut Rng) -> Self {
        let drawn = Self::uniform(size, rng);
        Self { start: random_walk(&drawn, drawn.goal, steps, rng), ..drawn }
    }
    fn with_goal(&self, goal: u32) -> Option<Self> {
        (!FIXED).then_some(Self { goal, ..*self })
    }
    fn capabilities(_offer: &mut impl Capabilities<Self>) {}
}
