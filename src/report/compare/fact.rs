//! What must repeat of a run: its status, cost and counters, without times.
use crate::record::{Counts, Row, Status};
use std::fmt;

/// What two runs are compared by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The instance.
    pub instance_id: String,
    /// The configuration.
    pub configuration: String,
    /// Threads of one search.
    pub threads: u32,
}
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instance_id, configuration, threads } = self;
        write!(f, "instance {instance_id:?}, configuration {configuration:?}, threads {threads}")
    }
}

/// The counters that an exact run repeats. Bytes are none of them: a hash table's
/// shards follow the cores of the machine.
pub const COUNTERS: [&str; 9] = [
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "evaluated",
    "iterations",
    "expanded_before_last",
    "max_frontier",
    "max_visited",
];

/// What must repeat of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// How it ended.
    pub status: Status,
    /// What its counters promise.
    pub counts: Counts,
    /// Cost of the solution.
    pub cost: Option<u64>,
    /// Moves of the solution.
    pub length: Option<u64>,
    /// Values of [`COUNTERS`].
    pub counters: [Option<u64>; COUNTERS.len()],
}
impl Fact {
    /// The fact of a row.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        Self {
            status: row.status,
            counts: row.determinism,
            cost: row.solution_cost,
            length: row.solution_length,
            counters: [
                row.expanded,
                row.generated,
                row.duplicates,
                row.reopened,
                row.evaluated,
                row.iterations,
                row.expanded_before_last,
                row.max_frontier,
                row.max_visited,
            ],
        }
    }
    /// The numbers by name.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, Option<u64>)> {
        let answer = [("solution_cost", self.cost), ("solution_length", self.length)];
        answer.into_iter().chain(COUNTERS.into_iter().zip(self.counters))
    }
    /// The first of what both promise to repeat that differs: its name and both
    /// values. What one of them did not measure does not differ.
    #[must_use]
    pub fn contradiction(&self, other: &Self) -> Option<(&'static str, String, String)> {
        if self.counts == Counts::Noisy || other.counts == Counts::Noisy {
            return None;
        }
        if self.status != other.status {
            return Some(("status", self.status.to_string(), other.status.to_string()));
        }
        let exact = self.counts == Counts::Exact && other.counts == Counts::Exact;
        let numbers = self.numbers().zip(other.numbers());
        numbers.take(if exact { usize::MAX } else { 1 }).find_map(|((name, mine), (_, theirs))| {
            let (mine, theirs) = (mine?, theirs?);
            (mine != theirs).then(|| (name, mine.to_string(), theirs.to_string()))
        })
    }
}

/// All repeats of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What they agree on; that of a repeat which a clock cut off, if there is one.
    pub fact: Fact,
    /// Where two of them disagree about what must repeat.
    pub disagreement: Option<String>,
    /// Their times, in ns: those measured.
    pub wall_ns: Vec<u64>,
    /// Whether other runs shared the machine.
    pub contended: bool,
}
impl Observed {
    /// A single fact without times.
    pub(super) fn fact(fact: Fact) -> Self {
        Self { fact, disagreement: None, wall_ns: Vec::new(), contended: false }
    }
    /// The rows of one key, at least one.
    pub(super) fn of(rows: &[&Row]) -> Self {
        let facts: Vec<Fact> = rows.iter().map(|row| Fact::of(row)).collect();
        let noisy = |fact: &&Fact| fact.counts == Counts::Noisy;
        let first = facts.iter().position(|fact| fact.counts != Counts::Noisy).unwrap_or(0);
        let disagreement = facts.iter().enumerate().find_map(|(i, fact)| {
            let (name, one, other) = facts[first].contradiction(fact)?;
            let place = |i: usize| format!("round {}, repeat {}", rows[i].round, rows[i].repeat);
            Some(format!("{name} {one} in {}, {other} in {}", place(first), place(i)))
        });
        Self {
            fact: facts.iter().find(noisy).unwrap_or(&facts[first]).clone(),
            disagreement,
            wall_ns: rows.iter().filter_map(|row| row.wall_ns).collect(),
            contended: rows.iter().any(|row| row.contended),
        }
    }
}
