//! Why an experiment cannot be run.
use super::ab::WorkerError;
use crate::dataset::LoadError;
use crate::record::RecordError;
use std::fmt;
use std::path::Path;

/// What stops an experiment before or during its runs; one message for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// What was asked for is wrong: the file, an option, a folder that is taken.
    Input(String),
    /// Reading or writing failed, or a worker did.
    Io(String),
    /// Two builds do not understand each other.
    Incomparable(String),
}
impl Error {
    /// The failure of `path`.
    #[must_use]
    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::Io(format!("{}: {error}", path.display()))
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Io(message) | Self::Incomparable(message) => f.write_str(message),
        }
    }
}
impl std::error::Error for Error {}
impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Io { .. } => Self::Io(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }
}
impl From<WorkerError> for Error {
    fn from(error: WorkerError) -> Self {
        match error {
            WorkerError::Version(message) => Self::Incomparable(message),
            WorkerError::Broken(message) => Self::Io(message),
            WorkerError::Refused(message) => Self::Input(message),
        }
    }
}
impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Io(message) => Self::Io(message),
            LoadError::Input(message) => Self::Input(message),
        }
    }
}
