//! Two builds of this program measured against each other: each is a worker process
//! that speaks a versioned protocol, and the driver has them run one at a time, in turns.
mod client;
mod drive;
mod protocol;
mod serve;

pub use client::{Client, WorkerError};
pub use drive::{Pairs, Rounds, Sides, drive};
pub use protocol::{Hello, Named, PROTOCOL};
pub(super) use protocol::{Reply, Request};
pub use serve::serve;
