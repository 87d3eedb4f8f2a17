//! A search made slower on purpose, to see whether `ab` finds it: only in builds with the
//! feature `test-slowdown`, and only where the variable is set. No other build has this code.
use std::sync::OnceLock;
use std::time::Instant;

/// Holds the factor, as in `1.2`.
const VARIABLE: &str = "SEARCHRIG_TEST_SLOWDOWN";

/// Waits, without giving up the core, until the search that began at `begun` has taken the
/// factor of its time.
pub(super) fn stretch(begun: Instant) {
    static FACTOR: OnceLock<f64> = OnceLock::new();
    let read = || std::env::var(VARIABLE).ok().and_then(|text| text.parse().ok());
    let factor = *FACTOR.get_or_init(|| read().filter(|f| (1.0..=100.0).contains(f)).unwrap_or(1.0));
    if factor > 1.0 {
        let whole = begun.elapsed().mul_f64(factor);
        while begun.elapsed() < whole {
            std::hint::spin_loop();
        }
    }
}
