//! Drawing instances at random.
use crate::core::{Cost, Domain, Key, Rng, StateSpace};
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
/// Most states of one search: about 300 MB of table for states of a word.
const STATES: usize = 1 << 23;
/// Most states of all the searches of a draw: some ten seconds.
const ALL_STATES: usize = 1 << 26;

pub(super) fn draw<D: Domain>(
    size: D::Size,
    method: Method,
    rng: &mut Rng,
) -> Result<(D, Option<Cost>), String> {
    match method {
        Method::Uniform => Ok((D::uniform(size, rng), None)),
        Method::Walk { low, high } => {
            let steps = rng.between(low, high);
            Ok((D::walk(size, steps, rng), None))
        }
        Method::Optimal { low, high } => optimal(size, low, high, rng),
    }
}

/// An instance with its optimal cost, which lies between `low` and `high`.
fn optimal<D: Domain>(
    size: D::Size,
    low: Cost,
    high: Cost,
    rng: &mut Rng,
) -> Result<(D, Option<Cost>), String> {
    let mut tally = Tally { states: 0, seen: None };
    for _ in 0..TRIES {
        let start = D::uniform(size, rng);
        let candidate = match start.with_goal(start.initial_states()[0]) {
            Some(_) => new_goal(&start, (low, high), rng, &mut tally)?,
            None => Some(start),
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

/// What the searches of a draw have met.
struct Tally {
    states: usize,
    seen: Option<(Cost, Cost)>,
}
impl Tally {
    fn saw(&mut self, cost: Cost) {
        self.seen = Some(self.seen.map_or((cost, cost), |(a, b)| (a.min(cost), b.max(cost))));
    }
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
        let mut initial = space.initial_states();
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
                draw::<Places<FIXED>>(size, Method::Optimal { low, high }, &mut rng).expect("drawn");
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
        let error = draw::<Places<false>>(size, Method::Optimal { low: 9, high: 12 }, &mut Rng::new(1, 1));
        assert_eq!(
            error.expect_err("no two of nine places are so far apart"),
            "no instance of size 9 has an optimal cost from 9 to 12 in many draws; costs met: 4 to 8"
        );
    }
}
