//! Isolation: each run in a process of its own, a worker of [`super::ab`] that does one run and is ended.
//!
//! So the peak of memory is the run's alone, and a crash, or the system killing the process for want of
//! memory, is a row with the status `killed`. Limits are kept by the worker itself; one that does not end
//! [`GRACE`] after its time limit is killed from here.
use super::Error;
use super::ab::{Named, Reply, Request};
use super::file::Source;
use super::pin::Place;
use super::plan::{Plan, Run};
use super::row::{self, Measured};
use super::runner::{Done, Utc, WARM};
use super::watchdog::Cancel;
use crate::dataset;
use crate::record::Status;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A search that has not ended so long after its time limit ignores it.
const GRACE: Duration = Duration::from_secs(2);
/// How often a waiting driver looks whether the runs were cancelled: seldom, as it takes time from the search.
const LOOK: Duration = Duration::from_millis(100);

/// What a run in a process of its own needs.
#[derive(Clone, Copy, Debug)]
pub struct Isolation<'a> {
    /// This program, or another with its command `worker`.
    pub program: &'a Path,
    /// The experiment of the plan.
    pub source: &'a Source,
}

/// Has each run done by a process of its own.
pub(super) struct Isolated<'a> {
    pub(super) isolation: Isolation<'a>,
    pub(super) plan: &'a Plan,
    pub(super) contended: bool,
    pub(super) place: Option<Place>,
    pub(super) cancel: &'a Cancel,
}

/// How a process ended that owes an answer.
enum Lost {
    Cancelled,
    /// Why there is no row of its own.
    Killed(String),
    /// The program is no worker of this version, or cannot be started.
    Broken(Error),
}

impl Isolated<'_> {
    /// Does one run; `None` if it was cancelled.
    ///
    /// # Errors
    /// If the process cannot be started, or answers as no worker of this version does.
    pub(super) fn run(&mut self, run: Run) -> Result<Option<Done>, Error> {
        let start = Utc::default().now();
        if self.cancel.is_cancelled() {
            return Ok(None);
        }
        match self.ask(run) {
            Ok(mut done) => {
                done.row.contended = self.contended;
                Ok(Some(done))
            }
            Err(Lost::Cancelled) => Ok(None),
            Err(Lost::Broken(error)) => Err(error),
            Err(Lost::Killed(why)) => {
                let measured = Measured::failed(Status::Killed, why);
                let row = row::row(self.plan, run, measured, self.contended, start);
                Ok(Some(Done { row, path: None }))
            }
        }
    }

    fn ask(&mut self, run: Run) -> Result<Done, Lost> {
        let combination = &self.plan.combinations[run.combination];
        let threads = combination.setup.threads;
        if let Some(Err(why)) = self.place.as_mut().map(|place| place.enter(threads)) {
            return Err(Lost::Broken(Error::Io(why)));
        }
        let mut process = Process::start(self.isolation.program, self.cancel)?;
        let Source { name, text, .. } = self.isolation.source;
        process.send(&Request::Load {
            name: name.clone(),
            experiment: text.clone(),
            instances: self.instances(run),
            pin: false, // it inherits the cores of this thread
            alone: true,
        });
        let named = Named {
            domain: combination.domain.to_string(),
            configuration: combination.label.clone(),
            threads: threads as u32,
        };
        let (mut deadline, mut path) = (None, None);
        loop {
            match process.next(deadline)? {
                Reply::Hello(_) => {}
                Reply::Loaded(all) => {
                    let configuration = all.iter().position(|other| *other == named);
                    let configuration =
                        configuration.ok_or_else(|| process.odd("it lacks the configuration"))?;
                    process.send(&Request::Run { instance: 0, configuration, round: run.round, batch: 0 });
                }
                Reply::Searching => {
                    deadline = combination.limits.time.map(|time| Instant::now() + WARM + time + GRACE);
                }
                Reply::Path(states) => path = Some(states),
                Reply::Row(row) => return Ok(Done { row: *row, path }),
                Reply::Error(why) => return Err(process.odd(&why)),
            }
        }
    }

    /// The run's instance, and one of each other domain: without it a block of configurations
    /// might have nothing to apply to, which is a mistake.
    fn instances(&self, run: Run) -> String {
        let set = &self.plan.set;
        let own = set.entries[run.instance].group;
        let others = (0..set.groups.len()).filter(|&group| group != own);
        let first = |group| set.entries.iter().position(|entry| entry.group == group);
        let entries: Vec<usize> = std::iter::once(run.instance).chain(others.filter_map(first)).collect();
        dataset::write_entries(set, &entries)
    }
}

/// A worker, read by a thread so that waiting for it can end.
struct Process<'a> {
    child: Child,
    to: ChildStdin,
    lines: Receiver<String>,
    cancel: &'a Cancel,
}
impl<'a> Process<'a> {
    fn start(program: &Path, cancel: &'a Cancel) -> Result<Self, Lost> {
        let child = Command::new(program).arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| Lost::Broken(Error::io(program, &error)))?;
        let to = child.stdin.take().expect("asked for a pipe");
        let from = child.stdout.take().expect("asked for a pipe");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, to, lines, cancel })
    }
    /// A process that is gone is met in [`Process::next`].
    fn send(&mut self, request: &Request) {
        let text = serde_json::to_string(request).expect("requests hold only plain fields");
        let _ = self.to.write_all(format!("{text}\n").as_bytes()).and_then(|()| self.to.flush());
    }
    /// Its next line; it is lost if that does not come before the deadline.
    fn next(&mut self, deadline: Option<Instant>) -> Result<Reply, Lost> {
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    return serde_json::from_str(&line).map_err(|_| {
                        self.odd(&format!(
                            "an answer that was not asked for: {}",
                            line.chars().take(120).collect::<String>()
                        ))
                    });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Lost::Killed(self.end())),
                Err(RecvTimeoutError::Timeout) if self.cancel.is_cancelled() => return Err(Lost::Cancelled),
                Err(RecvTimeoutError::Timeout) if deadline.is_some_and(|d| d <= Instant::now()) => {
                    return Err(Lost::Killed(format!(
                        "still running {} s after its time limit",
                        GRACE.as_secs()
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
    /// How it ended by itself.
    fn end(&mut self) -> String {
        match self.child.wait() {
            // What the kernel sends when memory is short.
            Ok(status) if status.signal() == Some(9) => {
                format!("the process ended: {status}; perhaps memory was short")
            }
            Ok(status) => format!("the process ended: {status}"),
            Err(error) => format!("the process is lost: {error}"),
        }
    }
    fn odd(&self, why: &str) -> Lost {
        Lost::Broken(Error::Io(format!("worker {}: {why}", self.child.id())))
    }
}
impl Drop for Process<'_> {
    /// It has done its run: what it still holds is given back all the same.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
