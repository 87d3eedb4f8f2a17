//! Capability: whole layers in machine words, for word-parallel exploration.
use super::StateSpace;

/// Capability: the states fall into groups of up to 64, a machine word each,
/// and the moves inside a group are a few operations on its word.
///
/// A state lies in [`Sweep::copies`] groups, at most once in each, and every
/// edge lies inside exactly one: with look-alike pieces on a board, a group is
/// the places of one piece while the others stand still.
pub trait Sweep: StateSpace {
    /// The number of groups.
    fn groups(&self) -> u64;
    /// The number of groups that each state lies in.
    fn copies(&self) -> u64;
    /// What the states of group `number` have in common, its frame.
    fn frame(&self, number: u64) -> u64;
    /// The frame of the group after that of `frame`; anything after the last.
    /// Mark the implementation `#[inline]`.
    fn next_frame(&self, frame: u64) -> u64;
    /// The states one edge away from those of `now` inside the group of
    /// `frame`, and the number of edges. Mark the implementation `#[inline]`.
    fn step(&self, frame: u64, now: u64) -> (u64, u32);
    /// The state of one bit in the group of `frame`.
    fn state(&self, frame: u64, bit: u64) -> Self::State;
    /// Gives every group of `state` to `put`: its number, and the state's bit
    /// in its word. Mark the implementation `#[inline]`.
    fn places(&self, state: Self::State, put: impl FnMut(usize, u64));
}
