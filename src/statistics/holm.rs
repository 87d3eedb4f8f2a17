//! The step-down correction of Holm (1979), "A simple sequentially rejective multiple test procedure".

/// The adjusted p-values, in the order given: comparing each with α keeps the
/// probability of any false alarm among them below α.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut largest = 0f64;
    for (step, &i) in order.iter().enumerate() {
        largest = largest.max(p[i] * (p.len() - step) as f64).min(1.0);
        adjusted[i] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_needs_no_correction() {
        assert!(holm(&[]).is_empty());
    }
}
