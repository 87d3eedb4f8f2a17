//! One domain behind the registry's interface: its instances and its sessions.
use super::retrace::retrace;
use super::{AnyDomain, Configuration, Instances, Session, Step, Task, Verdict, draw};
use crate::algorithms::{self, Row};
use crate::core::{
    Backward, Capabilities, Checkpoint, Cost, Domain, Full, Heuristic, Limit, Limits, Outcome, Rng, Search,
    Setup, StateSpace, Stats, TextError, VisitedSet, replay,
};
use crate::record::Status;
use crate::visited;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Finds optimal costs in spaces too large to be swept: it needs no memory. The first row has the domain's first heuristic.
const SOLVER: &str = "idastar";

/// The configurations of a domain, shared by its instances.
struct Tables<D: StateSpace> {
    solve: Vec<Row<D>>,
    explore: Vec<Row<D>>,
    sets: Vec<Set>,
}

impl<D: StateSpace> Tables<D> {
    fn rows(&self, task: Task) -> &[Row<D>] {
        match task {
            Task::Solve => &self.solve,
            Task::Explore => &self.explore,
        }
    }
}

/// A visited set as people see it.
struct Set {
    name: &'static str,
    about: &'static str,
    fixed: bool,
}

/// A registered domain.
pub(super) struct Entry<D: StateSpace> {
    tables: Arc<Tables<D>>,
    heuristics: Vec<&'static str>,
    abouts: Vec<&'static str>,
    configurations: Vec<Configuration>,
    explorers: Vec<Configuration>,
}
impl<D: Domain> Entry<D> {
    pub(super) fn new() -> Self {
        let mut sets = Sets(Vec::new());
        visited::for_each::<D>(&mut sets);
        let own = algorithms::OWN_SETS.map(|(name, about, fixed)| Set { name, about, fixed });
        sets.0.extend(own);
        let tables =
            Tables { solve: algorithms::rows::<D>(), explore: algorithms::explorers::<D>(), sets: sets.0 };
        let listed = |rows: &[Row<D>]| {
            let list = rows.iter().map(|r| Configuration {
                algorithm: r.algorithm,
                heuristic: r.heuristic,
                visited: r.visited,
            });
            list.collect()
        };
        let mut names = Names { heuristics: Vec::new(), abouts: Vec::new() };
        D::capabilities(&mut names);
        Self {
            configurations: listed(&tables.solve),
            explorers: listed(&tables.explore),
            tables: Arc::new(tables),
            heuristics: names.heuristics,
            abouts: names.abouts,
        }
    }
    fn size(text: &str) -> Result<D::Size, String> {
        text.parse().map_err(|right| format!("size `{text}`: {right}"))
    }
    fn batch(&self, instances: Vec<D>) -> Box<dyn Instances> {
        Box::new(Batch { tables: self.tables.clone(), instances })
    }
}

struct Names {
    heuristics: Vec<&'static str>,
    abouts: Vec<&'static str>,
}
impl<S: StateSpace> Capabilities<S> for Names {
    fn heuristic<H: Heuristic<S>>(&mut self) {
        self.heuristics.push(H::NAME);
        self.abouts.push(H::ABOUT);
    }
}

struct Sets(Vec<Set>);
impl<S: StateSpace> visited::Visitor<S> for Sets {
    fn visit<V: VisitedSet<S>>(&mut self) {
        self.0.push(Set { name: V::NAME, about: V::ABOUT, fixed: V::FIXED });
    }
}

struct Goals<'a, S> {
    instance: &'a S,
    count: Option<usize>,
}
impl<S: StateSpace> Capabilities<S> for Goals<'_, S> {
    fn backward(&mut self)
    where
        S: Backward,
    {
        self.count = Some(self.instance.goal_states().len());
    }
}

fn at_size(message: String) -> TextError {
    TextError { line: 1, column: 1, message }
}

