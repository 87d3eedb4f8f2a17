//! Floor 0: traits and plain data. No input or output, no threads, no clock;
//! it depends on nothing else in the crate.
mod domain;
mod replay;
mod rng;
mod search;
mod space;
mod stepwise;
mod suggest;
mod sweep;
pub(crate) mod sync;
mod text;
#[cfg(test)]
pub(crate) mod toy;
pub mod units;
mod visited;

pub use domain::{Domain, JudgeText, random_walk};
pub use replay::replay;
pub use rng::Rng;
pub use search::{Checkpoint, Limit, Limits, Outcome, Search, Setup, Sharing, Stats, StopFlag, Stopped};
pub use space::{
    Backward, BothWays, Capabilities, Cost, Heuristic, Indexed, Key, Reversed, StateSpace, Zero,
};
pub use stepwise::{Children, Recompute, Recomputed, Stepwise};
pub use suggest::unknown_name;
pub use sweep::{Group, Sweep};
pub use text::{TextError, Token, ends_early, tokens};
pub use visited::{Batch, Full, Mark, Room, Visited, VisitedSet};
