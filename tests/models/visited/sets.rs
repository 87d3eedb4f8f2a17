//! The visited sets that take inserts without a lock a state: of racing inserts one wins, and marks stay.
use super::bitset::Bitset;
use super::bytes::Bytes;
use super::compact::{self, Compact};
use super::lockfree::{self, LockFree};
use crate::check::{ORDERS, caught, in_random_orders, race};
use crate::core::sync::torn;
use crate::core::{Cost, Indexed, Mark, Room, StateSpace, Visited, VisitedSet};

/// Orders for a table of a thousand slots, which takes long to set up.
const FEW: usize = ORDERS / 10;

/// States without edges.
struct Few;
const STATES: u64 = 23;
impl StateSpace for Few {
    type State = u64;
    fn initial_states(&self) -> Vec<u64> {
        vec![0]
    }
    fn is_goal(&self, _: u64) -> bool {
        false
    }
    fn expand(&self, _: u64, _: impl FnMut(u64, Cost)) {}
}
impl Indexed for Few {
    fn indices(&self) -> u64 {
        STATES
    }
    fn index(&self, state: u64) -> u64 {
        state
    }
}

/// A mark of four bits: in a bitset all states share a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layer(u8);
impl Mark for Layer {
    const BITS: u32 = 4;
    fn pack(self) -> u8 {
        self.0
    }
    fn unpack(bits: u8) -> Self {
        Self(bits)
    }
}

/// Two phases, in each of which three threads insert overlapping batches under one mark.
fn two_phases<V: VisitedSet<Few>, M: Mark + PartialEq>(marks: [M; 2]) {
    let set = V::Map::<M>::new(&Few, Room { threads: 3, bytes: 1 << 20 }).expect("room");
    let batches = [[[0, 1], [1, 0], [1, 2]], [[1, 3], [3, 4], [4, 1]]];
    let fresh: [&[u64]; 2] = [&[0, 1, 2], &[3, 4]];
    // What the last thread does, state by state.
    let is_new = |state, phase: usize| {
        let held = set.insert(&Few, state, marks[phase]).expect("room");
        let first = if state == 1 { marks[0] } else { marks[phase] };
        assert!(held.is_none_or(|held| held == first), "state {state} has another mark");
        held.is_none()
    };
    for phase in 0..2 {
        let done = race(3, |thread| {
            let mut batch = batches[phase][thread];
            if thread == 2 {
                return batch.into_iter().filter(|&state| is_new(state, phase)).collect();
            }
            let sought = |held| phase == 1 && held == marks[0];
            let done = set.insert_batch(&Few, &mut batch, marks[phase], sought).expect("room");
            assert_eq!(done.met, (phase == 1 && batches[1][thread].contains(&1)).then_some(1));
            batch[..done.new].to_vec()
        });
        let mut winners = done.concat();
        winners.sort_unstable();
        assert_eq!(winners, fresh[phase], "each new state has one winner");
        for state in 0..5 {
            let mark = (0..=phase).find(|&phase| fresh[phase].contains(&state)).map(|phase| marks[phase]);
            assert!(set.get(&Few, state) == mark, "state {state} keeps the mark that it had first");
        }
    }
}

const MARKS: [Layer; 2] = [Layer(5), Layer(10)];

#[test]
fn of_racing_inserts_one_wins_and_marks_stay() {
    in_random_orders(ORDERS, || two_phases::<Bitset, _>(MARKS));
    in_random_orders(ORDERS, || two_phases::<Bytes, _>(MARKS));
    in_random_orders(FEW, || two_phases::<LockFree, _>(MARKS));
    in_random_orders(FEW, || two_phases::<Compact, _>(MARKS));
}

/// Three threads insert overlapping batches, by far too many for the one line that there is.
fn outgrown(set: &impl Visited<Few, Layer>) {
    let batches: [[u64; 10]; 3] = [0, 6, 12].map(|from| std::array::from_fn(|i| from + i as u64));
    let done = race(3, |thread| {
        let mut mine = Vec::new();
        for part in batches[thread].chunks(5) {
            let mut batch = part.to_vec();
            let done = set.insert_batch(&Few, &mut batch, MARKS[0], |_| false).expect("room");
            mine.extend_from_slice(&batch[..done.new]);
        }
        mine
    });
    let mut winners = done.concat();
    winners.sort_unstable();
    assert!(winners.into_iter().eq(0..22), "each state has one winner, wherever the table grew");
    for state in 0..22 {
        assert_eq!(set.get(&Few, state), Some(MARKS[0]), "state {state} is held with its mark");
    }
    assert_eq!(set.get(&Few, 22), None);
}
const ROOM: Room = Room { threads: 3, bytes: 1 << 20 };

#[test]
fn tables_lose_and_double_no_state_while_they_grow() {
    in_random_orders(FEW, || {
        let set = lockfree::Map::of_slots(8, ROOM).expect("room");
        outgrown(&set);
        assert!(Visited::<Few, _>::bytes(&set) > 8 * 9, "it grew");
    });
    in_random_orders(FEW, || {
        let set = compact::Map::of_lines(1, STATES, ROOM).expect("room");
        outgrown(&set);
        assert!(Visited::<Few, _>::bytes(&set) > 16 * 4, "it grew");
    });
}

#[test]
fn control_growth_by_torn_updates_is_caught() {
    let lockfree = || outgrown(&lockfree::Map::of_slots(8, ROOM).expect("room"));
    let compact = || outgrown(&compact::Map::of_lines(1, STATES, ROOM).expect("room"));
    assert!(caught(|| torn(|| in_random_orders(FEW, lockfree))));
    assert!(caught(|| torn(|| in_random_orders(FEW, compact))));
}

#[test]
fn control_torn_updates_are_caught() {
    let caught = |orders, model: fn()| caught(|| torn(|| in_random_orders(orders, model)));
    assert!(caught(ORDERS, || two_phases::<Bitset, _>(MARKS)));
    assert!(caught(ORDERS, || two_phases::<Bytes, _>(MARKS)));
    assert!(caught(FEW, || two_phases::<LockFree, _>(MARKS)));
    assert!(caught(FEW, || two_phases::<Compact, _>(MARKS)));
}
