//! One row of `results.csv`: one run of one configuration on one instance.
use serde::{Deserialize, Serialize};
use std::fmt;

/// Version of the columns; columns are only ever appended.
pub const SCHEMA: u32 = 1;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A path was found, in time, and its replay agreed.
    Solved,
    /// Everything reachable was searched: there is no path.
    Unsolvable,
    /// The time limit came first (also when a solution came after it).
    LimitTime,
    /// The limit on expansions came first.
    LimitNodes,
    /// A table was full first.
    LimitMemory,
    /// There is no path within the depth limit.
    LimitDepth,
    /// Cancelled by the user.
    Cancelled,
    /// The answer failed its replay, or contradicts what is known.
    Invalid,
    /// The search panicked.
    Error,
    /// The run's process was killed.
    Killed,
}
impl Status {
    /// Every status, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Solved,
        Self::Unsolvable,
        Self::LimitTime,
        Self::LimitNodes,
        Self::LimitMemory,
        Self::LimitDepth,
        Self::Cancelled,
        Self::Invalid,
        Self::Error,
        Self::Killed,
    ];
    /// The name in a CSV file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::LimitTime => "limit_time",
            Self::LimitNodes => "limit_nodes",
            Self::LimitMemory => "limit_memory",
            Self::LimitDepth => "limit_depth",
            Self::Cancelled => "cancelled",
            Self::Invalid => "invalid",
            Self::Error => "error",
            Self::Killed => "killed",
        }
    }
    /// Whether the row shows a defect, not a result: such a run exits with 5.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Invalid | Self::Error | Self::Killed)
    }
    /// Whether the search ran to its end: solved, unsolvable, or nothing within the depth limit.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        matches!(self, Self::Solved | Self::Unsolvable | Self::LimitDepth)
    }
}
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the counters of a row promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// The same in every run: compared with `==`.
    Exact,
    /// They vary from run to run within bounds; the cost does not.
    Bounded,
    /// A limit by the clock cut them off: they say nothing.
    Noisy,
}
impl Counts {
    /// The name in a CSV file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Bounded => "bounded",
            Self::Noisy => "noisy",
        }
    }
}

/// One run. Times in nanoseconds, sizes in bytes; `None` is an empty field: not measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "docs/csv.md documents each column once")]
pub struct Row {
    pub schema: u32,
    pub seq: u64,
    pub round: u32,
    pub instance_id: String,
    pub domain: String,
    pub algorithm: String,
    pub heuristic: String,
    pub visited: String,
    pub options: String,
    pub configuration: String,
    pub threads: u32,
    pub repeat: u32,
    pub status: Status,
    pub detail: String,
    pub solution_cost: Option<u64>,
    pub solution_length: Option<u64>,
    pub expanded: Option<u64>,
    pub generated: Option<u64>,
    pub duplicates: Option<u64>,
    pub reopened: Option<u64>,
    pub evaluated: Option<u64>,
    pub iterations: Option<u64>,
    pub expanded_before_last: Option<u64>,
    pub max_frontier: Option<u64>,
    pub max_visited: Option<u64>,
    pub visited_bytes: Option<u64>,
    pub determinism: Counts,
    pub setup_ns: Option<u64>,
    pub wall_ns: Option<u64>,
    pub cpu_ns: Option<u64>,
    pub teardown_ns: Option<u64>,
    pub batch: u32,
    pub peak_rss_bytes: Option<u64>,
    pub contended: bool,
    pub limit_wall_ns: Option<u64>,
    pub limit_nodes: Option<u64>,
    pub limit_memory_bytes: Option<u64>,
    pub start_utc: String,
}

#[cfg(test)]
impl Row {
    /// A solved run of `bfs` for tests to vary: 12 expanded, 30 generated, cost 4, in 1 ms.
    pub(crate) fn sample() -> Self {
        Self {
            schema: SCHEMA,
            seq: 0,
            round: 0,
            instance_id: "i1".to_owned(),
            domain: "tiles".to_owned(),
            algorithm: "bfs".to_owned(),
            heuristic: String::new(),
            visited: "hashset".to_owned(),
            options: String::new(),
            configuration: "bfs".to_owned(),
            threads: 1,
            repeat: 0,
            status: Status::Solved,
            detail: String::new(),
            solution_cost: Some(4),
            solution_length: Some(4),
            expanded: Some(12),
            generated: Some(30),
            duplicates: Some(10),
            reopened: Some(0),
            evaluated: Some(0),
            iterations: Some(0),
            expanded_before_last: Some(9),
            max_frontier: Some(8),
            max_visited: Some(21),
            visited_bytes: Some(420),
            determinism: Counts::Exact,
            setup_ns: Some(1_000),
            wall_ns: Some(1_000_000),
            cpu_ns: Some(900_000),
            teardown_ns: Some(500),
            batch: 1,
            peak_rss_bytes: None,
            contended: false,
            limit_wall_ns: None,
            limit_nodes: None,
            limit_memory_bytes: None,
            start_utc: "2026-01-01T00:00:00Z".to_owned(),
        }
    }
}