impl<D: Domain> AnyDomain for Entry<D> {
    fn name(&self) -> &'static str {
        D::NAME
    }
    fn about(&self) -> &'static str {
        D::ABOUT
    }
    fn sizes(&self) -> &'static [&'static str] {
        D::SIZES
    }
    fn judge_depth(&self) -> Option<Cost> {
        D::JUDGE_DEPTH
    }
    fn set_heading(&self, number: usize) -> Option<String> {
        D::set_heading(number)
    }
    fn heuristics(&self) -> &[&'static str] {
        &self.heuristics
    }
    fn about_heuristic(&self, name: &str) -> &'static str {
        self.heuristics.iter().position(|&h| h == name).map_or("", |i| self.abouts[i])
    }
    fn about_visited(&self, name: &str) -> &'static str {
        self.tables.sets.iter().find(|set| set.name == name).map_or("", |set| set.about)
    }
    fn configurations(&self) -> &[Configuration] {
        &self.configurations
    }
    fn explorers(&self) -> &[Configuration] {
        &self.explorers
    }
    fn size(&self, text: &str) -> Result<String, String> {
        Self::size(text).map(|size| size.to_string())
    }
    fn read(&self, size: &str, text: &str) -> Result<(Box<dyn Instances>, Vec<usize>), TextError> {
        let judge = D::read(Self::size(size).map_err(at_size)?, text)?;
        Ok((self.batch(judge.instances), judge.sets))
    }
    fn parse(&self, size: &str, initial: &str, goal: &str) -> Result<Box<dyn Instances>, TextError> {
        let size = Self::size(size).map_err(at_size)?;
        Ok(self.batch(vec![D::parse(size, initial, goal)?]))
    }
    fn start(&self, size: &str, from: Option<&str>) -> Result<Box<dyn Instances>, TextError> {
        let size = Self::size(size).map_err(at_size)?;
        Ok(self.batch(vec![D::start(size, from)?]))
    }
    fn draw(
        &self,
        size: &str,
        method: super::Method,
        rng: &mut Rng,
    ) -> Result<(Box<dyn Instances>, Option<Cost>), String> {
        let solver = self.tables.solve.iter().find(|row| row.algorithm.name == SOLVER);
        let (instance, optimal) = draw::draw::<D>(Self::size(size)?, method, rng, solver)?;
        Ok((self.batch(vec![instance]), optimal))
    }
}

/// Instances of the domain `D`.
struct Batch<D: StateSpace> {
    tables: Arc<Tables<D>>,
    instances: Vec<D>,
}
impl<D: Domain> fmt::Debug for Batch<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|i| self.line(i))).finish()
    }
}
impl<D: Domain> Instances for Batch<D> {
    fn len(&self) -> usize {
        self.instances.len()
    }
    fn append(&mut self, other: Box<dyn Instances>) {
        let other = other.into_any().downcast::<Self>().expect("instances of one domain are appended");
        self.instances.extend(other.instances);
    }
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
    fn size(&self, i: usize) -> String {
        self.instances[i].size().to_string()
    }
    fn initial_text(&self, i: usize) -> String {
        self.instances[i].initial_text()
    }
    fn goal_text(&self, i: usize) -> String {
        self.instances[i].goal_text()
    }
    fn line(&self, i: usize) -> String {
        self.instances[i].line()
    }
    fn goal_count(&self, i: usize) -> Option<usize> {
        let mut goals = Goals { instance: &self.instances[i], count: None };
        D::capabilities(&mut goals);
        goals.count
    }
    fn retrace(&self, i: usize, texts: &mut dyn Iterator<Item = &str>) -> Result<Cost, String> {
        retrace(&self.instances[i], texts)
    }
    fn judge_text(&self) -> String {
        D::write(&self.instances)
    }
    fn fixed_bytes(&self, task: Task, number: usize, i: usize) -> Option<u64> {
        let row = &self.tables.rows(task)[number];
        let set = self.tables.sets.iter().find(|set| Some(set.name) == row.visited)?;
        // A set that takes everything at once says how much when it is given no room.
        let none = Setup { memory_bytes: 0, ..Setup::default() };
        let opened = set.fixed.then(|| (row.open)(&self.instances[i], &none))?;
        opened.err().map(|full| full.needed)
    }
    fn open(
        &self,
        task: Task,
        number: usize,
        first: usize,
        setup: &Setup,
    ) -> Result<Box<dyn Session + '_>, Full> {
        let search = (self.tables.rows(task)[number].open)(&self.instances[first], setup)?;
        Ok(Box::new(Open {
            instances: &self.instances,
            search,
            solves: matches!(task, Task::Solve),
            last: first,
            stats: Stats::default(),
            outcome: Outcome::Unsolvable,
        }))
    }
}

