//! SIGINT and SIGTERM: the first cancels the runs and keeps the rows, the second ends the program at once.
use super::{Exit, Failure, say};
use crate::experiment::Cancel;
use nix::sys::signal::{SigSet, Signal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};

/// Nothing worth keeping has begun: a signal ends the program at once.
const IDLE: u8 = 0;
/// A signal cancels.
const RUNNING: u8 = 1;

/// The signals of the process, waited for by a thread of their own.
#[derive(Debug)]
pub(super) struct Interrupt {
    /// [`IDLE`], [`RUNNING`], or the exit code after a signal.
    state: Arc<AtomicU8>,
}
impl Interrupt {
    /// Takes the signals over; to be called before any other thread starts, as
    /// threads inherit which signals they leave to others.
    pub(super) fn listen(cancel: &Cancel) -> Result<Self, Failure> {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGINT);
        signals.add(Signal::SIGTERM);
        signals.thread_block().map_err(|e| Failure::io(format!("signals: {e}")))?;
        let (state, cancel) = (Arc::new(AtomicU8::new(IDLE)), cancel.clone());
        let theirs = state.clone();
        std::thread::spawn(move || {
            while let Ok(signal) = signals.wait() {
                let exit = if signal == Signal::SIGTERM { Exit::Terminated } else { Exit::Interrupted } as u8;
                if theirs.compare_exchange(RUNNING, exit, SeqCst, SeqCst).is_err() {
                    std::process::exit(exit.into());
                }
                cancel.cancel();
                say::tell("stopping; once more ends it at once");
            }
        });
        Ok(Self { state })
    }
    /// From now on there are rows to keep.
    pub(super) fn running(&self) {
        self.state.store(RUNNING, SeqCst);
    }
    /// The exit, if a signal came.
    pub(super) fn exit(&self) -> Option<Exit> {
        match self.state.load(SeqCst) {
            IDLE | RUNNING => None,
            code if code == Exit::Terminated as u8 => Some(Exit::Terminated),
            _ => Some(Exit::Interrupted),
        }
    }
}
