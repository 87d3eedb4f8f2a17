//! Domains: families of instances with their text, their sizes and their generator.
use super::{Capabilities, Cost, Rng, StateSpace, TextError};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// The instances of a judge's file, in order, and how they are grouped.
#[derive(Clone, Debug)]
pub struct JudgeText<D> {
    /// Every instance of the file.
    pub instances: Vec<D>,
    /// Instances in each set of the file, for judges that number sets; one
    /// entry, all the instances, for the others.
    pub sets: Vec<usize>,
}

/// A named family of instances, as the harness sees it.
pub trait Domain: StateSpace + Clone + Send + 'static {
    /// Registry name: kebab-case.
    const NAME: &'static str;
    /// One line for people: the puzzle, and where it comes from.
    const ABOUT: &'static str;
    /// Sizes worth offering, the default first. [`Domain::Size`] reads each, and perhaps more.
    const SIZES: &'static [&'static str];
    /// The depth up to which the judge asks, if it sets one.
    const JUDGE_DEPTH: Option<Cost> = None;
    /// A size: reads and prints its one canonical text; the error of reading
    /// says what would be right.
    type Size: Copy + Eq + Debug + Display + FromStr<Err = String> + Send + Sync + 'static;

    /// This instance's size.
    fn size(&self) -> Self::Size;

    /// One instance from the text of its ends, as written by
    /// [`Domain::initial_text`] and [`Domain::goal_text`].
    ///
    /// # Errors
    /// Where the text is wrong; an error in `goal` counts its lines from 1 again.
    fn parse(size: Self::Size, initial: &str, goal: &str) -> Result<Self, TextError>;
    /// The start in the judge's text, each line break written `/`.
    fn initial_text(&self) -> String;
    /// The goal in the judge's text, each line break written `/`; empty where it goes without saying.
    fn goal_text(&self) -> String;
    /// The instance on one line: the judge's text, each line break written `/`.
    fn line(&self) -> String {
        format!("{}/{}", self.initial_text(), self.goal_text())
    }

    /// Reads a judge's file.
    ///
    /// # Errors
    /// Where the text is wrong, or which case is incomplete.
    fn read(size: Self::Size, text: &str) -> Result<JudgeText<Self>, TextError>;
    /// Writes a judge's file: [`Domain::read`] gives the same instances again.
    fn write(instances: &[Self]) -> String;
    /// What the judge prints before the answers of set `number` (from 1).
    fn set_heading(_number: usize) -> Option<String> {
        None
    }
    /// The judge's answer to this instance, without the last line break: for a
    /// shortest `path`, or `None` if there is none within [`Domain::JUDGE_DEPTH`].
    fn answer(&self, path: Option<&[Self::State]>) -> String;

    /// An instance that starts at `from` (text as of [`Domain::initial_text`];
    /// `None`: a standard start), for exploring: its goal means nothing.
    ///
    /// # Errors
    /// Where the text is wrong.
    fn start(size: Self::Size, from: Option<&str>) -> Result<Self, TextError>;
    /// A state for people, on one line.
    fn state_text(&self, state: Self::State) -> String;
    /// The move along an edge, named for people.
    fn move_name(&self, from: Self::State, to: Self::State) -> String;

    /// An instance drawn uniformly from all of this size.
    fn uniform(size: Self::Size, rng: &mut Rng) -> Self;
    /// An instance whose ends lie a random walk of `steps` moves apart.
    fn walk(size: Self::Size, steps: u32, rng: &mut Rng) -> Self;
    /// The same start with `goal` as the only goal; `None` where goals are fixed by the rules.
    fn with_goal(&self, _goal: Self::State) -> Option<Self> {
        None
    }

    /// Names everything that the domain offers beyond [`StateSpace`].
    fn capabilities(offer: &mut impl Capabilities<Self>);
}

/// The state after a random walk of `steps` moves from `from`, each successor
/// equally likely; shorter if it meets a dead end.
pub fn random_walk<S: StateSpace>(space: &S, from: S::State, steps: u32, rng: &mut Rng) -> S::State {
    let (mut state, mut next) = (from, Vec::new());
    for _ in 0..steps {
        next.clear();
        space.expand(state, |child, _| next.push(child));
        if next.is_empty() {
            break;
        }
        state = next[rng.pick(next.len())];
    }
    state
}
