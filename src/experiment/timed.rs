//! The timed region: one search, or a batch of searches of the same instance.
//!
//! Reading the clock, arming the watchdog and a call through the registry cost about 0.1 µs, which is
//! part of every wall time. In a search of 5 µs that is 2 %, in one of 0.5 µs a fifth; and what else
//! disturbs so short a time, an interrupt or a cold cache line, is as long as the time itself.
//! So a search shorter than [`SHORT`] is repeated until the region takes about [`REGION`]: then
//! the clocks' part is below 1 %, and that of its row, 10 to 20 µs and more unoptimised, below 5 %. Longer
//! ones are timed one by one, as they come.
use super::clock::Charged;
use super::watchdog::Watchdog;
use crate::core::{Limits, Stats};
use crate::registry::Session;
use std::time::{Duration, Instant};

/// A search shorter than this is timed in a batch.
const SHORT: Duration = Duration::from_micros(5);
/// What a batch takes, about.
const REGION: Duration = Duration::from_millis(1);
/// The shortest search: where even the clock's step is longer, batches stay at 20,000.
const SHORTEST: Duration = Duration::from_nanos(50);

/// One search of an instance, as often as it takes.
pub(super) struct Region<'a> {
    pub(super) instance: usize,
    pub(super) limits: &'a Limits,
    /// Time that the whole region may take.
    pub(super) time: Option<Duration>,
    pub(super) charged: Charged,
    pub(super) watchdog: &'a Watchdog,
}

/// What a region took, a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub(super) wall: Duration,
    pub(super) cpu: Option<u64>,
    /// Searches in the region.
    pub(super) batch: u32,
}

impl Region<'_> {
    /// One search; `None` if the runs were cancelled before it began. Before a batch its processor time is of no use.
    pub(super) fn once(&self, session: &mut dyn Session, charged: Charged) -> Option<Timed> {
        self.time(1, charged, || session.search(self.instance, self.limits))
    }
    /// What a search takes that has just been done once, in `first`: again, as a first one that is short
    /// pays for cold caches, up to three times what the next one takes.
    pub(super) fn warm(&self, session: &mut dyn Session, first: Duration) -> Duration {
        let again = (first < SHORT).then(|| self.once(session, Charged::Unknown)).flatten();
        again.map_or(first, |again| again.wall.min(first))
    }
    /// `batch` searches, and the counters of the first that differ from `counts`, if those must repeat.
    /// `None` if the watchdog ended one of them: then they say nothing.
    pub(super) fn batch(
        &self,
        session: &mut dyn Session,
        batch: u32,
        counts: Option<&Stats>,
    ) -> Option<(Timed, Option<Stats>)> {
        let mut other = None;
        let timed = self.time(batch, self.charged, || {
            for _ in 0..batch {
                session.search(self.instance, self.limits);
                if counts.is_some_and(|counts| differ(session.stats(), counts)) && other.is_none() {
                    other = Some(session.stats().clone());
                }
            }
        })?;
        // Layer by layer only the last, outside the region: comparing lists took a fifth of the shortest searches.
        let last = session.stats();
        let lists = |counts: &&Stats| counts.layers != last.layers || counts.edges != last.edges;
        other = other.or_else(|| counts.filter(lists).map(|_| last.clone()));
        self.limits.stop.stopped().is_none().then_some((timed, other))
    }
    /// What `searches`, `batch` of them, take.
    fn time(&self, batch: u32, charged: Charged, searches: impl FnOnce()) -> Option<Timed> {
        let cpu = charged.now();
        let begun = Instant::now();
        if !self.watchdog.arm(self.time.map(|time| begun + time)) {
            return None;
        }
        searches();
        #[cfg(feature = "test-slowdown")]
        super::slowdown::stretch(begun);
        let wall = begun.elapsed();
        let after = charged.now();
        self.watchdog.disarm();
        let cpu = cpu.zip(after).map(|(before, after)| after.saturating_sub(before) / u64::from(batch));
        Some(Timed { wall: wall / batch, cpu, batch })
    }
}

/// Whether a counter differs; without branches, as this runs within the region. Bytes are no count: a
/// table may keep its size from the search before.
fn differ(one: &Stats, other: &Stats) -> bool {
    let counters = |s: &Stats| {
        let work = [s.expanded, s.generated, s.duplicates, s.reopened, s.evaluated, s.iterations];
        let shape = [s.expanded_before_last, s.max_frontier, s.max_visited];
        work.into_iter().chain(shape)
    };
    let pairs = counters(one).zip(counters(other));
    pairs.fold(0, |bits, (a, b)| bits | (a ^ b)) != 0
}

/// How many searches like this one make a batch; 1 if it is long enough by itself.
pub(super) fn batch(search: Duration, limit: Option<Duration>) -> u32 {
    // A batch must not come near its time limit.
    if search >= SHORT || limit.is_some_and(|limit| limit < 100 * REGION) {
        return 1;
    }
    REGION.as_nanos().div_ceil(search.max(SHORTEST).as_nanos()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counter_is_compared_and_bytes_are_not() {
        let zero = Stats::default();
        assert!(!differ(&zero, &zero.clone()));
        let one: [Stats; 9] = [
            Stats { expanded: 1, ..Stats::default() },
            Stats { generated: 1, ..Stats::default() },
            Stats { duplicates: 1, ..Stats::default() },
            Stats { reopened: 1, ..Stats::default() },
            Stats { evaluated: 1, ..Stats::default() },
            Stats { iterations: 1, ..Stats::default() },
            Stats { expanded_before_last: 1, ..Stats::default() },
            Stats { max_frontier: 1, ..Stats::default() },
            Stats { max_visited: 1, ..Stats::default() },
        ];
        assert!(one.iter().all(|one| differ(one, &zero)));
        assert!(!differ(&Stats { visited_bytes: 1, ..Stats::default() }, &zero));
    }

    #[test]
    fn only_short_searches_make_a_batch_and_a_batch_takes_a_millisecond() {
        let batches = [0, 50, 700, 4_999, 5_000, 1_000_000].map(|ns| batch(Duration::from_nanos(ns), None));
        assert_eq!(batches, [20_000, 20_000, 1429, 201, 1, 1]);
        let short = Duration::from_nanos(700);
        assert_eq!(batch(short, Some(Duration::from_millis(99))), 1);
        assert_eq!(batch(short, Some(Duration::from_millis(100))), 1429);
    }
}
