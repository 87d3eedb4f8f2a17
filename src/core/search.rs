//! What goes into a search and what comes out.
use super::{Cost, Full, Room, StateSpace};
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Counters of one search. `docs/glossary.md` says what each one means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States whose successors were produced.
    pub expanded: u64,
    /// Successors produced, duplicates included; initial states not.
    pub generated: u64,
    /// Generated states that the visited set (or the path) already held.
    pub duplicates: u64,
    /// Closed states put back on the open list with a lower cost.
    pub reopened: u64,
    /// Calls of the heuristic.
    pub evaluated: u64,
    /// Bounds tried by an iterative-deepening search.
    pub iterations: u64,
    /// `expanded` when the last layer, bound or f-value began.
    pub expanded_before_last: u64,
    /// Largest frontier or open list, in states.
    pub max_frontier: u64,
    /// Largest number of states stored at a time.
    pub max_visited: u64,
    /// Bytes that the visited set occupied at its largest.
    pub visited_bytes: u64,
    /// States in each layer, from the initial states on (breadth-first searches from one side).
    pub layers: Vec<u64>,
    /// Successors produced from each layer, beside `layers`.
    pub edges: Vec<u64>,
    /// What passed between the threads of a best-first search; none with one thread.
    pub sharing: Option<Sharing>,
}

impl Stats {
    /// Those of an exploration that has so many states in its layers and so many edges
    /// from all of them but the last.
    #[must_use]
    pub fn of_layers(layers: Vec<u64>, edges: Vec<u64>) -> Self {
        let expanded: u64 = layers.iter().zip(&edges).map(|(states, _)| states).sum();
        let generated = edges.iter().sum();
        Self {
            expanded,
            generated,
            duplicates: generated - layers.iter().skip(1).sum::<u64>(),
            expanded_before_last: expanded - edges.len().checked_sub(1).map_or(0, |last| layers[last]),
            max_frontier: layers.iter().copied().max().unwrap_or(0),
            max_visited: layers.iter().sum(),
            layers,
            edges,
            ..Self::default()
        }
    }
}

/// What passed between the threads of a best-first search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// Successors handed over: to their owner, or to the shared open list.
    pub messages: u64,
    /// How often that was done, many at a time.
    pub batches: u64,
    /// Expansions of the busiest thread.
    pub busiest: u64,
}
impl fmt::Display for Sharing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "messages={} batches={} busiest={}", self.messages, self.batches, self.busiest)
    }
}

/// Why a search was asked to stop from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Its time was up.
    Time,
    /// The user, or a signal, cancelled it.
    Cancelled,
}

/// A flag that a search reads every thousand or so expansions; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicU8>);

impl StopFlag {
    /// Asks the search to stop.
    pub fn stop(&self, why: Stopped) {
        let code = match why {
            Stopped::Time => 1,
            Stopped::Cancelled => 2,
        };
        self.0.store(code, Relaxed);
    }
    /// Lowers the flag again, for the next run.
    pub fn reset(&self) {
        self.0.store(0, Relaxed);
    }
    /// Whether, and why, the search is to stop.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        match self.0.load(Relaxed) {
            0 => None,
            1 => Some(Stopped::Time),
            _ => Some(Stopped::Cancelled),
        }
    }
}

/// How far a search may go. A limit that ends it is a result of its own, never "unsolvable".
#[derive(Clone, Debug)]
pub struct Limits {
    /// Largest solution cost of interest.
    pub depth: Cost,
    /// Most expansions. A search by layers does not begin a layer that could pass it.
    pub nodes: u64,
    /// Raised from outside when the time is up or the run is cancelled.
    pub stop: StopFlag,
}
impl Default for Limits {
    /// No limits.
    fn default() -> Self {
        Self { depth: Cost::MAX, nodes: u64::MAX, stop: StopFlag::default() }
    }
}

/// What a session is opened with: the same for all its instances.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Threads of one search, at least 1.
    pub threads: usize,
    /// Bytes that the visited set, or the node table of A*, may occupy.
    pub memory_bytes: u64,
    /// Weight of the heuristic in hundredths, at least 100 (weighted A*).
    pub weight_percent: u32,
}
impl Setup {
    /// The room of a visited set in this session.
    #[must_use]
    pub fn room(&self) -> Room {
        Room { threads: self.threads, bytes: self.memory_bytes }
    }
}
impl Default for Setup {
    fn default() -> Self {
        Self { threads: 1, memory_bytes: 8 << 30, weight_percent: 150 }
    }
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Every path within the depth limit was tried.
    Depth,
    /// The expansions allowed were used up.
    Nodes,
    /// The time was up.
    Time,
    /// The visited set, or another table, was full.
    Memory,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<K> {
    /// A path from an initial state to a goal, both included, and its cost.
    Solved {
        /// The states, at least one.
        path: Vec<K>,
        /// The sum of the edges' costs, as the search found it.
        cost: Cost,
    },
    /// Everything reachable was visited and holds no goal.
    Unsolvable,
    /// A limit was reached first.
    Limit(Limit),
    /// It was cancelled.
    Cancelled,
}
impl<K> From<Full> for Outcome<K> {
    fn from(_: Full) -> Self {
        Self::Limit(Limit::Memory)
    }
}
impl<K> From<Stopped> for Outcome<K> {
    fn from(why: Stopped) -> Self {
        match why {
            Stopped::Time => Self::Limit(Limit::Time),
            Stopped::Cancelled => Self::Cancelled,
        }
    }
}

/// An algorithm with its memory, kept from one instance to the next.
pub trait Search<S: StateSpace>: Send {
    /// Searches one instance from scratch and adds up what it did in `stats`,
    /// which starts as zeros.
    fn run(&mut self, space: &S, limits: &Limits, stats: &mut Stats) -> Outcome<S::State>;
    /// Goes on where the depth limit ended the last run, which left `stats`; `None`
    /// if this search cannot.
    fn resume(&mut self, _: &S, _: &Limits, _: &mut Stats) -> Option<Outcome<S::State>> {
        None
    }
    /// The search as one that can be kept in a file, if it can.
    fn checkpoint(&mut self) -> Option<&mut dyn Checkpoint> {
        None
    }
}

/// A search that can be kept in a file at the end of a layer, and gone on with by
/// [`Search::resume`] in another process. If a run was stopped within a layer, it is
/// the search at the layer's beginning.
pub trait Checkpoint {
    /// Writes what the search holds, without its counters.
    ///
    /// # Errors
    /// Those of `to`.
    fn save(&mut self, to: &mut dyn Write) -> io::Result<()>;
    /// Takes what [`Checkpoint::save`] wrote for an instance of the same space; gives
    /// the number of states in the layer that comes next.
    ///
    /// # Errors
    /// Those of `from`.
    fn load(&mut self, from: &mut dyn Read) -> io::Result<u64>;
}
