//! Carries out a plan: workers take the runs in order, and each row is written
//! and flushed before its worker takes the next.
use super::isolate::{Isolated, Isolation};
use super::pin::{Pinning, Place};
use super::plan::{Plan, Run};
use super::runner::{Done, Worker};
use super::verdict::{Agreement, Contradiction};
use super::{Cancel, Error};
use crate::record::{RecordError, Row, Solution, Status, Writer};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Hears of each row as it is written; it must be quick.
pub trait Observer: Send {
    /// A row was written.
    fn row(&mut self, row: &Row);
}

/// What came of the runs.
#[derive(Debug)]
pub struct Finished {
    /// Rows of this session.
    pub written: u64,
    /// Rows with a status that is a failure, of this session and of those it resumed.
    pub failed: u64,
    /// Optimal searches that disagreed.
    pub contradictions: Vec<Contradiction>,
    /// Whether every run has its row now.
    pub complete: bool,
}

/// The files that rows go to.
#[derive(Debug)]
pub struct Output {
    /// `results.csv`.
    pub results: Writer,
    /// `solutions.csv`, where paths are kept.
    pub solutions: Option<Writer<Solution>>,
}

/// What is to be run, and how.
#[derive(Debug)]
pub struct Execution<'a> {
    /// The runs.
    pub plan: &'a Plan,
    /// Rows of an earlier session: their runs are done.
    pub earlier: &'a [Row],
    /// Runs at a time.
    pub jobs: usize,
    /// With which each run has a process of its own.
    pub isolation: Option<Isolation<'a>>,
    /// Where the workers stay, if they are pinned.
    pub pinning: Option<&'a Pinning>,
    /// Ends the runs.
    pub cancel: &'a Cancel,
}

/// What the workers share.
struct Sink<'a> {
    output: Output,
    observer: &'a mut dyn Observer,
    agreement: Agreement,
    seq: u64,
    written: u64,
    failed: u64,
    error: Option<Error>,
}

impl Execution<'_> {
    /// Does the runs that have no row yet.
    ///
    /// # Errors
    /// If a row could not be written; then no more runs are begun.
    pub fn run(&self, output: Output, observer: &mut dyn Observer) -> Result<Finished, Error> {
        let (plan, earlier) = (self.plan, self.earlier);
        let left = left(plan, earlier);
        let sizes = sizes(plan);
        let seq = earlier.iter().map(|row| row.seq + 1).max().unwrap_or(0);
        let mut agreement = Agreement::new(plan.set.entries.len());
        resume(plan, earlier, &mut agreement);
        let failed = earlier.iter().filter(|row| row.status.is_failure()).count() as u64;
        let paths = output.solutions.is_some();
        let sink = Mutex::new(Sink { output, observer, agreement, seq, written: 0, failed, error: None });
        let next = AtomicUsize::new(0);
        let jobs = self.jobs.clamp(1, left.len().max(1));
        std::thread::scope(|scope| {
            for number in 0..jobs {
                let (sink, next, left, sizes) = (&sink, &next, &left, &sizes);
                scope.spawn(move || {
                    let place = self.pinning.map(|pinning| pinning.place(number));
                    let mut doer = self.doer(sizes, jobs > 1, paths, place);
                    while let Some(&run) = left.get(next.fetch_add(1, Relaxed)) {
                        let done = doer(run);
                        let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
                        let more = match done {
                            Ok(Some(done)) => sink.take(done, run, plan),
                            Ok(None) => false,
                            Err(error) => {
                                sink.error.get_or_insert(error);
                                false
                            }
                        };
                        if !more {
                            break;
                        }
                    }
                });
            }
        });
        let sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
        match sink.error {
            Some(error) => Err(error),
            None => Ok(Finished {
                written: sink.written,
                failed: sink.failed,
                contradictions: sink.agreement.into_found(),
                complete: sink.written == left.len() as u64,
            }),
        }
    }
    /// What does the runs of one worker: in this process, or each in one of its own.
    fn doer<'s>(
        &'s self,
        sizes: &'s [u32],
        contended: bool,
        paths: bool,
        place: Option<Place>,
    ) -> Box<dyn FnMut(Run) -> Result<Option<Done>, Error> + 's> {
        let (plan, cancel) = (self.plan, self.cancel);
        if let Some(isolation) = self.isolation {
            let mut isolated = Isolated { isolation, plan, contended, place, cancel };
            Box::new(move |run| isolated.run(run))
        } else {
            let mut worker = Worker::new(plan, sizes, contended, cancel).with_paths(paths).pinned(place);
            Box::new(move |run| Ok(worker.run(run)))
        }
    }
}

