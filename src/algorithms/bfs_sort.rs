//! `bfs-sort`: breadth-first search with delayed duplicate detection, and `explore`,
//! which visits everything. Nothing is hashed but a small filter of repeats, so that
//! it checks the searches with hash tables by other means.
//!
//! Source: Korf 2003, 2004 (delayed duplicate detection); the sorted layers of Munagala
//! and Ranade 1999. A layer is expanded into buffers; each is sorted and rid of
//! repeats when it is full, and merged with others of its size. What is left is
//! merged at the end, less the layers that it may repeat: in an undirected space the
//! layer itself and the one before, elsewhere all of them, which is slower the deeper
//! the space. Optimal for unit costs. Memory: those layers and the buffers; for a
//! search all layers, to read the path from. Parallel: the states of a layer in chunks,
//! then the merge in ranges. Goals are tested when a layer is complete; it is finished,
//! unless it and all before it were small, so that counts are the same for any number
//! of threads, and the same as those of `bfs-layered`; there goals are tested as they
//! are generated. Ties: the smallest goal of the layer, then the smallest parents.
use super::About;
use super::layers::{ByLayers, Layers, SetUp};
use super::nodes::hash;
use super::path::parent;
use super::pool::Pool;
use super::recent::{Recent, private_places};
use super::step::{Halt, PATIENCE, Pace, Step};
use crate::core::{Full, Key, Limits, Setup, StateSpace};
use crate::record::Counts;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Name of the sorted layers in the place of a visited set.
pub(super) const SORTED: &str = "sorted";
/// States of a buffer that is sorted: it fits in a second cache beside the filter.
const RUN: usize = 1 << 15;

/// Visits everything reachable.
pub(super) type ExploreSorted<S> = ByLayers<Sorted<S>, false>;
/// A shortest path.
pub(super) type BfsSort<S> = ByLayers<Sorted<S>, true>;

/// Both.
pub(super) struct Sorted<S: StateSpace> {
    /// It looks for a goal, and keeps the layers to read the path from.
    path: bool,
    pool: Pool,
    workers: Vec<Worker<S::State>>,
    /// The layers that are kept, each in ascending order; the last one is the layer.
    layers: Vec<Vec<S::State>>,
    /// The layer as it was generated, if one worker made it.
    order: Vec<S::State>,
    room: u64,
    most_states: u64,
    most_bytes: u64,
}

impl<S: StateSpace + 'static> SetUp<S> for Sorted<S> {
    const ABOUT: About = About {
        name: "bfs-sort",
        about: "breadth-first search by layers that are sorted to find repeats, with no hash table",
        optimal: true,
        parallel: true,
        counts: Counts::Exact,
    };
    fn new(_: &S, setup: &Setup, path: bool) -> Result<Self, Full> {
        Ok(Self {
            path,
            pool: Pool::new(setup.threads),
            workers: (0..setup.threads).map(|_| Worker::new()).collect(),
            layers: Vec::new(),
            order: Vec::new(),
            room: setup.memory_bytes,
            most_states: 0,
            most_bytes: 0,
        })
    }
}
impl<S: StateSpace> Layers<S> for Sorted<S> {
    fn begin(&mut self, space: &S) -> Result<Option<S::State>, Full> {
        self.layers.clear();
        (self.most_states, self.most_bytes) = (0, 0);
        self.workers.iter_mut().for_each(|worker| worker.recent.clear());
        let mut initial = space.initial_states();
        let mut met = BTreeSet::new();
        initial.retain(|&state| met.insert(state));
        let needed = (2 * bytes(&initial)).max(Self::tree_bytes(met.len()));
        if needed > self.room {
            return Err(Full { needed });
        }
        self.order = initial;
        self.add(met.into_iter().collect());
        Ok(self.layers[0].iter().copied().find(|&state| self.path && space.is_goal(state)))
    }
    fn size(&self) -> usize {
        self.layers.last().map_or(0, Vec::len)
    }
    fn advance(&mut self, space: &S, pace: Pace, limits: &Limits) -> Step<S::State> {
        let (step, next) = match pace {
            Pace::Together => self.together(space, limits),
            Pace::InOrder | Pace::Alone => self.alone(space, (pace, limits)),
        };
        self.add(next);
        step
    }
    fn read_back(&self, space: &S, path: &mut Vec<S::State>) {
        for layer in self.layers[..self.layers.len() - 1].iter().rev() {
            path.push(parent(space, path[path.len() - 1], &mut std::iter::once(layer.as_slice())));
        }
    }
    fn stored(&self, _: u64) -> (u64, u64) {
        (self.most_states, self.most_bytes)
    }
}

