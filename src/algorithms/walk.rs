//! One depth-first walk under a bound: the inner loop of iterative deepening.
use super::deepening::Iteration;
use super::subtrees::Subtree;
use super::transposition::Transposition;
use crate::core::{Cost, Heuristic, Limit, Limits, Outcome, StateSpace, Stats, Stopped};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Expansions between two looks at the limits.
const PATIENCE: u64 = 1024;
/// Longest path in states: the walk recurs once a state, and stacks are finite.
/// A search that would go deeper ends with a memory limit.
const LONGEST: usize = 1000;

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Limit(Limit),
    Stopped(Stopped),
}
impl Halt {
    pub(super) fn outcome<K>(self) -> Outcome<K> {
        match self {
            Self::Limit(limit) => Outcome::Limit(limit),
            Self::Stopped(why) => why.into(),
        }
    }
}

/// What the walks of a search share: its limits, and who may still win.
#[derive(Debug)]
pub(super) struct Control<'a> {
    limits: &'a Limits,
    /// Expansions that no walk has taken yet.
    budget: AtomicU64,
    halted: AtomicBool,
    halt: Mutex<Option<Halt>>,
    /// The first subtree, in sequential order, that holds a solution so far.
    best: AtomicUsize,
}
impl<'a> Control<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            budget: AtomicU64::new(limits.nodes),
            halted: AtomicBool::new(false),
            halt: Mutex::new(None),
            best: AtomicUsize::new(usize::MAX),
        }
    }
    pub(super) fn halted(&self) -> Option<Halt> {
        *self.halt.lock().expect("nothing panics while it holds the lock")
    }
    fn halt(&self, why: Halt) {
        self.halt.lock().expect("nothing panics while it holds the lock").get_or_insert(why);
        self.halted.store(true, Relaxed);
    }
    /// Notes that subtree `index` holds a solution.
    pub(super) fn won(&self, index: usize) {
        self.best.fetch_min(index, Relaxed);
    }
    /// Whether subtree `index` cannot matter any more.
    pub(super) fn lost(&self, index: usize) -> bool {
        self.best.load(Relaxed) < index || self.halted.load(Relaxed)
    }
    /// Expansions that a walk may do before it asks again; 0: it must end.
    fn grant(&self) -> u64 {
        if let Some(why) = self.limits.stop.stopped() {
            self.halt(Halt::Stopped(why));
            return 0;
        }
        let take = |left: u64| (left > 0).then(|| left - left.min(PATIENCE));
        let Ok(left) = self.budget.fetch_update(Relaxed, Relaxed, take) else {
            self.halt(Halt::Limit(Limit::Nodes));
            return 0;
        };
        left.min(PATIENCE)
    }
}

/// Counters of a walk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    generated: u64,
    duplicates: u64,
    evaluated: u64,
    longest: u64,
}
impl Counts {
    pub(super) fn add(&mut self, more: &Self) {
        self.expanded += more.expanded;
        self.generated += more.generated;
        self.duplicates += more.duplicates;
        self.evaluated += more.evaluated;
        self.longest = self.longest.max(more.longest);
    }
    pub(super) fn add_to(&self, stats: &mut Stats) {
        stats.expanded += self.expanded;
        stats.generated += self.generated;
        stats.duplicates += self.duplicates;
        stats.evaluated += self.evaluated;
        stats.max_visited = stats.max_visited.max(self.longest);
    }
}

