//! Carries out a plan: workers take the runs in order, and each row is written
//! and flushed before its worker takes the next.
use super::plan::{Plan, Run};
use super::runner::Worker;
use super::verdict::{Agreement, Contradiction};
use super::{Cancel, Error};
use crate::record::{Row, Status, Writer};
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

/// What the workers share.
struct Sink<'a> {
    writer: Writer,
    observer: &'a mut dyn Observer,
    agreement: Agreement,
    seq: u64,
    written: u64,
    failed: u64,
    error: Option<Error>,
}

/// Does the runs of `plan` that `earlier` rows do not have, `jobs` at a time.
///
/// # Errors
/// If a row could not be written; then no more runs are begun.
pub fn execute(
    plan: &Plan,
    jobs: usize,
    earlier: &[Row],
    writer: Writer,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Finished, Error> {
    let left = left(plan, earlier);
    let sizes = sizes(plan);
    let seq = earlier.iter().map(|row| row.seq + 1).max().unwrap_or(0);
    let mut agreement = Agreement::new(plan.set.entries.len());
    resume(plan, earlier, &mut agreement);
    let failed = earlier.iter().filter(|row| row.status.is_failure()).count() as u64;
    let sink = Mutex::new(Sink { writer, observer, agreement, seq, written: 0, failed, error: None });
    let next = AtomicUsize::new(0);
    let jobs = jobs.clamp(1, left.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let work = || {
                let mut worker = Worker::new(plan, &sizes, jobs > 1, cancel);
                while let Some(&run) = left.get(next.fetch_add(1, Relaxed)) {
                    let Some(mut row) = worker.run(run) else { break };
                    let optimal = plan.combinations[run.combination].configuration.algorithm.optimal;
                    let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
                    if !sink.take(&mut row, run, optimal) {
                        break;
                    }
                }
            };
            scope.spawn(work);
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

impl Sink<'_> {
    /// Writes a row; false once writing has failed.
    fn take(&mut self, row: &mut Row, run: Run, optimal: bool) -> bool {
        if self.error.is_some() {
            return false;
        }
        row.seq = self.seq;
        if let Err(error) = self.writer.append(row) {
            self.error = Some(Error::Io(error.to_string()));
            return false;
        }
        self.seq += 1;
        self.written += 1;
        self.failed += u64::from(row.status.is_failure());
        self.agreement.see(run.instance, optimal, row);
        self.observer.row(row);
        true
    }
}

/// The runs without a row.
fn left(plan: &Plan, earlier: &[Row]) -> Vec<Run> {
    let done: std::collections::HashSet<_> = earlier.iter().map(Row::key).collect();
    plan.runs.iter().copied().filter(|&run| !done.contains(&plan.key(run))).collect()
}

/// A number for each size of each domain, by instance: sessions are opened for one size.
fn sizes(plan: &Plan) -> Vec<u32> {
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
        let algorithm = plan.combinations.iter().map(|c| c.configuration.algorithm).find(|a| a.name == row.algorithm);
        if let (Some(&instance), Some(algorithm)) = (instances.get(row.instance_id.as_str()), algorithm) {
            agreement.see(instance, algorithm.optimal, row);
        }
    }
}
