//! One configuration with one number of threads, over the instances of a domain.
use super::case::{Case, median};
use crate::record::{Counts, Row, Status};
use crate::statistics::{self, geometric_mean, shifted_geometric_mean};
use std::collections::{BTreeMap, BTreeSet};

/// Added to each time before the geometric mean, and taken off it again: 1 ms, in ns. Times well
/// below it, which are mostly overhead, then hardly weigh.
pub const SHIFT_NS: f64 = 1e6;

/// What the report says of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Name of the configuration.
    pub configuration: String,
    /// Its algorithm.
    pub algorithm: String,
    /// Its heuristic; empty if it uses none.
    pub heuristic: String,
    /// Its visited set; empty if it uses none.
    pub visited: String,
    /// Its options.
    pub options: String,
    /// Threads of one search.
    pub threads: u32,
    /// What its counters promise: the weakest of its rows that no clock cut off.
    pub determinism: Counts,
    /// Rows.
    pub runs: usize,
    /// Instances with a row.
    pub instances: usize,
    /// The fewest repeats of an instance.
    pub repeats: usize,
    /// Instances by their gravest status; those that do not occur are left out.
    pub statuses: BTreeMap<Status, usize>,
    /// Penalised average time over all instances.
    pub par2: Penalised,
    /// Statistics over the instances it answered.
    pub own: Scope,
    /// Statistics over the instances that every configuration of the domain answered.
    pub common: Scope,
    /// Time against the reference.
    pub time_ratio: Ratio,
    /// Expansions against the reference.
    pub expanded_ratio: Ratio,
    /// The most that the visited set held in any run, in bytes.
    pub visited_bytes: Option<u64>,
    /// Bytes a state in that run.
    pub bytes_per_state: Option<f64>,
    /// Instances whose repeats' times fall into two groups.
    pub bimodal: Vec<String>,
    /// Instances with repeats enough to tell.
    pub tellable: usize,
    /// Whether other runs shared the machine with some of its own.
    pub contended: bool,
    /// Instances whose repeats contradict each other, and how. Their counts are in no statistic.
    pub nondeterministic: Vec<(String, String)>,
}
impl Line {
    /// Instances that ended so.
    pub fn count(&self, status: Status) -> usize {
        self.statuses.get(&status).copied().unwrap_or(0)
    }
    /// Instances solved.
    pub fn solved(&self) -> usize {
        self.count(Status::Solved)
    }
}

/// PAR-2: the mean time, where an instance without an answer counts as twice the limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Penalised {
    /// The mean, in ns.
    pub mean_ns: Option<f64>,
    /// Instances that count with their own time.
    pub answered: usize,
    /// Why there is no mean.
    pub reason: Option<&'static str>,
}

/// Statistics over some answered instances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// The instances.
    pub instances: usize,
    /// Instances with a time.
    pub timed: usize,
    /// Shifted geometric mean of the times, in ns; the shift is [`SHIFT_NS`].
    pub mean_ns: Option<f64>,
    /// Median of the times, in ns.
    pub median_ns: Option<u64>,
    /// Median over instances of the range of the repeats' times over their median; none with one repeat.
    pub spread: Option<f64>,
    /// Expansions.
    pub expanded: Total,
    /// Successors produced.
    pub generated: Total,
    /// Expansions a second: both summed over the instances where both were measured.
    pub nodes_per_second: Option<f64>,
}

/// A count over instances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Total {
    /// Instances where it was counted.
    pub counted: usize,
    /// The sum.
    pub total: Option<u128>,
    /// Instances where it is above 0.
    pub positive: usize,
    /// The geometric mean over those.
    pub geometric_mean: Option<f64>,
}

/// A comparison with the reference over the instances that both answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratio {
    /// Geometric mean of the ratios, this to the reference.
    pub value: Option<f64>,
    /// Instances behind it.
    pub instances: usize,
    /// Instances that both answered, but with a 0 on a side: no ratio.
    pub zeros: usize,
}