impl<S: StateSpace> Sorted<S> {
    /// Makes `next` the layer, and lets those go that no state can repeat any more.
    fn add(&mut self, next: Vec<S::State>) {
        self.layers.push(next);
        let states = self.layers.iter().map(|layer| layer.len() as u64).sum();
        self.most_states = self.most_states.max(states);
        self.note_bytes(0);
        if S::UNDIRECTED && !self.path && self.layers.len() > 2 {
            self.layers.remove(0);
        }
    }
    /// The layers that successors of the last one may lie in.
    fn near(&self) -> &[Vec<S::State>] {
        let far = if S::UNDIRECTED { self.layers.len().saturating_sub(2) } else { 0 };
        &self.layers[far..]
    }
    fn held_bytes(&self) -> u64 {
        self.layers.iter().chain([&self.order]).map(bytes).sum()
    }
    /// Counts `more` bytes beside those held.
    fn note_bytes(&mut self, more: u64) {
        self.most_bytes = self.most_bytes.max(self.held_bytes() + more);
    }

    /// Bytes of a tree of so many states, whose nodes are at least half full, and of the list beside it.
    /// The least list has room for four states.
    fn tree_bytes(states: usize) -> u64 {
        (4 * states.max(4) * size_of::<S::State>()) as u64
    }

    /// Expands a small layer with one worker, in the order in which it was generated.
    fn alone(&mut self, space: &S, limits: (Pace, &Limits)) -> (Step<S::State>, Vec<S::State>) {
        let (mut step, mut next, mut order) = (Step::NONE, BTreeSet::new(), Vec::new());
        let (near, held) = (self.near(), self.held_bytes());
        let layer = if self.order.is_empty() { &self.layers[self.layers.len() - 1] } else { &self.order };
        let path = self.path;
        let goal = |state| path && space.is_goal(state);
        step.in_order((space, goal), layer.iter().copied(), limits, |state| {
            if near.iter().any(|layer| layer.binary_search(&state).is_ok()) || !next.insert(state) {
                return Ok(false);
            }
            order.push(state);
            let needed = held + Self::tree_bytes(next.len());
            if needed > self.room { Err(Full { needed }) } else { Ok(true) }
        });
        if matches!(step.halt, Some(Halt::Full(_))) {
            self.order = Vec::new();
            return (step, Vec::new());
        }
        self.order = order;
        (step, next.into_iter().collect())
    }

    /// Expands the layer with all workers.
    fn together(&mut self, space: &S, limits: &Limits) -> (Step<S::State>, Vec<S::State>) {
        self.order = Vec::new();
        let held = self.held_bytes();
        let share = self.room.saturating_sub(held) / self.workers.len() as u64;
        let layer = self.layers.last().expect("the first layer is kept");
        let chunks = Mutex::new(layer.chunks(PATIENCE));
        let work = |worker: &mut Worker<S::State>| worker.work(space, &chunks, limits, share);
        self.pool.each(&mut self.workers, work);
        let mut step = Step::NONE;
        let (mut runs, mut found_bytes) = (Vec::new(), 0);
        for worker in &mut self.workers {
            step = step.and(std::mem::replace(&mut worker.step, Step::NONE));
            runs.append(&mut worker.runs);
            found_bytes += worker.most_bytes;
        }
        self.note_bytes(found_bytes);
        // Beside the runs: what is merged of them, and the merge that goes on.
        let runs_bytes = runs.iter().map(bytes).sum::<u64>();
        let needed = held + 3 * runs_bytes;
        if needed > self.room {
            step.full(Full { needed });
        }
        if step.halt.is_some() {
            return (step, Vec::new());
        }
        let ranges = ranges(&runs, self.workers.len());
        let near = self.near();
        let mut parts: Vec<_> = ranges.into_iter().map(|range| (range, Vec::new())).collect();
        self.pool.each(&mut parts, |(range, rest)| {
            for run in &runs {
                *rest = merge(rest, between(run, range));
            }
            for layer in near {
                subtract(rest, between(layer, range));
            }
        });
        let parts: Vec<_> = parts.into_iter().map(|(_, states)| states).collect();
        self.note_bytes(runs_bytes + parts.iter().map(bytes).sum::<u64>());
        drop(runs);
        let next = parts.concat();
        step.met = next.iter().copied().find(|&state| self.path && space.is_goal(state));
        (step, next)
    }
}

/// Bytes that `list` occupies.
fn bytes<K>(list: &Vec<K>) -> u64 {
    (list.capacity() * size_of::<K>()) as u64
}

/// What a worker finds of a layer, in sorted runs.
struct Worker<K> {
    recent: Recent<K>,
    buffer: Vec<K>,
    /// Each at least twice as long as the next.
    runs: Vec<Vec<K>>,
    most_bytes: u64,
    step: Step<K>,
}
impl<K: Key> Worker<K> {
    const fn new() -> Self {
        Self { recent: Recent::new(), buffer: Vec::new(), runs: Vec::new(), most_bytes: 0, step: Step::NONE }
    }

