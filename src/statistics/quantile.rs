//! Quantiles: type 7 of Hyndman and Fan (1996), "Sample quantiles in statistical
//! packages", the linear interpolation that R and numpy default to.

/// The `q` quantile of `values`, in their unit; `None` if there are none.
///
/// # Panics
/// If `q` is not from 0 to 1.
#[must_use]
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile_of_sorted(&sorted, q)
}

/// As [`quantile`], of values in ascending order.
pub(super) fn quantile_of_sorted(sorted: &[f64], q: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&q), "a quantile lies from 0 to 1, not at {q}");
    let last = sorted.len().checked_sub(1)?;
    let place = q * last as f64;
    #[expect(clippy::cast_sign_loss, reason = "neither factor is negative")]
    let below = place as usize;
    let (low, high) = (sorted[below], sorted[last.min(below + 1)]);
    Some(low + (high - low) * (place - below as f64))
}

/// The median of `values`, in their unit; `None` if there are none.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The median distance of `values` from their median, not scaled; `None` if there are none.
#[must_use]
pub fn median_absolute_deviation(values: &[f64]) -> Option<f64> {
    let centre = median(values)?;
    let distances: Vec<f64> = values.iter().map(|v| (v - centre).abs()).collect();
    median(&distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_median() {
        assert_eq!(median(&[]), None);
        assert_eq!(median_absolute_deviation(&[]), None);
    }
    #[test]
    fn even_samples_have_their_median_between_two_values() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
    }
}
