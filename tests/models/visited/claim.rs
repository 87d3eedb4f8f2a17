//! The claim of a slot under loom: in every order, and with all that relaxed memory allows.
use super::slot::{Slot, find, settle};
use crate::check::caught;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use loom::thread;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::{Arc as Shared, Mutex};

slot!(AtomicU32, u32);
slot!(AtomicU64, u64);

/// What two threads make of `world`, in all orders of their steps: the first thread's result, then the second's.
fn outcomes<W, A, B>(world: fn() -> W, first: fn(&W) -> A, second: fn(&W) -> B) -> BTreeSet<(A, B)>
where
    W: Send + Sync + 'static,
    A: Ord + Debug + Send + 'static,
    B: Ord + Debug + Send + 'static,
{
    let all = Shared::new(Mutex::new(BTreeSet::new()));
    let seen = Shared::clone(&all);
    loom::model(move || {
        let world = Arc::new(world());
        let theirs = Arc::clone(&world);
        let other = thread::spawn(move || first(&theirs));
        // Else loom takes the first look before the other thread has begun, whatever the order.
        thread::yield_now();
        let b = second(&world);
        let a = other.join().expect("no panic");
        seen.lock().expect("no panic").insert((a, b));
    });
    let mut all = all.lock().expect("no panic");
    std::mem::take(&mut *all)
}

fn line<T: From<u32>, A>(empty: fn(T) -> A) -> [A; 2] {
    [empty(T::from(0)), empty(T::from(0))]
}
/// Whether each of `values` is new to the line, `None` if others fill it.
fn put<T: Slot<Value: From<u32>>>(line: &[T; 2], values: [u32; 2]) -> [Option<bool>; 2] {
    values.map(|value| {
        let value = T::Value::from(value);
        let place = settle(line, 0, value, |held| held == value, false)?;
        Some(place.held == T::Value::default())
    })
}

/// Two threads put the same two values in, in opposite order: each value has one winner. Three
/// ways, all of which come about: whose first value loses, loses its second too.
fn one_winner_each<T: Slot<Value: From<u32>> + Send + Sync + 'static>(world: fn() -> [T; 2]) {
    let all = outcomes(world, |line| put(line, [7, 9]), |line| put(line, [9, 7]));
    let [new, old] = [Some(true), Some(false)];
    let known = [([new, new], [old, old]), ([new, old], [new, old]), ([old, old], [new, new])];
    assert_eq!(all, BTreeSet::from(known));
}

#[test]
fn of_two_threads_one_wins_each_value() {
    one_winner_each(|| line(AtomicU64::new));
    one_winner_each(|| line(AtomicU32::new));
}

#[test]
fn of_three_values_for_two_slots_one_finds_none() {
    let all = outcomes(|| line(AtomicU64::new), |line| put(line, [7, 8]), |line| put(line, [9, 9]));
    let [new, old, none] = [Some(true), Some(false), None];
    assert_eq!(all, BTreeSet::from([([new, new], [none, none]), ([new, none], [new, old])]));
}

/// `compact` keeps the mark in the slot: who sees a key sees its mark.
#[test]
fn a_mark_in_the_slot_comes_with_its_key() {
    const KEY: u32 = 0xFF;
    let all = outcomes(
        || line(AtomicU32::new),
        |line| settle(line, 0, 0x307, |held| held & KEY == 7, false).map(|place| place.held),
        |line| find(line, 0, |held| held & KEY == 7).map(|place| place.held),
    );
    assert_eq!(all, BTreeSet::from([(Some(0), Err(false)), (Some(0), Ok(0x307))]));
}

/// `lockfree` keeps marks beside the words: who sees a word may not yet see its mark, and
/// must take it for that of the phase.
#[test]
fn a_mark_beside_the_slot_may_come_later_than_its_key() {
    let all = outcomes(
        || (line(AtomicU64::new), AtomicU8::new(0)),
        |(line, mark)| {
            put(line, [7, 7]);
            mark.store(3, Relaxed);
        },
        |(line, mark)| find(line, 0, |held| held == 7).map(|_| mark.load(Relaxed)),
    );
    assert_eq!(all, BTreeSet::from([((), Err(false)), ((), Ok(0)), ((), Ok(3))]));
}

/// A slot that is looked at first and taken then.
struct Torn(AtomicU64);
impl Slot for Torn {
    type Value = u64;
    fn held(&self) -> u64 {
        self.0.load(Relaxed)
    }
    fn claim(&self, value: u64) -> u64 {
        let held = self.0.load(Relaxed);
        if held == 0 {
            self.0.store(value, Relaxed);
        }
        held
    }
    fn fill(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}

#[test]
fn control_a_claim_without_compare_exchange_is_caught() {
    assert!(caught(|| one_winner_each(|| line(|value| Torn(AtomicU64::new(value))))));
}
