//! The runner: one run at a time, from its session to its row.
//!
//! A run has three times. `setup_ns` is what it took to get a session: to open
//! one (visited set, tables of the heuristic, threads), or to find one open. A
//! session whose set is small stays open for the next run of its configuration
//! and size, as a program that answers many questions would keep it; then the
//! run that opened it carries the cost, and later ones next to nothing. Where
//! the sets together grow too large, those that came first stay.
//! `wall_ns` and `cpu_ns` are the search alone, emptying its set included.
//! `teardown_ns` is the closing of the session, empty if it stays open. The
//! replay of the answer is in none of them.
use super::clock::{Charged, utc};
use super::memory::Peak;
use super::plan::{Plan, Run};
use super::verdict;
use super::watchdog::{Cancel, Watchdog};
use crate::core::{Full, Limits, Stats};
use crate::record::{Counts, Row, SCHEMA, Status};
use crate::registry::{Session, Task, Verdict};
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};

/// Bytes of the visited sets that a worker keeps in open sessions.
const KEPT_BYTES: u64 = 256 << 20;
/// A session with a larger set is closed at once: clearing or refilling its pages is part of a run's cost.
const KEPT_EACH: u64 = KEPT_BYTES / 4;
/// Warm-up of a session ends after this time, whatever the file says.
const WARM: Duration = Duration::from_millis(100);

/// An open session and what its set holds.
struct Kept<'a> {
    session: Box<dyn Session + 'a>,
    bytes: u64,
}

/// Runs what it is given, one after another, on one thread.
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    watchdog: Watchdog,
    contended: bool,
    /// Open sessions by combination and size.
    kept: HashMap<(usize, u32), Kept<'a>>,
    kept_bytes: u64,
    warm: HashSet<(usize, u32)>,
    /// The number of each instance's size.
    sizes: &'a [u32],
    clock: Utc,
}

/// How a run ended and what it took.
struct Measured {
    verdict: Verdict,
    stats: Option<Stats>,
    setup: Duration,
    wall: Option<Duration>,
    cpu: Option<u64>,
    teardown: Option<Duration>,
    peak: Option<u64>,
}

impl<'a> Worker<'a> {
    /// A worker; `contended` if others run at the same time.
    pub(super) fn new(plan: &'a Plan, sizes: &'a [u32], contended: bool, cancel: &Cancel) -> Self {
        Self {
            plan,
            watchdog: Watchdog::new(cancel),
            contended,
            kept: HashMap::new(),
            kept_bytes: 0,
            warm: HashSet::new(),
            sizes,
            clock: Utc::default(),
        }
    }

    /// Does one run; `None` if it was cancelled: such a run leaves no row, and a resumed experiment does it again.
    pub(super) fn run(&mut self, run: Run) -> Option<Row> {
        let start = self.clock.now();
        let measured = self.measure(run);
        (measured.verdict.status != Status::Cancelled).then(|| self.row(run, measured, start))
    }

