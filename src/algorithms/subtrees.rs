//! One iteration of a deepening search, split into subtrees that threads take in order.
use super::deepening::Iteration;
use super::pool::Pool;
use super::transposition::NoTable;
use super::walk::{Control, Walk};
use crate::core::{Cost, Key, StateSpace, Stepwise};
use std::sync::Mutex;

/// Subtrees a thread at least, so that the last ones to end leave few threads idle.
const A_THREAD: usize = 64;
/// More of a large iteration, as some subtrees are a hundred times as large as others: one for so
/// many expansions of the iteration before, and so many at most. A subtree costs about 1 µs.
const EACH: u64 = 1024;
const MOST: usize = 1 << 14;
/// Deepest split: beyond it the tops of the subtrees would be a search of their own.
const DEEPEST: usize = 24;

/// A subtree to walk.
#[derive(Debug)]
pub(super) struct Subtree<K, N> {
    /// Its root.
    pub(super) node: N,
    /// From an initial state to the root, both included.
    pub(super) path: Vec<K>,
    /// The cost of that path.
    pub(super) g: Cost,
}

/// Runs `prefix` at growing depths until there are enough subtrees after an iteration of
/// `last` expansions, and `search` on each of them. Only subtrees after the first solution, in sequential order,
/// may be left out. Then `prefix` runs once more, up to the subtree with the
/// solution: with its counts the sum is what the sequential search counts.
pub(super) fn iterate<'a, S, H>(
    (pool, last): (&Pool, u64),
    control: &Control<'_>,
    prefix: impl Fn(usize, usize) -> Walk<'a, S, H, NoTable>,
    search: impl Fn(&Subtree<S::State, H::Node>, usize) -> Iteration<S::State> + Sync,
) -> Iteration<S::State>
where
    S: StateSpace + 'a,
    H: Stepwise<S> + 'a,
{
    let enough = (A_THREAD * pool.threads()).max((last / EACH) as usize).min(MOST);
    let mut depth = 2;
    let mut top = loop {
        let top = prefix(depth, usize::MAX);
        if top.subtrees.len() >= enough || depth >= DEEPEST || control.lost(usize::MAX) {
            break top;
        }
        top.finish(); // gives back what it was granted
        depth += 1;
    };
    let subtrees = std::mem::take(&mut top.subtrees);
    let mut sum = top.finish();
    let results = run(pool, control, &subtrees, search);
    let solved = results.iter().position(|(_, result)| result.solution.is_some());
    if let Some(&(index, _)) = solved.map(|at| &results[at]) {
        sum = prefix(depth, index + 1).finish();
    }
    for (_, result) in results.into_iter().take(solved.map_or(usize::MAX, |at| at + 1)) {
        sum.tally.add(&result.tally);
        sum.next = sum.next.into_iter().chain(result.next).min();
        sum.solution = result.solution.or(sum.solution);
    }
    sum
}

/// Searches the subtrees, those in front first: the results in order, some at the end missing.
fn run<K: Key, N: Sync>(
    pool: &Pool,
    control: &Control<'_>,
    subtrees: &[Subtree<K, N>],
    search: impl Fn(&Subtree<K, N>, usize) -> Iteration<K> + Sync,
) -> Vec<(usize, Iteration<K>)> {
    let results = Mutex::new(Vec::new());
    control.race.restart();
    pool.everywhere(&|_| {
        let mut mine = Vec::new();
        loop {
            let index = control.race.take();
            if index >= subtrees.len() || control.lost(index) {
                break;
            }
            let iteration = search(&subtrees[index], index);
            if iteration.solution.is_some() {
                control.race.won(index);
            }
            mine.push((index, iteration));
        }
        results.lock().expect("nothing panics while it holds the lock").append(&mut mine);
    });
    let mut results = results.into_inner().expect("nothing panics while it holds the lock");
    results.sort_unstable_by_key(|(index, _)| *index);
    results
}
