//! What can be wrong with recorded results.
use super::SCHEMA;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file of results cannot be used. Its text is one line.
#[derive(Debug)]
pub enum RecordError {
    /// The file could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The header lacks a column.
    MissingColumn {
        /// The file.
        path: PathBuf,
        /// The first column that is missing.
        column: &'static str,
    },
    /// The rows follow another version of the schema: not comparable.
    Schema {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
        /// The version it states.
        found: String,
    },
    /// A value that its column does not accept.
    Value {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
        /// The column.
        column: String,
        /// The value, shortened.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// The text is no table of this kind.
    Malformed {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
        /// What is wrong, and what would be right.
        message: String,
    },
}
impl RecordError {
    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }
    pub(super) fn malformed(path: &Path, line: u64, message: impl Into<String>) -> Self {
        Self::Malformed { path: path.to_owned(), line, message: message.into() }
    }
    /// Whether the file may be sound, but of a version that cannot be compared with this one.
    pub const fn is_incomparable(&self) -> bool {
        matches!(self, Self::Schema { .. })
    }
}
impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::MissingColumn { path, column } => {
                write!(f, "{}: line 1: the column `{column}` is missing", path.display())
            }
            Self::Schema { path, line, found } => write!(
                f,
                "{}: line {line}: column schema: version `{found}` cannot be compared; this program reads {SCHEMA}",
                path.display()
            ),
            Self::Value { path, line, column, value, expected } => {
                write!(f, "{}: line {line}: column {column}: `{value}`: expected {expected}", path.display())
            }
            Self::Malformed { path, line, message } => {
                write!(f, "{}: line {line}: {message}", path.display())
            }
        }
    }
}
impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
