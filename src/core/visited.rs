//! Visited sets: what a search remembers of the states that it has met.
use super::StateSpace;
use std::cell::Cell;

/// What a search remembers of a state, in a few bits that are never all zero.
pub trait Mark: Copy + Send + Sync + 'static {
    /// Bits needed, 1 to 8.
    const BITS: u32;
    /// Between 1 and `2^BITS - 1`.
    fn pack(self) -> u8;
    /// The inverse of [`Mark::pack`].
    fn unpack(bits: u8) -> Self;
}

/// Met, and no more.
impl Mark for () {
    const BITS: u32 = 1;
    #[inline]
    fn pack(self) -> u8 {
        1
    }
    #[inline]
    fn unpack(_: u8) {}
}

/// The room that a run may need.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Threads that insert at the same time, at least 1.
    pub threads: usize,
    /// Bytes that the set may occupy.
    pub bytes: u64,
}

/// What became of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Batch<K> {
    /// States that were new; they now lead the batch, in their order.
    pub new: usize,
    /// The smallest state whose mark was one of those sought.
    pub met: Option<K>,
}

/// The set may not grow to hold what was asked of it. The search that meets
/// this ends with [`Limit::Memory`](super::Limit::Memory), never with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// Bytes that would have been needed, at least.
    pub needed: u64,
}

/// A concurrent map from the states of `S` to marks, filled in phases: all the
/// inserts between two barriers carry the same mark, and marks never change.
/// That is what a layer is, and it lets every set work without a wait.
pub trait Visited<S: StateSpace, M: Mark>: Send + Sync + Sized {
    /// A look-up is a few instructions: a search does better to insert each
    /// state as it is generated than to gather a batch of them.
    const AT_ONCE: bool = false;
    /// An empty map.
    ///
    /// # Errors
    /// [`Full`] if even the empty map needs more than `room.bytes`.
    fn new(space: &S, room: Room) -> Result<Self, Full>;
    /// Inserts `states` and moves those that were new to the front; of any
    /// racing inserts of a state exactly one finds it new. The others keep the
    /// mark that they had, and one that is `sought` is a meeting.
    ///
    /// # Errors
    /// [`Full`] if the map would outgrow its room; then it may hold any part of
    /// the batch, and only [`Visited::clear`] with `None` makes it usable again.
    fn insert_batch(
        &self,
        space: &S,
        states: &mut [S::State],
        mark: M,
        sought: impl Fn(M) -> bool,
    ) -> Result<Batch<S::State>, Full>;
    /// Inserts one state as [`Visited::insert_batch`] does: `None` if it is new, else the mark that it had.
    ///
    /// # Errors
    /// [`Full`] as there.
    #[inline]
    fn insert(&self, space: &S, state: S::State, mark: M) -> Result<Option<M>, Full> {
        let held = Cell::new(None);
        let note = |mark| {
            held.set(Some(mark));
            false
        };
        let batch = self.insert_batch(space, &mut [state], mark, note)?;
        Ok(if batch.new == 1 { None } else { held.get() })
    }
    /// The mark of `state`, once the phase that inserted it is over.
    fn get(&self, space: &S, state: S::State) -> Option<M>;
    /// Empties the map, ready for `space`. With `inserted`, everything inserted
    /// since it was last empty, a small search pays for what it touched only.
    ///
    /// # Errors
    /// [`Full`] if `space` needs more than the map's room.
    fn clear(&mut self, space: &S, inserted: Option<&[S::State]>) -> Result<(), Full>;
    /// Bytes that the map occupies now.
    fn bytes(&self) -> u64;
}

/// A family of maps that fits the space `S`: the algorithm picks the mark.
pub trait VisitedSet<S: StateSpace>: 'static {
    /// Registry name: kebab-case.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// All of its memory is taken at the start: its bytes are known before a search.
    const FIXED: bool = false;
    /// The map.
    type Map<M: Mark>: Visited<S, M>;
}
