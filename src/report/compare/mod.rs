//! Compares two runs: an exact gate on counts and costs per key (instance,
//! configuration, threads), and advisory times. Times of another day are no gate: they
//! raised false alarms in most experiments in which nothing had changed.
mod baseline;
mod comparison;
mod configuration;
mod error;
mod fact;
mod gate;
mod junit;
mod render;
mod side;
#[cfg(test)]
mod tests;
mod tidy;
mod times;

pub use baseline::write_baseline;
pub use comparison::{Comparison, Summary, compare};
pub use configuration::Configured;
pub use error::CompareError;
pub use fact::{COUNTERS, Fact, Key, Observed};
pub use gate::{Change, Gate, Keyed, Nodes, Verdict};
pub use side::{Machine, Side};
pub use tidy::{Record, records};
pub use times::{DELTA, TimeVerdict, Times};
