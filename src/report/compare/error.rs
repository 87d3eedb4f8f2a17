//! Why two runs cannot be compared.
use crate::record::RecordError;
use std::fmt;

/// What is wrong with a side. Its text is one line.
#[derive(Debug)]
pub enum CompareError {
    /// The file cannot be read, or is no table of results.
    Record(RecordError),
    /// A table holds a key twice, or an option does not fit the tables.
    Input(String),
    /// The tables are sound but cannot be compared: partial, empty, or without a common key.
    Incomparable(String),
}
impl From<RecordError> for CompareError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}
impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(error) => error.fmt(f),
            Self::Input(message) | Self::Incomparable(message) => f.write_str(message),
        }
    }
}
impl std::error::Error for CompareError {}
