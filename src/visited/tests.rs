//! The sets that grow by themselves, against a set of the standard library.
use super::{Bytes, Compact, LockFree};
use crate::core::{Cost, Full, Indexed, Mark, Rng, Room, StateSpace, Visited, VisitedSet};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// The numbers below this one, without edges.
#[derive(Debug)]
pub(super) struct Numbers(pub(super) u64);
impl StateSpace for Numbers {
    type State = u64;
    fn initial_states(&self) -> Vec<u64> {
        vec![0]
    }
    fn is_goal(&self, _: u64) -> bool {
        false
    }
    fn expand(&self, _: u64, _: impl FnMut(u64, Cost)) {}
}
impl Indexed for Numbers {
    fn indices(&self) -> u64 {
        self.0
    }
    fn index(&self, state: u64) -> u64 {
        state
    }
}

/// Of as many bits as there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layer(u8);
impl Mark for Layer {
    const BITS: u32 = 8;
    fn pack(self) -> u8 {
        self.0
    }
    fn unpack(bits: u8) -> Self {
        Self(bits)
    }
}

const ROOM: Room = Room { threads: 1, bytes: 1 << 30 };

fn agrees_with_a_hash_map<V: VisitedSet<Numbers>>(space: &Numbers, draw: impl Fn(&mut Rng) -> u64) {
    let mut set = V::Map::<Layer>::new(space, ROOM).expect("room enough");
    let mut rng = Rng::new(1, 0);
    for round in 0..3 {
        let mut model = HashMap::new();
        for layer in 1..=255 {
            let mut states: Vec<u64> = (0..rng.pick(1200)).map(|_| draw(&mut rng)).collect();
            let met = states.iter().copied().filter(|s| model.get(s) == Some(&Layer(layer - 1))).min();
            let mut new = Vec::new();
            for &state in &states {
                model.entry(state).or_insert_with(|| {
                    new.push(state);
                    Layer(layer)
                });
            }
            let sought = |mark| mark == Layer(layer - 1);
            let batch = set.insert_batch(space, &mut states, Layer(layer), sought).expect("room enough");
            assert_eq!((&states[..batch.new], batch.met), (&new[..], met), "{} layer {layer}", V::NAME);
        }
        for (&state, &mark) in &model {
            assert_eq!(set.get(space, state), Some(mark));
        }
        let absent = (0..1000).map(|_| draw(&mut rng)).filter(|s| !model.contains_key(s));
        assert!(absent.take(100).all(|state| set.get(space, state).is_none()));
        let inserted: Vec<u64> = model.keys().copied().collect();
        set.clear(space, (round == 0).then_some(&inserted)).expect("room enough");
        assert!(inserted.iter().all(|&state| set.get(space, state).is_none()), "{} is empty", V::NAME);
    }
}

#[test]
fn growing_sets_agree_with_a_hash_map() {
    let word = |rng: &mut Rng| match rng.pick(20) {
        0 => 0,
        1 => u64::MAX,
        2..10 => rng.pick(4000) as u64,
        _ => (rng.pick(1 << 18) as u64).wrapping_mul(0x1234_5678_9ABC_DEF1),
    };
    agrees_with_a_hash_map::<LockFree>(&Numbers(1), word);
    agrees_with_a_hash_map::<Bytes>(&Numbers(70_000), |rng| rng.pick(70_000) as u64);
    for indices in [1, 1000, 70_000, 1 << 22, (1 << 32) - 1] {
        agrees_with_a_hash_map::<Compact>(&Numbers(indices), |rng| match rng.pick(2) {
            0 => rng.pick(indices as usize) as u64,
            _ => rng.pick(60_000) as u64 * 1009 % indices,
        });
    }
}

#[test]
fn a_short_list_empties_a_crowded_table() {
    // After a sweep by list nothing may be left, displaced states least of all.
    fn check<V: VisitedSet<Numbers>>() {
        let space = Numbers(1 << 20);
        let mut set = V::Map::<()>::new(&space, ROOM).expect("room enough");
        let mut all: Vec<u64> = (0..500_000).collect();
        set.insert_batch(&space, &mut all, (), |()| false).expect("room enough");
        set.clear(&space, None).expect("room enough");
        for round in 0..20 {
            let some: Vec<u64> = (0..30_000).map(|i| i * 31 + round).collect();
            let batch = set.insert_batch(&space, &mut some.clone(), (), |()| false).expect("room enough");
            assert_eq!(batch.new, some.len(), "{} round {round}", V::NAME);
            set.clear(&space, Some(&some)).expect("room enough");
        }
    }
    check::<LockFree>();
    check::<Compact>();
}