/// An open configuration with its last result.
struct Open<'a, D: StateSpace> {
    instances: &'a [D],
    search: Box<dyn Search<D>>,
    /// Whether a goal is looked for: only then can it be out of reach.
    solves: bool,
    last: usize,
    stats: Stats,
    outcome: Outcome<D::State>,
}
impl<D: Domain> Open<'_, D> {
    fn states(&self) -> Option<&[D::State]> {
        match &self.outcome {
            Outcome::Solved { path, .. } => Some(path),
            _ => None,
        }
    }
}
impl<D: Domain> Session for Open<'_, D> {
    fn search(&mut self, i: usize, limits: &Limits) {
        self.stats = Stats::default();
        self.last = i;
        let instance = &self.instances[i];
        self.outcome = if self.solves && instance.provably_unsolvable() {
            Outcome::Unsolvable
        } else {
            self.search.run(instance, limits, &mut self.stats)
        };
    }
    fn resume(&mut self, limits: &Limits) -> bool {
        let outcome = self.search.resume(&self.instances[self.last], limits, &mut self.stats);
        outcome.map(|outcome| self.outcome = outcome).is_some()
    }
    fn checkpoint(&mut self) -> Option<&mut dyn Checkpoint> {
        self.search.checkpoint()
    }
    fn restore(&mut self, i: usize, stats: Stats) {
        (self.last, self.stats, self.outcome) = (i, stats, Outcome::Limit(Limit::Depth));
    }
    fn verdict(&self) -> Verdict {
        let ended = |status| Verdict { status, detail: String::new(), cost: None, length: None };
        match &self.outcome {
            Outcome::Unsolvable => ended(Status::Unsolvable),
            Outcome::Cancelled => ended(Status::Cancelled),
            Outcome::Limit(Limit::Depth) => ended(Status::LimitDepth),
            Outcome::Limit(Limit::Nodes) => ended(Status::LimitNodes),
            Outcome::Limit(Limit::Time) => ended(Status::LimitTime),
            Outcome::Limit(Limit::Memory) => ended(Status::LimitMemory),
            Outcome::Solved { path, cost } => {
                let wrong = match replay(&self.instances[self.last], path) {
                    Ok(replayed) if replayed == *cost => {
                        let length = Some(path.len() - 1);
                        return Verdict { cost: Some(*cost), length, ..ended(Status::Solved) };
                    }
                    Ok(replayed) => format!("the search says cost {cost}, the path costs {replayed}"),
                    Err(wrong) => wrong,
                };
                Verdict { detail: wrong, ..ended(Status::Invalid) }
            }
        }
    }
    fn stats(&self) -> &Stats {
        &self.stats
    }
    fn path(&self) -> Vec<Step> {
        let instance = &self.instances[self.last];
        let states = self.states().unwrap_or_default();
        let by = |i: usize| match i {
            0 => String::new(),
            _ => instance.move_name(states[i - 1], states[i]),
        };
        let step = |(i, &state)| Step { by: by(i), state: instance.state_text(state) };
        states.iter().enumerate().map(step).collect()
    }
    fn answer(&self) -> String {
        self.instances[self.last].answer(self.states())
    }
}
