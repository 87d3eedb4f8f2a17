//! Drawing instances at random.
use crate::algorithms::Row;
use crate::core::{
    Backward, Capabilities, Cost, Domain, Indexed, Key, Limit, Limits, Outcome, Reversed, Rng, Setup,
    StateSpace, Stats,
};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::fmt;

/// How an instance is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Uniformly from all of its size.
    Uniform,
    /// Its ends lie a random walk of so many moves apart, drawn between two bounds.
    Walk {
        /// Fewest moves.
        low: u32,
        /// Most moves.
        high: u32,
    },
    /// Its optimal cost lies between two bounds, found by search.
    Optimal {
        /// Least cost.
        low: Cost,
        /// Largest cost.
        high: Cost,
    },
}
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform => f.write_str("uniform"),
            Self::Walk { low, high } => write!(f, "walk:{low}..{high}"),
            Self::Optimal { low, high } => write!(f, "optimal:{low}..{high}"),
        }
    }
}

/// Starts tried before a range of optimal costs counts as empty.
const TRIES: u32 = 1000;
/// Failed starts before it is asked how far apart states can be at all.
const DOUBTS: u32 = 2;
/// Sweeps from one far state to the next that look for the farthest.
const FARTHER: u32 = 4;
/// Most states of one search: about 300 MB of table for states of a word.
const STATES: usize = 1 << 23;
/// Most states of all the searches of a draw: some five seconds.
const ALL_STATES: usize = 1 << 25;
/// Most expansions of all the searches that check walks: some five seconds.
const ALL_EXPANDED: u64 = 1 << 26;

/// Draws an instance; `solver` finds optimal costs where a space is too large to be swept.
pub(super) fn draw<D: Domain>(
    size: D::Size,
    method: Method,
    rng: &mut Rng,
    solver: Option<&Row<D>>,
) -> Result<(D, Option<Cost>), String> {
    match method {
        Method::Uniform => Ok((D::uniform(size, rng), None)),
        Method::Walk { low, high } => {
            let steps = rng.between(low, high);
            Ok((D::walk(size, steps, rng), None))
        }
        Method::Optimal { low, high } => {
            let sample = D::start(size, None).map_err(|wrong| wrong.message)?;
            match solver.filter(|_| has_fixed_goals(&sample) && !is_small(&sample)) {
                Some(solver) => by_walk(size, (low, high), rng, solver),
                None => by_sweep(size, (low, high), rng),
            }
        }
    }
}

fn has_fixed_goals<D: Domain>(instance: &D) -> bool {
    instance.with_goal(instance.initial_states()[0]).is_none()
}

/// Whether all states are numbered, and few enough for a sweep.
fn is_small<D: Domain>(instance: &D) -> bool {
    struct Numbered<'a, D>(&'a D, Option<u64>);
    impl<D: StateSpace> Capabilities<D> for Numbered<'_, D> {
        fn indexed(&mut self)
        where
            D: Indexed,
        {
            self.1 = Some(self.0.indices());
        }
    }
    let mut numbered = Numbered(instance, None);
    D::capabilities(&mut numbered);
    numbered.1.is_some_and(|states| states <= STATES as u64)
}

/// A start from which the fixed goal is between `low` and `high` away: the end
/// of a random walk, its cost found by `solver`. A walk too short makes the next
/// longer, and the other way round. Not uniform: a state with more walks to it is likelier.
fn by_walk<D: Domain>(
    size: D::Size,
    (low, high): (Cost, Cost),
    rng: &mut Rng,
    solver: &Row<D>,
) -> Result<(D, Option<Cost>), String> {
    let mut steps = rng.between(low, high);
    let (mut seen, mut left) = (None, ALL_EXPANDED);
    for _ in 0..TRIES {
        let instance = D::walk(size, steps, rng);
        let mut search = (solver.open)(&instance, &Setup::default())
            .map_err(|full| format!("checking costs needs {} bytes", full.needed))?;
        let (limits, mut stats) =
            (Limits { depth: high, nodes: left, ..Limits::default() }, Stats::default());
        let outcome = search.run(&instance, &limits, &mut stats);
        left = left.saturating_sub(stats.expanded);
        match outcome {
            Outcome::Solved { cost, .. } if cost >= low => return Ok((instance, Some(cost))),
            Outcome::Solved { cost, .. } => {
                widen(&mut seen, cost);
                steps = steps.saturating_add(low - cost);
            }
            Outcome::Limit(Limit::Nodes) => break,
            _ => steps = low.max(steps - steps / 8).saturating_sub(1),
        }
    }
    let met = seen.map_or("none".to_string(), |(least, most)| format!("{least} to {most}"));
    Err(format!(
        "no instance of size {size} with an optimal cost from {low} to {high} was found in {TRIES} walks and \
         {ALL_EXPANDED} expansions at most; lower costs met: {met}; choose smaller costs"
    ))
}

