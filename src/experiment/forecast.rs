//! What a plan will take, as far as that can be known: memory of the sets that
//! take it all at the start, a bound on the time from the limits, and the rest
//! from the rows of an earlier run, if there is one.
use super::matrix::Combination;
use super::plan::{Plan, Run};
use crate::record::Row;
use crate::registry::Task;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// A plan before it runs.
#[derive(Clone, Debug, Serialize)]
pub struct Forecast {
    /// Name of the experiment.
    pub experiment: String,
    /// What it is about.
    pub description: String,
    /// Seed of the order.
    pub seed: u64,
    /// Rounds.
    pub rounds: u32,
    /// Runs at a time.
    pub jobs: u32,
    /// Runs in all.
    pub runs: usize,
    /// The matrix: a line a domain, size and configuration.
    pub configurations: Vec<Line>,
    /// The longest that the searches take, if each run has a time limit.
    pub at_most_ns: Option<u64>,
    /// What the runs take that the earlier run knows.
    pub estimated_ns: Option<u64>,
    /// How many runs that are.
    pub estimated_runs: usize,
    /// What the domains lack of the matrix.
    pub left_out: Vec<String>,
}

/// A configuration of one domain.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/schema/plan.schema.json documents each field once")]
pub struct Line {
    pub domain: &'static str,
    pub configuration: String,
    pub algorithm: &'static str,
    pub heuristic: Option<&'static str>,
    pub visited: Option<&'static str>,
    pub options: String,
    pub threads: usize,
    pub instances: usize,
    pub runs: usize,
    pub limits: Bounds,
    pub memory: Memory,
    pub estimated_ns: Option<u64>,
}

/// Limits of a run; `None` is unlimited.
#[derive(Clone, Copy, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/schema/plan.schema.json documents each field once")]
pub struct Bounds {
    pub time_ns: Option<u64>,
    pub nodes: Option<u64>,
    pub memory_bytes: Option<u64>,
    pub depth: Option<u32>,
}

/// Memory of the visited set or the node table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Bytes, the most over the instances.
    pub bytes: Option<u64>,
    /// How they are known.
    pub basis: Basis,
}

/// How the memory is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The set takes it all at the start.
    Known,
    /// The most it took in the earlier run.
    Earlier,
    /// It depends on what the search meets.
    Unknown,
}

impl Plan {
    /// What this plan takes, `jobs` runs at a time, judged by the rows of an earlier run.
    #[must_use]
    pub fn forecast(&self, jobs: u32, earlier: &[Row]) -> Forecast {
        let costs = Costs::of(earlier);
        // By domain, in the order of the instances.
        let domain =
            |c: usize| self.set.groups.iter().position(|group| group.domain == self.combinations[c].domain);
        let mut lines: BTreeMap<(Option<usize>, usize), Vec<Run>> = BTreeMap::new();
        for &run in &self.runs {
            lines.entry((domain(run.combination), run.combination)).or_default().push(run);
        }
        let time = |run: &Run| costs.time(self, *run);
        let known: Vec<u64> = self.runs.iter().filter_map(time).collect();
        let share = |ns: u64| ns / u64::from(jobs.max(1));
        Forecast {
            experiment: self.name.clone(),
            description: self.description.clone(),
            seed: self.seed,
            rounds: self.rounds,
            jobs,
            runs: self.runs.len(),
            configurations: lines.iter().map(|(&(_, c), runs)| self.line(c, runs, &costs)).collect(),
            at_most_ns: self.longest().map(|time| share(nanoseconds(time))),
            estimated_ns: (!known.is_empty()).then(|| share(known.iter().sum())),
            estimated_runs: known.len(),
            left_out: self.notes.clone(),
        }
    }
    fn line(&self, number: usize, runs: &[Run], costs: &Costs<'_>) -> Line {
        let combination = &self.combinations[number];
        let Combination { domain, configuration, label, options, setup, limits, .. } = combination;
        let mut instances: Vec<usize> = runs.iter().map(|run| run.instance).collect();
        instances.sort_unstable();
        instances.dedup();
        Line {
            domain,
            configuration: label.clone(),
            algorithm: configuration.algorithm.name,
            heuristic: configuration.heuristic,
            visited: configuration.visited,
            options: options.clone(),
            threads: setup.threads,
            instances: instances.len(),
            runs: runs.len(),
            limits: Bounds {
                time_ns: limits.time.map(nanoseconds),
                nodes: limits.nodes,
                memory_bytes: limits.memory,
                depth: limits.depth,
            },
            memory: self.memory(combination, &instances, costs),
            estimated_ns: runs.iter().map(|&run| costs.time(self, run)).sum(),
        }
    }
    fn memory(&self, combination: &Combination, instances: &[usize], costs: &Costs<'_>) -> Memory {
        let fixed = instances.iter().map(|&instance| {
            let entry = &self.set.entries[instance];
            self.set.groups[entry.group].instances.fixed_bytes(Task::Solve, combination.number, entry.number)
        });
        let earlier = costs.bytes.get(&name(combination)).copied();
        match (fixed.collect::<Option<Vec<u64>>>(), earlier) {
            (Some(fixed), _) => Memory { bytes: fixed.into_iter().max(), basis: Basis::Known },
            (None, Some(bytes)) => Memory { bytes: Some(bytes), basis: Basis::Earlier },
            (None, None) => Memory { bytes: None, basis: Basis::Unknown },
        }
    }
}

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Domain, configuration and threads.
type Name<'a> = (&'a str, &'a str, usize);

