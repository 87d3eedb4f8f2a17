//! The signed-rank test: Wilcoxon (1945), "Individual comparisons by ranking methods".
//! Zeros after Pratt (1959), "Remarks on zeros and ties in the Wilcoxon signed rank
//! procedures": they are ranked with the rest and then left out, so that instances on
//! which nothing changed make a verdict harder, not easier.
use super::rank::{Test, doubled, exact_p, mid_ranks, normal_p, tie_term};

/// Up to so many differences every sign pattern is counted; 2⁵⁰ is still a whole number of an `f64`.
const EXACT_UP_TO: usize = 50;

/// Tests whether `differences` of pairs lie about 0; `None` if there are none but zeros.
/// Exact up to 50 differences, ties and zeros included; beyond, the normal
/// approximation corrected for ties, zeros and continuity.
#[must_use]
pub fn wilcoxon_signed_rank(differences: &[f64]) -> Option<Test> {
    let sizes: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
    let signed = differences.iter().zip(mid_ranks(&sizes)).filter(|&(&d, _)| d != 0.0);
    let (positive, ranks): (Vec<bool>, Vec<f64>) = signed.map(|(&d, rank)| (d > 0.0, rank)).unzip();
    if ranks.is_empty() {
        return None;
    }
    let w: f64 = ranks.iter().zip(positive).filter(|&(_, positive)| positive).map(|(rank, _)| rank).sum();
    let exact = differences.len() <= EXACT_UP_TO;
    let p =
        if exact { exact_p(&ways(&ranks), doubled(w)) } else { approximate(w, differences.len(), &ranks) };
    Some(Test { statistic: w, p, exact })
}

/// How many sign patterns lead to each sum of positive ranks, by twice the sum.
fn ways(ranks: &[f64]) -> Vec<f64> {
    let mut ways = vec![0.0; ranks.iter().map(|&r| doubled(r)).sum::<usize>() + 1];
    ways[0] = 1.0;
    for rank in ranks.iter().map(|&r| doubled(r)) {
        for sum in (rank..ways.len()).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    ways
}

/// `ranks` are those of the differences that are not 0, among all `n`.
fn approximate(w: f64, n: usize, ranks: &[f64]) -> f64 {
    let (all, zeros) = (n as f64, (n - ranks.len()) as f64);
    let linear = |n: f64| n * (n + 1.0);
    let square = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
    let mean = (linear(all) - linear(zeros)) / 4.0;
    let variance = (square(all) - square(zeros) - tie_term(ranks) / 2.0) / 24.0;
    normal_p(w - mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_gains_are_the_least_that_can_be_significant() {
        let five = wilcoxon_signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("differences");
        let six = wilcoxon_signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).expect("differences");
        assert!(five.p > 0.05 && six.p < 0.05, "{five:?} {six:?}");
    }
    #[test]
    fn only_zeros_say_nothing() {
        assert_eq!(wilcoxon_signed_rank(&[]), None);
        assert_eq!(wilcoxon_signed_rank(&[0.0, -0.0]), None);
    }
}
