//! What the threads of a parallel best-first search share: the incumbent's cost,
//! the limits, and the news that one of them had to stop.
use super::nodes::Found;
use crate::core::sync::{AtomicBool, AtomicU32, AtomicU64, Mutex, Ordering::Relaxed};
use crate::core::{Cost, Key, Limit, Limits, Outcome, Sharing, Stats};
use crossbeam::utils::CachePadded;
use std::collections::BTreeMap;
use std::fmt;

/// Most expansions between two looks at the limits.
const PATIENCE: u64 = 1024;

/// A search's threads, seen by each of them.
pub(super) struct Team<'a, K> {
    limits: &'a Limits,
    threads: u64,
    /// Cost of the best solution so far. It only falls: who reads an old value does
    /// too much, never too little.
    incumbent: CachePadded<AtomicU32>,
    halted: CachePadded<AtomicBool>,
    halt: Mutex<Option<Outcome<K>>>,
    /// Expansions that no thread has taken yet.
    budget: CachePadded<AtomicU64>,
}
impl<K> fmt::Debug for Team<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Team").field("incumbent", &self.incumbent).finish_non_exhaustive()
    }
}
impl<'a, K: Key> Team<'a, K> {
    pub(super) fn new(limits: &'a Limits, threads: usize) -> Self {
        Self {
            limits,
            threads: threads as u64,
            incumbent: CachePadded::new(AtomicU32::new(Cost::MAX)),
            halted: CachePadded::new(AtomicBool::new(false)),
            halt: Mutex::new(None),
            budget: CachePadded::new(AtomicU64::new(limits.nodes)),
        }
    }
    /// What a path must cost less than to be worth a search.
    #[inline]
    pub(super) fn incumbent(&self) -> Cost {
        self.incumbent.load(Relaxed)
    }
    /// A solution of this cost was found.
    fn found(&self, cost: Cost) {
        self.incumbent.fetch_min(cost, Relaxed);
    }
    /// Ends the search without an answer.
    pub(super) fn halt(&self, why: impl Into<Outcome<K>>) {
        self.halt.lock().expect("nothing panics while it holds the lock").get_or_insert(why.into());
        self.halted.store(true, Relaxed);
    }
    /// Whether every thread is to stop.
    #[inline]
    pub(super) fn halted(&self) -> bool {
        self.halted.load(Relaxed)
    }
    /// Passes on that the stop flag was raised.
    pub(super) fn look_at_flag(&self) {
        if let Some(why) = self.limits.stop.stopped() {
            self.halt(why);
        }
    }
    /// Expansions that a thread may do before it asks again; at 0 the search has been
    /// halted. Shares shrink with what is left, so that none lies idle with one thread
    /// when the others need it.
    pub(super) fn grant(&self) -> u64 {
        self.look_at_flag();
        if self.halted() {
            return 0;
        }
        let share = |left: u64| left.min((left / (2 * self.threads)).clamp(1, PATIENCE));
        let take = |left: u64| (left > 0).then(|| left - share(left));
        let Ok(left) = self.budget.fetch_update(Relaxed, Relaxed, take) else {
            self.halt(Outcome::Limit(Limit::Nodes));
            return 0;
        };
        share(left)
    }
    /// Gives back what a thread did not need.
    pub(super) fn give_back(&self, expansions: u64) {
        self.budget.fetch_add(expansions, Relaxed);
    }
    /// Held by each thread: if it panics, the others stop instead of waiting for it.
    pub(super) fn guard(&self) -> Guard<'_> {
        Guard(&self.halted)
    }
    /// Adds up what the threads did and says how the search ended; `path` finds the
    /// path to the goal node of a thread.
    pub(super) fn conclude(
        self,
        tallies: &[&Tally],
        stats: &mut Stats,
        path: impl FnOnce(usize, u32) -> Vec<K>,
    ) -> Outcome<K> {
        let cost = self.incumbent();
        for tally in tallies {
            tally.add_to(stats, cost);
        }
        stats.sharing = (self.threads > 1).then(|| Sharing {
            messages: tallies.iter().map(|tally| tally.messages).sum(),
            batches: tallies.iter().map(|tally| tally.batches).sum(),
            busiest: tallies.iter().map(|tally| tally.stats.expanded).max().unwrap_or(0),
        });
        if let Some(halt) = self.halt.into_inner().expect("nothing panics while it holds the lock") {
            return halt;
        }
        let goals = tallies.iter().enumerate().filter_map(|(thread, tally)| Some((tally.goal?, thread)));
        match goals.min() {
            Some(((cost, node), thread)) => Outcome::Solved { path: path(thread, node), cost },
            None if tallies.iter().any(|tally| tally.cut) => Outcome::Limit(Limit::Depth),
            None => Outcome::Unsolvable,
        }
    }
}

/// See [`Team::guard`].
pub(super) struct Guard<'a>(&'a AtomicBool);
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// What one thread did.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) stats: Stats,
    /// Expansions by f, but for the last one expanded and its.
    levels: BTreeMap<Cost, u64>,
    level: (Cost, u64),
    /// The cheapest goal that it reached, and its node.
    goal: Option<(Cost, u32)>,
    /// The depth limit kept a node off the open list.
    cut: bool,
    messages: u64,
    batches: u64,
}
impl Tally {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
    /// So many successors were handed over together.
    pub(super) fn handed_over(&mut self, messages: usize) {
        self.messages += messages as u64;
        self.batches += u64::from(messages > 0);
    }
    /// A node with cost `g` and estimate `h` waits for what becomes of it: its f, if
    /// it belongs on the open list.
    #[inline]
    pub(super) fn open<K: Key>(
        &mut self,
        team: &Team<'_, K>,
        (node, g, h): (u32, Cost, Cost),
        is_goal: impl FnOnce() -> bool,
    ) -> Option<Cost> {
        let f = g.saturating_add(h);
        if f > team.limits.depth {
            self.cut = true;
        } else if is_goal() {
            if self.goal.is_none_or(|(cost, _)| g < cost) {
                self.goal = Some((g, node));
                team.found(g);
            }
        } else if f < team.incumbent() {
            return Some(f);
        }
        None
    }
    /// A node was expanded.
    #[inline]
    pub(super) fn expanded(&mut self, f: Cost) {
        self.stats.expanded += 1;
        if f != self.level.0 {
            *self.levels.entry(self.level.0).or_default() += self.level.1;
            self.level = (f, 0);
        }
        self.level.1 += 1;
    }
    /// A state was reached; its node, if its estimate is wanted.
    #[inline]
    pub(super) fn reached(&mut self, found: Found) -> Option<u32> {
        let (Found::New(id) | Found::Better(id, _) | Found::Reopened(id)) = found else {
            self.stats.duplicates += 1;
            return None;
        };
        self.stats.duplicates += u64::from(!matches!(found, Found::New(_)));
        self.stats.reopened += u64::from(matches!(found, Found::Reopened(_)));
        self.stats.evaluated += 1;
        Some(id)
    }
    /// Adds it to the search's counters; `cost` is that of the solution, or more.
    fn add_to(&self, stats: &mut Stats, cost: Cost) {
        stats.expanded += self.stats.expanded;
        stats.generated += self.stats.generated;
        stats.duplicates += self.stats.duplicates;
        stats.reopened += self.stats.reopened;
        stats.evaluated += self.stats.evaluated;
        stats.max_frontier += self.stats.max_frontier;
        stats.expanded_before_last += self.levels.range(..cost).map(|(_, expanded)| expanded).sum::<u64>();
        stats.expanded_before_last += if self.level.0 < cost { self.level.1 } else { 0 };
    }
}
