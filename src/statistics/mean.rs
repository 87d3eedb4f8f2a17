//! Means of times and counts.

/// The arithmetic mean; `None` if there is nothing.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The sample's standard deviation (divided by n − 1); `None` below two values,
/// which show no spread.
#[must_use]
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let centre = mean(values)?;
    let squares: f64 = values.iter().map(|v| (v - centre) * (v - centre)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

/// The geometric mean; `None` if there is nothing, or a value is not above 0.
#[must_use]
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    shifted_geometric_mean(values, 0.0)
}

/// The geometric mean of the values plus `shift`, less `shift` (Achterberg 2007,
/// "Constraint Integer Programming"): small values weigh less, and 0 is allowed.
/// `None` if there is nothing, or a shifted value is not above 0.
#[must_use]
pub fn shifted_geometric_mean(values: &[f64], shift: f64) -> Option<f64> {
    let logs: Option<Vec<f64>> =
        values.iter().map(|v| v + shift).map(|v| (v > 0.0 && v.is_finite()).then(|| v.ln())).collect();
    mean(&logs?).map(|log| log.exp() - shift)
}

/// The penalised average runtime, PAR-`factor` (PAR-2 in SAT competitions): the mean of
/// `times`, where a run without a time counts as `factor` times the `limit`, in the unit
/// of both. `None` if there are no runs.
#[must_use]
pub fn penalised_average(times: &[Option<f64>], limit: f64, factor: f64) -> Option<f64> {
    let penalised: Vec<f64> = times.iter().map(|t| t.unwrap_or(limit * factor)).collect();
    mean(&penalised)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn par_2_counts_an_unsolved_run_as_twice_the_limit() {
        assert_eq!(penalised_average(&[Some(1.0), None, Some(3.0)], 10.0, 2.0), Some(8.0));
        assert_eq!(penalised_average(&[], 10.0, 2.0), None);
    }
    #[test]
    fn zero_has_no_geometric_mean_but_a_shifted_one() {
        assert_eq!(geometric_mean(&[0.0, 4.0]), None);
        let shifted = shifted_geometric_mean(&[0.0, 3.0], 1.0).expect("all above 0");
        assert!((shifted - 1.0).abs() < 1e-12, "√(1·4) − 1, not {shifted}");
    }
    #[test]
    fn one_value_shows_no_spread() {
        assert_eq!(standard_deviation(&[5.0]), None);
        assert_eq!(standard_deviation(&[5.0, 5.0]), Some(0.0));
    }
}
