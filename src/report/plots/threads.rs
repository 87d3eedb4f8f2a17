//! What more threads bring: speedup, efficiency, and the states expanded beyond those of the fewest threads.
use crate::report::DomainSummary;
use crate::report::people::{count, name, ratio};
use crate::report::summary::Case;
use crate::report::svg::{Axis, Chart, Form, Guide, Kind, Series};
use crate::statistics::geometric_mean;
use std::collections::{BTreeMap, BTreeSet};

/// A configuration with several numbers of threads, over the instances that it answered with each.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Scaling {
    pub(in crate::report) configuration: String,
    /// Instances that it answered with every number of threads.
    pub(in crate::report) instances: usize,
    /// By threads, from the fewest.
    pub(in crate::report) steps: Vec<Step>,
}

/// One number of threads against the fewest.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Step {
    pub(in crate::report) threads: u32,
    /// Geometric mean of the ratios of times, the fewest threads to these.
    pub(in crate::report) speedup: Option<f64>,
    /// Speedup over the ratio of threads.
    pub(in crate::report) efficiency: Option<f64>,
    /// Geometric mean of the ratios of expansions, these to the fewest threads.
    pub(in crate::report) work: Option<f64>,
}

pub(in crate::report) fn scaling(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Vec<Scaling> {
    let mut configurations: BTreeMap<&str, Vec<(u32, &Vec<Case<'_>>)>> = BTreeMap::new();
    for (line, cases) in domain.lines.iter().zip(cases) {
        configurations.entry(&line.configuration).or_default().push((line.threads, cases));
    }
    let several = configurations.into_iter().filter(|(_, lines)| lines.len() > 1);
    several.map(|(configuration, mut lines)| of(configuration, &mut lines)).collect()
}

fn of(configuration: &str, lines: &mut [(u32, &Vec<Case<'_>>)]) -> Scaling {
    lines.sort_by_key(|(threads, _)| *threads);
    let answered = |cases: &Vec<Case<'_>>| -> BTreeSet<String> {
        cases.iter().filter(|case| case.is_answered()).map(|case| case.instance.to_owned()).collect()
    };
    let common = lines.iter().map(|(_, cases)| answered(cases)).reduce(|all, other| &all & &other);
    let common = common.unwrap_or_default();
    // The cases of every line are in the order of their instances.
    let values = |cases: &Vec<Case<'_>>, of: fn(&Case<'_>) -> Option<u64>| -> Vec<Option<u64>> {
        cases.iter().filter(|case| common.contains(case.instance)).map(of).collect()
    };
    let mean = |above: &[Option<u64>], below: &[Option<u64>]| {
        let pairs = above.iter().zip(below).filter_map(|(above, below)| Some(((*above)?, (*below)?)));
        let ratios = pairs.filter(|&(above, below)| above > 0 && below > 0);
        geometric_mean(&ratios.map(|(above, below)| above as f64 / below as f64).collect::<Vec<_>>())
    };
    let (fewest, first) = lines[0];
    let (times, expanded) = (values(first, |case| case.time), values(first, |case| case.expanded));
    let steps = lines.iter().map(|(threads, cases)| {
        let speedup = mean(&times, &values(cases, |case| case.time));
        let more = f64::from(*threads) / f64::from(fewest.max(1));
        Step {
            threads: *threads,
            speedup,
            efficiency: speedup.map(|speedup| speedup / more),
            work: mean(&values(cases, |case| case.expanded), &expanded),
        }
    });
    Scaling { configuration: configuration.to_owned(), instances: common.len(), steps: steps.collect() }
}

/// A chart has at most so many configurations.
const MOST: usize = 14;

/// Speedup by threads, if some configuration has several numbers of threads.
pub(super) fn speedup(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Option<Chart> {
    let scaling = scaling(domain, cases);
    let all = scaling.len();
    let series: Vec<Series> = scaling
        .iter()
        .take(MOST)
        .map(|of| Series {
            name: name(&of.configuration),
            form: Form::Line,
            points: of.steps.iter().filter_map(|s| Some((f64::from(s.threads), s.speedup?))).collect(),
        })
        .collect();
    let more = if all > MOST { format!(" The first {MOST} of {all} are shown.") } else { String::new() };
    (!series.is_empty()).then(|| Chart {
        title: format!("Speedup by threads: {}", name(&domain.domain)),
        description: format!(
            "Geometric mean of the time with the fewest threads over the time with so many, over the instances that a \
             configuration answered with each. Below 1× more threads were slower.{more}"
        ),
        x: Axis { label: "threads".to_owned(), kind: Kind::Whole, form: count },
        y: Axis { label: "speedup".to_owned(), kind: Kind::Linear, form: ratio },
        guides: vec![(Guide::Y(1.0), "as fast as the fewest threads".to_owned())],
        series,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Row;
    use crate::report::summary::cases_by_line;
    use crate::report::{Run, summary};

    #[test]
    fn speedup_and_efficiency_are_those_computed_by_hand() {
        let row = |instance: &str, threads, ms: u64, expanded| Row {
            instance_id: instance.to_owned(),
            threads,
            wall_ns: Some(ms * 1_000_000),
            expanded: Some(expanded),
            ..Row::sample()
        };
        let rows = vec![row("a", 1, 8, 10), row("b", 1, 9, 10), row("a", 2, 4, 20), row("b", 2, 9, 20)];
        let run = Run { rows, ..Run::default() };
        let summary = summary(&run);
        let rows: Vec<&Row> = run.rows.iter().collect();
        let scaling = scaling(&summary.domains[0], &cases_by_line(&rows));
        let two = &scaling[0].steps[1];
        let close = |value: Option<f64>, expected: f64| (value.unwrap() - expected).abs() < 1e-12;
        assert_eq!((scaling.len(), scaling[0].instances, two.threads), (1, 2, 2));
        assert!(close(two.speedup, 2f64.sqrt()) && close(two.efficiency, 2f64.sqrt() / 2.0));
        assert!(close(two.work, 2.0) && close(scaling[0].steps[0].efficiency, 1.0));
    }
}
