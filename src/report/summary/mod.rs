//! The numbers of a report, per domain, configuration and number of threads.
//!
//! - The repeats of an instance become one value first: the median (of an even number the mean
//!   of the middle two, rounded down). Its status is the gravest of its repeats.
//! - An instance is *answered* if every repeat ran to its end: solved, proved unsolvable, or
//!   nothing within the depth limit. Times and counts are those of answered instances.
//! - Each statistic is given over a configuration's *own* answered instances, and over the
//!   *common* ones that every configuration of the domain answered; only the latter compare.
//! - What was not measured or cannot be computed is `None`, never NaN or infinite.
mod agreement;
mod case;
mod domain;
mod growth;
mod line;
mod notes;
#[cfg(test)]
pub(super) mod tests;

pub use agreement::Disagreement;
pub(super) use case::{Case, median};
pub use domain::DomainSummary;
pub(super) use domain::cases_by_line;
pub use growth::{Growth, GrowthRow};
pub use line::{Line, Penalised, Ratio, SHIFT_NS, Scope, Total};

use super::Run;
use crate::record::{Row, Status};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Rows in all.
    pub runs: usize,
    /// The domains, by name.
    pub domains: Vec<DomainSummary>,
    /// Rows that show a defect, by what they say.
    pub failures: Vec<Failed>,
    /// What a reader must know before believing a number: a sentence each.
    pub notes: Vec<String>,
}

/// Failed runs that say the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failed {
    /// How they ended.
    pub status: Status,
    /// What they say.
    pub message: String,
    /// How many they are.
    pub runs: usize,
    /// Their configurations, each once, in order.
    pub configurations: Vec<String>,
    /// An instance on which it happened: the first in the order of the file.
    pub instance_id: String,
}

/// Computes the numbers of a run.
#[must_use]
pub fn summary(run: &Run) -> Summary {
    summary_against(run, None)
}

/// Computes the numbers of a run, with ratios to the configuration that `baseline` names in
/// every domain that has it.
#[must_use]
pub fn summary_against(run: &Run, baseline: Option<&str>) -> Summary {
    let domains = by_domain(&run.rows);
    let mut summary = Summary {
        runs: run.rows.len(),
        domains: domains.iter().map(|(name, rows)| domain::summarise(name, rows, baseline)).collect(),
        failures: failures(&run.rows),
        notes: Vec::new(),
    };
    summary.notes = notes::notes(run, &summary);
    summary
}

/// The rows of each domain, by its name; numbers in names are in their own order.
pub(super) fn by_domain(rows: &[Row]) -> Vec<(&str, Vec<&Row>)> {
    let mut domains: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        domains.entry(&row.domain).or_default().push(row);
    }
    let mut domains: Vec<_> = domains.into_iter().collect();
    domains.sort_by_cached_key(|(name, _)| natural(name));
    domains
}

/// The words and numbers of a name, so that `x2` comes before `x16`.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = vec![(String::new(), 0_u64)];
    for c in name.chars() {
        let (word, number) = parts.last_mut().expect("it starts with a part");
        match c.to_digit(10) {
            Some(digit) => *number = number.saturating_mul(10).saturating_add(u64::from(digit)),
            None if *number > 0 => parts.push((c.to_string(), 0)),
            None => word.push(c),
        }
    }
    parts
}

/// The failed runs, the most frequent first.
fn failures(rows: &[Row]) -> Vec<Failed> {
    let mut groups: BTreeMap<(Status, &str), Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.status.is_failure()) {
        groups.entry((row.status, &row.detail)).or_default().push(row);
    }
    let failed = |((status, message), rows): ((Status, &str), Vec<&Row>)| Failed {
        status,
        message: message.to_owned(),
        runs: rows.len(),
        configurations: {
            let names: BTreeSet<&str> = rows.iter().map(|row| row.configuration.as_str()).collect();
            names.into_iter().map(str::to_owned).collect()
        },
        instance_id: rows[0].instance_id.clone(),
    };
    let mut failures: Vec<Failed> = groups.into_iter().map(failed).collect();
    failures.sort_by_key(|failed| std::cmp::Reverse(failed.runs));
    failures
}
