//! The atomics, locks and channels of which the project's own concurrent structures are built.
//! `tests/models` compiles the files of those structures once more, with a model checker's in this place.
pub(crate) use crossbeam::channel::{Receiver, Sender, unbounded};
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};
pub(crate) use std::sync::{Condvar, Mutex, RwLock, RwLockReadGuard};
pub(crate) use std::thread::yield_now;
