//! One iteration of a deepening search, split into subtrees that threads take in order.
use super::deepening::Iteration;
use super::transposition::NoTable;
use super::walk::{Control, Counts, Walk};
use crate::core::{Cost, Heuristic, Key, StateSpace};
use rayon::ThreadPool;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Subtrees a thread, so that the last ones to end leave few threads idle.
const A_THREAD: usize = 64;
/// Deepest split: beyond it the tops of the subtrees would be a search of their own.
const DEEPEST: usize = 24;

/// A subtree to walk.
#[derive(Debug)]
pub(super) struct Subtree<K> {
    /// From an initial state to the subtree's root.
    pub(super) path: Vec<K>,
    /// The cost of that path.
    pub(super) g: Cost,
    /// What the sequential search has counted outside all subtrees before it enters this one.
    pub(super) before: Counts,
}

/// Runs `prefix` at growing depths until there are enough subtrees, and `search` on
/// each of them. Only subtrees after the first solution, in sequential order,
/// may be left out, so that the sum of the counts up to it is the sequential one.
pub(super) fn iterate<'a, S, H>(
    pool: &ThreadPool,
    control: &Control<'_>,
    prefix: impl Fn(usize) -> Walk<'a, S, H, NoTable>,
    search: impl Fn(&Subtree<S::State>, usize) -> (Iteration<S::State>, Vec<S::State>) + Sync,
) -> Iteration<S::State>
where
    S: StateSpace + 'a,
    H: Heuristic<S> + 'a,
{
    let enough = A_THREAD * pool.current_num_threads();
    let mut depth = 2;
    let mut top = loop {
        let top = prefix(depth);
        if top.subtrees.len() >= enough || depth >= DEEPEST || control.lost(usize::MAX) {
            break top;
        }
        let (_, _) = top.finish(); // gives back what it was granted
        depth += 1;
    };
    let subtrees = std::mem::take(&mut top.subtrees);
    let (top, _) = top.finish();
    let results = run(pool, control, &subtrees, search);
    merge(top, &subtrees, results)
}

type Results<K> = Vec<(usize, Iteration<K>)>;

/// Searches the subtrees, those in front first.
fn run<K: Key>(
    pool: &ThreadPool,
    control: &Control<'_>,
    subtrees: &[Subtree<K>],
    search: impl Fn(&Subtree<K>, usize) -> (Iteration<K>, Vec<K>) + Sync,
) -> Results<K> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    pool.broadcast(|_| {
        let mut mine = Vec::new();
        loop {
            let index = next.fetch_add(1, Relaxed);
            if index >= subtrees.len() || control.lost(index) {
                break;
            }
            let (iteration, _) = search(&subtrees[index], index);
            if iteration.solution.is_some() {
                control.won(index);
            }
            mine.push((index, iteration));
        }
        results.lock().expect("nothing panics while it holds the lock").append(&mut mine);
    });
    let mut results = results.into_inner().expect("nothing panics while it holds the lock");
    results.sort_unstable_by_key(|(index, _)| *index);
    results
}

/// Adds up what the sequential search would have counted.
fn merge<K: Key>(top: Iteration<K>, subtrees: &[Subtree<K>], results: Results<K>) -> Iteration<K> {
    let mut sum = Iteration { tally: Counts::default(), next: top.next, solution: None };
    for (index, result) in results {
        sum.tally.add(&result.tally);
        sum.next = sum.next.into_iter().chain(result.next).min();
        if result.solution.is_some() {
            sum.tally.add(&subtrees[index].before);
            sum.solution = result.solution;
            return sum;
        }
    }
    sum.tally.add(&top.tally);
    sum.solution = top.solution;
    sum
}
