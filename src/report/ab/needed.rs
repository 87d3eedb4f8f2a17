//! What it would take to decide where the times did not.
use super::judge::ALPHA;
use crate::statistics::{Interval, Paired, mean, standard_deviation};
use std::f64::consts::FRAC_PI_2;

/// More than so many times the present effort is no advice.
const TOO_MUCH: f64 = 100.0;

/// What the times showed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evidence<'a> {
    /// The times.
    pub(super) times: &'a [Paired],
    /// The ratio.
    pub(super) ratio: f64,
    /// Its interval.
    pub(super) interval: Interval,
    /// The adjusted p.
    pub(super) p: f64,
}

/// What would decide, as one phrase: an estimate from the width of the interval, which
/// shrinks with the root of the number of instances, or of rounds where their noise makes it wide.
pub(super) fn needed(evidence: &Evidence<'_>, delta: f64, tested: usize) -> String {
    let Evidence { times, ratio, interval: Interval { low, high }, p } = *evidence;
    let n = times.len();
    let (above, below) = (1.0 + delta, 1.0 - delta);
    if low > above || high < below {
        let least = least_instances(tested);
        return if n < least {
            format!(
                "at least {least} instances: with {tested} configurations tested, {n} cannot be significant"
            )
        } else {
            format!("more instances: the interval is clear, but p = {p:.3} over instances is not")
        };
    }
    let edges = [above.ln(), below.ln()];
    let gap = edges.map(|edge| (ratio.ln() - edge).abs());
    let gap = gap[0].min(gap[1]);
    let half = (high.ln() - low.ln()) / 2.0;
    let factor = (half / gap).powi(2);
    if !factor.is_finite() || factor > TOO_MUCH {
        return format!(
            "another --delta: the ratio lies so near its edge that {TOO_MUCH:.0} times the runs may not decide"
        );
    }
    let more = |count: usize| {
        #[expect(clippy::cast_sign_loss, reason = "a count times a factor above 0")]
        let needed = (count as f64 * factor).ceil() as usize;
        needed.max(count + 1)
    };
    let rounds = times.iter().map(|t| t.base.len().min(t.new.len())).min().unwrap_or(0);
    if noisy(times) {
        format!("about {} rounds (there are {rounds})", more(rounds))
    } else {
        format!("about {} instances (there are {n})", more(n))
    }
}

/// The fewest instances of which all in one direction are significant after the correction over `tested`.
fn least_instances(tested: usize) -> usize {
    let best = |n: usize| 2.0 * 0.5f64.powi(i32::try_from(n).unwrap_or(i32::MAX)) * tested as f64;
    (1..=64).find(|&n| best(n) < ALPHA).unwrap_or(64)
}

/// Whether noise of the rounds makes at least half of the variance of the instances' log
/// ratios. The variance of the median of n values is about π/2 · σ²/n.
fn noisy(times: &[Paired]) -> bool {
    let logs: Vec<f64> = times.iter().filter_map(Paired::log_ratio).collect();
    let of_side = |values: &[f64]| {
        let logs: Vec<f64> = values.iter().map(|v| v.ln()).collect();
        standard_deviation(&logs).map_or(0.0, |sd| FRAC_PI_2 * sd * sd / logs.len() as f64)
    };
    let noise: Vec<f64> = times.iter().map(|t| of_side(&t.base) + of_side(&t.new)).collect();
    let spread = standard_deviation(&logs).unwrap_or(0.0);
    mean(&noise).is_some_and(|noise| noise >= spread * spread / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_of_instances_grows_with_the_configurations() {
        assert_eq!([1, 2, 4, 20].map(least_instances), [6, 7, 8, 10]);
    }
    #[test]
    fn spread_between_instances_asks_for_instances_and_noise_for_rounds() {
        let constant = |ratio: f64| Paired { base: vec![100.0; 5], new: vec![100.0 * ratio; 5] };
        let times: Vec<Paired> = [0.8, 0.9, 1.0, 1.0, 1.1, 1.25].map(constant).into();
        let interval = Interval { low: 0.9, high: 1.1 };
        let text = needed(&Evidence { times: &times, ratio: 1.0, interval, p: 1.0 }, 0.05, 1);
        // Half the width is about 0.1, the gap about 0.049: four times and a bit.
        assert_eq!(text, "about 26 instances (there are 6)");
        let loud = Paired { base: vec![50.0, 100.0, 200.0, 100.0, 100.0], new: vec![100.0; 5] };
        let text = needed(&Evidence { times: &vec![loud; 6], ratio: 1.0, interval, p: 1.0 }, 0.05, 1);
        assert_eq!(text, "about 22 rounds (there are 5)");
    }
    #[test]
    fn a_ratio_on_the_edge_asks_for_another_delta() {
        let times = vec![Paired { base: vec![1.0; 5], new: vec![1.05; 5] }; 6];
        let interval = Interval { low: 1.0, high: 1.1 };
        let text = needed(&Evidence { times: &times, ratio: 1.0499, interval, p: 0.01 }, 0.05, 1);
        assert!(text.starts_with("another --delta"), "{text}");
    }
}
