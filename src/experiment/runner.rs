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
use super::pin::Place;
use super::plan::{Plan, Run};
use super::row::{self, Measured};
use super::timed::{self, Region};
use super::verdict;
use super::watchdog::{Cancel, Watchdog};
use crate::core::{Full, Limits};
use crate::record::{Counts, Row, Status};
use crate::registry::{Session, Task};
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};

/// Bytes of the visited sets that a worker keeps in open sessions.
const KEPT_BYTES: u64 = 256 << 20;
/// A session with a larger set is closed at once: clearing or refilling its pages is part of a run's cost.
const KEPT_EACH: u64 = KEPT_BYTES / 4;
/// Warm-up of a session ends after this time, whatever the file says.
pub(super) const WARM: Duration = Duration::from_millis(100);

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
    /// Whether the paths of solutions are kept.
    paths: bool,
    /// Whether each run is the only one of its process, and keeps no session.
    alone: bool,
    /// Its cores, if it is pinned.
    place: Option<Place>,
    /// Open sessions by combination and size.
    kept: HashMap<(usize, u32), Kept<'a>>,
    kept_bytes: u64,
    warm: HashSet<(usize, u32)>,
    /// Searches of a batch, by instance and combination. The first that is short decides: noise only makes times longer.
    batches: HashMap<(usize, usize), u32>,
    /// The number of each instance's size.
    sizes: &'a [u32],
    clock: Utc,
}

/// What a run leaves behind.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) row: Row,
    /// The text of each state of the solution, where paths are kept.
    pub(super) path: Option<Vec<String>>,
}

impl<'a> Worker<'a> {
    /// A worker; `contended` if others run at the same time.
    pub(super) fn new(plan: &'a Plan, sizes: &'a [u32], contended: bool, cancel: &Cancel) -> Self {
        Self {
            plan,
            watchdog: Watchdog::new(cancel),
            contended,
            paths: false,
            alone: false,
            place: None,
            kept: HashMap::new(),
            kept_bytes: 0,
            warm: HashSet::new(),
            batches: HashMap::new(),
            sizes,
            clock: Utc::default(),
        }
    }

    /// Keeps the paths of solutions.
    pub(super) fn with_paths(self, paths: bool) -> Self {
        Self { paths, ..self }
    }

    /// Stays on these cores.
    pub(super) fn pinned(self, place: Option<Place>) -> Self {
        Self { place, ..self }
    }

    /// Does each run as the only one of its process.
    pub(super) fn alone(self, alone: bool) -> Self {
        Self { paths: alone, alone, ..self }
    }
    /// Times so many searches of this instance and combination as one; below 2 its own times decide.
    pub(super) fn set_batch(&mut self, run: Run, batch: u32) {
        if batch > 1 {
            self.batches.insert((run.instance, run.combination), batch);
        }
    }

    /// Does one run; `None` if it was cancelled: such a run leaves no row, and a resumed experiment does it again.
    pub(super) fn run(&mut self, run: Run) -> Option<Done> {
        self.run_saying(run, &mut || {})
    }
    /// The same; calls `begins` when the session is open and its search is about to begin.
    pub(super) fn run_saying(&mut self, run: Run, begins: &mut dyn FnMut()) -> Option<Done> {
        let start = self.clock.now();
        let mut measured = self.measure(run, begins);
        let path = measured.path.take();
        let kept = measured.verdict.status != Status::Cancelled;
        kept.then(|| Done { row: row::row(self.plan, run, measured, self.contended, start), path })
    }

