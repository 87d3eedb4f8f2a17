//! Runs a model in many orders of its threads' steps, and tells whether a check fails.
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Orders that a model is run in.
pub(crate) const ORDERS: usize = 5_000;

/// Runs `model` in so many random orders.
pub(crate) fn in_random_orders(orders: usize, model: impl Fn() + Send + Sync + 'static) {
    shuttle::check_random(model, orders);
}

/// Whether `check` fails.
pub(crate) fn caught(check: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(check)).is_err()
}

/// What `work` gives on each of so many threads, which run at the same time.
pub(crate) fn race<R: Send>(threads: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    shuttle::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    })
}
