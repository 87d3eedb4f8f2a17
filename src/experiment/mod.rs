//! Floor 4: experiments. A file says what to run; the plan puts the runs in
//! order; workers do each run and write its row.
pub mod ab;
mod clock;
mod environment;
mod error;
mod execute;
#[cfg(test)]
mod fake;
mod file;
mod folder;
mod forecast;
mod instances;
mod isolate;
mod layers;
mod matrix;
mod memory;
mod merge;
mod pin;
mod plan;
mod row;
mod runner;
#[cfg(feature = "test-slowdown")]
mod slowdown;
mod solutions;
mod timed;
mod verdict;
mod watchdog;

pub use clock::utc;
pub use environment::{Digest, digest, manifest};
pub use error::Error;
pub use execute::{Execution, Finished, Observer, Output};
pub use file::{File, Limits, Source};
pub use folder::Folder;
pub use forecast::{Basis, Bounds, Forecast, Line, Memory};
pub use isolate::Isolation;
pub use layers::layers;
pub use matrix::Combination;
pub use merge::{Merged, merge};
pub use pin::Pinning;
pub use plan::{Plan, Run, Shard};
pub use solutions::check_solutions;
pub use verdict::Contradiction;
pub use watchdog::Cancel;
