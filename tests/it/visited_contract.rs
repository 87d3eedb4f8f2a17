//! The contract of visited sets, on every registered one, and on broken ones that must fail it.
use crate::graph::Graph;
use searchrig::core::{Batch, Full, Mark, Room, StateSpace, Visited, VisitedSet};
use searchrig::visited::{self, Visitor};
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A mark of eight bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label(u8);
impl Mark for Label {
    const BITS: u32 = 8;
    fn pack(self) -> u8 {
        self.0
    }
    fn unpack(bits: u8) -> Self {
        Self(bits)
    }
}

/// States, without edges: the sets need no more.
fn space(states: usize) -> Graph {
    Graph::new(states, &[], &[0], &[0])
}
const STATES: u64 = 20_000;
const PLENTY: Room = Room { threads: 8, bytes: 1 << 30 };

fn insert<M: Mark>(set: &impl Visited<Graph, M>, space: &Graph, states: &[u64], mark: M) -> Batch<u64> {
    set.insert_batch(space, &mut states.to_vec(), mark, |_| false).expect("room")
}

fn one_thread<V: VisitedSet<Graph>>() {
    let space = space(STATES as usize);
    let mut set = V::Map::<Label>::new(&space, PLENTY).expect("room");
    // A repeat within a batch is new once, and what is new leads the batch in its order.
    let mut batch = [9, 5, 9, 7, 5];
    let found = set.insert_batch(&space, &mut batch, Label(1), |_| false).expect("room");
    assert_eq!((found.new, found.met, &batch[..3]), (3, None, &[9, 5, 7][..]), "{}", V::NAME);
    // A state keeps its first mark, and the smallest that carries a sought one is the meeting.
    let mut batch = [7, 4, 5, 3];
    let found = set.insert_batch(&space, &mut batch, Label(200), |held| held == Label(1)).expect("room");
    assert_eq!((found.new, found.met, &batch[..2]), (2, Some(5), &[4, 3][..]), "{}", V::NAME);
    assert_eq!(set.insert(&space, 5, Label(9)), Ok(Some(Label(1))), "{}", V::NAME);
    let held: Vec<_> = [3, 4, 5, 7, 9, 6, 0].iter().map(|&s| set.get(&space, s)).collect();
    let first = [Some(200), Some(200), Some(1), Some(1), Some(1), None, None];
    assert_eq!(held, first.map(|m| m.map(Label)), "{}", V::NAME);
    // Emptied by its list, or without one, it is as new.
    for list in [Some(&[9, 5, 7, 4, 3][..]), None] {
        set.clear(&space, list).expect("room");
        assert!((0..STATES).all(|state| set.get(&space, state).is_none()), "{}", V::NAME);
        assert_eq!(insert(&set, &space, &[9, 5, 7, 4, 3], Label(3)).new, 5, "{}", V::NAME);
    }
    // It serves a larger space, and a smaller one, after it.
    for states in [3 * STATES, 40] {
        let other = self::space(states as usize);
        set.clear(&other, None).expect("room");
        let all: Vec<u64> = (0..states).collect();
        assert_eq!(insert(&set, &other, &all, Label(2)).new, all.len(), "{}", V::NAME);
        assert_eq!(insert(&set, &other, &all, Label(4)).new, 0, "{}", V::NAME);
        assert_eq!(set.get(&other, states - 1), Some(Label(2)), "{}", V::NAME);
        assert!(set.bytes() > 0, "{}", V::NAME);
    }
}

/// Two to eight threads race for the same states: each has one winner, and the mark of the phase that had it first.
fn many_threads<V: VisitedSet<Graph>, M: Mark + PartialEq + std::fmt::Debug>(marks: [M; 3]) {
    let space = space(STATES as usize);
    let mut set = V::Map::<M>::new(&space, PLENTY).expect("room");
    for threads in 2..=8 {
        // One that was cleared, or a new one, which grows meanwhile.
        set.clear(&space, None).expect("room");
        if threads % 2 == 0 {
            set = V::Map::<M>::new(&space, PLENTY).expect("room");
        }
        let mut expected: HashMap<u64, M> = HashMap::new();
        for (phase, mark) in (1..).zip(marks) {
            // Every thread inserts all multiples of the phase, in batches, from another place on.
            let states: Vec<u64> = (0..STATES / 3).map(|i| i * phase % STATES).collect();
            let winners: Vec<AtomicU32> = (0..STATES).map(|_| AtomicU32::new(0)).collect();
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let (set, space, states, winners) = (&set, &space, &states, &winners);
                    scope.spawn(move || {
                        let (ahead, behind) = states.split_at(states.len() * (thread % 2) / 3);
                        for part in [behind, ahead] {
                            for batch in part.chunks(100) {
                                let mut batch = batch.to_vec();
                                if thread % 3 == 1 {
                                    // This one inserts state by state.
                                    let new = |state| set.insert(space, state, mark).expect("room").is_none();
                                    batch.retain(|&state| new(state));
                                } else {
                                    let found = set.insert_batch(space, &mut batch, mark, |_| false);
                                    batch.truncate(found.expect("room").new);
                                }
                                for state in batch {
                                    winners[state as usize].fetch_add(1, Relaxed);
                                }
                            }
                        }
                    });
                }
            });
            let inserted: HashSet<u64> = states.into_iter().collect();
            for (state, winners) in (0..).zip(&winners) {
                let fresh = inserted.contains(&state) && !expected.contains_key(&state);
                let winners = winners.load(Relaxed);
                assert_eq!(winners, u32::from(fresh), "{}, {threads} threads: {state}", V::NAME);
                if fresh {
                    expected.insert(state, mark);
                }
            }
            assert!((0..STATES).all(|s| set.get(&space, s) == expected.get(&s).copied()), "{}", V::NAME);
        }
    }
}

