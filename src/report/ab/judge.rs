//! The verdict on the times of two builds.
//!
//! A configuration has regressed only if the signed-rank test over instances says
//! so after Holm's correction over all configurations **and** the whole interval of the ratio
//! lies above 1 + δ: the one keeps chance out, the other what is too small to matter.
//! Equivalence must be shown as well, by an interval within 1 ± δ; what shows neither is inconclusive.
use super::Measured;
use super::needed::{Evidence, needed};
use crate::statistics::{Interval, Resampling, holm, ratio, ratio_interval, wilcoxon_signed_rank};
use std::fmt;

/// Fewer instances cannot be significant in a two-sided signed-rank test at 5 %.
pub(super) const INSTANCES: usize = 6;
/// Fewer rounds say too little of the spread of an instance.
pub(super) const ROUNDS: usize = 5;
/// The chance of any false alarm among the configurations stays below it.
pub(super) const ALPHA: f64 = 0.05;

/// What the times must show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeGate {
    /// A ratio within 1 ± δ is no difference worth a word.
    pub delta: f64,
    /// How the interval is drawn.
    pub resampling: Resampling,
}

/// What the times of a configuration say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Slower by more than δ, or instances are not solved any more. Fails.
    Regressed,
    /// Faster by more than δ.
    Improved,
    /// The same within δ.
    Equivalent,
    /// None of these can be said; the sentence says what is needed to decide.
    Inconclusive(String),
}
impl Verdict {
    /// The name in every form of a report.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Regressed => "regressed",
            Self::Improved => "improved",
            Self::Equivalent => "equivalent",
            Self::Inconclusive(_) => "inconclusive",
        }
    }
}
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One configuration, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its times.
    pub measured: Measured,
    /// Geometric mean over instances of the ratio of medians, new to base.
    pub ratio: Option<f64>,
    /// Its 95 % bootstrap interval.
    pub interval: Option<Interval>,
    /// Signed-rank p over instances, Holm-adjusted; absent below the least of instances and rounds.
    pub p: Option<f64>,
    /// What they say.
    pub verdict: Verdict,
}

/// Judges every configuration.
#[must_use]
pub fn judge(all: Vec<Measured>, gate: &TimeGate) -> Vec<Judged> {
    let tests: Vec<Option<f64>> = all.iter().map(test).collect();
    let tested: Vec<f64> = tests.iter().copied().flatten().collect();
    let mut adjusted = holm(&tested).into_iter();
    let mut judged = Vec::with_capacity(all.len());
    for (measured, test) in all.into_iter().zip(tests) {
        let p = test.and_then(|_| adjusted.next());
        let interval = ratio_interval(&measured.times, &gate.resampling);
        let mut one =
            Judged { ratio: ratio(&measured.times), interval, p, measured, verdict: Verdict::Equivalent };
        one.verdict = one.speak(gate.delta, tested.len());
        judged.push(one);
    }
    judged
}

/// The p of a configuration that has enough of everything.
fn test(measured: &Measured) -> Option<f64> {
    let enough = measured.times.len() >= INSTANCES && measured.rounds() >= ROUNDS;
    if !enough || measured.below_resolution() {
        return None;
    }
    let logs: Option<Vec<f64>> = measured.times.iter().map(crate::statistics::Paired::log_ratio).collect();
    // Only zeros: nothing differs at all.
    Some(wilcoxon_signed_rank(&logs?).map_or(1.0, |test| test.p))
}

