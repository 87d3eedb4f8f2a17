//! The workers of a layer: each of its states is taken once, in the order of the layer by each of them.
use super::chunks::Chunks;
use crate::check::{ORDERS, caught, in_random_orders, race};
use crate::core::sync::{AtomicUsize, Ordering::Relaxed, torn};

/// What a worker takes until there is no more.
trait Shares: Sync {
    fn of(parts: &'static [Vec<u32>]) -> Self;
    fn take(&self) -> Option<&'static [u32]>;
}
impl Shares for Chunks<'static, u32> {
    fn of(parts: &'static [Vec<u32>]) -> Self {
        Self::new(parts)
    }
    fn take(&self) -> Option<&'static [u32]> {
        self.take()
    }
}

/// Three workers take a layer of parts without states, short ones and long ones.
fn each_state_is_taken_once<C: Shares>() {
    let ends = [0, 3, 3, 2100, 2101, 3125];
    let parts = ends.windows(2).map(|ends| (ends[0]..ends[1]).collect());
    let parts: &'static [Vec<u32>] = Box::leak(parts.collect::<Vec<_>>().into_boxed_slice());
    let chunks = C::of(parts);
    let taken = race(3, |_| {
        let mine: Vec<u32> = std::iter::from_fn(|| chunks.take()).flatten().copied().collect();
        assert!(mine.is_sorted());
        mine
    });
    let mut all = taken.concat();
    all.sort_unstable();
    assert!(all.into_iter().eq(0..3125), "a state is lost or taken twice");
}

/// A part is counted off in steps that others can come between.
struct Counted(&'static [Vec<u32>], AtomicUsize);
impl Shares for Counted {
    fn of(parts: &'static [Vec<u32>]) -> Self {
        Self(parts, AtomicUsize::new(0))
    }
    fn take(&self) -> Option<&'static [u32]> {
        let part = self.1.fetch_add(1, Relaxed);
        self.0.get(part).map(Vec::as_slice)
    }
}

#[test]
fn each_state_of_a_layer_is_taken_once() {
    in_random_orders(ORDERS / 10, each_state_is_taken_once::<Chunks<'static, u32>>);
}

#[test]
fn control_a_part_that_two_workers_take_is_caught() {
    assert!(!caught(|| in_random_orders(ORDERS / 10, each_state_is_taken_once::<Counted>)));
    assert!(caught(|| torn(|| in_random_orders(ORDERS / 10, each_state_is_taken_once::<Counted>))));
}
