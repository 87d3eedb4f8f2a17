//! The layers of `explore` over words: each state is counted once, however many threads find it.
use super::layer_words::LayerWords;
use crate::check::{ORDERS, caught, in_random_orders, race};
use crate::core::sync::torn;

/// Four states, the bits of a word, which all lie in both of two groups. An edge lies in one of them:
/// 0-1 and 1-3 in the first, 0-2 and 2-3 in the second.
const GROUPS: usize = 2;
const EDGES: [[u64; 4]; GROUPS] = [[0b0010, 0b1001, 0, 0b0010], [0b0100, 0, 0b1001, 0b0100]];

/// Two threads, a group each: 0 leads to 1 and 2, and these to 3.
fn two_threads_explore() {
    let words = LayerWords::<1>::new(GROUPS as u64, 1 << 20).expect("room");
    (0..GROUPS).for_each(|group| words.met().add(group, [0b0001], true));
    let mut layers = Vec::new();
    loop {
        let bits: u64 = race(GROUPS, |group| words.begin_layer(group..group + 1)).iter().sum();
        assert_eq!(bits % 2, 0, "a state lies in both groups or in none");
        if bits == 0 {
            break;
        }
        layers.push(bits / 2);
        race(GROUPS, |group| {
            let ([now], [seen]) = words.met().layer(group);
            let from = (0..4).filter(|state| now >> state & 1 == 1);
            let new = from.fold(0, |reached, state| reached | EDGES[group][state]) & !seen;
            for bit in (0..4).map(|state| new & 1 << state).filter(|&bit| bit != 0) {
                (0..GROUPS).for_each(|group| words.met().add(group, [bit], false));
            }
        });
    }
    assert_eq!(layers, [1, 2, 1]);
}

#[test]
fn each_state_is_in_one_layer_once() {
    in_random_orders(ORDERS, two_threads_explore);
}

#[test]
fn control_a_torn_update_is_caught() {
    assert!(caught(|| torn(|| in_random_orders(ORDERS, two_threads_explore))));
}
