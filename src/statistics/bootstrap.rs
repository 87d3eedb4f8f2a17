//! The geometric mean of ratios over instances, with a cluster bootstrap interval
//! (Davison and Hinkley 1997, "Bootstrap Methods and their Application", section 3.8):
//! each resample draws instances, then repeats within each, because repeats of an
//! instance say nothing about other instances. Percentile interval: it needs no
//! estimate of bias or skew from what are often fewer than twenty instances.
use super::quantile::quantile_of_sorted;
use super::{mean, median};
use crate::core::Rng;
use serde::Serialize;

/// The repeats of one instance on both sides, in one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Paired {
    /// The side to compare with.
    pub base: Vec<f64>,
    /// The side in question.
    pub new: Vec<f64>,
}
impl Paired {
    /// Logarithm of the ratio of the medians, new to base; `None` unless both are above 0.
    #[must_use]
    pub fn log_ratio(&self) -> Option<f64> {
        let log = |values: &[f64]| median(values).filter(|&m| m > 0.0).map(f64::ln);
        Some(log(&self.new)? - log(&self.base)?)
    }
}

/// How a bootstrap draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampling {
    /// Seed of the draws.
    pub seed: u64,
    /// Resamples, at least 1.
    pub resamples: usize,
    /// Coverage wanted, as 0.95.
    pub confidence: f64,
}
impl Default for Resampling {
    /// 95 % from 2,000 resamples: 50 in each tail, so its ends repeat from seed to seed to within a tenth of the width.
    fn default() -> Self {
        Self { seed: 1, resamples: 2_000, confidence: 0.95 }
    }
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Geometric mean over instances of the ratio of medians, new to base; `None` if there
/// are no instances or a median is not above 0.
#[must_use]
pub fn ratio(instances: &[Paired]) -> Option<f64> {
    let logs: Option<Vec<f64>> = instances.iter().map(Paired::log_ratio).collect();
    mean(&logs?).map(f64::exp)
}

/// The confidence interval of [`ratio`]; `None` without instances, where a side of one has fewer than two
/// repeats (they show no spread), or where a value is not above 0. The interval of one
/// instance speaks of that instance only.
#[must_use]
pub fn ratio_interval(instances: &[Paired], how: &Resampling) -> Option<Interval> {
    let usable = |values: &[f64]| values.len() > 1 && values.iter().all(|&v| v > 0.0);
    if instances.is_empty() || !instances.iter().all(|i| usable(&i.base) && usable(&i.new)) {
        return None;
    }
    let mut rng = Rng::new(how.seed, 0);
    let mut drawn = Vec::new();
    let mut estimates: Vec<f64> = (0..how.resamples)
        .map(|_| {
            let mut sum = 0.0;
            for _ in instances {
                let instance = &instances[rng.pick(instances.len())];
                sum += resampled_median(&instance.new, &mut rng, &mut drawn).ln();
                sum -= resampled_median(&instance.base, &mut rng, &mut drawn).ln();
            }
            (sum / instances.len() as f64).exp()
        })
        .collect();
    estimates.sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - how.confidence) / 2.0;
    Some(Interval {
        low: quantile_of_sorted(&estimates, tail)?,
        high: quantile_of_sorted(&estimates, 1.0 - tail)?,
    })
}

/// The median of as many values as there are, drawn with replacement; `drawn` is reused.
fn resampled_median(values: &[f64], rng: &mut Rng, drawn: &mut Vec<f64>) -> f64 {
    drawn.clear();
    drawn.extend((0..values.len()).map(|_| values[rng.pick(values.len())]));
    drawn.sort_unstable_by(f64::total_cmp);
    quantile_of_sorted(drawn, 0.5).expect("as many as `values`, which are at least two")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(base: &[f64], new: &[f64]) -> Paired {
        Paired { base: base.to_vec(), new: new.to_vec() }
    }
    /// Instances of sizes 1, 2, …, with noise of a few per cent; new takes `factor` as long.
    fn measured(rng: &mut Rng, instances: u32, repeats: usize, factor: f64) -> Vec<Paired> {
        let mut noisy = |size: f64| -> Vec<f64> {
            (0..repeats).map(|_| size * (1.0 + f64::from(rng.between(0, 1_000)) / 10_000.0)).collect()
        };
        (1..=instances)
            .map(|i| Paired { base: noisy(f64::from(i)), new: noisy(f64::from(i) * factor) })
            .collect()
    }

    #[test]
    fn the_ratio_weighs_every_instance_alike() {
        let instances = [paired(&[1.0, 1.0, 9.0], &[2.0]), paired(&[1_000.0], &[500.0])];
        assert!((ratio(&instances).expect("above 0") - 1.0).abs() < 1e-12);
    }
    #[test]
    fn zero_has_no_ratio_and_one_value_no_interval() {
        let how = Resampling::default();
        assert_eq!(ratio(&[paired(&[0.0], &[5.0])]), None);
        assert_eq!(ratio(&[]), None);
        let two = paired(&[1.0, 2.0], &[1.0, 2.0]);
        assert_eq!(ratio_interval(&[], &how), None);
        assert_eq!(ratio_interval(&[two.clone(), paired(&[1.0], &[1.0, 2.0])], &how), None);
        assert_eq!(ratio_interval(&[two, paired(&[0.0, 1.0], &[1.0, 2.0])], &how), None);
    }
    #[test]
    fn identical_samples_have_an_interval_of_no_width() {
        let instances = vec![paired(&[10.0; 10], &[8.0; 10]); 6];
        let interval = ratio_interval(&instances, &Resampling::default()).expect("usable");
        assert!((interval.low - 0.8).abs() < 1e-12 && (interval.high - 0.8).abs() < 1e-12, "{interval:?}");
    }
    #[test]
    fn a_seed_gives_the_same_interval_again() {
        let instances = measured(&mut Rng::new(1, 0), 6, 5, 1.1);
        let how = Resampling { resamples: 200, ..Resampling::default() };
        assert_eq!(ratio_interval(&instances, &how), ratio_interval(&instances, &how));
        let other = Resampling { seed: 2, ..how };
        assert_ne!(ratio_interval(&instances, &how), ratio_interval(&instances, &other));
    }
    #[test]
    fn the_interval_holds_the_true_ratio_about_as_often_as_it_says() {
        let how = Resampling { resamples: 300, ..Resampling::default() };
        let mut rng = Rng::new(5, 0);
        let covered = (0..200).filter(|_| {
            let interval = ratio_interval(&measured(&mut rng, 8, 7, 1.2), &how).expect("usable");
            (interval.low..=interval.high).contains(&1.2)
        });
        let covered = covered.count();
        assert!((175..=200).contains(&covered), "{covered} of 200");
    }
}
