//! Floor 4: experiments. A file says what to run; the plan puts the runs in
//! order; the runner runs each and gives a row.
mod error;
mod file;

pub use error::Error;
pub use file::{File, Limits, Source};