/// The line of `cases`, before it is compared with others; `rows`, at least one, are those behind the cases.
pub(super) fn line(rows: &[&Row], cases: &[Case<'_>]) -> Line {
    let first = rows[0];
    let mut statuses = BTreeMap::new();
    for case in cases {
        *statuses.entry(case.status).or_default() += 1;
    }
    let largest = rows.iter().max_by_key(|row| row.visited_bytes).filter(|row| row.visited_bytes.is_some());
    let bounded = rows.iter().any(|row| row.determinism == Counts::Bounded);
    let exact = rows.iter().any(|row| row.determinism == Counts::Exact);
    let nondeterministic =
        cases.iter().filter_map(|case| Some((case.instance.to_owned(), case.contradiction.clone()?)));
    Line {
        configuration: first.configuration.clone(),
        algorithm: first.algorithm.clone(),
        heuristic: first.heuristic.clone(),
        visited: first.visited.clone(),
        options: first.options.clone(),
        threads: first.threads,
        determinism: match (bounded, exact) {
            (true, _) => Counts::Bounded,
            (false, true) => Counts::Exact,
            (false, false) => Counts::Noisy,
        },
        runs: rows.len(),
        instances: cases.len(),
        repeats: cases.iter().map(|case| case.repeats).min().unwrap_or(0),
        statuses,
        par2: penalised(cases),
        own: scope(cases.iter().filter(|case| case.is_answered())),
        common: Scope::default(),
        time_ratio: Ratio::default(),
        expanded_ratio: Ratio::default(),
        visited_bytes: largest.and_then(|row| row.visited_bytes),
        bytes_per_state: largest.and_then(|row| {
            let states = row.max_visited.filter(|&states| states > 0)?;
            Some(row.visited_bytes? as f64 / states as f64)
        }),
        bimodal: cases.iter().filter(|c| c.bimodal == Some(true)).map(|c| c.instance.to_owned()).collect(),
        tellable: cases.iter().filter(|case| case.bimodal.is_some()).count(),
        contended: rows.iter().any(|row| row.contended),
        nondeterministic: nondeterministic.collect(),
    }
}

fn penalised(cases: &[Case<'_>]) -> Penalised {
    let answered = cases.iter().filter(|case| case.is_answered()).count();
    let time = |case: &Case<'_>| {
        if case.is_answered() {
            case.time.map(|ns| ns as f64).ok_or("a time was not measured")
        } else if case.status == Status::Cancelled {
            Err("runs were cancelled")
        } else {
            case.limit
                .map(|ns| ns as f64 * 2.0)
                .ok_or("an instance has no answer, and there is no time limit")
        }
    };
    let times: Result<Vec<f64>, _> = cases.iter().map(time).collect();
    match times {
        Ok(times) => Penalised { mean_ns: statistics::mean(&times), answered, reason: None },
        Err(reason) => Penalised { mean_ns: None, answered, reason: Some(reason) },
    }
}

/// Statistics over answered cases.
pub(super) fn scope<'a>(cases: impl Iterator<Item = &'a Case<'a>>) -> Scope {
    let cases: Vec<&Case<'_>> = cases.collect();
    let times: Vec<u64> = cases.iter().filter_map(|case| case.time).collect();
    let measured: Vec<f64> = times.iter().map(|&ns| ns as f64).collect();
    let spreads: Vec<f64> = cases.iter().filter_map(|case| case.spread).collect();
    let both = cases.iter().filter_map(|case| Some((case.expanded?, case.time?)));
    let (nodes, ns) = both.fold((0.0, 0.0), |(nodes, ns), (n, t)| (nodes + n as f64, ns + t as f64));
    Scope {
        instances: cases.len(),
        timed: times.len(),
        // Rounding can leave a hair less than the shift.
        mean_ns: shifted_geometric_mean(&measured, SHIFT_NS).map(|mean| mean.max(0.0)),
        median_ns: median(times),
        spread: statistics::median(&spreads),
        expanded: total(cases.iter().filter_map(|case| case.expanded)),
        generated: total(cases.iter().filter_map(|case| case.generated)),
        nodes_per_second: (ns > 0.0).then(|| nodes / ns * 1e9),
    }
}

fn total(counts: impl Iterator<Item = u64>) -> Total {
    let counts: Vec<u64> = counts.collect();
    let positive: Vec<f64> = counts.iter().filter(|&&count| count > 0).map(|&count| count as f64).collect();
    Total {
        counted: counts.len(),
        total: (!counts.is_empty()).then(|| counts.iter().copied().map(u128::from).sum()),
        positive: positive.len(),
        geometric_mean: geometric_mean(&positive),
    }
}

/// `value` of `cases` against `reference`, over the instances that both answered.
pub(super) fn ratio(
    cases: &[Case<'_>],
    reference: &[Case<'_>],
    value: fn(&Case<'_>) -> Option<u64>,
) -> Ratio {
    let answered = |cases: &[Case<'_>]| {
        let answered = cases.iter().filter(|case| case.is_answered());
        answered.filter_map(|case| Some((case.instance.to_owned(), value(case)?))).collect::<BTreeMap<_, _>>()
    };
    let reference = answered(reference);
    let pairs = answered(cases).into_iter().filter_map(|(i, mine)| Some((mine, *reference.get(&i)?)));
    let pairs: Vec<(u64, u64)> = pairs.collect();
    let ratios = pairs.iter().filter(|&&(mine, theirs)| mine > 0 && theirs > 0);
    let ratios: Vec<f64> = ratios.map(|&(mine, theirs)| mine as f64 / theirs as f64).collect();
    Ratio { value: geometric_mean(&ratios), instances: ratios.len(), zeros: pairs.len() - ratios.len() }
}

/// The instances that `cases` answered.
pub(super) fn answered<'a>(cases: &[Case<'a>]) -> BTreeSet<&'a str> {
    cases.iter().filter(|case| case.is_answered()).map(|case| case.instance).collect()
}
