//! For the tests of domains: what must hold on a whole space, checked by plain code.
use crate::core::{Backward, BothWays, Cost, Domain, Group, Heuristic, Indexed, StateSpace, Sweep};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// Every state within reach of the instance's start, with its distance.
pub(super) fn distances<S: StateSpace>(space: &S, start: S::State) -> BTreeMap<S::State, Cost> {
    let mut found = BTreeMap::from([(start, 0)]);
    let (mut layer, mut depth) = (vec![start], 0);
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for state in layer {
            space.expand(state, |child, _| {
                found.entry(child).or_insert_with(|| {
                    next.push(child);
                    depth
                });
            });
        }
        layer = next;
    }
    found
}

/// States at each distance.
pub(super) fn layers<K: Ord>(distances: &BTreeMap<K, Cost>) -> Vec<u64> {
    let mut layers = Vec::new();
    for &distance in distances.values() {
        layers.resize(layers.len().max(distance as usize + 1), 0);
        layers[distance as usize] += 1;
    }
    layers
}

pub(super) fn successors<S: StateSpace>(space: &S, state: S::State) -> Vec<S::State> {
    let mut successors = Vec::new();
    space.expand(state, |child, cost| {
        assert_eq!(cost, 1);
        successors.push(child);
    });
    successors.sort_unstable();
    successors
}

/// Checks on the space of `size`, which must be connected: all indices are
/// taken once and every edge has its reverse. Gives the number of edges.
pub(super) fn check_graph<D: Domain + Indexed>(size: &str) -> usize {
    let space = D::start(size.parse().expect("a size"), None).expect("a start");
    let states = distances(&space, space.initial_states()[0]);
    let mut indices: Vec<u64> = states.keys().map(|&state| space.index(state)).collect();
    indices.sort_unstable();
    assert!(indices.into_iter().eq(0..space.indices()), "{size}: the index is a bijection");
    let mut edges = 0;
    for &state in states.keys() {
        for child in successors(&space, state) {
            assert!(successors(&space, child).contains(&state), "{size}: {state:?} to {child:?} and back");
            edges += 1;
        }
    }
    edges
}

/// Checks the estimate for every state of `size` and every `stride`-th goal:
/// never above the distance, never falling by more than 1 along an edge. Gives
/// the number of pairs where it is less than the distance.
pub(super) fn check_estimate<D: Domain, H: Heuristic<D>>(size: &str, stride: usize) -> usize
where
    D::State: Debug,
{
    let space = D::start(size.parse().expect("a size"), None).expect("a start");
    let states: Vec<_> = distances(&space, space.initial_states()[0]).into_keys().collect();
    let mut below = 0;
    for &goal in states.iter().step_by(stride) {
        let instance = space.with_goal(goal).expect("any state may be the goal");
        let estimate = H::new(&instance);
        assert_eq!(estimate.h(&instance, goal), 0);
        for (state, distance) in distances(&instance, goal) {
            let h = estimate.h(&instance, state);
            assert!(h <= distance, "{size}: {state:?} to {goal:?} is {distance}, not {h}");
            below += usize::from(h < distance);
            instance.expand(state, |child, cost| {
                assert!(h <= cost + estimate.h(&instance, child), "{size}: {state:?}, {child:?}, {goal:?}");
            });
        }
    }
    below
}

/// Checks the estimate of the way back for every state within reach of the
/// start: never above the distance, never rising by more than 1 along an edge.
pub(super) fn check_way_back<D: Backward, H: BothWays<D>>(space: &D) {
    let estimate = H::new(space);
    let start = space.initial_states()[0];
    assert_eq!(estimate.h_back(space, start), 0);
    for (state, distance) in distances(space, start) {
        let h = estimate.h_back(space, state);
        assert!(h <= distance, "from {start:?} to {state:?} is {distance}, not {h}");
        space.expand(state, |child, cost| {
            let next = estimate.h_back(space, child);
            assert!(next <= h + cost, "{state:?}, {child:?}");
            assert_eq!(estimate.h_back_next(space, (state, h), child), next);
        });
    }
}

/// Checks that both texts of an instance, and the judge's, read back as the same.
pub(super) fn check_texts<D: Domain>(instances: &[D]) {
    let size = instances[0].size();
    assert_eq!(size.to_string().parse(), Ok(size));
    let text = D::write(instances);
    let read = D::read(size, &text).expect("what was written");
    assert_eq!(read.sets, [instances.len()]);
    assert_eq!(D::write(&read.instances), text);
    for (instance, again) in instances.iter().zip(&read.instances) {
        let (initial, goal) = (instance.initial_text(), instance.goal_text());
        let parsed = D::parse(size, &initial, &goal).expect("what was written");
        assert_eq!(parsed.initial_states(), instance.initial_states());
        assert_eq!((parsed.line(), again.line()), (instance.line(), instance.line()));
    }
}

/// Checks that the groups of `state` make all its moves, and each of them once.
pub(super) fn check_moves<S, const WORDS: usize>(space: &S, moves: &impl Sweep<S, WORDS>, state: S::State)
where
    S: StateSpace,
{
    let places = |state| {
        let mut places = Vec::new();
        moves.places(state, |group, bit| places.push((group, bit)));
        places
    };
    let (mut expected, mut count) = (BTreeSet::new(), 0);
    space.expand(state, |child, _| {
        expected.extend(places(child));
        count += 1;
    });
    let (mut found, mut edges) = (BTreeSet::new(), 0);
    let groups = places(state);
    assert_eq!(groups.len() as u64, moves.copies(), "{state:?}");
    for (number, now) in groups {
        let frame = moves.frame(number as u64);
        edges += moves.step(Group { number, frame, now, seen: now }, |group, word| {
            for bit in (0..64 * WORDS).filter(|bit| word[bit / 64] >> (bit % 64) & 1 == 1) {
                let mut one = [0; WORDS];
                one[bit / 64] = 1 << (bit % 64);
                found.insert((group, one));
            }
        });
    }
    assert_eq!(edges, count, "{state:?}");
    assert_eq!(found, expected, "{state:?}");
}
