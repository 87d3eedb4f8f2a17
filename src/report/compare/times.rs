//! Advisory times of one configuration: ratio, interval, test and verdict.
use super::{Keyed, Side};
use crate::record::Status;
use crate::statistics::{
    Interval, Paired, Resampling, holm, mann_whitney_u, ratio, ratio_interval, wilcoxon_signed_rank,
};
use std::fmt;

/// A ratio within 1 ± δ is no difference worth a word.
pub const DELTA: f64 = 0.05;
/// Below so many repeats of each key nothing is said.
const REPEATS: usize = 5;
/// Fewer instances than these cannot be significant in a signed-rank test (two-sided 5 %).
const INSTANCES: usize = 6;
const ALPHA: f64 = 0.05;

/// What the times of a configuration say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeVerdict {
    /// Significantly faster, by more than δ.
    Improved,
    /// Significantly slower, by more than δ.
    Regressed,
    /// The whole interval lies within 1 ± δ.
    Equivalent,
    /// Neither; too few repeats or instances are named.
    Inconclusive(String),
    /// The times mean nothing to each other: why.
    Incomparable(&'static str),
}
impl fmt::Display for TimeVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Improved => f.write_str("improved"),
            Self::Regressed => f.write_str("regressed"),
            Self::Equivalent => f.write_str("equivalent"),
            Self::Inconclusive(few) if few.is_empty() => f.write_str("inconclusive"),
            Self::Inconclusive(few) => write!(f, "inconclusive ({few})"),
            Self::Incomparable(why) => write!(f, "incomparable: {why}"),
        }
    }
}

/// The times of one configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// Instances that both sides solved and timed.
    pub instances: usize,
    /// Geometric mean over them of the ratio of medians, new to base.
    pub ratio: Option<f64>,
    /// Its 95 % bootstrap interval.
    pub interval: Option<Interval>,
    /// Signed-rank p over the instances (rank-sum over the repeats of a single one),
    /// Holm-adjusted over the configurations.
    pub p: Option<f64>,
    /// What they say.
    pub verdict: TimeVerdict,
}
impl Times {
    fn refused(instances: usize, why: &'static str) -> Self {
        Self { instances, ratio: None, interval: None, p: None, verdict: TimeVerdict::Incomparable(why) }
    }
}

/// Why no time of one side can be held against the other's.
pub(super) fn refusal(base: &Side, new: &Side) -> Option<&'static str> {
    let (base, new) = (base.machine.as_ref()?, new.machine.as_ref()?);
    let differ = base.cpu_model != new.cpu_model || base.cores != new.cores;
    let profile = base.profile != new.profile;
    differ.then_some("another machine").or(profile.then_some("another build profile"))
}

/// The times of one configuration's common keys, before the correction over all of them.
pub(super) fn measure(keys: &[&Keyed], refused: Option<&'static str>) -> Times {
    let solved = |k: &&&Keyed| {
        [&k.base, &k.new].into_iter().all(|side| {
            side.as_ref().is_some_and(|o| o.fact.status == Status::Solved && !o.wall_ns.is_empty())
        })
    };
    let keys: Vec<&&Keyed> = keys.iter().filter(solved).collect();
    let sides = || keys.iter().flat_map(|k| [&k.base, &k.new]).flatten();
    let numbers = |times: &[u64]| times.iter().map(|&ns| ns as f64).collect();
    let paired: Vec<Paired> = keys
        .iter()
        .filter_map(|k| Some((k.base.as_ref()?, k.new.as_ref()?)))
        .map(|(base, new)| Paired { base: numbers(&base.wall_ns), new: numbers(&new.wall_ns) })
        .collect();
    let n = paired.len();
    let why = match refused {
        _ if n == 0 => Some("no times on both sides"),
        Some(why) => Some(why),
        None if sides().any(|o| o.contended) => Some("contended"),
        None if sides().any(|o| o.wall_ns.contains(&0)) => Some("below resolution"),
        None => None,
    };
    if let Some(why) = why {
        return Times::refused(n, why);
    }
    let logs: Vec<f64> = paired.iter().filter_map(Paired::log_ratio).collect();
    let repeats = sides().map(|o| o.wall_ns.len()).min().unwrap_or_default();
    let p = match n {
        _ if repeats < REPEATS => None,
        1 => mann_whitney_u(&paired[0].base, &paired[0].new).map(|test| test.p),
        INSTANCES.. => Some(wilcoxon_signed_rank(&logs).map_or(1.0, |test| test.p)),
        _ => None,
    };
    let few = match p {
        None if repeats < REPEATS => format!("n={repeats}"),
        None => format!("{n} instances"),
        Some(_) => String::new(),
    };
    Times {
        instances: n,
        ratio: ratio(&paired),
        interval: ratio_interval(&paired, &Resampling::default()),
        p,
        verdict: TimeVerdict::Inconclusive(few),
    }
}

/// Corrects the p-values over all configurations and speaks.
pub(super) fn conclude<'a>(all: impl Iterator<Item = &'a mut Times>) {
    let mut tested: Vec<&mut Times> = all.filter(|times| times.p.is_some()).collect();
    let adjusted = holm(&tested.iter().filter_map(|times| times.p).collect::<Vec<_>>());
    for (times, p) in tested.iter_mut().zip(adjusted) {
        times.p = Some(p);
        if let Some(Interval { low, high }) = times.interval {
            times.verdict = if p < ALPHA && low > 1.0 + DELTA {
                TimeVerdict::Regressed
            } else if p < ALPHA && high < 1.0 - DELTA {
                TimeVerdict::Improved
            } else if low > 1.0 - DELTA && high < 1.0 + DELTA {
                TimeVerdict::Equivalent
            } else {
                TimeVerdict::Inconclusive(String::new())
            };
        }
    }
}
