//! Every registered configuration of every registered domain answers as plain
//! breadth-first search does, whoever registers it.
use searchrig::core::{Domain, Limits, Rng, Setup, StateSpace, Stats};
use searchrig::domains::{self, Visitor};
use searchrig::record::Status;
use searchrig::registry::{Configuration, Method, Registry, Session, Step, Task, Verdict};
use std::collections::{BTreeSet, VecDeque};

/// Small sizes of the domains that have them; a domain without a line here is
/// tested at the first size that it offers.
fn sizes<D: Domain>() -> &'static [&'static str] {
    match D::NAME {
        "solitaire" => &["4x4:3"],
        "black-white" => &["3x4:6"],
        "four-in-a-row" => &["4x4", "4x4:black", "4x4:white"],
        "hybrid-knight" => &["8"],
        "sliding-tile" => &["3x3", "2x3"],
        "sliding-tile-wide" => &["2x3"],
        _ => &D::SIZES[..1],
    }
}

/// The fewest edges to a goal. Every edge must cost 1.
fn oracle<S: StateSpace>(space: &S) -> Option<u32> {
    let initial = space.initial_states();
    let mut seen: BTreeSet<_> = initial.iter().copied().collect();
    let mut queue: VecDeque<_> = seen.iter().map(|&state| (state, 0)).collect();
    while let Some((state, depth)) = queue.pop_front() {
        if space.is_goal(state) {
            return Some(depth);
        }
        space.expand(state, |child, cost| {
            assert_eq!(cost, 1, "the oracle counts edges");
            if seen.insert(child) {
                queue.push_back((child, depth + 1));
            }
        });
    }
    None
}

/// A search that tries paths, not states, may need more than this.
const NODES: u64 = 100_000;

/// What is wrong with the answer, if anything; whether it was an answer at all.
fn judge(row: &Configuration, verdict: &Verdict, optimum: Option<u32>, percent: u32) -> Result<bool, String> {
    let most = |optimum: u32| if row.algorithm.optimal { optimum } else { optimum * percent / 100 };
    let right = match (verdict.status, optimum) {
        (Status::Solved, Some(optimum)) => {
            verdict.cost.is_some_and(|cost| cost >= optimum && cost <= most(optimum))
                && verdict.length == verdict.cost.map(|cost| cost as usize)
        }
        (Status::Unsolvable, None) => true,
        (Status::LimitNodes, _) => return Ok(false),
        _ => false,
    };
    let name = (row.algorithm.name, row.heuristic, row.visited);
    if right { Ok(true) } else { Err(format!("{name:?}: {verdict:?}, but the optimum is {optimum:?}")) }
}

/// Asks `session` every question; gives how many it answered.
fn ask(
    session: &mut dyn Session,
    row: &Configuration,
    optima: &[Option<u32>],
    percent: u32,
) -> Result<usize, String> {
    let mut answered = 0;
    for (i, &optimum) in optima.iter().enumerate() {
        session.search(i, &Limits { nodes: NODES, ..Limits::default() });
        let answer = judge(row, &session.verdict(), optimum, percent);
        answered += usize::from(answer.map_err(|wrong| format!("instance {i}: {wrong}"))?);
    }
    Ok(answered)
}

#[derive(Default)]
struct Everything {
    domains: usize,
    unsolvable: usize,
    silent: Vec<String>,
}
impl Visitor for Everything {
    fn visit<D: Domain>(&mut self) {
        let registry = Registry::builtin();
        let domain = registry.domain(D::NAME).expect("registered");
        self.domains += 1;
        for size in sizes::<D>() {
            let mut rng = Rng::new(7, 0);
            let mut draw = |method| domain.draw(size, method, &mut rng).expect("an instance").0;
            let mut all = draw(Method::Walk { low: 1, high: 4 });
            for _ in 0..5 {
                all.append(draw(Method::Uniform));
                all.append(draw(Method::Walk { low: 2, high: 9 }));
            }
            let optima: Vec<_> = (0..all.len())
                .map(|i| {
                    let size = all.size(i).parse().expect("a canonical size");
                    let instance = D::parse(size, &all.initial_text(i), &all.goal_text(i));
                    oracle(&instance.expect("a text that the domain wrote"))
                })
                .collect();
            self.unsolvable += optima.iter().filter(|optimum| optimum.is_none()).count();
            for (number, row) in domain.configurations().iter().enumerate() {
                for threads in 1..=if row.algorithm.parallel { 2 } else { 1 } {
                    let setup = Setup { threads, ..Setup::default() };
                    let mut session = all.open(Task::Solve, number, 0, &setup).expect("room");
                    let answered = ask(session.as_mut(), row, &optima, setup.weight_percent);
                    match answered {
                        Ok(0) => self.silent.push(format!("{} {size}: {row:?}", D::NAME)),
                        Ok(_) => {}
                        Err(wrong) => panic!("{} {size}, {threads} threads, {wrong}", D::NAME),
                    }
                }
            }
        }
    }
}

#[test]
fn every_configuration_of_every_domain_agrees_with_breadth_first_search() {
    let mut all = Everything::default();
    domains::for_each(&mut all);
    assert!(all.domains > 0 && all.silent.is_empty(), "never answered within the limit: {:?}", all.silent);
    assert!(all.unsolvable > 0, "some instances must have no solution");
}

/// A session that spoils the answers of an honest one.
struct Spoilt<'a>(Box<dyn Session + 'a>, fn(&mut Verdict));
impl Session for Spoilt<'_> {
    fn search(&mut self, i: usize, limits: &Limits) {
        self.0.search(i, limits);
    }
    fn verdict(&self) -> Verdict {
        let mut verdict = self.0.verdict();
        (self.1)(&mut verdict);
        verdict
    }
    fn stats(&self) -> &Stats {
        self.0.stats()
    }
    fn path(&self) -> Vec<Step> {
        self.0.path()
    }
    fn answer(&self) -> String {
        self.0.answer()
    }
}

#[test]
fn a_wrong_answer_is_seen() {
    let registry = Registry::builtin();
    let domain = registry.domain("solitaire").expect("registered");
    let instance =
        domain.draw("4x4:3", Method::Optimal { low: 4, high: 4 }, &mut Rng::new(1, 0)).expect("one").0;
    let optimal = domain.configurations().iter().position(|row| row.algorithm.optimal).expect("one is");
    let row = &domain.configurations()[optimal];
    let ask = |spoil| {
        let session = instance.open(Task::Solve, optimal, 0, &Setup::default()).expect("room");
        ask(&mut Spoilt(session, spoil), row, &[Some(4)], 150)
    };
    assert_eq!(ask(|_| ()), Ok(1));
    let spoils: [fn(&mut Verdict); 4] = [
        |verdict| (verdict.cost, verdict.length) = (Some(5), Some(5)),
        |verdict| (verdict.cost, verdict.length) = (Some(3), Some(3)),
        |verdict| verdict.status = Status::Unsolvable,
        |verdict| verdict.status = Status::Invalid,
    ];
    for spoil in spoils {
        assert!(ask(spoil).is_err());
    }
}
