//! Floor 3: names to code. Behind it everything is monomorphised; the calls
//! through `dyn` here are one a session and a few a run, never one a state.
mod draw;
mod entry;
mod retrace;

use crate::algorithms::About;
use crate::core::{Checkpoint, Cost, Domain, Full, Limits, Rng, Setup, Stats, TextError};
use crate::domains::{self, Visitor};
use crate::record::Status;
use entry::Entry;
use std::fmt;

pub use draw::Method;

/// A selectable combination for a domain, without its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The algorithm.
    pub algorithm: About,
    /// Name of the heuristic, where the algorithm uses one.
    pub heuristic: Option<&'static str>,
    /// Name of the visited set, where the algorithm uses one.
    pub visited: Option<&'static str>,
}

/// Which list of a domain a configuration's number counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Find a path: [`AnyDomain::configurations`].
    Solve,
    /// Visit every reachable state: [`AnyDomain::explorers`].
    Explore,
}

/// A domain with its type erased.
pub trait AnyDomain: Send + Sync {
    /// Registry name.
    fn name(&self) -> &'static str;
    /// One line for people.
    fn about(&self) -> &'static str;
    /// Sizes worth offering, the default first.
    fn sizes(&self) -> &'static [&'static str];
    /// The depth up to which the judge asks, if it sets one.
    fn judge_depth(&self) -> Option<Cost>;
    /// The judge's heading of set `number`, from 1.
    fn set_heading(&self, number: usize) -> Option<String>;
    /// Names of the heuristics, the default first.
    fn heuristics(&self) -> &[&'static str];
    /// One line on the heuristic called `name`.
    fn about_heuristic(&self, _name: &str) -> &'static str {
        ""
    }
    /// One line on the visited set called `name`.
    fn about_visited(&self, _name: &str) -> &'static str {
        ""
    }
    /// Every configuration that can solve instances of this domain.
    fn configurations(&self) -> &[Configuration];
    /// Every configuration that can explore its spaces.
    fn explorers(&self) -> &[Configuration];
    /// The canonical text of a size.
    ///
    /// # Errors
    /// One line that says what would be right.
    fn size(&self, text: &str) -> Result<String, String>;
    /// Reads a judge's file: its instances, and how many each set of it holds.
    ///
    /// # Errors
    /// Where the text, or what of the size, is wrong.
    fn read(&self, size: &str, text: &str) -> Result<(Box<dyn Instances>, Vec<usize>), TextError>;
    /// One instance from the texts of its ends.
    ///
    /// # Errors
    /// Where the text, or what of the size, is wrong.
    fn parse(&self, size: &str, initial: &str, goal: &str) -> Result<Box<dyn Instances>, TextError>;
    /// One instance to explore from the state `from`, or from a standard start.
    ///
    /// # Errors
    /// Where the text, or what of the size, is wrong.
    fn start(&self, size: &str, from: Option<&str>) -> Result<Box<dyn Instances>, TextError>;
    /// Draws one instance at random, with its optimal cost where the method knows it.
    ///
    /// # Errors
    /// One line, if the size is wrong or no instance of that kind was found.
    fn draw(
        &self,
        size: &str,
        method: Method,
        rng: &mut Rng,
    ) -> Result<(Box<dyn Instances>, Option<Cost>), String>;
}

