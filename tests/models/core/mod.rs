//! The floor below the structures, with other atomics and locks.
pub(crate) use searchrig::core::*;
pub(crate) mod sync;
