//! In the place of `src/core/sync.rs`: what it names, as shuttle has it; its atomics can be broken.
pub(crate) use shuttle::sync::atomic::{AtomicBool, Ordering};
pub(crate) use shuttle::sync::{Condvar, Mutex, RwLock, RwLockReadGuard};
pub(crate) use shuttle::thread::yield_now;
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

thread_local! {
    static TORN: Cell<bool> = const { Cell::new(false) };
}

/// What `model` gives where every read-modify-write falls apart into a load and a store.
pub(crate) fn torn<R>(model: impl FnOnce() -> R) -> R {
    /// Mends them, even if the model panics.
    struct Mend;
    impl Drop for Mend {
        fn drop(&mut self) {
            TORN.set(false);
        }
    }
    let _mend = Mend;
    TORN.set(true);
    model()
}

macro_rules! atomic {
    ($name:ident, $value:ty) => {
        #[derive(Debug, Default)]
        pub(crate) struct $name(shuttle::sync::atomic::$name);
        impl $name {
            pub(crate) const fn new(value: $value) -> Self {
                Self(shuttle::sync::atomic::$name::new(value))
            }
            pub(crate) fn load(&self, order: Ordering) -> $value {
                self.0.load(order)
            }
            pub(crate) fn store(&self, value: $value, order: Ordering) {
                self.0.store(value, order);
            }
            fn update(&self, change: impl Fn($value) -> Option<$value>) -> Result<$value, $value> {
                if !TORN.get() {
                    return self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
                }
                let held = self.0.load(Ordering::SeqCst);
                let new = change(held).ok_or(held)?;
                self.0.store(new, Ordering::SeqCst);
                Ok(held)
            }
        }
    };
}
/// An update that always comes about.
macro_rules! update {
    ($name:ident, $value:ty, $($op:ident: $change:expr),*) => {
        impl $name {
            $(pub(crate) fn $op(&self, value: $value, _: Ordering) -> $value {
                let change: fn($value, $value) -> $value = $change;
                self.update(|held| Some(change(held, value))).expect("it always comes about")
            })*
        }
    };
}
/// What a slot or a field needs besides.
macro_rules! slot {
    ($($name:ident, $value:ty);*) => {$(
        impl $name {
            pub(crate) fn get_mut(&mut self) -> &mut $value {
                self.0.get_mut()
            }
            pub(crate) fn compare_exchange(
                &self,
                old: $value,
                new: $value,
                _: Ordering,
                _: Ordering,
            ) -> Result<$value, $value> {
                self.update(|held| (held == old).then_some(new))
            }
        }
    )*};
}
atomic!(AtomicU8, u8);
atomic!(AtomicU32, u32);
atomic!(AtomicU64, u64);
atomic!(AtomicUsize, usize);
slot!(AtomicU8, u8; AtomicU32, u32; AtomicU64, u64);
update!(AtomicU8, u8, swap: |_, new| new);
update!(AtomicU32, u32, fetch_min: |held, new| held.min(new));
update!(AtomicU64, u64,
    fetch_add: |held, more| held + more, fetch_sub: |held, less| held - less, fetch_or: |held, bits| held | bits);
update!(AtomicUsize, usize,
    fetch_add: |held, more| held + more, fetch_sub: |held, less| held - less, fetch_min: |held, new| held.min(new));

impl AtomicU64 {
    pub(crate) fn fetch_update(
        &self,
        _: Ordering,
        _: Ordering,
        change: impl Fn(u64) -> Option<u64>,
    ) -> Result<u64, u64> {
        self.update(change)
    }
}

/// The two ends of a channel without bounds.
pub(crate) fn unbounded<T>() -> (Sender<T>, Receiver<T>) {
    let queue = Arc::new(Mutex::new(VecDeque::new()));
    (Sender(Arc::clone(&queue)), Receiver(queue))
}
pub(crate) struct Sender<T>(Arc<Mutex<VecDeque<T>>>);
impl<T> Sender<T> {
    pub(crate) fn send(&self, item: T) -> Result<(), Closed> {
        self.0.lock().map_err(|_| Closed)?.push_back(item);
        Ok(())
    }
}
pub(crate) struct Receiver<T>(Arc<Mutex<VecDeque<T>>>);
impl<T> Receiver<T> {
    pub(crate) fn try_recv(&self) -> Result<T, Closed> {
        self.0.lock().map_err(|_| Closed)?.pop_front().ok_or(Closed)
    }
    /// Lets the others run once instead of sleeping.
    pub(crate) fn recv_timeout(&self, _: Duration) -> Result<T, Closed> {
        yield_now();
        self.try_recv()
    }
}
/// Nothing came, or never will.
#[derive(Debug)]
pub(crate) struct Closed;
