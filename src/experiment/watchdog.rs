//! Ends runs whose time is up, and all runs when the user cancels.
use crate::core::{StopFlag, Stopped};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

/// Cancels every run that listens, now and later; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<(AtomicBool, Mutex<Vec<StopFlag>>)>);
impl Cancel {
    /// Cancels.
    pub fn cancel(&self) {
        self.0.0.store(true, SeqCst);
        lock(&self.0.1).iter().for_each(|flag| flag.stop(Stopped::Cancelled));
    }
    /// Whether it has been cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.0.load(SeqCst)
    }
    /// Raises `flag` when it is cancelled.
    pub fn listen(&self, flag: &StopFlag) {
        lock(&self.0.1).push(flag.clone());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the watching thread and its worker share.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}
#[derive(Debug, Default)]
struct State {
    /// When the present run is to end.
    deadline: Option<Instant>,
    /// When the thread looks next by itself; `None`: not before it is woken.
    wakes: Option<Instant>,
    closed: bool,
}

/// A thread that raises a flag when a deadline has passed. Arming takes a lock
/// that nobody contends for; the thread wakes about once a limit, not once a run.
#[derive(Debug)]
pub(super) struct Watchdog {
    shared: Arc<Shared>,
    flag: StopFlag,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}
impl Watchdog {
    pub(super) fn new(cancel: &Cancel) -> Self {
        let (shared, flag) = (Arc::new(Shared::default()), StopFlag::default());
        cancel.listen(&flag);
        let (theirs, raised) = (shared.clone(), flag.clone());
        let thread = std::thread::spawn(move || watch(&theirs, &raised));
        Self { shared, flag, cancel: cancel.clone(), thread: Some(thread) }
    }
    /// The flag that it raises.
    pub(super) fn flag(&self) -> &StopFlag {
        &self.flag
    }
    /// Lowers the flag and sets the deadline of the run that begins; false if it was cancelled.
    pub(super) fn arm(&self, deadline: Option<Instant>) -> bool {
        self.flag.reset();
        let mut state = lock(&self.shared.state);
        state.deadline = deadline;
        let sooner = deadline.is_some_and(|d| state.wakes.is_none_or(|wakes| d < wakes));
        drop(state);
        if sooner {
            self.shared.changed.notify_one();
        }
        // After the reset: a cancellation either is seen here or raises the flag later.
        !self.cancel.is_cancelled()
    }
    /// The run is over: the flag is not raised for it any more.
    pub(super) fn disarm(&self) {
        lock(&self.shared.state).deadline = None;
    }
}
impl Drop for Watchdog {
    fn drop(&mut self) {
        lock(&self.shared.state).closed = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn watch(shared: &Shared, flag: &StopFlag) {
    let mut state = lock(&shared.state);
    while !state.closed {
        let now = Instant::now();
        match state.deadline {
            Some(deadline) if deadline <= now => {
                flag.stop(Stopped::Time);
                state.deadline = None;
            }
            deadline => {
                state.wakes = deadline;
                state = match deadline {
                    None => shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                    Some(deadline) => {
                        let waited = shared.changed.wait_timeout(state, deadline - now);
                        waited.unwrap_or_else(PoisonError::into_inner).0
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Waits until the flag is raised, and says how long that took.
    fn raised(flag: &StopFlag) -> Duration {
        let start = Instant::now();
        while flag.stopped().is_none() && start.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(1));
        }
        start.elapsed()
    }

    #[test]
    fn a_deadline_raises_the_flag_in_time_also_a_sooner_one() {
        let dog = Watchdog::new(&Cancel::default());
        dog.arm(Some(Instant::now() + Duration::from_mins(1)));
        dog.disarm();
        dog.arm(Some(Instant::now() + Duration::from_millis(30)));
        let took = raised(dog.flag());
        assert_eq!(dog.flag().stopped(), Some(Stopped::Time));
        assert!((29..130).contains(&took.as_millis()), "{took:?}");
    }

    #[test]
    fn a_run_that_ended_is_never_stopped() {
        let dog = Watchdog::new(&Cancel::default());
        for _ in 0..200 {
            dog.arm(Some(Instant::now() + Duration::from_micros(200)));
            std::thread::sleep(Duration::from_micros(150));
            dog.disarm();
            assert!(dog.arm(None));
            std::thread::sleep(Duration::from_micros(100));
            assert_eq!(dog.flag().stopped(), None);
        }
    }

    #[test]
    fn a_cancellation_reaches_the_present_run_and_every_later_one() {
        let cancel = Cancel::default();
        let dog = Watchdog::new(&cancel);
        assert!(dog.arm(None));
        cancel.cancel();
        assert_eq!(dog.flag().stopped(), Some(Stopped::Cancelled));
        assert!(!dog.arm(None));
    }
}