    /// Expands chunks of the layer until there are none, and leaves one run of what it found.
    fn work<'a, S: StateSpace<State = K>>(
        &mut self,
        space: &S,
        chunks: &Mutex<impl Iterator<Item = &'a [K]>>,
        limits: &Limits,
        room: u64,
    ) {
        self.buffer.clear();
        self.runs.clear();
        self.most_bytes = 0;
        let take = || chunks.lock().expect("no chunk panics").next();
        while let Some(chunk) = take() {
            if self.step.look_at_flag(limits) {
                return;
            }
            self.expand(space, chunk, room);
            if self.step.halt.is_some() {
                return;
            }
        }
        self.sort(room);
        while self.runs.len() > 1 && self.step.halt.is_none() {
            self.merge_last(room);
        }
    }

    #[inline(never)]
    fn expand<S: StateSpace<State = K>>(&mut self, space: &S, chunk: &[K], room: u64) {
        self.recent.start(private_places::<K>(), chunk[0]);
        for &state in chunk {
            let Self { recent, buffer, .. } = self;
            let mut edges = 0;
            space.expand(state, |child, _| {
                edges += 1;
                if recent.pass(child, hash(child)) {
                    buffer.push(child);
                }
            });
            self.step.generated += edges;
            self.step.expanded += 1;
            if self.buffer.len() >= RUN {
                self.sort(room);
            }
        }
    }

    /// Makes the buffer a run, and merges runs of about one length.
    fn sort(&mut self, room: u64) {
        self.buffer.sort_unstable();
        self.buffer.dedup();
        self.take_room(self.buffer.len(), room);
        self.runs.push(self.buffer.clone());
        self.buffer.clear();
        while let [.., long, short] = &self.runs[..]
            && long.len() < 2 * short.len()
        {
            self.merge_last(room);
        }
    }
    /// Merges the last two runs.
    fn merge_last(&mut self, room: u64) {
        if let [.., a, b] = &self.runs[..] {
            let merged = merge(a, b);
            self.take_room(merged.capacity(), room);
            self.runs.truncate(self.runs.len() - 2);
            self.runs.push(merged);
        }
    }
    /// Counts `states` more beside all that it holds.
    fn take_room(&mut self, states: usize, room: u64) {
        let held: u64 = self.runs.iter().chain([&self.buffer]).map(bytes).sum();
        let needed = self.recent.bytes() + held + (states * size_of::<K>()) as u64;
        if needed > room {
            self.step.full(Full { needed });
        } else {
            self.most_bytes = self.most_bytes.max(needed);
        }
    }
}

/// The states of two ascending lists, once each.
fn merge<K: Key>(a: &[K], b: &[K]) -> Vec<K> {
    let mut both = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while let (Some(&x), Some(&y)) = (a.get(i), b.get(j)) {
        // Without a branch: which is smaller is a coin toss to the processor.
        both.push(x.min(y));
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    both.extend_from_slice(&a[i..]);
    both.extend_from_slice(&b[j..]);
    both
}

/// Takes the states of `layer` away from `states`; both ascend.
fn subtract<K: Key>(states: &mut Vec<K>, layer: &[K]) {
    let mut rest = layer;
    states.retain(|state| {
        // By leaps that double: most layers are either like the states or far longer.
        let mut leap = 1;
        while rest.get(leap).is_some_and(|held| held < state) {
            leap *= 2;
        }
        let (from, to) = (leap / 2, leap.min(rest.len()));
        rest = &rest[from + rest[from..to].partition_point(|held| held < state)..];
        rest.first() != Some(state)
    });
}

/// From a state, included, up to another, not included; open where there is none.
type Range<K> = (Option<K>, Option<K>);

/// Up to `parts` ranges with about as many of the `runs`' states in each.
fn ranges<K: Key>(runs: &[Vec<K>], parts: usize) -> Vec<Range<K>> {
    let longest = runs.iter().max_by_key(|run| run.len()).map_or(&[][..], Vec::as_slice);
    let mut cuts: Vec<_> =
        (1..parts).filter_map(|part| longest.get(longest.len() * part / parts).copied()).collect();
    cuts.dedup();
    let from = [None].into_iter().chain(cuts.iter().copied().map(Some));
    from.zip(cuts.iter().copied().map(Some).chain([None])).collect()
}
/// The states of an ascending list that lie in a range.
fn between<'a, K: Key>(list: &'a [K], &(from, to): &Range<K>) -> &'a [K] {
    let start = from.map_or(0, |from| list.partition_point(|&state| state < from));
    let end = to.map_or(list.len(), |to| list.partition_point(|&state| state < to));
    &list[start..end]
}
