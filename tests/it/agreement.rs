//! The agreement test: every registered configuration on small sets of every
//! domain, against costs found without any of the crate's searches. What is
//! registered tomorrow is covered tomorrow.
use searchrig::core::{Capabilities, Cost, Domain, Heuristic, Limits, Rng, Setup, StateSpace};
use searchrig::domains::four_in_a_row::FourInARow;
use searchrig::domains::{self, Visitor};
use searchrig::record::Status;
use searchrig::registry::{AnyDomain, Instances, Registry, Task};
use std::collections::{HashMap, VecDeque};

/// Small sizes that show everything a domain has; a domain without an entry is tested at its default size.
const SIZES: [(&str, &[&str]); 6] = [
    ("solitaire", &["4x4:3", "3x5:4"]),
    ("black-white", &["3x4:6", "4x4:8"]),
    ("four-in-a-row", &["4x4", "4x4:black", "4x4:white"]),
    ("hybrid-knight", &["6", "9"]),
    ("sliding-tile", &["2x3", "3x3"]),
    ("sliding-tile-wide", &["2x3"]),
];
/// Instances a size and method.
const INSTANCES: u64 = 6;
/// Expansions after which a search that may be exponential is let go: `limit_nodes` is then a right answer.
const NODES: u64 = 300_000;

/// Cost of the cheapest path in a unit-cost space, by a plain queue.
fn distance<S: StateSpace>(space: &S) -> Option<Cost> {
    let mut depth: HashMap<S::State, Cost> = space.initial_states().into_iter().map(|s| (s, 0)).collect();
    let mut queue: VecDeque<S::State> = depth.keys().copied().collect();
    while let Some(state) = queue.pop_front() {
        let d = depth[&state];
        if space.is_goal(state) {
            return Some(d);
        }
        space.expand(state, |child, cost| {
            assert_eq!(cost, 1, "the oracle is for unit costs");
            depth.entry(child).or_insert_with(|| {
                queue.push_back(child);
                d + 1
            });
        });
    }
    None
}

/// Draws instances of the domain and size it is made for: the texts of their ends, and the true costs.
struct Oracle<'a> {
    name: &'a str,
    size: &'a str,
    drawn: Vec<(String, String, Option<Cost>)>,
}
impl Visitor for Oracle<'_> {
    fn visit<D: Domain>(&mut self) {
        if D::NAME != self.name {
            return;
        }
        let size: D::Size = self.size.parse().expect("a size");
        for index in 0..INSTANCES {
            let mut rng = Rng::new(42, index);
            for instance in [D::uniform(size, &mut rng), D::walk(size, index as u32, &mut rng)] {
                let known = distance(&instance);
                self.drawn.push((instance.initial_text(), instance.goal_text(), known));
            }
        }
    }
}