impl Judged {
    fn speak(&self, delta: f64, tested: usize) -> Verdict {
        let measured = &self.measured;
        if measured.lost > 0 {
            return Verdict::Regressed;
        }
        if measured.below_resolution() {
            return Verdict::Inconclusive(
                "larger instances: there are runs too short for the clock".to_owned(),
            );
        }
        let (Some(interval), Some(ratio), Some(p)) = (self.interval, self.ratio, self.p) else {
            return Verdict::Inconclusive(self.too_few());
        };
        let Interval { low, high } = interval;
        if p < ALPHA && low > 1.0 + delta {
            Verdict::Regressed
        } else if p < ALPHA && high < 1.0 - delta {
            Verdict::Improved
        } else if low > 1.0 - delta && high < 1.0 + delta {
            Verdict::Equivalent
        } else {
            let evidence = Evidence { times: &measured.times, ratio, interval, p };
            Verdict::Inconclusive(needed(&evidence, delta, tested))
        }
    }
    fn too_few(&self) -> String {
        let (instances, rounds) = (self.measured.times.len(), self.measured.rounds());
        let mut few = Vec::new();
        if instances < INSTANCES {
            few.push(format!("{INSTANCES} instances that both solve (there are {instances})"));
        }
        if rounds < ROUNDS {
            few.push(format!("{ROUNDS} rounds (there are {rounds})"));
        }
        format!("at least {}", few.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Rng;
    use crate::statistics::Paired;

    const GATE: TimeGate =
        TimeGate { delta: 0.05, resampling: Resampling { seed: 1, resamples: 500, confidence: 0.95 } };

    /// Instances of 1 ms, 2 ms, …; noise of up to `noise` per mille; new takes `factor` as long.
    fn times(seed: u64, instances: u32, rounds: usize, (noise, factor): (u32, f64)) -> Measured {
        let mut rng = Rng::new(seed, 0);
        let mut side = |size: f64| -> Vec<f64> {
            (0..rounds).map(|_| size * (1.0 + f64::from(rng.between(0, noise)) / 1_000.0)).collect()
        };
        let times = (1..=instances)
            .map(|i| f64::from(i) * 1e6)
            .map(|size| Paired { base: side(size), new: side(size * factor) })
            .collect();
        Measured { configuration: format!("c{seed}"), threads: 1, times, ..Measured::default() }
    }
    fn verdict(measured: Measured) -> Verdict {
        judge(vec![measured], &GATE).remove(0).verdict
    }
    fn needs(measured: Measured) -> String {
        match verdict(measured) {
            Verdict::Inconclusive(needed) => needed,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_clear_slow_down_is_regressed_and_a_clear_gain_improved() {
        assert_eq!(verdict(times(1, 20, 10, (100, 1.2))), Verdict::Regressed);
        assert_eq!(verdict(times(2, 20, 10, (100, 0.8))), Verdict::Improved);
    }
    #[test]
    fn the_same_time_is_equivalent_where_the_interval_is_narrow_and_inconclusive_where_it_is_wide() {
        assert_eq!(verdict(times(3, 20, 10, (50, 1.0))), Verdict::Equivalent);
        let loud = vec![50.0, 80.0, 100.0, 130.0, 200.0];
        let same = Paired { base: loud.clone(), new: loud };
        let needed = needs(Measured { times: vec![same; 6], ..Measured::default() });
        assert!(needed.starts_with("about ") && needed.contains("rounds"), "{needed}");
    }
    #[test]
    fn a_significant_difference_within_delta_is_equivalent() {
        let judged = judge(vec![times(5, 20, 10, (5, 1.02))], &GATE).remove(0);
        assert!(judged.p.expect("tested") < 0.01 && judged.verdict == Verdict::Equivalent, "{judged:?}");
    }
    #[test]
    fn too_few_instances_or_rounds_say_nothing_however_slow() {
        assert_eq!(needs(times(6, 5, 10, (1, 9.0))), "at least 6 instances that both solve (there are 5)");
        assert_eq!(needs(times(7, 20, 4, (1, 9.0))), "at least 5 rounds (there are 4)");
        assert_eq!(
            needs(Measured::default()),
            "at least 6 instances that both solve (there are 0) and 5 rounds (there are 0)"
        );
    }
    #[test]
    fn the_correction_can_ask_for_more_instances() {
        // Six instances have p = 1/32 at best: enough alone, not among four.
        let slow = |seed| times(seed, 6, 10, (1, 2.0));
        assert_eq!(verdict(slow(1)), Verdict::Regressed);
        let judged = judge((1..=4).map(slow).collect(), &GATE);
        let expected = "at least 8 instances: with 4 configurations tested, 6 cannot be significant";
        assert!(judged.iter().all(|j| j.verdict == Verdict::Inconclusive(expected.to_owned())), "{judged:?}");
    }
    #[test]
    fn an_instance_that_is_not_solved_any_more_is_a_regression() {
        let lost = Measured { lost: 1, ..times(1, 20, 10, (50, 1.0)) };
        assert_eq!(verdict(lost), Verdict::Regressed);
    }
    #[test]
    fn a_time_of_zero_is_too_short_to_compare() {
        let mut short = times(1, 20, 10, (50, 1.0));
        short.times[3].base[2] = 0.0;
        assert!(needs(short).contains("too short for the clock"));
    }
    #[test]
    fn the_same_build_raises_few_alarms() {
        let alarms = (0..100).filter(|&seed| {
            let judged = judge((0..3).map(|c| times(3 * seed + c, 8, 5, (300, 1.0))).collect(), &GATE);
            judged.iter().any(|j| j.verdict == Verdict::Regressed)
        });
        let alarms = alarms.count();
        assert!(alarms <= 2, "{alarms} of 100");
    }
}
