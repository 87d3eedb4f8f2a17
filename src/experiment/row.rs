//! From a run, and what it took, to its row.
use super::plan::{Plan, Run};
use super::timed::Timed;
use crate::core::Stats;
use crate::record::{Counts, Row, SCHEMA, Status};
use crate::registry::Verdict;
use std::time::Duration;

/// How a run ended and what it took; what is absent was not measured.
#[derive(Debug)]
pub(super) struct Measured {
    pub(super) verdict: Verdict,
    pub(super) stats: Option<Stats>,
    pub(super) setup: Option<Duration>,
    pub(super) search: Option<Timed>,
    pub(super) teardown: Option<Duration>,
    pub(super) peak: Option<u64>,
    /// The text of each state of the solution, where it was asked for.
    pub(super) path: Option<Vec<String>>,
}
impl Measured {
    /// A run that ended before its search did.
    pub(super) fn failed(status: Status, detail: String) -> Self {
        let verdict = failed(status, detail);
        Self { verdict, stats: None, setup: None, search: None, teardown: None, peak: None, path: None }
    }
}

/// A verdict without an answer.
pub(super) fn failed(status: Status, detail: String) -> Verdict {
    Verdict { status, detail, cost: None, length: None }
}

/// Whether the counters of the runs of a combination repeat, unless a clock cuts them off.
pub(super) fn counts(plan: &Plan, combination: usize) -> Counts {
    let combination = &plan.combinations[combination];
    if combination.setup.threads == 1 { Counts::Exact } else { combination.configuration.algorithm.counts }
}

/// The row of a run that began at `start_utc`, beside others if `contended`.
pub(super) fn row(plan: &Plan, run: Run, measured: Measured, contended: bool, start_utc: String) -> Row {
    let (key, combination) = (plan.key(run), &plan.combinations[run.combination]);
    let Measured { verdict, stats, setup, search, teardown, peak, path: _ } = measured;
    let configuration = &combination.configuration;
    let counter = |of: fn(&Stats) -> u64| stats.as_ref().map(of);
    let sharing = stats.as_ref().and_then(|stats| stats.sharing).filter(|_| verdict.detail.is_empty());
    let detail = sharing.map_or(verdict.detail, |sharing| sharing.to_string());
    let name = |name: Option<&str>| name.unwrap_or_default().to_string();
    Row {
        schema: SCHEMA,
        seq: 0,
        round: key.round,
        instance_id: key.instance_id.to_string(),
        domain: combination.domain.to_string(),
        algorithm: configuration.algorithm.name.to_string(),
        heuristic: name(configuration.heuristic),
        visited: name(configuration.visited),
        options: combination.options.clone(),
        configuration: key.configuration.to_string(),
        threads: key.threads,
        repeat: key.repeat,
        determinism: match verdict.status {
            Status::LimitTime | Status::Cancelled => Counts::Noisy,
            _ => counts(plan, run.combination),
        },
        status: verdict.status,
        detail,
        solution_cost: verdict.cost.map(u64::from),
        solution_length: verdict.length.map(|n| n as u64),
        expanded: counter(|s| s.expanded),
        generated: counter(|s| s.generated),
        duplicates: counter(|s| s.duplicates),
        reopened: counter(|s| s.reopened),
        evaluated: counter(|s| s.evaluated),
        iterations: counter(|s| s.iterations),
        expanded_before_last: counter(|s| s.expanded_before_last),
        max_frontier: counter(|s| s.max_frontier),
        max_visited: counter(|s| s.max_visited),
        visited_bytes: counter(|s| s.visited_bytes),
        setup_ns: setup.map(nanos),
        wall_ns: search.map(|search| nanos(search.wall)),
        cpu_ns: search.and_then(|search| search.cpu),
        teardown_ns: teardown.map(nanos),
        batch: search.map_or(1, |search| search.batch),
        peak_rss_bytes: peak,
        contended,
        limit_wall_ns: combination.limits.time.map(nanos),
        limit_nodes: combination.limits.nodes,
        limit_memory_bytes: combination.limits.memory,
        start_utc,
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
