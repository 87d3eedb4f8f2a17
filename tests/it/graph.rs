//! Drawn graphs as a domain: small enough to know every answer, odd enough to trip a search.
use searchrig::core::{
    Backward, BothWays, Capabilities, Cost, Domain, Heuristic, Indexed, JudgeText, Rng, StateSpace, TextError,
};
use std::collections::HashMap;

/// A directed graph with several initial and goal states, loops, double edges and dead ends.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) successors: Vec<Vec<(u64, Cost)>>,
    pub(crate) predecessors: Vec<Vec<(u64, Cost)>>,
    pub(crate) initial: Vec<u64>,
    pub(crate) goals: Vec<u64>,
}
impl Graph {
    pub(crate) fn new(states: usize, edges: &[(u64, u64, Cost)], initial: &[u64], goals: &[u64]) -> Self {
        let (mut successors, mut predecessors) = (vec![Vec::new(); states], vec![Vec::new(); states]);
        for &(from, to, cost) in edges {
            successors[from as usize].push((to, cost));
            predecessors[to as usize].push((from, cost));
        }
        Self { successors, predecessors, initial: initial.to_vec(), goals: goals.to_vec() }
    }
    /// A graph drawn at random, with edges that cost 1 to `dearest`.
    pub(crate) fn random(seed: u64, dearest: u32) -> Self {
        let mut rng = Rng::new(seed, 0);
        let states = rng.between(1, 40) as usize;
        let edges = rng.pick(3 * states + 1);
        let edges: Vec<_> = (0..edges)
            .map(|_| (rng.pick(states) as u64, rng.pick(states) as u64, rng.between(1, dearest)))
            .collect();
        let mut some = |most| -> Vec<u64> {
            let count = rng.between(1, most);
            (0..count).map(|_| rng.pick(states) as u64).collect()
        };
        let (initial, goals) = (some(3), some(3));
        Self::new(states, &edges, &initial, &goals)
    }
    /// Cheapest costs from `sources` to every state, by relaxing all edges until nothing changes.
    pub(crate) fn costs(edges: &[Vec<(u64, Cost)>], sources: &[u64]) -> Vec<Option<Cost>> {
        let mut costs = vec![None; edges.len()];
        for &source in sources {
            costs[source as usize] = Some(0);
        }
        loop {
            let mut changed = false;
            for (from, out) in edges.iter().enumerate() {
                for &(to, cost) in out {
                    if let Some(through) = costs[from].map(|c: Cost| c + cost)
                        && costs[to as usize].is_none_or(|c| c > through)
                    {
                        costs[to as usize] = Some(through);
                        changed = true;
                    }
                }
            }
            if !changed {
                return costs;
            }
        }
    }
    pub(crate) fn optimum(&self) -> Option<Cost> {
        let costs = Self::costs(&self.successors, &self.initial);
        self.goals.iter().filter_map(|&g| costs[g as usize]).min()
    }
}
impl StateSpace for Graph {
    type State = u64;
    fn initial_states(&self) -> Vec<u64> {
        self.initial.clone()
    }
    fn is_goal(&self, state: u64) -> bool {
        self.goals.contains(&state)
    }
    fn expand(&self, state: u64, mut emit: impl FnMut(u64, Cost)) {
        self.successors[state as usize].iter().for_each(|&(to, cost)| emit(to, cost));
    }
}
impl Backward for Graph {
    fn goal_states(&self) -> Vec<u64> {
        self.goals.clone()
    }
    fn expand_backward(&self, state: u64, mut emit: impl FnMut(u64, Cost)) {
        self.predecessors[state as usize].iter().for_each(|&(from, cost)| emit(from, cost));
    }
}
impl Indexed for Graph {
    fn indices(&self) -> u64 {
        self.successors.len() as u64
    }
    fn index(&self, state: u64) -> u64 {
        state
    }
}

/// The true cost, or 0 for every other state: admissible, and far from consistent.
pub(crate) struct Patchy(HashMap<u64, Cost>);
impl Heuristic<Graph> for Patchy {
    const NAME: &'static str = "patchy";
    const ABOUT: &'static str = "Right at some states";
    const CONSISTENT: bool = false;
    fn new(space: &Graph) -> Self {
        let costs = Graph::costs(&space.predecessors, &space.goals);
        let known = costs.iter().enumerate().filter(|(state, _)| state % 2 == 0);
        Self(known.filter_map(|(state, cost)| Some((state as u64, (*cost)?))).collect())
    }
    fn h(&self, _: &Graph, state: u64) -> Cost {
        self.0.get(&state).copied().unwrap_or(0)
    }
}

/// The true cost or a cap, whichever is less: consistent, and both ways.
pub(crate) struct Capped {
    to_goals: Vec<Cost>,
    from_initial: Vec<Cost>,
}
impl Heuristic<Graph> for Capped {
    const NAME: &'static str = "capped";
    const ABOUT: &'static str = "Right up to a cap";
    const CONSISTENT: bool = true;
    fn new(space: &Graph) -> Self {
        let cap = space.successors.len() as Cost % 7;
        let capped =
            |costs: Vec<Option<Cost>>| costs.iter().map(|cost| cost.unwrap_or(cap).min(cap)).collect();
        Self {
            to_goals: capped(Graph::costs(&space.predecessors, &space.goals)),
            from_initial: capped(Graph::costs(&space.successors, &space.initial)),
        }
    }
    fn h(&self, _: &Graph, state: u64) -> Cost {
        self.to_goals[state as usize]
    }
}
impl BothWays<Graph> for Capped {
    fn h_back(&self, _: &Graph, state: u64) -> Cost {
        self.from_initial[state as usize]
    }
}

impl Domain for Graph {
    const NAME: &'static str = "graph";
    const ABOUT: &'static str = "a drawn graph, for tests";
    const SIZES: &'static [&'static str] = &["1"];
    type Size = OneSize;
    fn size(&self) -> OneSize {
        OneSize
    }
    fn parse(_: OneSize, initial: &str, _: &str) -> Result<Self, TextError> {
        Ok(Self::random(initial.len() as u64, 1))
    }
    fn initial_text(&self) -> String {
        String::new()
    }
    fn goal_text(&self) -> String {
        String::new()
    }
    fn read(_: OneSize, _: &str) -> Result<JudgeText<Self>, TextError> {
        Ok(JudgeText { instances: Vec::new(), sets: Vec::new() })
    }
    fn write(_: &[Self]) -> String {
        String::new()
    }
    fn answer(&self, path: Option<&[u64]>) -> String {
        format!("{path:?}")
    }
    fn start(_: OneSize, _: Option<&str>) -> Result<Self, TextError> {
        Ok(Self::random(0, 1))
    }
    fn state_text(&self, state: u64) -> String {
        state.to_string()
    }
    fn move_name(&self, from: u64, to: u64) -> String {
        format!("{from} -> {to}")
    }
    fn uniform(_: OneSize, rng: &mut Rng) -> Self {
        Self::random(rng.below(1 << 40), 1)
    }
    fn walk(_: OneSize, _: u32, rng: &mut Rng) -> Self {
        Self::random(rng.below(1 << 40), 1)
    }
    fn capabilities(offer: &mut impl Capabilities<Self>) {
        offer.words();
        offer.indexed();
        offer.backward();
        offer.heuristic::<Patchy>();
        offer.both_ways::<Capped>();
    }
}

/// Graphs have one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OneSize;
impl std::fmt::Display for OneSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("1")
    }
}
impl std::str::FromStr for OneSize {
    type Err = String;
    fn from_str(_: &str) -> Result<Self, String> {
        Ok(Self)
    }
}
