//! What more threads bring: speedup over the best strategy with one thread, efficiency,
//! and against itself with the fewest threads: times, and states expanded.
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
    /// The best strategy with one thread, over the same instances and for the same costs.
    pub(in crate::report) sequential: Option<String>,
    /// By threads, from the fewest.
    pub(in crate::report) steps: Vec<Step>,
}

/// One number of threads.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Step {
    pub(in crate::report) threads: u32,
    /// Geometric mean of the ratios of times, the best strategy with one thread to these.
    pub(in crate::report) speedup: Option<f64>,
    /// Speedup over the number of threads.
    pub(in crate::report) efficiency: Option<f64>,
    /// Geometric mean of the ratios of times, itself with the fewest threads to these.
    pub(in crate::report) scaling: Option<f64>,
    /// Geometric mean of the ratios of expansions, these to the fewest threads.
    pub(in crate::report) work: Option<f64>,
}

pub(in crate::report) fn scaling(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Vec<Scaling> {
    let mut configurations: BTreeMap<&str, Vec<(u32, &Vec<Case<'_>>)>> = BTreeMap::new();
    for (line, cases) in domain.lines.iter().zip(cases) {
        configurations.entry(&line.configuration).or_default().push((line.threads, cases));
    }
    let one_thread = domain.lines.iter().zip(cases).filter(|(line, _)| line.threads == 1);
    let one_thread: Vec<_> = one_thread.map(|(line, cases)| (line.configuration.as_str(), cases)).collect();
    let several = configurations.into_iter().filter(|(_, lines)| lines.len() > 1);
    several.map(|(configuration, mut lines)| of(configuration, &mut lines, &one_thread)).collect()
}

fn of<'a>(
    configuration: &str,
    lines: &mut [(u32, &'a Vec<Case<'a>>)],
    one_thread: &[(&str, &'a Vec<Case<'a>>)],
) -> Scaling {
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
    let first = lines[0].1;
    let (times, expanded) = (values(first, |case| case.time), values(first, |case| case.expanded));
    let costs = values(first, |case| case.cost);
    let as_good = one_thread
        .iter()
        .filter(|(_, cases)| common.is_subset(&answered(cases)) && values(cases, |case| case.cost) == costs);
    let mean_time = |cases: &Vec<Case<'_>>| {
        let times = values(cases, |case| case.time);
        geometric_mean(&times.into_iter().flatten().map(|time| time.max(1) as f64).collect::<Vec<_>>())
    };
    let timed = as_good.filter_map(|&(name, cases)| Some((mean_time(cases)?, name, cases)));
    let best = timed.min_by(|(one, ..), (other, ..)| one.total_cmp(other));
    let best_times = best.map(|(_, _, cases)| values(cases, |case| case.time)).unwrap_or_default();
    let steps = lines.iter().map(|(threads, cases)| {
        let times_here = values(cases, |case| case.time);
        let speedup = mean(&best_times, &times_here);
        Step {
            threads: *threads,
            speedup,
            efficiency: speedup.map(|speedup| speedup / f64::from((*threads).max(1))),
            scaling: mean(&times, &times_here),
            work: mean(&values(cases, |case| case.expanded), &expanded),
        }
    });
    Scaling {
        configuration: configuration.to_owned(),
        instances: common.len(),
        sequential: best.map(|(_, name, _)| name.to_owned()),
        steps: steps.collect(),
    }
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
    let any = series.iter().any(|series| !series.points.is_empty());
    any.then(|| Chart {
        title: format!("Speedup by threads: {}", name(&domain.domain)),
        description: format!(
            "Geometric mean of the time of the best strategy with one thread (the table of threads names it) over the time \
             with so many, over the instances that a configuration answered with each number. Below 1× the threads \
             are slower than that one.{more}"
        ),
        x: Axis { label: "threads".to_owned(), kind: Kind::Whole, form: count },
        y: Axis { label: "speedup".to_owned(), kind: Kind::Linear, form: ratio },
        guides: vec![(Guide::Y(1.0), "as fast as the best with one thread".to_owned())],
        series,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Row, Status};
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
        let run = Run::of("run", rows);
        let summary = summary(&run);
        let rows: Vec<&Row> = run.rows.iter().collect();
        let scaling = scaling(&summary.domains[0], &cases_by_line(&rows));
        let two = &scaling[0].steps[1];
        let close = |value: Option<f64>, expected: f64| (value.unwrap() - expected).abs() < 1e-12;
        assert_eq!((scaling.len(), scaling[0].instances, two.threads), (1, 2, 2));
        assert_eq!(scaling[0].sequential.as_deref(), Some("bfs"));
        assert!(close(two.speedup, 2f64.sqrt()) && close(two.efficiency, 2f64.sqrt() / 2.0));
        assert!(close(two.scaling, 2f64.sqrt()));
        assert!(close(two.work, 2.0) && close(scaling[0].steps[0].efficiency, 1.0));
    }

    #[test]
    fn speedup_is_over_the_best_strategy_with_one_thread_that_finds_the_same_costs() {
        let row = |configuration: &str, threads, ms: u64| Row {
            configuration: configuration.to_owned(),
            threads,
            wall_ns: Some(ms * 1_000_000),
            ..Row::sample()
        };
        let dear = Row { solution_cost: Some(9), ..row("greedy", 1, 1) };
        let late = Row { status: Status::LimitTime, ..row("late", 1, 1) };
        let rows = vec![row("team", 1, 8), row("team", 2, 4), row("astar", 1, 6), dear, late];
        let run = Run { rows, ..Run::default() };
        let summary = summary(&run);
        let rows: Vec<&Row> = run.rows.iter().collect();
        let scaling = scaling(&summary.domains[0], &cases_by_line(&rows));
        let two = &scaling[0].steps[1];
        assert_eq!(scaling[0].sequential.as_deref(), Some("astar"));
        assert_eq!((two.speedup, two.efficiency, two.scaling), (Some(1.5), Some(0.75), Some(2.0)));
    }
}
