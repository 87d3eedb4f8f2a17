//! A hint that repeats fall into two groups, as they do when a clock frequency or a
//! memory placement differs between runs: one number would then hide two.

/// The fewest values that make a group; one or two are outliers.
const GROUP: usize = 3;

/// Whether `values` fall into two groups of at least three values, the gap between
/// which is more than twice as wide as either. A hint and no test: it names repeats to look at. Of ten
/// values from one normal distribution about one sample in 250 looks so.
#[must_use]
pub fn looks_bimodal(values: &[f64]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let ends = sorted.len().saturating_sub(GROUP);
    (GROUP..=ends).any(|split| {
        let (low, high) = sorted.split_at(split);
        let width = |group: &[f64]| group[group.len() - 1] - group[0];
        high[0] - low[low.len() - 1] > 2.0 * width(low).max(width(high))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Rng;

    /// Nearly normal: the sum of twelve uniform numbers.
    fn normal(rng: &mut Rng) -> f64 {
        (0..12).map(|_| rng.below(1 << 20) as f64 / f64::from(1 << 20)).sum::<f64>() - 6.0
    }

    #[test]
    fn two_groups_are_seen_and_an_outlier_is_none() {
        assert!(looks_bimodal(&[10.0, 20.0, 10.2, 20.1, 10.1, 20.3]));
        assert!(!looks_bimodal(&[10.0, 10.1, 10.2, 10.3, 10.1, 20.0, 20.1]));
        assert!(!looks_bimodal(&[5.0; 10]));
        assert!(!looks_bimodal(&[]));
    }
    #[test]
    fn one_group_rarely_looks_like_two() {
        let mut rng = Rng::new(1, 0);
        let mut alarms = |n: usize| {
            (0..10_000)
                .filter(|_| looks_bimodal(&(0..n).map(|_| normal(&mut rng)).collect::<Vec<_>>()))
                .count()
        };
        let found = [alarms(10), alarms(20)];
        assert!(found[0] < 60 && found[1] < 5, "{found:?} of 10,000");
    }
}