    fn measure(&mut self, run: Run) -> Measured {
        let (entry, combination) =
            (&self.plan.set.entries[run.instance], &self.plan.combinations[run.combination]);
        let instances = &self.plan.set.groups[entry.group].instances;
        let key = (run.combination, self.sizes[run.instance]);
        let mut measured = Measured {
            verdict: failed(Status::Cancelled, String::new()),
            stats: None,
            setup: Duration::ZERO,
            wall: None,
            cpu: None,
            teardown: None,
            peak: None,
        };
        let kept = self.kept.remove(&key);
        self.kept_bytes -= kept.as_ref().map_or(0, |k| k.bytes);
        let peak = if kept.is_none() && !self.contended { Peak::start() } else { None };
        let begun = Instant::now();
        let opened = match kept {
            Some(kept) => Ok(Ok(kept.session)),
            None => catch_unwind(AssertUnwindSafe(|| {
                instances.open(Task::Solve, combination.number, entry.number, &combination.setup)
            })),
        };
        measured.setup = begun.elapsed();
        let mut session = match opened {
            Ok(Ok(session)) => session,
            Ok(Err(Full { needed })) => {
                let detail = format!("the set-up needs {needed} bytes");
                measured.verdict = failed(Status::LimitMemory, detail);
                return measured;
            }
            Err(panic) => {
                measured.verdict = failed(Status::Error, format!("set-up: {}", text_of(&*panic)));
                return measured;
            }
        };
        let limits = Limits {
            depth: combination.limits.depth.unwrap_or(u32::MAX),
            nodes: combination.limits.nodes.unwrap_or(u64::MAX),
            stop: self.watchdog.flag().clone(),
        };
        let time = combination.limits.time;
        let charged = Charged::of(combination.setup.threads, self.contended);
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.warm_up(key, &mut *session, entry.number, &limits, time);
            let cpu = charged.now();
            let begun = Instant::now();
            if !self.watchdog.arm(time.map(|t| begun + t)) {
                return;
            }
            session.search(entry.number, &limits);
            #[cfg(feature = "test-slowdown")]
            super::slowdown::stretch(begun);
            let wall = begun.elapsed();
            let after = charged.now();
            self.watchdog.disarm();
            measured.wall = Some(wall);
            measured.cpu = cpu.zip(after).map(|(before, after)| after.saturating_sub(before));
            measured.peak = peak.and_then(|peak| peak.bytes());
            measured.verdict = verdict::in_time(session.verdict(), wall, time);
            measured.stats = Some(session.stats().clone());
        }));
        self.watchdog.disarm();
        if let Err(panic) = done {
            measured.verdict = failed(Status::Error, text_of(&*panic));
            measured.stats = None;
            measured.wall = None;
            measured.cpu = None;
            // What a panic has left behind is not searched with again.
            let _ = catch_unwind(AssertUnwindSafe(move || drop(session)));
            return measured;
        }
        verdict::check(&mut measured.verdict, &combination.configuration.algorithm, entry.optimal_cost);
        self.keep_or_close(key, session, &mut measured);
        measured
    }

    /// Unrecorded runs of the first instance, once a session.
    fn warm_up(
        &mut self,
        key: (usize, u32),
        session: &mut dyn Session,
        instance: usize,
        limits: &Limits,
        time: Option<Duration>,
    ) {
        if self.plan.warmup == 0 || !self.warm.insert(key) {
            return;
        }
        let begun = Instant::now();
        let most = time.map_or(WARM, |t| t.min(WARM));
        for _ in 0..self.plan.warmup {
            if begun.elapsed() >= most || !self.watchdog.arm(Some(begun + most)) {
                break;
            }
            session.search(instance, limits);
        }
        self.watchdog.disarm();
    }

    fn keep_or_close(&mut self, key: (usize, u32), session: Box<dyn Session + 'a>, measured: &mut Measured) {
        let bytes = session.stats().visited_bytes;
        if bytes <= KEPT_EACH && self.kept_bytes + bytes <= KEPT_BYTES {
            self.kept_bytes += bytes;
            self.kept.insert(key, Kept { session, bytes });
        } else {
            let begun = Instant::now();
            drop(session);
            measured.teardown = Some(begun.elapsed());
        }
    }

    fn row(&self, run: Run, measured: Measured, start_utc: String) -> Row {
        let (key, combination) = (self.plan.key(run), &self.plan.combinations[run.combination]);
        let Measured { verdict, stats, setup, wall, cpu, teardown, peak } = measured;
        let configuration = &combination.configuration;
        let counter = |of: fn(&Stats) -> u64| stats.as_ref().map(of);
        let sharing = stats.as_ref().and_then(|stats| stats.sharing).filter(|_| verdict.detail.is_empty());
        let detail = sharing.map_or(verdict.detail, |sharing| sharing.to_string());
        let name = |name: Option<&str>| name.unwrap_or_default().to_string();
        Row {
            schema: SCHEMA,
            seq: 0,
            round: key.round,
            instance_id: key.instance_id.to_string(),
            domain: combination.domain.to_string(),
            algorithm: configuration.algorithm.name.to_string(),
            heuristic: name(configuration.heuristic),
            visited: name(configuration.visited),
            options: combination.options.clone(),
            configuration: key.configuration.to_string(),
            threads: key.threads,
            repeat: key.repeat,
            determinism: match verdict.status {
                Status::LimitTime | Status::Cancelled => Counts::Noisy,
                _ if key.threads == 1 => Counts::Exact,
                _ => configuration.algorithm.counts,
            },
            status: verdict.status,
            detail,
            solution_cost: verdict.cost.map(u64::from),
            solution_length: verdict.length.map(|n| n as u64),
            expanded: counter(|s| s.expanded),
            generated: counter(|s| s.generated),
            duplicates: counter(|s| s.duplicates),
            reopened: counter(|s| s.reopened),
            evaluated: counter(|s| s.evaluated),
            iterations: counter(|s| s.iterations),
            expanded_before_last: counter(|s| s.expanded_before_last),
            max_frontier: counter(|s| s.max_frontier),
            max_visited: counter(|s| s.max_visited),
            visited_bytes: counter(|s| s.visited_bytes),
            setup_ns: Some(nanos(setup)),
            wall_ns: wall.map(nanos),
            cpu_ns: cpu,
            teardown_ns: teardown.map(nanos),
            batch: 1,
            peak_rss_bytes: peak,
            contended: self.contended,
            limit_wall_ns: combination.limits.time.map(nanos),
            limit_nodes: combination.limits.nodes,
            limit_memory_bytes: combination.limits.memory,
            start_utc,
        }
    }
}

fn failed(status: Status, detail: String) -> Verdict {
    Verdict { status, detail, cost: None, length: None }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// The text of a panic.
fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a text").to_string()
}

/// The time of day, formatted once a millisecond at most.
#[derive(Default)]
struct Utc(u128, String);
impl Utc {
    fn now(&mut self) -> String {
        let now = SystemTime::now();
        let millis = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
        if self.0 != millis {
            *self = Self(millis, utc(now));
        }
        self.1.clone()
    }
}