    fn measure(&mut self, run: Run, begins: &mut dyn FnMut()) -> Measured {
        let (entry, combination) =
            (&self.plan.set.entries[run.instance], &self.plan.combinations[run.combination]);
        let instances = &self.plan.set.groups[entry.group].instances;
        if let Some(Err(why)) = self.place.as_mut().map(|place| place.enter(combination.setup.threads)) {
            return Measured::failed(Status::Error, why);
        }
        let key = (run.combination, self.sizes[run.instance]);
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
        let setup = Some(begun.elapsed());
        let mut session = match opened {
            Ok(Ok(session)) => session,
            Ok(Err(Full { needed })) => {
                let detail = format!("the set-up needs {needed} bytes");
                return Measured { setup, ..Measured::failed(Status::LimitMemory, detail) };
            }
            Err(panic) => {
                let detail = format!("set-up: {}", text_of(&*panic));
                return Measured { setup, ..Measured::failed(Status::Error, detail) };
            }
        };
        begins();
        let searched = catch_unwind(AssertUnwindSafe(|| self.search(run, &mut *session, peak)));
        self.watchdog.disarm();
        match searched {
            Ok(measured) => {
                let solved = self.paths && measured.verdict.status == Status::Solved;
                let path = solved.then(|| session.path().into_iter().map(|step| step.state).collect());
                let mut measured = Measured { setup, path, ..measured };
                self.keep_or_close(key, session, &mut measured);
                measured
            }
            Err(panic) => {
                // What a panic has left behind is not searched with again.
                let _ = catch_unwind(AssertUnwindSafe(move || drop(session)));
                Measured { setup, ..Measured::failed(Status::Error, text_of(&*panic)) }
            }
        }
    }

    /// Warms the session up, and times the search: once, or in a batch if it is short.
    fn search(&mut self, run: Run, session: &mut dyn Session, peak: Option<Peak>) -> Measured {
        let (entry, combination) =
            (&self.plan.set.entries[run.instance], &self.plan.combinations[run.combination]);
        let limits = Limits {
            depth: combination.limits.depth.unwrap_or(u32::MAX),
            nodes: combination.limits.nodes.unwrap_or(u64::MAX),
            stop: self.watchdog.flag().clone(),
        };
        let time = combination.limits.time;
        self.warm_up((run.combination, self.sizes[run.instance]), session, entry.number, &limits, time);
        let region = Region {
            instance: entry.number,
            limits: &limits,
            time,
            charged: Charged::of(combination.setup.threads, self.contended),
            watchdog: &self.watchdog,
        };
        let known = self.batches.get(&(run.instance, run.combination)).copied();
        let charged = if known.is_some() { Charged::Unknown } else { region.charged };
        let Some(search) = region.once(session, charged) else {
            return Measured::failed(Status::Cancelled, String::new());
        };
        let peak = peak.and_then(|peak| peak.bytes(self.alone));
        let mut verdict = verdict::in_time(session.verdict(), search.wall, time);
        verdict::check(&mut verdict, &combination.configuration.algorithm, entry.optimal_cost);
        let single = Measured {
            verdict,
            stats: Some(session.stats().clone()),
            setup: None,
            search: Some(search),
            teardown: None,
            peak,
            path: None,
        };
        let batch = known.unwrap_or_else(|| timed::batch(region.warm(session, search.wall), time));
        if batch > 1 {
            self.batches.insert((run.instance, run.combination), batch);
        }
        if batch == 1 || single.verdict.status.is_failure() || limits.stop.stopped().is_some() {
            return single;
        }
        let exact = row::counts(self.plan, run.combination) == Counts::Exact;
        let counts = single.stats.as_ref().filter(|_| exact);
        let Some((search, other)) = region.batch(session, batch, counts) else { return single };
        let again = session.verdict();
        let differ = match counts.zip(other) {
            Some((counts, other)) => format!("{counts:?} and {other:?}"),
            None if again.status.is_failure() || (exact && again != single.verdict) => {
                format!("{:?} and {again:?}", single.verdict)
            }
            None => return Measured { search: Some(search), ..single },
        };
        let detail = format!("searches of one batch differ: {differ}");
        Measured { verdict: row::failed(Status::Invalid, detail), ..single }
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
        if !self.alone && bytes <= KEPT_EACH && self.kept_bytes + bytes <= KEPT_BYTES {
            self.kept_bytes += bytes;
            self.kept.insert(key, Kept { session, bytes });
        } else {
            let begun = Instant::now();
            drop(session);
            measured.teardown = Some(begun.elapsed());
        }
    }
}

/// The text of a panic.
fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a text").to_string()
}

/// The time of day, formatted once a millisecond at most.
#[derive(Default)]
pub(super) struct Utc(u128, String);
impl Utc {
    pub(super) fn now(&mut self) -> String {
        let now = SystemTime::now();
        let millis = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
        if self.0 != millis {
            *self = Self(millis, utc(now));
        }
        self.1.clone()
    }
}