/// Instances of one domain, in order, with their type erased.
pub trait Instances: Send + Sync + fmt::Debug {
    /// How many there are.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Appends the instances of `other`.
    ///
    /// # Panics
    /// If it is of another domain.
    fn append(&mut self, other: Box<dyn Instances>);
    /// For [`Instances::append`].
    fn into_any(self: Box<Self>) -> Box<dyn std::any::Any>;
    /// The size of instance `i`, in its canonical text.
    fn size(&self, i: usize) -> String;
    /// The start of instance `i`, one line.
    fn initial_text(&self, i: usize) -> String;
    /// The goal of instance `i`, one line.
    fn goal_text(&self, i: usize) -> String;
    /// Instance `i` as one line of the judge's text.
    fn line(&self, i: usize) -> String;
    /// How many goal states instance `i` has, where its domain can list them.
    fn goal_count(&self, i: usize) -> Option<usize>;
    /// The cost of the path of instance `i` whose states have these texts, by the rules alone.
    ///
    /// # Errors
    /// One line that names the first step that is wrong.
    fn retrace(&self, i: usize, texts: &mut dyn Iterator<Item = &str>) -> Result<Cost, String>;
    /// All of them as a judge's file.
    fn judge_text(&self) -> String;
    /// Bytes of the visited set with which configuration `number` of the task's list
    /// takes on instance `i`; `None` if they depend on what the search meets.
    fn fixed_bytes(&self, _: Task, _number: usize, _i: usize) -> Option<u64> {
        None
    }
    /// Opens configuration `number` of the task's list for these instances;
    /// instance `first` tells it what to set up for.
    ///
    /// # Errors
    /// [`Full`] if what it always needs does not fit the memory allowed.
    fn open(
        &self,
        task: Task,
        number: usize,
        first: usize,
        setup: &Setup,
    ) -> Result<Box<dyn Session + '_>, Full>;
}

/// An open configuration, kept from one instance to the next.
pub trait Session {
    /// Searches instance `i` and nothing else: this is the call to time.
    fn search(&mut self, i: usize, limits: &Limits);
    /// Goes on where the depth limit ended the last search; whether this search can.
    fn resume(&mut self, _: &Limits) -> bool {
        false
    }
    /// The search as one that can be kept in a file, if it can.
    fn checkpoint(&mut self) -> Option<&mut dyn Checkpoint> {
        None
    }
    /// Takes the counters of a search of instance `i` that was loaded from a file.
    fn restore(&mut self, _i: usize, _: Stats) {}
    /// The last search, its answer replayed.
    fn verdict(&self) -> Verdict;
    /// The counters of the last search.
    fn stats(&self) -> &Stats;
    /// The path of the last search, for people; empty if there is none.
    fn path(&self) -> Vec<Step>;
    /// What the judge wants to read for the last search.
    fn answer(&self) -> String;
}

/// How a search ended, after the replay of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `solved` only if the replay agreed, else `invalid`.
    pub status: Status,
    /// What is wrong with an invalid answer.
    pub detail: String,
    /// Cost of the solution.
    pub cost: Option<Cost>,
    /// Moves of the solution.
    pub length: Option<usize>,
}

/// One state of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move that led here; empty for the first state.
    pub by: String,
    /// The state.
    pub state: String,
}

/// Every domain that the command line knows.
pub struct Registry(Vec<Box<dyn AnyDomain>>);
impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|d| d.name())).finish()
    }
}
impl Registry {
    /// The built-in domains.
    #[must_use]
    pub fn builtin() -> Self {
        let mut registry = Self(Vec::new());
        domains::for_each(&mut registry);
        registry
    }
    /// With the domain `D` too.
    #[must_use]
    pub fn with<D: Domain>(mut self) -> Self {
        self.visit::<D>();
        self
    }
    /// With a domain that a test made up.
    #[cfg(test)]
    pub(crate) fn with_made_up(mut self, domain: Box<dyn AnyDomain>) -> Self {
        self.0.push(domain);
        self
    }
    /// The domains, in order of registration.
    pub fn domains(&self) -> impl Iterator<Item = &dyn AnyDomain> {
        self.0.iter().map(Box::as_ref)
    }
    /// The domain called `name`.
    #[must_use]
    pub fn domain(&self, name: &str) -> Option<&dyn AnyDomain> {
        self.domains().find(|d| d.name() == name)
    }
}
impl Visitor for Registry {
    fn visit<D: Domain>(&mut self) {
        self.0.push(Box::new(Entry::<D>::new()));
    }
}
