//! The plan: which runs, in which order.
//!
//! A round runs the whole matrix once. Its order is shuffled by the seed, each
//! round by its own stream, so that drift of the machine falls on every
//! configuration alike. A filter or a shard takes runs away and leaves the
//! order of the others as it is.
use super::file::{File, Limits, Source};
use super::matrix::{self, Combination};
use super::{Error, instances};
use crate::core::Rng;
use crate::dataset::InstanceSet;
use crate::record::Key;
use crate::registry::{AnyDomain, Registry};
use std::collections::BTreeMap;
use std::fmt::Write;
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
            runs.extend(order.into_iter().map(|(instance, combination)| Run { instance, combination, round }));
        }
        Ok(Self {
            name: file.name.get_ref().clone(),
            description: file.description.clone(),
            seed: file.seed,
            rounds,
            warmup: file.warmup,
            jobs: *file.jobs.get_ref(),
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
    /// The plan for people: the matrix, the number of runs, the longest time, and what was left out.
    #[must_use]
    pub fn describe(&self, jobs: u32) -> String {
        let mut text = String::new();
        let mut line = |args: std::fmt::Arguments<'_>| text.write_fmt(args).expect("a String takes all");
        line(format_args!("experiment {}: {} runs", self.name, self.runs.len()));
        line(format_args!(", {} rounds, seed {}, {jobs} at a time\n", self.rounds, self.seed));
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for run in &self.runs {
            let entry = &self.set.entries[run.instance];
            *counts.entry((entry.group, run.combination)).or_default() += 1;
        }
        let mut last = None;
        for ((group, combination), runs) in counts {
            let Combination { label, setup, limits, .. } = &self.combinations[combination];
            if last.replace(group) != Some(group) {
                let group = &self.set.groups[group];
                line(format_args!("\n{} ({} instances)\n", group.domain, group.instances.len()));
            }
            line(format_args!("  {label:<48} threads {:<3} {runs:>6} runs{}\n", setup.threads, limited(limits)));
        }
        if !self.notes.is_empty() {
            line(format_args!("\nleft out\n"));
            self.notes.iter().for_each(|note| line(format_args!("  {note}\n")));
        }
        match self.longest() {
            Some(longest) => line(format_args!(
                "\nat most {:.0} s of searching, if every run takes its limit\n",
                longest.as_secs_f64() / f64::from(jobs)
            )),
            None => line(format_args!("\nno upper bound on the time: there are runs without a time limit\n")),
        }
        text
    }
}

fn limited(limits: &Limits) -> String {
    let mut text = String::new();
    if let Some(time) = limits.time {
        let _ = write!(text, ", {time:?}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, ", {nodes} nodes");
    }
    if let Some(bytes) = limits.memory {
        let _ = write!(text, ", {} MiB", bytes >> 20);
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, ", depth {depth}");
    }
    text
}
