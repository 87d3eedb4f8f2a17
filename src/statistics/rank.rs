//! Ranks with ties, and what rank tests share.
use libm::erfc;
use std::f64::consts::SQRT_2;

/// The result of a two-sided test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The statistic: W⁺ of a signed-rank test, U of the first sample.
    pub statistic: f64,
    /// Probability of a statistic at least this extreme if nothing differed.
    pub p: f64,
    /// Whether `p` is exact, not from a normal approximation.
    pub exact: bool,
}

/// Whether two values are equal: neither near, nor the same bits (0 and −0 tie).
#[expect(clippy::float_cmp, reason = "values of ranks tie only if they are equal")]
fn tie(a: f64, b: f64) -> bool {
    a == b
}

/// Ranks from 1 in the order of `values`; equal values share their mean rank, so twice a rank is whole.
pub(super) fn mid_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for tied in order.chunk_by(|&a, &b| tie(values[a], values[b])) {
        let rank = first as f64 + (tied.len() + 1) as f64 / 2.0;
        for &i in tied {
            ranks[i] = rank;
        }
        first += tied.len();
    }
    ranks
}

/// The sum of t³ − t over groups of t equal ranks: what ties take from the variance.
pub(super) fn tie_term(ranks: &[f64]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let sizes = sorted.chunk_by(|&a, &b| tie(a, b)).map(|tied| tied.len() as f64);
    sizes.map(|t| t * t * t - t).sum()
}

/// A rank that is whole or half a whole number, doubled.
#[expect(clippy::cast_sign_loss, reason = "ranks are sums of numbers from 1 on")]
pub(super) fn doubled(rank: f64) -> usize {
    (rank * 2.0) as usize
}

/// Two-sided p of an outcome at place `at` when `ways[i]` equally likely ways lead to place i.
pub(super) fn exact_p(ways: &[f64], at: usize) -> f64 {
    let total: f64 = ways.iter().sum();
    let (low, high): (f64, f64) = (ways[..=at].iter().sum(), ways[at..].iter().sum());
    (2.0 * low.min(high) / total).min(1.0)
}

/// Two-sided p of a deviation from the mean by the normal distribution, with a
/// continuity correction of a half. Without variance nothing can differ: 1.
pub(super) fn normal_p(deviation: f64, variance: f64) -> f64 {
    let corrected = (deviation.abs() - 0.5).max(0.0);
    if variance > 0.0 { erfc(corrected / variance.sqrt() / SQRT_2) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_mean_rank() {
        assert_eq!(mid_ranks(&[7.0, -0.0, 3.0, 0.0, 7.0, 7.0]), [5.0, 1.5, 3.0, 1.5, 5.0, 5.0]);
        assert_eq!(tie_term(&[5.0, 1.5, 3.0, 1.5, 5.0, 5.0]).to_bits(), 30f64.to_bits());
    }
}
