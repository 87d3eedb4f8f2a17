//! Floor 1: the CSV row of a run, its schema, reader and writer.
mod row;

pub use row::{Counts, Row, SCHEMA, Status};
