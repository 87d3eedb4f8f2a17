//! The expansion of one layer, in every search by layers: who does it, what came of it,
//! and the small layers at the start, which one worker expands in order.
use crate::core::{Full, Key, Limits, Outcome, StateSpace, Stats, Stopped};

/// Smaller layers are expanded by one worker: waking a second one takes as long.
const ALONE: usize = 2048;
/// Edges that a worker gathers before it asks the visited set, and between two looks at
/// whether a goal was met: many enough to hide the latency of memory, few enough to stay in the first cache.
pub(super) const BATCH: usize = 256;
/// Expansions between two looks at the stop flag.
pub(super) const PATIENCE: usize = 1024;

/// Who expands a layer. It depends on sizes only, never on the number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// One worker; it and all layers before it were small, and lie in the order in
    /// which they were generated: the search may stop in the middle of it.
    InOrder,
    /// One worker, to the end.
    Alone,
    /// All workers, to the end.
    Together,
}
impl Pace {
    /// That of the next layer, of so many states.
    pub(super) fn next(self, states: usize) -> Self {
        match self {
            _ if states >= ALONE => Self::Together,
            Self::InOrder => Self::InOrder,
            _ => Self::Alone,
        }
    }
}

/// What the expansion of a layer did besides the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<K> {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The smallest state that was met: a new one that is a goal, or one of the other side.
    pub(super) met: Option<K>,
    /// Why the layer was not finished.
    pub(super) halt: Option<Halt>,
}

/// Why a layer was not finished.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halt {
    /// The visited set is full.
    Full(Full),
    /// The stop flag was raised.
    Stopped(Stopped),
}

impl From<Full> for Halt {
    fn from(full: Full) -> Self {
        Self::Full(full)
    }
}
impl<K> From<Halt> for Outcome<K> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Full(full) => full.into(),
            Halt::Stopped(why) => why.into(),
        }
    }
}

impl<K: Key> Step<K> {
    pub(super) const NONE: Self = Self { expanded: 0, generated: 0, met: None, halt: None };

    /// What two workers did.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            met: self.met.into_iter().chain(other.met).min(),
            halt: self.halt.or(other.halt),
        }
    }
    /// Adds the counts to those of the search; the next layer has `new` states.
    pub(super) fn count(&self, new: usize, stats: &mut Stats) {
        stats.expanded += self.expanded;
        stats.generated += self.generated;
        stats.duplicates += self.generated - new as u64;
        stats.edges.push(self.generated);
    }
    /// A goal, or a state of the other side, was met.
    pub(super) fn meet(&mut self, goal: K) {
        self.met = Some(self.met.map_or(goal, |met| met.min(goal)));
    }
    pub(super) fn full(&mut self, full: Full) {
        self.halt = Some(full.into());
    }
    /// Notes that the stop flag is raised, if it is.
    pub(super) fn look_at_flag(&mut self, limits: &Limits) -> bool {
        let why = limits.stop.stopped();
        self.halt = self.halt.or(why.map(Halt::Stopped));
        why.is_some()
    }

    /// Expands the states of a small layer in their order. `insert` says which
    /// states are new; with [`Pace::InOrder`] a goal ends it at the next look.
    pub(super) fn in_order<S: StateSpace<State = K>>(
        &mut self,
        (space, is_goal): (&S, impl Fn(K) -> bool),
        layer: impl Iterator<Item = K>,
        (pace, limits): (Pace, &Limits),
        mut insert: impl FnMut(K) -> Result<bool, Full>,
    ) {
        let mut edges = 0;
        for (number, state) in layer.enumerate() {
            if number.is_multiple_of(PATIENCE) && self.look_at_flag(limits) {
                break;
            }
            self.expanded += 1;
            space.expand(state, |child, _| {
                edges += 1;
                match insert(child) {
                    Ok(new) if new && is_goal(child) => self.meet(child),
                    Ok(_) => {}
                    Err(full) => self.full(full),
                }
            });
            if edges >= BATCH {
                self.generated += std::mem::take(&mut edges) as u64;
                if self.halt.is_some() || pace == Pace::InOrder && self.met.is_some() {
                    break;
                }
            }
        }
        self.generated += edges as u64;
    }
}
