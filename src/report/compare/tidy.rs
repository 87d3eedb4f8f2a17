//! `comparison.csv`: one value a row, for spreadsheets and scripts.
use super::{Comparison, Configured, Keyed, Observed, Verdict};
use crate::statistics::{median, standard_deviation};
use serde::Serialize;

/// One row of `comparison.csv`. `None` is an empty field.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// `key`, or `configuration` for what is said over instances.
    pub scope: &'static str,
    /// The instance; empty for a configuration.
    pub instance_id: String,
    /// The configuration.
    pub configuration: String,
    /// Threads of one search.
    pub threads: u32,
    /// What was measured: a column of the results, or a ratio.
    pub metric: &'static str,
    /// The value in the base; of times the median, in ns.
    pub base: String,
    /// The value in the new run.
    pub new: String,
    /// New less base, of whole numbers.
    pub difference: Option<i128>,
    /// New to base, to six decimals; empty where the base is 0.
    pub ratio: Option<f64>,
    /// Repeats of a time, or instances behind a ratio: the fewer of both sides.
    pub n: Option<usize>,
    /// Standard deviation of a time over repeats in the base, in ns.
    pub sd_base: Option<f64>,
    /// The same in the new run.
    pub sd_new: Option<f64>,
    /// Low end of the ratio's 95 % interval.
    pub ci_low: Option<f64>,
    /// High end of it.
    pub ci_high: Option<f64>,
    /// Adjusted p of a time.
    pub p: Option<f64>,
    /// Of a status what became of the key, of a number what became of it, of a time ratio what the times say.
    pub verdict: String,
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
fn quotient(base: f64, new: f64) -> Option<f64> {
    (base > 0.0).then(|| rounded(new / base))
}

/// Every value of a comparison: first by key, then by configuration.
#[must_use]
pub fn records(comparison: &Comparison) -> Vec<Record> {
    let mut records = Vec::new();
    comparison.keys.iter().for_each(|keyed| by_key(keyed, &mut records));
    comparison.configurations.iter().for_each(|c| records.extend(by_configuration(c)));
    records
}

fn by_key(keyed: &Keyed, records: &mut Vec<Record>) {
    let blank = || Record {
        scope: "key",
        instance_id: keyed.key.instance_id.clone(),
        configuration: keyed.key.configuration.clone(),
        threads: keyed.key.threads,
        verdict: keyed.verdict.name().to_owned(),
        ..Record::default()
    };
    let fact = |side: &Option<Observed>| side.as_ref().map(|o| o.fact.clone());
    let (base, new) = (fact(&keyed.base), fact(&keyed.new));
    let status = |fact: &Option<super::Fact>| fact.as_ref().map_or(String::new(), |f| f.status.to_string());
    records.push(Record { metric: "status", base: status(&base), new: status(&new), ..blank() });
    records.extend(keyed.changes.iter().filter(|c| matches!(c.metric, "repeats" | "determinism")).map(
        |change| Record {
            metric: change.metric,
            base: change.base.clone(),
            new: change.new.clone(),
            ..blank()
        },
    ));
    let (Some(base), Some(new)) = (base, new) else { return };
    for ((metric, base), (_, new)) in base.numbers().zip(new.numbers()) {
        if base.is_none() && new.is_none() {
            continue;
        }
        let text = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let both = base.zip(new);
        records.push(Record {
            metric,
            base: text(base),
            new: text(new),
            difference: both.map(|(b, n)| i128::from(n) - i128::from(b)),
            ratio: both.and_then(|(b, n)| quotient(b as f64, n as f64)),
            verdict: of_number(keyed, metric, base == new).to_owned(),
            ..blank()
        });
    }
    let times = |side: &Option<Observed>| -> Vec<f64> {
        side.iter().flat_map(|o| &o.wall_ns).map(|&ns| ns as f64).collect()
    };
    let (base, new) = (times(&keyed.base), times(&keyed.new));
    if let (Some(b), Some(n)) = (median(&base), median(&new)) {
        let spread = |times: &[f64]| standard_deviation(times).map(f64::round);
        records.push(Record {
            metric: "wall_ns",
            base: b.to_string(),
            new: n.to_string(),
            ratio: quotient(b, n).filter(|_| n > 0.0),
            n: Some(base.len().min(new.len())),
            sd_base: spread(&base),
            sd_new: spread(&new),
            verdict: String::new(),
            ..blank()
        });
    }
}

/// What became of one number of a key.
fn of_number(keyed: &Keyed, metric: &str, equal: bool) -> &'static str {
    match keyed.changes.iter().find(|change| change.metric == metric) {
        _ if equal => Verdict::Same.name(),
        Some(change) if change.allowed => Verdict::Allowed.name(),
        Some(_) => Verdict::Changed.name(),
        None => "not gated",
    }
}

fn by_configuration(configured: &Configured) -> [Record; 3] {
    let blank = || Record {
        scope: "configuration",
        configuration: configured.configuration.clone(),
        threads: configured.threads,
        ..Record::default()
    };
    let times = &configured.times;
    [
        Record {
            metric: "solved",
            base: configured.solved_base.to_string(),
            new: configured.solved_new.to_string(),
            difference: Some(configured.solved_new as i128 - configured.solved_base as i128),
            n: Some(configured.common),
            ..blank()
        },
        Record {
            metric: "expanded_ratio",
            ratio: configured.expanded_ratio.map(rounded),
            n: Some(configured.counted),
            ..blank()
        },
        Record {
            metric: "wall_ratio",
            ratio: times.ratio.map(rounded),
            n: Some(times.instances),
            ci_low: times.interval.map(|i| rounded(i.low)),
            ci_high: times.interval.map(|i| rounded(i.high)),
            p: times.p,
            verdict: times.verdict.to_string(),
            ..blank()
        },
    ]
}
