//! Floor 1: what a run leaves behind, and nothing about how it came to be: the CSV
//! row with its schema, reader and writer, and the manifest of a run folder.
mod columns;
mod error;
mod key;
mod manifest;
mod reader;
mod row;
mod solutions;
mod writer;

pub use columns::COLUMNS;
pub use error::RecordError;
pub use key::{Key, duplicates};
pub use manifest::{Completion, LoadAverage, Manifest};
pub use reader::{Records, parse, read};
pub use row::{Counts, Row, SCHEMA, Status};
pub use solutions::{BETWEEN, Solution, read_solutions};
pub use writer::{Record, Writer, drop_torn};
