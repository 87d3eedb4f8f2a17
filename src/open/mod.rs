//! Floor 1: open lists: the states that a best-first search has yet to expand.
mod buckets;

pub use buckets::Buckets;