fn name(combination: &Combination) -> Name<'_> {
    (combination.domain, &combination.label, combination.setup.threads)
}

/// What the runs of an earlier folder took.
#[derive(Debug, Default)]
struct Costs<'a> {
    /// Total time and number of runs by instance and name, and by name alone.
    exact: HashMap<(&'a str, Name<'a>), (u64, u64)>,
    alike: HashMap<Name<'a>, (u64, u64)>,
    /// The most bytes.
    bytes: HashMap<Name<'a>, u64>,
}
impl<'a> Costs<'a> {
    fn of(rows: &'a [Row]) -> Self {
        let mut costs = Self::default();
        for row in rows {
            let name = (row.domain.as_str(), row.configuration.as_str(), row.threads as usize);
            if let Some(bytes) = row.visited_bytes {
                let most = costs.bytes.entry(name).or_default();
                *most = bytes.max(*most);
            }
            let Some(wall) = row.wall_ns else { continue };
            // A short run is repeated `batch` times, and `wall_ns` is of one.
            let around = row.setup_ns.unwrap_or(0) + row.teardown_ns.unwrap_or(0);
            let time = wall * u64::from(row.batch.max(1)) + around;
            for (total, runs) in [
                costs.exact.entry((row.instance_id.as_str(), name)).or_default(),
                costs.alike.entry(name).or_default(),
            ] {
                (*total, *runs) = (*total + time, *runs + 1);
            }
        }
        costs
    }
    /// The mean time of runs like this one: on its instance, else of its configuration.
    fn time(&self, plan: &Plan, run: Run) -> Option<u64> {
        let name = name(&plan.combinations[run.combination]);
        let instance = plan.set.entries[run.instance].id.as_str();
        let (total, runs) = self.exact.get(&(instance, name)).or_else(|| self.alike.get(&name))?;
        Some(total / runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::file::Source;
    use crate::registry::Registry;
    use std::path::PathBuf;

    const FILE: &str = "name = \"t\"\nrounds = 2\nlimits = { time = \"2s\" }\n[[instances]]\ndomain = \"hybrid-knight\"\n\
                        count = 3\n[[configurations]]\nalgorithm = \"bfs\"\nvisited = [\"bitset\", \"hashset\"]\n";

    fn plan() -> Plan {
        let source = Source { name: "t.toml".to_string(), folder: PathBuf::new(), text: FILE.to_string() };
        let file = source.parse().expect("a right file");
        Plan::new(&file, &source, &Registry::builtin()).expect("a plan")
    }

    #[test]
    fn without_an_earlier_run_only_what_is_sure_is_said() {
        let forecast = plan().forecast(2, &[]);
        assert_eq!((forecast.runs, forecast.at_most_ns), (12, Some(12_000_000_000)));
        assert_eq!((forecast.estimated_ns, forecast.estimated_runs), (None, 0));
        let memory: Vec<Memory> = forecast.configurations.iter().map(|line| line.memory).collect();
        // 400 squares × 3 forms, a bit each, in words of 64.
        let bitset = Memory { bytes: Some(1200u64.div_ceil(64) * 8), basis: Basis::Known };
        assert_eq!(memory, [bitset, Memory { bytes: None, basis: Basis::Unknown }]);
    }

    #[test]
    fn an_earlier_run_tells_time_by_instance_and_else_by_configuration() {
        let plan = plan();
        let row = |instance: usize, wall: u64, bytes: u64| Row {
            instance_id: plan.set.entries[instance].id.clone(),
            domain: "hybrid-knight".to_owned(),
            configuration: "bfs/hashset".to_owned(),
            wall_ns: Some(wall),
            visited_bytes: Some(bytes),
            setup_ns: Some(5),
            teardown_ns: Some(5),
            ..Row::sample()
        };
        let forecast = plan.forecast(1, &[row(0, 90, 70), row(1, 190, 80)]);
        let line = &forecast.configurations[1];
        assert_eq!(line.memory, Memory { bytes: Some(80), basis: Basis::Earlier });
        // Two rounds of 100 ns, of 200 ns, and of the mean of both.
        assert_eq!(line.estimated_ns, Some(2 * (100 + 200 + 150)));
        assert_eq!((forecast.estimated_ns, forecast.estimated_runs), (Some(900), 6));
        assert_eq!(forecast.configurations[0].estimated_ns, None, "another configuration");
    }
}
