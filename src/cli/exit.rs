//! Exit codes, each with one meaning.
use std::fmt;
use std::process::ExitCode;

pub(super) const HELP: &str = "\
Exit codes: 0 done, gates passed · 1 a gate or a verification failed · 2 bad usage or input ·
3 I/O or internal error · 4 not comparable, or a partial or missing baseline · 5 the run finished
with error or invalid rows · 130, 143 interrupted, rows kept";

/// Why the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All done, and every gate passed.
    Done = 0,
    /// A gate or a verification failed.
    Gate = 1,
    /// Bad usage or input.
    Usage = 2,
    /// Input, output or an internal error.
    Io = 3,
    /// Two things cannot be compared, or a baseline is partial or missing.
    Incomparable = 4,
    /// The run finished, with rows that failed.
    FailedRows = 5,
    /// Interrupted (SIGINT); rows so far are kept.
    Interrupted = 130,
    /// Terminated (SIGTERM); rows so far are kept.
    Terminated = 143,
}
impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A command that could not be carried out: one line, and its exit code.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// One line: what is wrong, where, and what would be right.
    pub message: String,
}
impl Failure {
    /// Bad usage or input.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into() }
    }
    /// Input, output or an internal error.
    pub fn io(message: impl Into<String>) -> Self {
        Self { exit: Exit::Io, message: message.into() }
    }
}
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
