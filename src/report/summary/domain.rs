//! The configurations of one domain, and what they have in common.
use super::agreement::{Disagreement, disagreements};
use super::case::Case;
use super::growth::{Growth, growth};
use super::line::{Line, Ratio, answered, line, ratio, scope, time_interval};
use crate::record::Row;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What the report says of a domain.
#[derive(Clone, Debug, PartialEq)]
pub struct DomainSummary {
    /// Name of the domain.
    pub domain: String,
    /// Instances with a row of any configuration.
    pub instances: usize,
    /// Instances that every configuration answered.
    pub common: usize,
    /// The configurations: those without a heuristic first, then by algorithm, name and threads.
    pub lines: Vec<Line>,
    /// Which of the lines ratios refer to: the one asked for with the fewest threads, or else `bfs`
    /// with the fewest threads, or else the first line with the fewest threads.
    pub reference: usize,
    /// How the expansions grow with the cost of the solution.
    pub growth: Growth,
    /// Configurations whose exact counts depend on the number of threads.
    pub disagreements: Vec<Disagreement>,
}
impl DomainSummary {
    /// The line that ratios refer to.
    pub fn reference(&self) -> &Line {
        &self.lines[self.reference]
    }
}

/// The summary of the rows of a domain, at least one.
pub(super) fn summarise(domain: &str, rows: &[&Row], baseline: Option<&str>) -> DomainSummary {
    let groups = grouped(rows);
    let cases: Vec<Vec<Case<'_>>> = groups.iter().map(|rows| cases(rows)).collect();
    let mut lines: Vec<Line> = groups.iter().zip(&cases).map(|(rows, cases)| line(rows, cases)).collect();
    let common = cases.iter().map(|cases| answered(cases));
    let common = common.reduce(|all, other| &all & &other).unwrap_or_default();
    let reference = reference(&lines, baseline);
    lines.par_iter_mut().zip(&cases).enumerate().for_each(|(i, (line, mine))| {
        line.common = scope(mine.iter().filter(|case| common.contains(case.instance)));
        let interval = if i == reference { None } else { time_interval(mine, &cases[reference]) };
        line.time_ratio = Ratio { interval, ..ratio(mine, &cases[reference], |case| case.time) };
        line.expanded_ratio = ratio(mine, &cases[reference], |case| case.expanded);
    });
    let growth = growth(&lines, &cases);
    let disagreements = disagreements(&lines, &cases);
    let instances: BTreeSet<&str> = rows.iter().map(|row| row.instance_id.as_str()).collect();
    DomainSummary {
        domain: domain.to_owned(),
        instances: instances.len(),
        common: common.len(),
        lines,
        reference,
        growth,
        disagreements,
    }
}

/// The rows by configuration and threads, in the order of the report.
fn grouped<'a>(rows: &[&'a Row]) -> Vec<Vec<&'a Row>> {
    let mut groups: BTreeMap<(&str, u32), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry((&row.configuration, row.threads)).or_default().push(row);
    }
    let mut groups: Vec<Vec<&Row>> = groups.into_values().collect();
    // Stable: within an algorithm the order by name and threads stays.
    groups.sort_by(|a, b| {
        let order = |rows: &[&'a Row]| (!rows[0].heuristic.is_empty(), &rows[0].algorithm);
        order(a).cmp(&order(b))
    });
    groups
}

/// The cases behind each line of a domain's summary, in the order of its lines.
pub(in crate::report) fn cases_by_line<'a>(rows: &[&'a Row]) -> Vec<Vec<Case<'a>>> {
    grouped(rows).iter().map(|rows| cases(rows)).collect()
}

/// The rows of a configuration by instance, in the order of their names.
fn cases<'a>(rows: &[&'a Row]) -> Vec<Case<'a>> {
    let mut instances: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        instances.entry(&row.instance_id).or_default().push(row);
    }
    instances.values().map(|rows| Case::of(rows)).collect()
}

fn reference(lines: &[Line], baseline: Option<&str>) -> usize {
    let wanted = |line: &Line| baseline == Some(line.configuration.as_str());
    let rank = |(i, line): &(usize, &Line)| (!wanted(line), line.algorithm != "bfs", line.threads, *i);
    let best = lines.iter().enumerate().min_by_key(rank);
    best.map_or(0, |(i, _)| i)
}
