//! One depth-first walk under a bound: the inner loop of iterative deepening.
use super::deepening::Iteration;
use super::race::Race;
use super::subtrees::Subtree;
use super::transposition::Transposition;
use crate::core::{Cost, Limit, Limits, Outcome, StateSpace, Stats, Stepwise, Stopped};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

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
    /// Of the subtrees, in sequential order.
    pub(super) race: Race,
}
impl<'a> Control<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            budget: AtomicU64::new(limits.nodes),
            halted: AtomicBool::new(false),
            halt: Mutex::new(None),
            race: Race::new(),
        }
    }
    pub(super) fn halted(&self) -> Option<Halt> {
        *self.halt.lock().expect("nothing panics while it holds the lock")
    }
    fn halt(&self, why: Halt) {
        self.halt.lock().expect("nothing panics while it holds the lock").get_or_insert(why);
        self.halted.store(true, Relaxed);
    }
    /// Whether subtree `index` cannot matter any more.
    pub(super) fn lost(&self, index: usize) -> bool {
        self.race.lost(index) || self.halted.load(Relaxed)
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
pub(super) struct Walk<'a, S: StateSpace, H: Stepwise<S>, T> {
    space: &'a S,
    heuristic: &'a H,
    table: &'a T,
    control: &'a Control<'a>,
    bound: Cost,
    next: Cost,
    counts: Counts,
    granted: u64,
    /// The states from the start to the present one, where anything needs them.
    path: Vec<S::State>,
    keep_path: bool,
    /// The cost of a goal that was reached, and the path there, from its end on.
    solution: Option<(Vec<S::State>, Cost)>,
    /// It must not go on: solved, halted, lost, or enough subtrees collected.
    over: bool,
    /// Number of the subtree that it walks.
    index: usize,
    /// Nodes so many moves from the start are not followed but collected, as far as there are not yet so many.
    split: Option<(usize, usize)>,
    pub(super) subtrees: Vec<Subtree<S::State, H::Node>>,
}
impl<'a, S: StateSpace, H: Stepwise<S>, T: Transposition<S::State>> Walk<'a, S, H, T> {
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
            counts: Counts::default(),
            granted: 0,
            path: Vec::new(),
            keep_path: H::CHECK_PATH,
            solution: None,
            over: false,
            index: 0,
            split: None,
            subtrees: Vec::new(),
        }
    }
    /// Collects the subtrees `depth` moves from the start instead of walking
    /// them, and stops as soon as there are `most`.
    pub(super) fn split_at(mut self, depth: usize, most: usize) -> Self {
        self.split = Some((depth, most));
        self.keep_path = true;
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
            let node = self.heuristic.root(self.space, state);
            let f = self.heuristic.estimate(node);
            self.counts.evaluated += u64::from(!H::BLIND);
            if f > self.bound {
                self.next = self.next.min(f);
            } else {
                self.visit(node, 0, 0);
            }
        }
    }
    /// Walks a subtree that another walk collected.
    pub(super) fn resume(&mut self, subtree: &Subtree<S::State, H::Node>) {
        let (&state, ancestors) = subtree.path.split_last().expect("a subtree has a root");
        if self.table.enter(state, self.bound - subtree.g) {
            self.path.clone_from(&subtree.path);
            self.descend(subtree.node, subtree.g, ancestors.len());
            if let Some((path, _)) = &mut self.solution {
                path.push(state);
                path.extend(ancestors.iter().rev());
            }
        }
    }
    /// What the walk found.
    pub(super) fn finish(self) -> Iteration<S::State> {
        self.control.budget.fetch_add(self.granted, Relaxed);
        let solution = self.solution.map(|(mut path, cost)| {
            path.reverse();
            (path, cost)
        });
        Iteration { tally: self.counts, next: (self.next < Cost::MAX).then_some(self.next), solution }
    }

    /// Reaches `node`, within the bound, at the cost `g` after `depth` moves, and goes on from there.
    #[inline]
    fn visit(&mut self, node: H::Node, g: Cost, depth: usize) {
        let state = self.heuristic.state(self.space, node);
        if H::CHECK_PATH && self.path.contains(&state)
            || T::NAME.is_some() && !self.table.enter(state, self.bound - g)
        {
            self.counts.duplicates += 1;
            return;
        }
        if self.heuristic.is_goal(self.space, node) {
            self.solution = Some((vec![state], g));
            self.over = true;
            return;
        }
        if H::BLIND && g == self.bound {
            // Every successor lies beyond the bound: no need to make them.
            self.next = self.next.min(g + 1);
            return;
        }
        if self.keep_path {
            self.path.push(state);
        }
        match self.split {
            Some((split, most)) if split == depth => {
                self.subtrees.push(Subtree { node, path: self.path.clone(), g });
                self.over = self.subtrees.len() == most;
            }
            _ => {
                self.descend(node, g, depth);
                if let Some((path, _)) = &mut self.solution {
                    path.push(state);
                }
            }
        }
        if self.keep_path {
            self.path.pop();
        }
    }

    /// Expands `node`.
    #[inline]
    fn descend(&mut self, node: H::Node, g: Cost, depth: usize) {
        if self.granted == 0 && !self.may_go_on(depth) {
            self.over = true;
            return;
        }
        self.granted -= 1;
        self.counts.expanded += 1;
        self.counts.longest = self.counts.longest.max(depth as u64 + 1);
        let (heuristic, space) = (self.heuristic, self.space);
        let children = heuristic.children(space, node, self.bound - g, |child, cost| {
            self.visit(child, g + cost, depth + 1);
            self.over
        });
        self.counts.generated += u64::from(children.generated);
        if !H::BLIND {
            self.counts.evaluated += u64::from(children.generated);
        }
        if children.over < Cost::MAX {
            self.next = self.next.min(self.bound + children.over);
        }
    }

    #[cold]
    fn may_go_on(&mut self, depth: usize) -> bool {
        if self.control.lost(self.index) {
            return false;
        }
        if depth > LONGEST {
            self.control.halt(Halt::Limit(Limit::Memory));
            return false;
        }
        self.granted = self.control.grant();
        self.granted > 0
    }
}
