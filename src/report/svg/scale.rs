//! From values to places along an axis, and where its ticks are.

/// How values are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Kind {
    /// Evenly, with ticks at round numbers.
    Linear,
    /// Evenly, with ticks at integers only.
    Whole,
    /// By their logarithm; values must be above 0.
    Log,
}
impl Kind {
    /// Whether `value` has a place on such an axis.
    pub(super) fn takes(self, value: f64) -> bool {
        value.is_finite() && (self != Self::Log || value > 0.0)
    }
}

/// An axis that covers some values.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    kind: Kind,
    low: f64,
    high: f64,
    pub(super) ticks: Vec<f64>,
}

/// At most so many ticks.
const TICKS: f64 = 6.0;

impl Scale {
    /// The axis for `values`; those that have no place on it are ignored.
    pub(super) fn covering(kind: Kind, values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|&value| kind.takes(value)) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        if kind == Kind::Log { Self::log(low, high) } else { Self::linear(kind, low, high) }
    }
    fn linear(kind: Kind, low: f64, high: f64) -> Self {
        let range = if high > low { high - low } else { low.abs().max(1.0) };
        let raw = range / TICKS;
        let power = 10f64.powf(raw.log10().floor());
        let mut step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&s| s >= raw * 0.999);
        if kind == Kind::Whole {
            step = step.map(|step| step.max(1.0).round());
        }
        let step = step.unwrap_or(power * 10.0);
        let first = (low / step).floor();
        let last = (high / step).ceil().max(first + 1.0);
        let ticks = std::iter::successors(Some(first), |tick| Some(tick + 1.0));
        let ticks = ticks.take_while(|&tick| tick <= last).map(|tick| tick * step).collect();
        Self { kind, low: first * step, high: last * step, ticks }
    }
    fn log(low: f64, high: f64) -> Self {
        let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let last = last.max(first + 1);
        let decades = last - first;
        let mut ticks: Vec<f64> = Vec::new();
        let every = (f64::from(decades) / TICKS).ceil().max(1.0) as i32;
        for exponent in (first..=last).filter(|exponent| (exponent - first) % every == 0) {
            let power = 10f64.powi(exponent);
            let within: &[f64] = if decades <= 2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            ticks.extend(within.iter().map(|multiple| multiple * power));
        }
        // The axis ends at the ticks next to the values, or at the next decade where ticks are decades.
        let fine = decades <= 2;
        let below = ticks.iter().copied().rfind(|&tick| tick <= low * 1.000_001);
        let above = ticks.iter().copied().find(|&tick| tick >= high * 0.999_999);
        let low = below.filter(|_| fine).unwrap_or(10f64.powi(first));
        let mut high = above.filter(|_| fine).unwrap_or(10f64.powi(last));
        if high <= low {
            high = low * 2.0;
        }
        ticks.retain(|&tick| tick >= low * 0.999_999 && tick <= high * 1.000_001);
        Self { kind: Kind::Log, low, high, ticks }
    }
    /// Where `value` lies: 0 at the low end, 1 at the high end; ends for values beyond.
    pub(super) fn place(&self, value: f64) -> f64 {
        let part = if self.kind == Kind::Log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 }
    }
    /// Both ends.
    pub(super) fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(kind: Kind, values: &[f64]) -> Vec<f64> {
        let scale = Scale::covering(kind, values.iter().copied());
        scale.ticks.iter().map(|tick| (tick * 1e9).round() / 1e9).collect()
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        assert_eq!(ticks(Kind::Whole, &[9.0, 14.0]), [9.0, 10.0, 11.0, 12.0, 13.0, 14.0]);
        assert_eq!(ticks(Kind::Linear, &[0.0, 1.0]), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(Kind::Whole, &[5.0]), [5.0, 6.0]);
        assert_eq!(ticks(Kind::Log, &[3.0, 40_000.0]), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
        assert_eq!(ticks(Kind::Log, &[3.0, 40.0]), [2.0, 5.0, 10.0, 20.0, 50.0]);
        assert_eq!(ticks(Kind::Log, &[1.0]), [1.0, 2.0]);
        assert_eq!(ticks(Kind::Log, &[0.0, f64::NAN]), ticks(Kind::Log, &[]));
    }

    #[test]
    fn every_value_has_a_place_between_the_ends() {
        for kind in [Kind::Linear, Kind::Whole, Kind::Log] {
            for values in [&[] as &[f64], &[0.0], &[1.0], &[1e-9, 1e18], &[7.0, 7.0]] {
                let scale = Scale::covering(kind, values.iter().copied());
                for value in [0.0, 1.0, 1e300, f64::MAX].iter().chain(values) {
                    assert!((0.0..=1.0).contains(&scale.place(*value)), "{kind:?} {values:?} {value}");
                }
                assert!(scale.ticks.len() >= 2 && scale.ticks.len() <= 9, "{kind:?} {values:?} {scale:?}");
            }
        }
    }
}