/// A walk in progress.
pub(super) struct Walk<'a, S: StateSpace, H, T> {
    space: &'a S,
    heuristic: &'a H,
    table: &'a T,
    control: &'a Control<'a>,
    bound: Cost,
    next: Cost,
    pub(super) path: Vec<S::State>,
    pub(super) counts: Counts,
    granted: u64,
    /// It has found a solution of this cost, which `path` leads to.
    found: Option<Cost>,
    /// It must not go on: found, halted or lost.
    over: bool,
    /// Number of the subtree that it walks.
    index: usize,
    /// Paths of so many states are not followed but collected.
    split: usize,
    pub(super) subtrees: Vec<Subtree<S::State>>,
}
impl<'a, S: StateSpace, H: Heuristic<S>, T: Transposition<S::State>> Walk<'a, S, H, T> {
    pub(super) fn new(
        space: &'a S,
        heuristic: &'a H,
        table: &'a T,
        control: &'a Control<'a>,
        bound: Cost,
    ) -> Self {
        Self {
            space,
            heuristic,
            table,
            control,
            bound,
            next: Cost::MAX,
            path: Vec::new(),
            counts: Counts::default(),
            granted: 0,
            found: None,
            over: false,
            index: 0,
            split: usize::MAX,
            subtrees: Vec::new(),
        }
    }
    /// Collects the subtrees `depth` moves from the start instead of walking them.
    pub(super) fn split_at(mut self, depth: usize) -> Self {
        self.split = depth + 1;
        self
    }
    /// Walks subtree `index`, and gives up once an earlier one holds a solution.
    pub(super) fn of_subtree(mut self, index: usize) -> Self {
        self.index = index;
        self
    }

    /// Walks from the initial states.
    pub(super) fn start(&mut self, initial: &[S::State]) {
        for &state in initial {
            if self.over {
                break;
            }
            self.reach(state, 0);
        }
    }
    /// Walks a subtree that another walk collected.
    pub(super) fn resume(&mut self, subtree: &Subtree<S::State>) {
        self.path.clone_from(&subtree.path);
        let state = subtree.path[subtree.path.len() - 1];
        if self.table.enter(state, self.bound - subtree.g) {
            self.descend(state, subtree.g);
        }
    }
    /// What the walk found, and its path for reuse.
    pub(super) fn finish(self) -> (Iteration<S::State>, Vec<S::State>) {
        self.control.budget.fetch_add(self.granted, Relaxed);
        let next = (self.next < Cost::MAX).then_some(self.next);
        let Self { counts: tally, mut path, found, .. } = self;
        if let Some(cost) = found {
            return (Iteration { tally, next, solution: Some((path, cost)) }, Vec::new());
        }
        path.clear();
        (Iteration { tally, next, solution: None }, path)
    }

    /// `state` was reached at the cost `g`: goes on from there if it is within the bound.
    #[inline]
    fn reach(&mut self, state: S::State, g: Cost) {
        if !H::BLIND {
            self.counts.evaluated += 1;
            let f = g.saturating_add(self.heuristic.h(self.space, state));
            if f > self.bound {
                self.next = self.next.min(f);
                return;
            }
        } else if g > self.bound {
            self.next = self.next.min(g);
            return;
        }
        if T::NAME.is_some() && !self.table.enter(state, self.bound - g) {
            self.counts.duplicates += 1;
            return;
        }
        self.path.push(state);
        if self.space.is_goal(state) {
            self.found = Some(g);
            self.over = true;
            return;
        }
        if H::BLIND && g == self.bound {
            // Every successor lies beyond the bound: no need to make them.
            self.next = self.next.min(g + 1);
        } else if self.path.len() == self.split {
            self.subtrees.push(Subtree { path: self.path.clone(), g, before: self.counts });
        } else {
            self.descend(state, g);
        }
        if self.found.is_none() {
            self.path.pop();
        }
    }

    /// Expands `state`, the last of the path.
    fn descend(&mut self, state: S::State, g: Cost) {
        if self.granted == 0 && !self.may_go_on() {
            self.over = true;
            return;
        }
        if self.path.len() > LONGEST {
            self.control.halt(Halt::Limit(Limit::Memory));
            self.over = true;
            return;
        }
        self.granted -= 1;
        self.counts.expanded += 1;
        self.counts.longest = self.counts.longest.max(self.path.len() as u64);
        let space = self.space;
        space.expand(state, |child, cost| {
            if self.over {
                return;
            }
            self.counts.generated += 1;
            if self.path.contains(&child) {
                self.counts.duplicates += 1;
            } else {
                self.reach(child, g + cost);
            }
        });
    }

    #[cold]
    fn may_go_on(&mut self) -> bool {
        if self.control.lost(self.index) {
            return false;
        }
        self.granted = self.control.grant();
        self.granted > 0
    }
}
