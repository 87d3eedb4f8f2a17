//! What an interleaved comparison of two builds says: a verdict on the time of each
//! configuration, and every count that changed.
mod judge;
mod measured;
mod needed;
mod outcome;
mod render;

pub use judge::{Judged, TimeGate, Verdict, judge};
pub use measured::{Measured, measured};
pub use outcome::{Build, Outcome};
