//! Batches that threads send each other, and how they know that none will come any more.
//!
//! One counter tells: of batches that were sent and not yet taken out, and of threads
//! that are busy. A batch is counted before it is sent. A busy thread that takes one
//! out is counted itself, so the batch need not be any longer; a thread that waited
//! for it goes on under its count. At 0 there is nothing left that could raise it.
use crate::core::sync::{AtomicUsize, Ordering::SeqCst, Receiver, Sender, unbounded, yield_now};
use crossbeam::utils::CachePadded;
use std::time::Duration;

/// How often a thread that waits looks again before it sleeps, and for how long.
const LOOKS: u32 = 200;
const NAP: Duration = Duration::from_micros(100);

/// An inbox a thread, for batches `B`.
pub(super) struct Inboxes<B> {
    inboxes: Vec<(Sender<B>, Receiver<B>)>,
    /// Batches under way, and busy threads.
    pending: CachePadded<AtomicUsize>,
}
impl<B> Inboxes<B> {
    /// For so many threads, all of them busy.
    pub(super) fn new(threads: usize) -> Self {
        let inboxes = (0..threads).map(|_| unbounded()).collect();
        Self { inboxes, pending: CachePadded::new(AtomicUsize::new(threads)) }
    }
    pub(super) fn send(&self, to: usize, batch: B) {
        self.pending.fetch_add(1, SeqCst);
        self.inboxes[to].0.send(batch).expect("inboxes live as long as the search");
    }
    /// A batch for the busy thread `me`, if there is one.
    pub(super) fn take(&self, me: usize) -> Option<B> {
        let batch = self.inboxes[me].1.try_recv().ok()?;
        self.pending.fetch_sub(1, SeqCst);
        Some(batch)
    }
    /// Waits for a batch for the thread `me`, which has nothing left to do; `None` if none
    /// can come, or once `halted`.
    pub(super) fn wait(&self, me: usize, halted: impl Fn() -> bool) -> Option<B> {
        self.pending.fetch_sub(1, SeqCst);
        let inbox = &self.inboxes[me].1;
        for look in 0_u32.. {
            let batch = if look < LOOKS { inbox.try_recv().ok() } else { inbox.recv_timeout(NAP).ok() };
            if batch.is_some() {
                return batch;
            }
            if self.pending.load(SeqCst) == 0 || halted() {
                return None;
            }
            if look < LOOKS {
                yield_now();
            }
        }
        None
    }
}
