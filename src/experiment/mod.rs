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
mod layers;
mod matrix;
mod memory;
mod merge;
mod plan;
mod runner;
#[cfg(feature = "test-slowdown")]
mod slowdown;
mod verdict;
mod watchdog;

pub use clock::utc;
pub use environment::{digest, manifest};
pub use error::Error;
pub use execute::{Finished, Observer, execute};
pub use file::{File, Limits, Source};
pub use folder::Folder;
pub use forecast::{Basis, Bounds, Forecast, Line, Memory};
pub use layers::layers;
pub use matrix::Combination;
pub use merge::{Merged, merge};
pub use plan::{Plan, Run, Shard};
pub use verdict::Contradiction;
pub use watchdog::Cancel;
