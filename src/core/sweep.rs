//! Capability: whole layers in machine words, for word-parallel exploration.
use super::StateSpace;

/// Capability: states that fall into groups of a few machine words, a bit each, so that
/// many moves of all states of a group are a few operations on its words.
///
/// A state lies in [`Sweep::copies`] groups, at most once in each. The steps of
/// all its groups together make each of its moves once.
pub trait Sweep<S: StateSpace, const WORDS: usize>: Send + Sync {
    /// The groups of the space that `space` searches.
    fn new(space: &S) -> Self;
    /// The number of groups.
    fn groups(&self) -> u64;
    /// The number of groups that each state lies in.
    fn copies(&self) -> u64;
    /// What the states of group `number` have in common, its frame.
    fn frame(&self, number: u64) -> u64;
    /// The frame of the group after that of `frame`; anything after the last.
    /// Mark the implementation `#[inline]`.
    fn next_frame(&self, frame: u64) -> u64;
    /// Gives what is one edge away from the states of `from.now` to `put`, in all its
    /// groups; states may be left out that `from.seen` holds, and given more than
    /// once. Returns the number of edges. Mark the implementation `#[inline]`.
    fn step(&self, from: Group<WORDS>, put: impl FnMut(usize, [u64; WORDS])) -> u64;
    /// Gives every group of `state` to `put`: its number, and the state's bit in its words.
    fn places(&self, state: S::State, put: impl FnMut(usize, [u64; WORDS]));
}

/// A group in the middle of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Group<const WORDS: usize> {
    /// Its number.
    pub number: usize,
    /// What its states have in common.
    pub frame: u64,
    /// Its states in the layer: at least one.
    pub now: [u64; WORDS],
    /// Its states met so far, the layer among them.
    pub seen: [u64; WORDS],
}
