//! The plan: which runs, in which order.
//!
//! A round runs the whole matrix once. Its order is shuffled by the seed, each
//! round by its own stream, so that drift of the machine falls on every
//! configuration alike. A filter or a shard takes runs away and leaves the
//! order of the others as it is.
use super::file::{File, Source};
use super::matrix::{self, Combination};
use super::{Error, instances};
use crate::core::Rng;
use crate::dataset::InstanceSet;
use crate::record::Key;
use crate::registry::Registry;
use std::str::FromStr;
use std::time::Duration;

/// One run of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Index in [`InstanceSet::entries`].
    pub instance: usize,
    /// Index in [`Plan::combinations`].
    pub combination: usize,
    /// The round, from 0.
    pub round: u32,
}

/// An experiment ready to run.
#[derive(Debug)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// Seed of the order.
    pub seed: u64,
    /// Rounds.
    pub rounds: u32,
    /// Unrecorded runs when a session is first opened.
    pub warmup: u32,
    /// Runs at a time, as the file says.
    pub jobs: u32,
    /// Whether each run stays on cores of its own.
    pub pin: bool,
    /// The instances.
    pub set: InstanceSet,
    /// The configurations.
    pub combinations: Vec<Combination>,
    /// What the domains lack of the matrix, a line each.
    pub notes: Vec<String>,
    /// The runs, in order.
    pub runs: Vec<Run>,
}

/// Part `index` of `count`, from 1: the instances are dealt out in turn, so
/// that every configuration meets an instance in the same part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}
impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.parse::<usize>().ok();
        let parts = text.split_once('/').and_then(|(i, n)| number(i).zip(number(n)));
        let (index, count) = parts
            .filter(|&(i, n)| (1..=n).contains(&i))
            .ok_or("expected part/parts, as in `1/4`: a part from 1 to the number of parts")?;
        Ok(Self { index, count })
    }
}