#[test]
fn of_racing_inserts_exactly_one_wins_while_the_table_grows() {
    fn check<V: VisitedSet<Numbers>>(threads: usize) {
        const STATES: u64 = 100_000;
        let space = Numbers(STATES);
        let set = V::Map::<()>::new(&space, Room { threads, ..ROOM }).expect("room enough");
        let won: Vec<AtomicUsize> = (0..STATES).map(|_| AtomicUsize::new(0)).collect();
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    // Every thread tries every state, all in the same order.
                    for first in (0..STATES).step_by(200) {
                        let mut states: Vec<u64> = (first..first + 200).collect();
                        let batch =
                            set.insert_batch(&space, &mut states, (), |()| false).expect("room enough");
                        for &state in &states[..batch.new] {
                            won[state as usize].fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
        assert!(won.iter().all(|wins| wins.load(Relaxed) == 1), "{}", V::NAME);
    }
    for threads in [2, 4, 8] {
        check::<LockFree>(threads);
        check::<Compact>(threads);
        check::<Bytes>(threads);
    }
}

#[test]
fn a_set_without_room_is_full_in_mid_layer_and_good_again_once_cleared() {
    fn check<V: VisitedSet<Numbers>>(room: u64, at_least: u64) {
        let space = Numbers(1 << 20);
        let mut set = V::Map::<()>::new(&space, Room { threads: 1, bytes: room }).expect("room to start");
        for _ in 0..2 {
            let mut held = 0;
            let full = (0..4000).find_map(|batch| {
                let mut states: Vec<u64> = (0..256).map(|i| batch * 256 + i).collect();
                let inserted = set.insert_batch(&space, &mut states, (), |()| false);
                held += inserted.map_or(0, |batch| batch.new as u64);
                inserted.err()
            });
            assert!(full.expect("a million states do not fit").needed > room, "{}", V::NAME);
            assert!(held >= at_least, "{}: {held} states", V::NAME);
            assert!(<V::Map<()> as Visited<Numbers, ()>>::bytes(&set) <= room);
            set.clear(&space, None).expect("room to start");
            assert_eq!(set.get(&space, 5), None);
        }
    }
    // Both the old table and the new one must fit, and large ones grow by what fits.
    check::<LockFree>(1 << 20, 45_000);
    check::<Compact>(1 << 20, 90_000);
}

#[test]
fn a_set_that_cannot_start_says_how_much_it_needs() {
    let room = Room { threads: 1, bytes: 100 };
    let needs = |full: Result<Full, ()>| full.map(|full| full.needed);
    let space = Numbers(1 << 20);
    assert_eq!(
        needs(<LockFree as VisitedSet<Numbers>>::Map::<()>::new(&space, room).err().ok_or(())),
        Ok(8192)
    );
    assert_eq!(
        needs(<Compact as VisitedSet<Numbers>>::Map::<()>::new(&space, room).err().ok_or(())),
        Ok(4096)
    );
    assert_eq!(
        needs(<Bytes as VisitedSet<Numbers>>::Map::<()>::new(&space, room).err().ok_or(())),
        Ok(1 << 20)
    );
}

#[test]
fn another_space_may_have_another_size() {
    fn check<V: VisitedSet<Numbers>>() {
        let mut set = V::Map::<()>::new(&Numbers(100), ROOM).expect("room enough");
        set.insert_batch(&Numbers(100), &mut [1, 99], (), |()| false).expect("room enough");
        let larger = Numbers(1 << 24);
        set.clear(&larger, Some(&[1, 99])).expect("room enough");
        let batch = set.insert_batch(&larger, &mut [(1 << 24) - 1, 99], (), |()| false);
        assert_eq!(batch.map(|batch| batch.new), Ok(2), "{}", V::NAME);
    }
    check::<LockFree>();
    check::<Compact>();
    check::<Bytes>();
}

#[test]
fn five_million_states_take_the_bytes_promised() {
    fn bytes_a_state<V: VisitedSet<Numbers>>() -> f64 {
        let space = Numbers(1 << 36);
        let set = V::Map::<()>::new(&space, ROOM).expect("room enough");
        let mut most = 0.0_f64;
        for first in (0..8_000_000).step_by(100_000) {
            let mut states: Vec<u64> = (first..first + 100_000).map(|i| i * 4099).collect();
            set.insert_batch(&space, &mut states, (), |()| false).expect("room enough");
            if first >= 5_000_000 {
                let bytes = <V::Map<()> as Visited<Numbers, ()>>::bytes(&set);
                most = most.max(bytes as f64 / (first + 100_000) as f64);
            }
        }
        most
    }
    let (lockfree, compact) = (bytes_a_state::<LockFree>(), bytes_a_state::<Compact>());
    assert!(lockfree <= 12.0, "lockfree: {lockfree} B");
    assert!(compact <= 6.0, "compact: {compact} B");
}
