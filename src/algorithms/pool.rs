//! The threads of a search.
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::sync::Mutex;

/// One thread, the caller's, or a pool of several.
///
/// What it calls is called through a pointer, once a thread or a piece of work: so
/// the pool's own code is compiled once, and not once for every kind of search.
#[derive(Debug)]
pub(super) struct Pool(Option<ThreadPool>);
impl Pool {
    pub(super) fn new(threads: usize) -> Self {
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
        Self((threads > 1).then(|| pool().expect("the system gives threads")))
    }
    pub(super) fn threads(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }
    /// Whether there are several threads.
    pub(super) fn several(&self) -> bool {
        self.0.is_some()
    }
    /// Calls `work` once on every thread, with the thread's number.
    pub(super) fn everywhere(&self, work: &(dyn Fn(usize) + Sync)) {
        match &self.0 {
            Some(pool) => drop(pool.broadcast(|thread| work(thread.index()))),
            None => work(0),
        }
    }
    /// Calls `work` with every number below `count`.
    pub(super) fn all(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        match &self.0 {
            Some(pool) => pool.install(|| (0..count).into_par_iter().for_each(work)),
            None => (0..count).for_each(work),
        }
    }
    /// Calls `work` with every item.
    pub(super) fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        let items: Vec<_> = items.iter_mut().map(Mutex::new).collect();
        self.all(items.len(), &|number| {
            work(&mut items[number].lock().expect("an item is taken once"));
        });
    }
}
