//! Clocks: processor time, and the time of day as text.
use nix::time::{ClockId, clock_gettime};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Whose processor time a run is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charged {
    /// All threads of the process: right for a search with several, while there is one run at a time.
    Process,
    /// The thread that runs it: right for a search with one thread, which has no pool; and the clock is quicker.
    Thread,
    /// Nobody: with several runs at a time it is not known whose pool is whose.
    Unknown,
}
impl Charged {
    /// For a run with so many threads, beside others or alone.
    pub(super) const fn of(threads: usize, contended: bool) -> Self {
        match (threads, contended) {
            (1, _) => Self::Thread,
            (_, false) => Self::Process,
            (_, true) => Self::Unknown,
        }
    }
    /// Processor time so far, in nanoseconds.
    pub(super) fn now(self) -> Option<u64> {
        let clock = match self {
            Self::Process => ClockId::CLOCK_PROCESS_CPUTIME_ID,
            Self::Thread => ClockId::CLOCK_THREAD_CPUTIME_ID,
            Self::Unknown => return None,
        };
        let time = clock_gettime(clock).ok()?;
        u64::try_from(Duration::from(time).as_nanos()).ok()
    }
}

/// The time of day in UTC: `2026-01-31T12:00:00.123Z`.
#[must_use]
pub fn utc(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, millis) = (since.as_secs(), since.subsec_millis());
    let (year, month, day) = date(seconds / 86_400);
    let of_day = seconds % 86_400;
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{millis:03}Z",
        of_day / 3600,
        of_day / 60 % 60,
        of_day % 60
    )
}

/// Year, month and day of the day `days` after 1970-01-01 (Hinnant 2013, "chrono-compatible low-level date algorithms").
fn date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        let at = |seconds: u64| utc(UNIX_EPOCH + Duration::from_millis(seconds * 1000 + 7));
        assert_eq!(at(0), "1970-01-01T00:00:00.007Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.007Z");
        assert_eq!(at(1_798_761_599), "2026-12-31T23:59:59.007Z");
    }

    #[test]
    fn processor_time_grows_with_work() {
        let clocks = [Charged::of(2, false), Charged::of(1, false), Charged::of(1, true)];
        let before = clocks.map(|clock| clock.now().expect("a clock"));
        let sum = (0..3_000_000u64).fold(0, |a, b| std::hint::black_box(a ^ b));
        for (clock, before) in clocks.into_iter().zip(before) {
            assert!(clock.now().expect("a clock") > before, "{clock:?} {sum}");
        }
        assert_eq!(Charged::of(2, true).now(), None);
    }
}