/// Too little room is `Full`, at the start or later, and never a state forgotten.
fn little_room<V: VisitedSet<Graph>>() {
    let space = space(STATES as usize);
    let room = Room { threads: 2, bytes: 1000 };
    let Ok(mut set) = V::Map::<Label>::new(&space, room) else {
        return;
    };
    for _ in 0..2 {
        let all: Vec<u64> = (0..STATES).collect();
        let full = all
            .chunks(100)
            .find_map(|batch| set.insert_batch(&space, &mut batch.to_vec(), Label(1), |_| false).err());
        let Some(Full { needed }) = full else {
            panic!("{} puts {STATES} states into {} bytes", V::NAME, room.bytes);
        };
        assert!(needed > room.bytes, "{}", V::NAME);
        set.clear(&space, None).expect("room");
        assert_eq!(insert(&set, &space, &[1], Label(1)).new, 1, "{}", V::NAME);
    }
}

fn contract<V: VisitedSet<Graph>>() {
    one_thread::<V>();
    many_threads::<V, ()>([(); 3]);
    many_threads::<V, Label>([Label(1), Label(127), Label(255)]);
    little_room::<V>();
}

struct Contract(Vec<&'static str>);
impl Visitor<Graph> for Contract {
    fn visit<V: VisitedSet<Graph>>(&mut self) {
        contract::<V>();
        self.0.push(V::NAME);
    }
}

#[test]
fn every_visited_set_keeps_the_contract() {
    let mut tested = Contract(Vec::new());
    visited::for_each(&mut tested);
    assert!(tested.0.len() >= 5, "{:?}", tested.0);
}

/// A set with one flaw, for the control.
struct Broken<M, const FLAW: u8>(Mutex<HashMap<u64, M>>);
struct BrokenSet<const FLAW: u8>;
const TWO_WINNERS: u8 = 0;
const FORGETS: u8 = 1;
const OVERWRITES: u8 = 2;
const NEVER_FULL: u8 = 3;
const KEEPS_OLD: u8 = 4;
impl<const FLAW: u8> VisitedSet<Graph> for BrokenSet<FLAW> {
    const NAME: &'static str = "broken";
    const ABOUT: &'static str = "It forgets";
    type Map<M: Mark> = Broken<M, FLAW>;
}
impl<M: Mark, const FLAW: u8> Visited<Graph, M> for Broken<M, FLAW> {
    fn new(_: &Graph, room: Room) -> Result<Self, Full> {
        let refuse = FLAW != NEVER_FULL && room.bytes < 2000;
        if refuse { Err(Full { needed: 2000 }) } else { Ok(Self(Mutex::default())) }
    }
    fn insert_batch(
        &self,
        _: &Graph,
        states: &mut [u64],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<u64>, Full> {
        let mut batch = Batch { new: 0, met: None };
        for i in 0..states.len() {
            let state = states[i];
            let held = self.0.lock().expect("no panic").get(&state).copied();
            if FLAW == TWO_WINNERS {
                std::thread::yield_now(); // another thread may come between look and leap
            }
            if held.is_none() || FLAW == OVERWRITES {
                let rival = self.0.lock().expect("no panic").insert(state, mark);
                if FLAW == FORGETS && state == 77 {
                    self.0.lock().expect("no panic").remove(&state);
                }
                if held.is_none() && (rival.is_none() || FLAW == TWO_WINNERS) {
                    states[batch.new] = state;
                    batch.new += 1;
                }
            }
            if held.is_some_and(&sought) {
                batch.met = Some(batch.met.map_or(state, |met: u64| met.min(state)));
            }
        }
        Ok(batch)
    }
    fn get(&self, _: &Graph, state: u64) -> Option<M> {
        self.0.lock().expect("no panic").get(&state).copied()
    }
    fn clear(&mut self, _: &Graph, _: Option<&[<Graph as StateSpace>::State]>) -> Result<(), Full> {
        if FLAW != KEEPS_OLD {
            self.0.lock().expect("no panic").clear();
        }
        Ok(())
    }
    fn bytes(&self) -> u64 {
        1
    }
}

#[test]
fn control_each_broken_set_is_caught() {
    let caught = |contract: fn()| catch_unwind(AssertUnwindSafe(contract)).is_err();
    assert!(caught(contract::<BrokenSet<TWO_WINNERS>>), "two winners");
    assert!(caught(contract::<BrokenSet<FORGETS>>), "a state forgotten");
    assert!(caught(contract::<BrokenSet<OVERWRITES>>), "a mark overwritten");
    assert!(caught(contract::<BrokenSet<NEVER_FULL>>), "a limit ignored");
    assert!(caught(contract::<BrokenSet<KEEPS_OLD>>), "a set not emptied");
}