impl Plan {
    /// Draws and reads the instances, expands the configurations and orders the runs.
    ///
    /// # Errors
    /// The first mistake in the file, with its line; a file of instances that cannot be read.
    pub fn new(file: &File, source: &Source, registry: &Registry) -> Result<Self, Error> {
        let set = instances::instances(file, source, registry)?;
        Self::over(set, file, source, registry)
    }
    /// The same over instances that are there already.
    ///
    /// # Errors
    /// The first mistake in the blocks of configurations, with its line.
    pub fn over(set: InstanceSet, file: &File, source: &Source, registry: &Registry) -> Result<Self, Error> {
        let domains: Vec<_> = set.groups.iter().map(|g| g.domain).collect();
        let (combinations, notes) = matrix::combinations(file, source, registry, &domains)?;
        let rounds = *file.rounds.get_ref();
        let mut matrix = Vec::new();
        for (instance, entry) in set.entries.iter().enumerate() {
            let fits = |&c: &usize| combinations[c].domain == set.groups[entry.group].domain;
            matrix.extend((0..combinations.len()).filter(fits).map(|combination| (instance, combination)));
        }
        let mut runs = Vec::with_capacity(matrix.len() * rounds as usize);
        for round in 0..rounds {
            let mut order = matrix.clone();
            Rng::new(file.seed, u64::from(round)).shuffle(&mut order);
            runs.extend(order.into_iter().map(|(instance, combination)| Run {
                instance,
                combination,
                round,
            }));
        }
        Ok(Self {
            name: file.name.get_ref().clone(),
            description: file.description.clone(),
            seed: file.seed,
            rounds,
            warmup: file.warmup,
            jobs: *file.jobs.get_ref(),
            pin: file.pin,
            set,
            combinations,
            notes,
            runs,
        })
    }
    /// Keeps the runs of one shard.
    pub fn shard(&mut self, shard: Shard) {
        self.runs.retain(|run| run.instance % shard.count == shard.index - 1);
    }
    /// Keeps the runs of which every word stands in domain, instance,
    /// configuration or `threads=N`.
    pub fn filter(&mut self, words: &[String]) {
        let mut runs = std::mem::take(&mut self.runs);
        runs.retain(|run| {
            let (entry, combination) = (&self.set.entries[run.instance], &self.combinations[run.combination]);
            let threads = format!("threads={}", combination.setup.threads);
            let places = [combination.domain, &entry.id, &combination.label, &threads];
            words.iter().all(|word| places.iter().any(|place| place.contains(word.as_str())))
        });
        self.runs = runs;
    }
    /// Leaves out the runs with more than `cores` threads.
    pub fn at_most(&mut self, cores: usize) {
        let combinations = &self.combinations;
        let before = self.runs.len();
        self.runs.retain(|run| combinations[run.combination].setup.threads <= cores);
        let lost = before - self.runs.len();
        if lost > 0 {
            self.notes.push(format!("{lost} runs with more threads than the {cores} cores here"));
        }
    }
    /// What identifies a run in the results.
    #[must_use]
    pub fn key(&self, run: Run) -> Key<'_> {
        let combination = &self.combinations[run.combination];
        Key {
            instance_id: &self.set.entries[run.instance].id,
            configuration: &combination.label,
            threads: combination.setup.threads as u32,
            round: run.round,
            repeat: 0,
        }
    }
    /// The largest number of threads of a run.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.runs.iter().map(|r| self.combinations[r.combination].setup.threads).max().unwrap_or(1)
    }
    /// The time that the runs take at most, if each has a time limit: without
    /// set-up, checks and warm-up.
    #[must_use]
    pub fn longest(&self) -> Option<Duration> {
        self.runs.iter().map(|r| self.combinations[r.combination].limits.time).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::fake;
    use std::collections::HashSet;
    use std::path::PathBuf;

    const HEAD: &str = "name = \"t\"\nseed = 3\nrounds = 2\n[[instances]]\ndomain = \"fake\"\ncount = 5\n";
    fn plan(blocks: &str) -> Result<Plan, String> {
        let source =
            Source { name: "t.toml".to_string(), folder: PathBuf::new(), text: format!("{HEAD}{blocks}") };
        let file = source.parse().map_err(|e| e.to_string())?;
        Plan::new(&file, &source, &fake::registry()).map_err(|e| e.to_string())
    }
    fn labels(blocks: &str) -> Vec<String> {
        let plan = plan(blocks).expect("a plan");
        plan.combinations.iter().map(|c| format!("{} {}", c.label, c.setup.threads)).collect()
    }

    #[test]
    fn a_block_is_every_combination_and_what_is_lacking_is_noted() {
        let block = "[[configurations]]\nalgorithm = [\"good\", \"sets\"]\nvisited = [\"hashset\", \"bitset\"]\nthreads = [1, 2]\n";
        let expected = ["good 1", "sets/hashset 1", "sets/hashset 2", "sets/bitset 1", "sets/bitset 2"];
        assert_eq!(labels(block), expected);
        let plan = plan(block).expect("a plan");
        assert_eq!(plan.notes, ["fake has no good with 2 threads: it uses one"]);
        assert_eq!(plan.runs.len(), 5 * 5 * 2);
        assert_eq!(plan.threads(), 2);
        let weights = "[[configurations]]\nalgorithm = \"weighted-one\"\nweight = [1.5, 2]\n";
        assert_eq!(
            labels(weights),
            ["weighted-one[zero]/hashset:weight=1.5 1", "weighted-one[zero]/hashset:weight=2 1"]
        );
    }

    #[test]
    fn what_gives_nothing_or_the_same_twice_is_a_mistake() {
        let wrong = |blocks: &str| plan(blocks).expect_err("a mistake");
        let text = wrong("[[configurations]]\nalgorithm = \"goood\"\n");
        assert!(
            text.starts_with("t.toml:8:13: algorithm: unknown algorithm `goood`: did you mean `good`?"),
            "{text}"
        );
        let text = wrong("[[configurations]]\nalgorithm = \"good\"\nthreads = 2\n");
        assert!(
            text.contains("t.toml:7:1: this block gives no configuration: fake has no good with 2 threads"),
            "{text}"
        );
        let twice =
            "[[configurations]]\nalgorithm = \"good\"\n[[configurations]]\nalgorithm = [\"big\", \"good\"]\n";
        let text = wrong(twice);
        assert!(text.contains("configuration `good` (threads 1, fake) is given twice: by configurations block 1 and by block 2"), "{text}");
        let named = "[[configurations]]\nalgorithm = \"big\"\nname = \"x\"\n[[configurations]]\nalgorithm = \"good\"\nname = \"x\"\n";
        assert!(wrong(named).contains("configuration `x`"));
        let text = wrong("[[configurations]]\nalgorithm = [\"big\", \"good\"]\nname = \"x\"\n");
        assert!(text.contains("would name several configurations"), "{text}");
    }

    #[test]
    fn each_round_is_the_whole_matrix_in_its_own_order() {
        let block = "[[configurations]]\nalgorithm = [\"good\", \"big\", \"late\"]\n";
        let (once, again) = (plan(block).expect("a plan"), plan(block).expect("a plan"));
        assert_eq!(once.runs, again.runs);
        let (first, second) = once.runs.split_at(15);
        let matrix = |runs: &[Run]| runs.iter().map(|r| (r.instance, r.combination)).collect::<Vec<_>>();
        assert_ne!(matrix(first), matrix(second));
        let set = |runs: &[Run]| matrix(runs).into_iter().collect::<HashSet<_>>();
        assert_eq!((set(first).len(), set(first)), (15, set(second)));
    }

    #[test]
    fn shards_share_the_runs_out_and_keep_instances_whole() {
        let block = "[[configurations]]\nalgorithm = [\"good\", \"big\"]\n";
        let whole = plan(block).expect("a plan");
        let mut seen = HashSet::new();
        for part in ["1/3", "2/3", "3/3"] {
            let mut plan = plan(block).expect("a plan");
            plan.shard(part.parse().expect("a shard"));
            assert_eq!(plan.runs.len() % 4, 0, "two configurations, two rounds");
            let new = plan.runs.iter().all(|&run| seen.insert(plan.key(run).to_string()));
            assert!(new, "{part}");
        }
        assert_eq!(seen.len(), whole.runs.len());
        for wrong in ["0/3", "4/3", "1", "1/0", "a/b", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn filters_must_all_match() {
        let mut plan = plan(
            "[[configurations]]\nalgorithm = [\"good\", \"sets\"]\nvisited = \"all\"\nthreads = [1, 2]\n",
        )
        .expect("a plan");
        plan.filter(&["sets".to_string(), "threads=2".to_string(), "fake".to_string()]);
        assert_eq!(plan.runs.len(), 2 * 5 * 2);
        plan.filter(&["nothing".to_string()]);
        assert!(plan.runs.is_empty());
    }
}
