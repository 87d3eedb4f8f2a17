//! The threads of a search.
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool for a search of so many threads; one thread needs none.
pub(super) fn pool(threads: usize) -> Option<ThreadPool> {
    let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
    (threads > 1).then(|| pool().expect("the system gives threads"))
}
