//! How far a run is, on standard error: a bar on a terminal, a line now and then elsewhere.
use super::say;
use crate::experiment::Observer;
use crate::record::{Row, Status};
use crate::report::people;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The form of progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Form {
    /// A bar on a terminal, else plain lines
    Auto,
    /// A bar
    Bar,
    /// A line every ten seconds
    Plain,
    /// Nothing
    None,
}

/// Plain lines are at least this far apart.
const APART: Duration = Duration::from_secs(10);
/// The counts beside a bar are renewed this often.
const RENEW: Duration = Duration::from_millis(200);

/// A bar over `count` instances that are drawn; nothing off a terminal.
pub(super) fn drawing(count: usize) -> ProgressBar {
    if say::is_quiet() || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {bar:30} {pos}/{len} instances {elapsed}");
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr_with_hz(5));
    bar.set_style(style.expect("the template is right"));
    bar.enable_steady_tick(RENEW);
    bar
}

/// Progress over a known number of runs.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    plain: bool,
    total: u64,
    done: u64,
    counts: [u64; Status::ALL.len()],
    /// Rows of this session: what the time left is judged by.
    here: u64,
    start: Instant,
    said: Instant,
}
impl Progress {
    /// Over `total` runs of which `done` were done before.
    pub(super) fn new(form: Form, total: u64, done: u64) -> Self {
        // Each run as it ends is all that a bar would show.
        let form = if say::is_quiet() || say::is_verbose() { Form::None } else { form };
        let bar = form == Form::Bar || (form == Form::Auto && std::io::stderr().is_terminal());
        let plain = !bar && form != Form::None;
        let bar = bar.then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} (eta {eta}) {msg}");
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
            bar.set_style(style.expect("the template is right"));
            let bar = bar.with_position(done);
            // Runs that were done before took no time of this session.
            bar.reset_eta();
            bar
        });
        let now = Instant::now();
        Self { bar, plain, total, done, counts: [0; Status::ALL.len()], here: 0, start: now, said: now }
    }
    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
    /// How many rows of this session have each status, as `12 solved, 1 limit_time`.
    pub(super) fn counts(&self) -> String {
        let counts = Status::ALL.iter().zip(self.counts).filter(|(_, n)| *n > 0);
        counts.map(|(status, n)| format!("{n} {status}")).collect::<Vec<_>>().join(", ")
    }
}
impl Observer for Progress {
    fn row(&mut self, row: &Row) {
        self.done += 1;
        self.here += 1;
        let number = Status::ALL.iter().position(|&s| s == row.status).expect("ALL has every status");
        self.counts[number] += 1;
        say::detail(|| {
            let Row { instance_id, configuration, threads, round, status, .. } = row;
            let time = people::time(row.wall_ns.unwrap_or(0) as f64);
            let (done, total) = (self.done, self.total);
            format!(
                "{done}/{total} {instance_id} {configuration} threads {threads} round {round}: {status}, {time}"
            )
        });
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        let apart = if self.plain { APART } else { RENEW };
        if (self.bar.is_none() && !self.plain) || self.said.elapsed() < apart {
            return;
        }
        self.said = Instant::now();
        if let Some(bar) = &self.bar {
            bar.set_message(self.counts());
            return;
        }
        let each = self.start.elapsed().as_secs_f64() / self.here as f64;
        let left = each * (self.total - self.done) as f64;
        let (done, total, counts) = (self.done, self.total, self.counts());
        say::tell(&format!("{done} of {total} runs, {counts}; about {left:.0} s left"));
    }
}