/// Runs every configuration of `domain`; the first wrong answer, if any.
fn check(domain: &dyn AnyDomain, instances: &dyn Instances, known: &[Option<Cost>]) -> Result<(), String> {
    for (number, row) in domain.configurations().iter().enumerate() {
        for threads in if row.algorithm.parallel { &[1, 3][..] } else { &[1] } {
            let setup = Setup { threads: *threads, weight_percent: 200, ..Setup::default() };
            let mut session = instances.open(Task::Solve, number, 0, &setup).expect("room");
            for (i, &optimum) in known.iter().enumerate() {
                // A session may know the heuristic of one instance only.
                if row.heuristic.is_some() {
                    session = instances.open(Task::Solve, number, i, &setup).expect("room");
                }
                session.search(i, &Limits { nodes: NODES, ..Limits::default() });
                let verdict = session.verdict();
                let right = match (verdict.status, optimum) {
                    (Status::Solved, Some(optimum)) => {
                        let most = if row.algorithm.optimal { optimum } else { Cost::MAX };
                        verdict.cost.is_some_and(|cost| (optimum..=most).contains(&cost))
                    }
                    (Status::Unsolvable, None) | (Status::LimitNodes, _) => true,
                    _ => false,
                };
                if !right {
                    let name = (domain.name(), row.algorithm.name, row.heuristic, row.visited, threads);
                    let line = instances.line(i);
                    return Err(format!("{name:?}: {verdict:?} instead of {optimum:?} on {line}"));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn every_configuration_agrees_with_the_oracle_on_every_domain() {
    let registry = Registry::builtin();
    for domain in registry.domains() {
        let sizes = SIZES.iter().find(|(name, _)| *name == domain.name());
        for size in sizes.map_or(&domain.sizes()[..1], |(_, sizes)| sizes) {
            let mut oracle = Oracle { name: domain.name(), size, drawn: Vec::new() };
            domains::for_each(&mut oracle);
            let mut set: Option<Box<dyn Instances>> = None;
            for (initial, goal, _) in &oracle.drawn {
                let one = domain.parse(size, initial, goal).expect("its own text");
                match &mut set {
                    Some(set) => set.append(one),
                    None => set = Some(one),
                }
            }
            let known: Vec<Option<Cost>> = oracle.drawn.iter().map(|drawn| drawn.2).collect();
            let result = check(domain, set.expect("instances").as_ref(), &known);
            assert_eq!(result, Ok(()));
        }
    }
}

#[test]
fn boards_that_a_forced_mover_cannot_win_are_unsolvable_for_every_search() {
    let size = "4x4:black".parse().expect("a size");
    let boards = (0..4000).map(|index| FourInARow::uniform(size, &mut Rng::new(9, index)));
    let lost = boards.into_iter().find(|board| distance(board).is_none()).expect("one board in 101 is lost");
    let registry = Registry::builtin();
    let domain = registry.domain("four-in-a-row").expect("registered");
    let instance = domain.parse("4x4:black", &lost.initial_text(), "").expect("its own text");
    assert_eq!(check(domain, instance.as_ref(), &[None]), Ok(()));
}

/// Negative control: a puzzle whose only heuristic promises too much.
#[derive(Clone, Debug)]
struct Liar(domains::Solitaire);
struct TooMuch;
impl Heuristic<Liar> for TooMuch {
    const NAME: &'static str = "too-much";
    const ABOUT: &'static str = "It overestimates";
    const CONSISTENT: bool = true;
    fn new(_: &Liar) -> Self {
        Self
    }
    fn h(&self, space: &Liar, state: u64) -> Cost {
        if space.is_goal(state) { 0 } else { 3 + (state % 13) as Cost }
    }
}
impl StateSpace for Liar {
    type State = u64;
    const UNDIRECTED: bool = true;
    fn initial_states(&self) -> Vec<u64> {
        self.0.initial_states()
    }
    fn is_goal(&self, state: u64) -> bool {
        self.0.is_goal(state)
    }
    fn expand(&self, state: u64, emit: impl FnMut(u64, Cost)) {
        self.0.expand(state, emit);
    }
}
impl Domain for Liar {
    const NAME: &'static str = "liar";
    const ABOUT: &'static str = "Solitaire with a heuristic that is not admissible";
    const SIZES: &'static [&'static str] = domains::Solitaire::SIZES;
    type Size = <domains::Solitaire as Domain>::Size;
    fn size(&self) -> Self::Size {
        self.0.size()
    }
    fn parse(size: Self::Size, initial: &str, goal: &str) -> Result<Self, searchrig::core::TextError> {
        domains::Solitaire::parse(size, initial, goal).map(Self)
    }
    fn initial_text(&self) -> String {
        self.0.initial_text()
    }
    fn goal_text(&self) -> String {
        self.0.goal_text()
    }
    fn read(
        size: Self::Size,
        text: &str,
    ) -> Result<searchrig::core::JudgeText<Self>, searchrig::core::TextError> {
        let read = domains::Solitaire::read(size, text)?;
        let instances = read.instances.into_iter().map(Self).collect();
        Ok(searchrig::core::JudgeText { instances, sets: read.sets })
    }
    fn write(_: &[Self]) -> String {
        String::new()
    }
    fn answer(&self, path: Option<&[u64]>) -> String {
        self.0.answer(path)
    }
    fn start(size: Self::Size, from: Option<&str>) -> Result<Self, searchrig::core::TextError> {
        domains::Solitaire::start(size, from).map(Self)
    }
    fn state_text(&self, state: u64) -> String {
        self.0.state_text(state)
    }
    fn move_name(&self, from: u64, to: u64) -> String {
        self.0.move_name(from, to)
    }
    fn uniform(size: Self::Size, rng: &mut Rng) -> Self {
        Self(domains::Solitaire::uniform(size, rng))
    }
    fn walk(size: Self::Size, steps: u32, rng: &mut Rng) -> Self {
        Self(domains::Solitaire::walk(size, steps, rng))
    }
    fn capabilities(offer: &mut impl Capabilities<Self>) {
        offer.heuristic::<TooMuch>();
    }
}

#[test]
fn control_a_heuristic_that_is_not_admissible_is_caught() {
    let registry = Registry::builtin().with::<Liar>();
    let domain = registry.domain("liar").expect("registered");
    let caught = (0..20).any(|index| {
        let mut rng = Rng::new(3, index);
        let instance = Liar::uniform("4x4:3".parse().expect("a size"), &mut rng);
        let one =
            domain.parse("4x4:3", &instance.initial_text(), &instance.goal_text()).expect("its own text");
        check(domain, one.as_ref(), &[distance(&instance)]).is_err()
    });
    assert!(caught, "A* with an estimate that is too large must be found out");
}
