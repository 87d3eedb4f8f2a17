//! The rank-sum test of two independent samples: Mann and Whitney (1947), "On a test
//! of whether one of two random variables is stochastically larger than the other".
use super::rank::{Test, doubled, exact_p, mid_ranks, normal_p, tie_term};

/// Up to so many values in both samples every choice is counted; there are at most
/// 1.4 · 10¹¹, still a whole number of an `f64`.
const EXACT_UP_TO: usize = 40;

/// Tests whether `a` and `b` come from one distribution; `None` if one is empty. The
/// statistic is U of `a`: the pairs in which its value is larger, ties counting a half.
/// Exact up to 40 values in both, ties included; beyond, the normal approximation
/// corrected for ties and continuity.
#[must_use]
pub fn mann_whitney_u(a: &[f64], b: &[f64]) -> Option<Test> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let ranks = mid_ranks(&[a, b].concat());
    let sum: f64 = ranks[..a.len()].iter().sum();
    let (of_a, pairs) = (a.len() as f64, (a.len() * b.len()) as f64);
    let u = sum - of_a * (of_a + 1.0) / 2.0;
    let exact = ranks.len() <= EXACT_UP_TO;
    let p = if exact {
        exact_p(&ways(&ranks, a.len()), doubled(sum))
    } else {
        let all = ranks.len() as f64;
        let variance = pairs / 12.0 * (all + 1.0 - tie_term(&ranks) / (all * (all - 1.0)));
        normal_p(u - pairs / 2.0, variance)
    };
    Some(Test { statistic: u, p, exact })
}

/// In how many ways `count` of the ranks have each sum, by twice the sum.
fn ways(ranks: &[f64], count: usize) -> Vec<f64> {
    let sums = ranks.iter().map(|&r| doubled(r)).sum::<usize>() + 1;
    let mut ways = vec![vec![0.0; sums]; count + 1];
    ways[0][0] = 1.0;
    for rank in ranks.iter().map(|&r| doubled(r)) {
        for chosen in (1..=count).rev() {
            let (fewer, these) = ways.split_at_mut(chosen);
            let fewer = fewer.last().expect("`chosen` is at least 1");
            these[0][rank..].iter_mut().zip(fewer).for_each(|(these, fewer)| *these += fewer);
        }
    }
    ways.pop().expect("`count` + 1 rows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_sample_cannot_be_compared() {
        assert_eq!(mann_whitney_u(&[], &[1.0]), None);
        assert_eq!(mann_whitney_u(&[1.0], &[]), None);
    }
    #[test]
    fn the_two_us_add_up_to_all_pairs() {
        let (a, b) = ([1.0, 4.0, 2.0], [3.0, 2.0, 9.0, 8.0]);
        let (ab, ba) = (mann_whitney_u(&a, &b).expect("values"), mann_whitney_u(&b, &a).expect("values"));
        assert!((ab.statistic + ba.statistic - 12.0).abs() < 1e-12);
        assert!((ab.p - ba.p).abs() < 1e-12);
    }
}
