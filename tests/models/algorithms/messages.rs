//! The inboxes of HDA*: no thread leaves while there is, or may yet be, work for anyone.
use super::inboxes::Inboxes;
use crate::check::{ORDERS, caught, in_random_orders, race};
use crate::core::sync::{AtomicUsize, Mutex, Ordering::SeqCst, torn, yield_now};
use std::collections::VecDeque;
use std::sync::atomic::AtomicUsize as Tally;

/// What a thread may do with the inboxes; a batch is a number.
trait Mail: Sync {
    fn new(threads: usize) -> Self;
    fn send(&self, to: usize, batch: u32);
    fn take(&self, me: usize) -> Option<u32>;
    fn wait(&self, me: usize) -> Option<u32>;
}
impl Mail for Inboxes<u32> {
    fn new(threads: usize) -> Self {
        Self::new(threads)
    }
    fn send(&self, to: usize, batch: u32) {
        self.send(to, batch);
    }
    fn take(&self, me: usize) -> Option<u32> {
        self.take(me)
    }
    fn wait(&self, me: usize) -> Option<u32> {
        self.wait(me, || false)
    }
}

/// The number 4 leads to 3 and 2, which lead to 2, 1 and 1, 0, and so on: 12 numbers in all.
const FIRST: u32 = 4;
const NUMBERS: usize = 12;

/// Three threads own the numbers by their rest, and send each other what those lead to.
fn threads_share_numbers<M: Mail>() {
    let (mail, done) = (M::new(3), Tally::new(0));
    race(3, |me| {
        let mut open: Vec<u32> = (me == FIRST as usize % 3).then_some(FIRST).into_iter().collect();
        loop {
            open.extend(mail.take(me));
            if let Some(number) = open.pop() {
                done.fetch_add(1, SeqCst);
                for next in number.saturating_sub(2)..number {
                    mail.send(next as usize % 3, next);
                }
            } else if let Some(number) = mail.wait(me) {
                open.push(number);
            } else {
                break;
            }
        }
        assert_eq!(done.load(SeqCst), NUMBERS, "thread {me} left too early");
    });
}

const SOUND: u8 = 0;
const LATE: u8 = 1;
const GAP: u8 = 2;
/// Inboxes with one flaw at most: a batch is counted after it is sent, or a thread that
/// wakes up gives the batch's count back before it counts itself.
struct Broken<const FLAW: u8> {
    inboxes: [Mutex<VecDeque<u32>>; 3],
    pending: AtomicUsize,
}
impl<const FLAW: u8> Mail for Broken<FLAW> {
    fn new(threads: usize) -> Self {
        Self { inboxes: Default::default(), pending: AtomicUsize::new(threads) }
    }
    fn send(&self, to: usize, batch: u32) {
        if FLAW != LATE {
            self.pending.fetch_add(1, SeqCst);
        }
        self.inboxes[to].lock().expect("no panic").push_back(batch);
        if FLAW == LATE {
            self.pending.fetch_add(1, SeqCst);
        }
    }
    fn take(&self, me: usize) -> Option<u32> {
        let batch = self.inboxes[me].lock().expect("no panic").pop_front()?;
        self.pending.fetch_sub(1, SeqCst);
        Some(batch)
    }
    fn wait(&self, me: usize) -> Option<u32> {
        self.pending.fetch_sub(1, SeqCst);
        loop {
            let batch = self.inboxes[me].lock().expect("no panic").pop_front();
            if batch.is_some() {
                if FLAW == GAP {
                    self.pending.fetch_sub(1, SeqCst);
                    self.pending.fetch_add(1, SeqCst);
                }
                return batch;
            }
            if self.pending.load(SeqCst) == 0 {
                return None;
            }
            yield_now();
        }
    }
}

#[test]
fn no_thread_leaves_while_there_may_be_work() {
    in_random_orders(ORDERS, threads_share_numbers::<Inboxes<u32>>);
}

#[test]
fn control_counts_in_the_wrong_order_are_caught() {
    in_random_orders(ORDERS, threads_share_numbers::<Broken<SOUND>>);
    assert!(caught(|| in_random_orders(ORDERS, threads_share_numbers::<Broken<LATE>>)), "counted late");
    assert!(caught(|| in_random_orders(ORDERS, threads_share_numbers::<Broken<GAP>>)), "not counted a while");
}

#[test]
fn control_a_torn_counter_is_caught() {
    assert!(caught(|| torn(|| in_random_orders(ORDERS, threads_share_numbers::<Inboxes<u32>>))));
}