/// An instance with its optimal cost, which lies between `low` and `high`: a
/// uniform start, and where goals are free one of the states at a drawn cost.
fn by_sweep<D: Domain>(
    size: D::Size,
    (low, high): (Cost, Cost),
    rng: &mut Rng,
) -> Result<(D, Option<Cost>), String> {
    let mut tally = Tally { states: 0, seen: None };
    for attempt in 0..TRIES {
        let start = D::uniform(size, rng);
        if attempt == DOUBTS
            && let Some(most) = farthest(&start)
            && most < low
        {
            return Err(format!(
                "no instance of size {size} has an optimal cost from {low} to {high}: the largest found is {most}"
            ));
        }
        let candidate = if has_fixed_goals(&start) {
            Some(start)
        } else {
            new_goal(&start, (low, high), rng, &mut tally)?
        };
        // A goal can change the edges, so the cost counts that the instance itself has.
        if let Some(instance) = candidate
            && let Some(cost) = optimal_cost(&instance, high, &mut tally)?
            && cost >= low
        {
            return Ok((instance, Some(cost)));
        }
        if tally.states > ALL_STATES {
            break;
        }
    }
    let costs = tally.seen.map_or("none".to_string(), |(least, most)| format!("{least} to {most}"));
    Err(format!(
        "no instance of size {size} has an optimal cost from {low} to {high} in many draws; costs met: {costs}"
    ))
}

/// The largest cost from any start to the fixed goals; where goals are free, the
/// largest met in sweeps each from a state that was the farthest in the one
/// before, which is rarely less than the largest of all. `None` if a sweep takes too much.
fn farthest<D: Domain>(instance: &D) -> Option<Cost> {
    struct Back<'a, D>(&'a D, Option<Cost>);
    impl<D: StateSpace> Capabilities<D> for Back<'_, D> {
        fn backward(&mut self)
        where
            D: Backward,
        {
            let space = Reversed(self.0);
            self.1 = Sweep::from(self.0.goal_states()).all(&space).map(|(most, _)| most);
        }
    }
    if has_fixed_goals(instance) {
        let mut back = Back(instance, None);
        D::capabilities(&mut back);
        return back.1;
    }
    let (mut most, mut from) = (0, instance.initial_states());
    for _ in 0..FARTHER {
        let (reach, last) = Sweep::from(from).all(instance)?;
        if reach <= most {
            break;
        }
        (most, from) = (reach, vec![last]);
    }
    Some(most)
}

/// What the searches of a draw have met.
struct Tally {
    states: usize,
    seen: Option<(Cost, Cost)>,
}
impl Tally {
    fn saw(&mut self, cost: Cost) {
        widen(&mut self.seen, cost);
    }
}

/// Makes the range hold `cost`.
fn widen(range: &mut Option<(Cost, Cost)>, cost: Cost) {
    *range = Some(range.map_or((cost, cost), |(a, b)| (a.min(cost), b.max(cost))));
}