impl Sink<'_> {
    /// Writes what a run left; false once writing has failed.
    fn take(&mut self, Done { mut row, path }: Done, run: Run, plan: &Plan) -> bool {
        if self.error.is_some() {
            return false;
        }
        row.seq = self.seq;
        if let Err(error) = self.write(&row, path.as_deref()) {
            self.error = Some(Error::Io(error.to_string()));
            return false;
        }
        self.seq += 1;
        self.written += 1;
        self.failed += u64::from(row.status.is_failure());
        let optimal = plan.combinations[run.combination].configuration.algorithm.optimal;
        self.agreement.see(run.instance, optimal, &row);
        self.observer.row(&row);
        true
    }
    /// The path first: a row whose path is missing could not be checked, a path without its row is done again.
    fn write(&mut self, row: &Row, path: Option<&[String]>) -> Result<(), RecordError> {
        if let (Some(solutions), Some(path)) = (&mut self.output.solutions, path) {
            solutions.append(&Solution::new(&row.key(), path))?;
        }
        self.output.results.append(row)
    }
}

/// The runs without a row.
fn left(plan: &Plan, earlier: &[Row]) -> Vec<Run> {
    let done: std::collections::HashSet<_> = earlier.iter().map(Row::key).collect();
    plan.runs.iter().copied().filter(|&run| !done.contains(&plan.key(run))).collect()
}

/// A number for each size of each domain, by instance: sessions are opened for one size.
pub(super) fn sizes(plan: &Plan) -> Vec<u32> {
    let mut numbers: HashMap<(usize, String), u32> = HashMap::new();
    let entries = plan.set.entries.iter();
    entries
        .map(|entry| {
            let size = plan.set.groups[entry.group].instances.size(entry.number);
            let new = numbers.len() as u32;
            *numbers.entry((entry.group, size)).or_insert(new)
        })
        .collect()
}