/// `start` with a goal at a cost drawn between `low` and `high`, each state at
/// that cost equally likely. Where nothing is so far away, the cost is drawn
/// again among those that there are; `None` if even `low` is too far.
fn new_goal<D: Domain>(
    start: &D,
    (low, high): (Cost, Cost),
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<Option<D>, String> {
    let cost = rng.between(low, high);
    let mut sweep = Sweep::new(start);
    while sweep.reach() < cost && sweep.next(start, cost)?.is_some() {}
    tally.states += sweep.best.len();
    tally.saw(sweep.reach());
    let layers = &sweep.layers[sweep.layers.partition_point(|&(at, _)| at < low)..];
    if layers.is_empty() {
        return Ok(None);
    }
    let exact = layers.iter().find(|&&(at, _)| at == cost);
    let (_, layer) = exact.unwrap_or_else(|| &layers[rng.pick(layers.len())]);
    Ok(start.with_goal(layer[rng.pick(layer.len())]))
}

/// The cost of the cheapest path to a goal, if it is at most `most`.
fn optimal_cost<S: StateSpace>(space: &S, most: Cost, tally: &mut Tally) -> Result<Option<Cost>, String> {
    let mut sweep = Sweep::new(space);
    let mut found = false;
    while !found && let Some(layer) = sweep.next(space, most)? {
        found = layer.iter().any(|&state| space.is_goal(state));
    }
    tally.states += sweep.best.len();
    let cost = found.then(|| sweep.reach());
    if let Some(cost) = cost {
        tally.saw(cost);
    }
    Ok(cost)
}

/// The states of a space by their cost from the initial states, least first:
/// Dijkstra's algorithm with a bucket a cost, which is breadth-first search
/// where every edge costs 1. No edge is free.
struct Sweep<K> {
    best: HashMap<K, Cost, FixedState>,
    /// States by cost, not yet given; one whose `best` has become less is out of date.
    open: BTreeMap<Cost, Vec<K>>,
    /// What was given so far.
    layers: Vec<(Cost, Vec<K>)>,
}
impl<K: Key> Sweep<K> {
    fn new<S: StateSpace<State = K>>(space: &S) -> Self {
        Self::from(space.initial_states())
    }
    /// From these states.
    fn from(mut initial: Vec<K>) -> Self {
        initial.sort_unstable();
        initial.dedup();
        let mut best = HashMap::with_hasher(FixedState::with_seed(0));
        best.extend(initial.iter().map(|&state| (state, 0)));
        Self { best, open: BTreeMap::from([(0, initial)]), layers: Vec::new() }
    }
    /// Adds the layer at the next cost that there is, up to `most`; `None` if there is none.
    fn next<S: StateSpace<State = K>>(&mut self, space: &S, most: Cost) -> Result<Option<&[K]>, String> {
        if let Some((cost, layer)) = self.layers.last() {
            for &state in layer {
                space.expand(state, |child, edge| {
                    let total = cost.saturating_add(edge);
                    if total <= most && self.best.get(&child).is_none_or(|&best| total < best) {
                        self.best.insert(child, total);
                        self.open.entry(total).or_default().push(child);
                    }
                });
                if self.best.len() > STATES {
                    return Err(format!(
                        "more than {STATES} states lie within cost {most} of a start: too many to search; \
                         choose smaller costs or a smaller size"
                    ));
                }
            }
        }
        while let Some((cost, mut layer)) = self.open.pop_first() {
            layer.retain(|state| self.best[state] == cost);
            if !layer.is_empty() {
                self.layers.push((cost, layer));
                return Ok(self.layers.last().map(|(_, layer)| layer.as_slice()));
            }
        }
        Ok(None)
    }
    /// The largest cost of all, and a state at that cost; `None` if there are too many states.
    fn all<S: StateSpace<State = K>>(mut self, space: &S) -> Option<(Cost, K)> {
        while self.next(space, Cost::MAX).ok()?.is_some() {}
        self.layers.last().map(|(cost, layer)| (*cost, layer[0]))
    }
    /// The largest cost so far.
    fn reach(&self) -> Cost {
        self.layers.last().map_or(0, |&(cost, _)| cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::toy::Places;

    /// The optimal cost between two places, straight from the rules.
    fn cost(size: i64, start: i64, goal: i64) -> i64 {
        (0..=size / 5 + 1)
            .filter(|leaps| start + 5 * leaps < size + 5)
            .map(|leaps| (3 * leaps) + (goal - start - 5 * leaps).abs())
            .min()
            .expect("no leap at all is one way")
    }

    fn drawn<const FIXED: bool>(low: Cost, high: Cost) -> Vec<(i64, i64, Cost)> {
        let size = "40".parse().expect("a size");
        let one = |seed| {
            let mut rng = Rng::new(seed, 0);
            let (instance, cost) =
                draw::<Places<FIXED>>(size, Method::Optimal { low, high }, &mut rng, None).expect("drawn");
            let number = |text: String| text.parse().expect("a place");
            (number(instance.initial_text()), number(instance.goal_text()), cost.expect("known"))
        };
        (0..200).map(one).collect()
    }

    #[test]
    fn optimal_costs_are_exact_and_cover_the_range() {
        let mut seen = [0; 10];
        for (start, goal, optimal) in drawn::<false>(3, 6).into_iter().chain(drawn::<true>(3, 6)) {
            assert_eq!(i64::from(optimal), cost(40, start, goal), "{start} to {goal}");
            seen[optimal as usize] += 1;
        }
        assert!(seen[3..=6].iter().all(|&n| n > 60) && seen.iter().sum::<i32>() == 400, "{seen:?}");
    }

    #[test]
    fn a_range_beyond_the_space_uses_what_there_is_and_an_empty_one_says_so() {
        assert!(drawn::<false>(20, 1000).iter().all(|&(a, b, c)| c >= 20 && i64::from(c) == cost(40, a, b)));
        let size = "9".parse().expect("a size");
        let error =
            draw::<Places<false>>(size, Method::Optimal { low: 9, high: 12 }, &mut Rng::new(1, 1), None);
        assert_eq!(
            error.expect_err("no two of nine places are so far apart"),
            "no instance of size 9 has an optimal cost from 9 to 12: the largest found is 8"
        );
    }
}