/// Earlier rows are claims too.
fn resume(plan: &Plan, earlier: &[Row], agreement: &mut Agreement) {
    if earlier.is_empty() {
        return;
    }
    let instances: HashMap<&str, usize> =
        plan.set.entries.iter().enumerate().map(|(i, e)| (e.id.as_str(), i)).collect();
    for row in earlier.iter().filter(|r| matches!(r.status, Status::Solved | Status::Unsolvable)) {
        let algorithm =
            plan.combinations.iter().map(|c| c.configuration.algorithm).find(|a| a.name == row.algorithm);
        if let (Some(&instance), Some(algorithm)) = (instances.get(row.instance_id.as_str()), algorithm) {
            agreement.see(instance, algorithm.optimal, row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Source, fake};
    use crate::record::{Counts, read};
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};

    struct Quiet;
    impl Observer for Quiet {
        fn row(&mut self, _: &Row) {}
    }

    fn plan(text: &str) -> Plan {
        let text = format!("name = \"t\"\n{text}");
        let source = Source { name: "t.toml".to_string(), folder: PathBuf::new(), text };
        let file = source.parse().expect("a right file");
        Plan::new(&file, &source, &fake::registry()).expect("a plan")
    }
    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("searchrig-execute-{}-{name}.csv", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }
    fn output(path: &Path) -> Output {
        Output { results: Writer::open(path).expect("opened"), solutions: None }
    }
    /// Executes all of the plan.
    fn rows(name: &str, jobs: usize, plan: &Plan) -> (Finished, Vec<Row>) {
        let path = scratch(name);
        let execution = Execution {
            plan,
            earlier: &[],
            jobs,
            isolation: None,
            pinning: None,
            cancel: &Cancel::default(),
        };
        let done = execution.run(output(&path), &mut Quiet).expect("written");
        let rows = read(&path).expect("read").rows;
        std::fs::remove_file(&path).expect("removed");
        (done, rows)
    }
    const DRAWN: &str = "[[instances]]\ndomain = \"fake\"\ncount = 3\n";

    #[test]
    fn every_run_has_its_row_and_small_sessions_stay_open() {
        let plan = plan(&format!("rounds = 4\n{DRAWN}[[configurations]]\nalgorithm = [\"good\", \"big\"]\n"));
        let (done, rows) = rows("all", 1, &plan);
        assert_eq!((rows.len(), done.written, done.failed, done.complete), (24, 24, 0, true));
        let keys: std::collections::HashSet<_> = rows.iter().map(Row::key).collect();
        assert_eq!(keys.len(), 24);
        assert!(rows.iter().enumerate().all(|(i, row)| row.seq == i as u64 && row.status == Status::Solved));
        assert!(rows.iter().all(|row| row.teardown_ns.is_some() == (row.algorithm == "big")));
        assert!(rows.iter().all(|row| row.cpu_ns.is_some() && !row.contended && row.expanded == Some(3)));
    }

    #[test]
    fn a_panic_is_a_row_and_the_next_run_goes_on() {
        let plan =
            plan(&format!("{DRAWN}[[configurations]]\nalgorithm = [\"panics\", \"good\", \"full\"]\n"));
        let (done, rows) = rows("panic", 1, &plan);
        assert_eq!((rows.len(), done.failed), (9, 3));
        for row in rows {
            match row.algorithm.as_str() {
                "panics" => assert_eq!((row.status, row.detail.as_str()), (Status::Error, "on purpose")),
                "full" => assert_eq!((row.status, row.wall_ns), (Status::LimitMemory, None)),
                _ => assert_eq!(row.status, Status::Solved),
            }
        }
    }

    #[test]
    fn short_searches_are_timed_in_a_batch_whose_counts_must_agree() {
        let plan = plan(&format!(
            "rounds = 5\n{DRAWN}[[configurations]]\nalgorithm = [\"good\", \"fickle\", \"slow\"]\n"
        ));
        let (done, rows) = rows("batch", 1, &plan);
        let failures = rows.iter().filter(|row| row.status.is_failure()).count() as u64;
        assert_eq!((rows.len(), done.failed), (45, failures));
        let of = |name: &str| rows.iter().filter(|row| row.algorithm == name).collect::<Vec<_>>();
        // On a busy machine a first search may seem long, and is then timed alone.
        assert!(of("good").iter().all(|row| row.status == Status::Solved && row.expanded == Some(3)));
        assert!(of("good").iter().any(|row| row.batch > 10), "{:?}", of("good"));
        assert!(of("slow").iter().all(|row| row.batch == 1 && row.wall_ns > Some(1_000_000)));
        let found = of("fickle").into_iter().find(|row| row.status == Status::Invalid).expect("found out");
        let said = &found.detail;
        assert!(said.starts_with("searches of one batch differ: Stats {"), "{said}");
        assert!(said.contains("expanded: 1,") && said.contains("expanded: 2,"), "{said}");
    }

    #[test]
    fn a_late_solution_and_an_endless_search_are_time_outs() {
        let limits = "limits = { time = \"50ms\" }\n";
        let plan = plan(&format!("{limits}{DRAWN}[[configurations]]\nalgorithm = [\"late\", \"endless\"]\n"));
        for row in rows("late", 1, &plan).1 {
            assert_eq!((row.status, row.solution_cost), (Status::LimitTime, None));
            assert_eq!(row.determinism, Counts::Noisy);
            let wall = Duration::from_nanos(row.wall_ns.expect("measured"));
            assert!((50..150).contains(&wall.as_millis()), "{wall:?}");
        }
    }

    #[test]
    fn answers_are_held_against_the_set_and_against_each_other() {
        let configurations = "[[configurations]]\nalgorithm = [\"good\", \"wrong\"]\n";
        let stated = plan(&format!("{DRAWN}optimal = \"7\"\n{configurations}"));
        let (done, all) = rows("stated", 1, &stated);
        assert_eq!((done.failed, done.contradictions.len()), (3, 0));
        assert!(all.iter().all(|row| (row.status == Status::Invalid) == (row.algorithm == "wrong")));
        let (done, all) = rows("unstated", 1, &plan(&format!("{DRAWN}{configurations}")));
        assert!(all.iter().all(|row| row.status == Status::Solved));
        assert_eq!((done.failed, done.contradictions.len()), (0, 3));
    }

    #[test]
    fn jobs_share_the_runs_and_mark_the_rows() {
        let plan = plan(&format!(
            "rounds = 50\n{DRAWN}[[configurations]]\nalgorithm = [\"good\", \"sets\"]\nvisited = \"all\"\n"
        ));
        let (done, rows) = rows("jobs", 2, &plan);
        assert!(done.complete && rows.iter().all(|row| row.contended && row.cpu_ns.is_some()));
        let keys: std::collections::HashSet<_> = rows.iter().map(Row::key).collect();
        assert_eq!(keys.len(), 3 * 3 * 50);
    }

    #[test]
    fn a_cancelled_run_leaves_no_row_and_a_resumed_one_does_the_rest() {
        let both = plan(&format!("{DRAWN}[[configurations]]\nalgorithm = [\"good\", \"endless\"]\n"));
        let path = scratch("cancel");
        let cancel = Cancel::default();
        let canceller = cancel.clone();
        let begun = Instant::now();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            canceller.cancel();
        });
        let execution =
            Execution { plan: &both, earlier: &[], jobs: 1, isolation: None, pinning: None, cancel: &cancel };
        let done = execution.run(output(&path), &mut Quiet).expect("written");
        assert!(!done.complete && begun.elapsed() < Duration::from_secs(2));
        let before = std::fs::read(&path).expect("rows");
        let earlier = read(&path).expect("rows").rows;
        assert_eq!(earlier.len() as u64, done.written);
        let mut rest = both;
        rest.runs.retain(|run| rest.combinations[run.combination].label == "good");
        let execution = Execution {
            plan: &rest,
            earlier: &earlier,
            jobs: 1,
            isolation: None,
            pinning: None,
            cancel: &Cancel::default(),
        };
        let done = execution.run(output(&path), &mut Quiet).expect("written");
        assert!(done.complete);
        let after = std::fs::read(&path).expect("rows");
        assert!(after.starts_with(&before));
        let rows = read(&path).expect("rows").rows;
        assert!(rows.len() == 3 && rows.iter().enumerate().all(|(i, row)| row.seq == i as u64));
        std::fs::remove_file(&path).expect("removed");
    }
}
