//! The driver: rounds of pairs of runs, base and new next to each other.
//!
//! A round runs every pair (instance, configuration) once, in an order shuffled by the
//! seed. Within a pair one side runs and then the other, never both at a time; which is
//! first alternates from round to round, from a start drawn for each pair. So drift of
//! the machine, and what a run leaves behind for the next, fall on both sides alike.
use super::client::{Client, WorkerError};
use super::protocol::Named;
use crate::core::Rng;
use crate::dataset::{self, InstanceSet};
use crate::experiment::Source;
use crate::record::Row;
use std::collections::HashMap;

/// Streams of the order of `run` are numbered by round; these lie beyond them.
const ORDER: u64 = 1 << 32;
/// The stream that draws which side of a pair begins.
const FIRST: u64 = 1 << 33;

/// Something of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<T> {
    /// Of the base.
    pub base: T,
    /// Of the new build.
    pub new: T,
}

/// How often, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Rounds.
    pub count: u32,
    /// Seed of the order.
    pub seed: u64,
}

/// What both builds can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// Instance, and the place of the configuration on each side.
    pairs: Vec<(usize, Sides<usize>)>,
    /// Configurations that only one side has, a sentence each.
    pub notes: Vec<String>,
}
impl Pairs {
    /// Gives both workers the experiment and pairs their configurations by name.
    ///
    /// # Errors
    /// If a worker refuses the experiment or is broken.
    pub fn load(
        workers: &mut Sides<Client>,
        source: &Source,
        set: &InstanceSet,
        pin: bool,
    ) -> Result<Self, WorkerError> {
        let instances = dataset::write_csv(set);
        let base = workers.base.load(source, &instances, pin)?;
        let new = workers.new.load(source, &instances, pin)?;
        Ok(Self::of(&base, &new, set))
    }
    fn of(base: &[Named], new: &[Named], set: &InstanceSet) -> Self {
        let places: HashMap<&Named, usize> = new.iter().enumerate().map(|(i, named)| (named, i)).collect();
        let shared: Vec<(&Named, Sides<usize>)> = base
            .iter()
            .enumerate()
            .filter_map(|(i, named)| Some((named, Sides { base: i, new: *places.get(named)? })))
            .collect();
        let mut pairs = Vec::new();
        for (instance, entry) in set.entries.iter().enumerate() {
            let domain = set.groups[entry.group].domain;
            let fits = shared.iter().filter(|(named, _)| named.domain == domain);
            pairs.extend(fits.map(|&(_, places)| (instance, places)));
        }
        let mut notes = Vec::new();
        for (side, mine, theirs) in [("base", base, new), ("new build", new, base)] {
            for named in mine.iter().filter(|named| !theirs.contains(named)) {
                let Named { domain, configuration, threads } = named;
                notes.push(format!("only the {side} has {configuration} (threads {threads}, {domain})"));
            }
        }
        Self { pairs, notes }
    }
    /// Runs of one side in one round.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }
    /// Whether there is nothing that both can run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
    /// The pairs of one round in order, each with whether the base begins.
    fn round(&self, round: u32, seed: u64) -> Vec<(usize, Sides<usize>, bool)> {
        let mut first = Rng::new(seed, FIRST);
        let begins = |_: &_| (first.below(2) == 0) == round.is_multiple_of(2);
        let begins: Vec<bool> = self.pairs.iter().map(begins).collect();
        let mut order: Vec<_> =
            self.pairs.iter().zip(begins).map(|(&(i, places), base)| (i, places, base)).collect();
        Rng::new(seed, ORDER + u64::from(round)).shuffle(&mut order);
        order
    }
}

/// Runs all rounds; `keep` takes both rows of each pair.
///
/// # Errors
/// If a worker is broken, or the first error of `keep`.
pub fn drive<E: From<WorkerError>>(
    workers: &mut Sides<Client>,
    pairs: &Pairs,
    rounds: Rounds,
    mut keep: impl FnMut(Sides<Row>) -> Result<(), E>,
) -> Result<(), E> {
    let mut seq = 0;
    // A batch is as large on both sides, whoever met the pair first: else one would be timed colder.
    let mut batches: HashMap<(usize, usize), u32> = HashMap::new();
    for round in 0..rounds.count {
        for (instance, places, base_first) in pairs.round(round, rounds.seed) {
            let Sides { base, new } = workers;
            let batch = batches.entry((instance, places.base)).or_default();
            let (to_base, to_new) = ((instance, places.base), (instance, places.new));
            let mut rows = if base_first {
                let base = base.run(to_base, round, *batch)?;
                *batch = base.batch.max(*batch);
                Sides { base, new: new.run(to_new, round, *batch)? }
            } else {
                let new = new.run(to_new, round, *batch)?;
                *batch = new.batch.max(*batch);
                Sides { new, base: base.run(to_base, round, *batch)? }
            };
            (rows.base.seq, rows.new.seq) = (seq, seq);
            seq += 1;
            keep(rows)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::ab::serve;
    use crate::experiment::{Error, Plan, fake};
    use std::io::{BufReader, Cursor};
    use std::path::PathBuf;
    use std::thread::JoinHandle;

    /// A worker in a thread, over pipes in memory.
    fn worker(name: &str) -> (Client, JoinHandle<()>) {
        let (from_driver, to_worker) = std::io::pipe().expect("a pipe");
        let (from_worker, to_driver) = std::io::pipe().expect("a pipe");
        let thread = std::thread::spawn(move || {
            serve(&fake::registry(), BufReader::new(from_driver), to_driver).expect("served");
        });
        let from = Box::new(BufReader::new(from_worker));
        (Client::connect(name, from, Box::new(to_worker)).expect("hello"), thread)
    }
    fn experiment() -> (Source, InstanceSet) {
        let text = "name = \"t\"\n[[instances]]\ndomain = \"fake\"\ncount = 3\n[[configurations]]\nalgorithm = [\"good\", \"big\"]\n";
        let source = Source { name: "t.toml".to_string(), folder: PathBuf::new(), text: text.to_string() };
        let plan = Plan::new(&source.parse().expect("a file"), &source, &fake::registry()).expect("a plan");
        (source, plan.set)
    }
    /// A worker that says these lines, whatever it is asked.
    fn scripted(lines: &str) -> Result<Client, WorkerError> {
        Client::connect(
            "new worker x",
            Box::new(Cursor::new(lines.to_string().into_bytes())),
            Box::new(std::io::sink()),
        )
    }
    const HELLO: &str = "{\"hello\":{\"protocol\":1,\"tool_version\":\"0.1.0\",\"later\":true}}\n";

    #[test]
    fn two_workers_do_the_same_runs_side_by_side() {
        let ((base, one), (new, two)) = (worker("base"), worker("new"));
        assert_eq!(base.hello(), &crate::experiment::ab::Hello::here());
        let mut workers = Sides { base, new };
        let (source, set) = experiment();
        let pairs = Pairs::load(&mut workers, &source, &set, false).expect("loaded");
        assert_eq!((pairs.len(), pairs.notes.len()), (6, 0));
        let mut rows = Vec::new();
        let keep = |pair: Sides<Row>| {
            rows.push(pair);
            Ok::<(), WorkerError>(())
        };
        drive(&mut workers, &pairs, Rounds { count: 4, seed: 1 }, keep).expect("run");
        assert_eq!(rows.len(), 24);
        let keys: std::collections::HashSet<String> = rows.iter().map(|p| p.base.key().to_string()).collect();
        assert_eq!(keys.len(), 24);
        assert!(rows.iter().all(|p| p.base.key() == p.new.key() && p.base.expanded == Some(3)));
        drop(workers);
        one.join().expect("the worker quits");
        two.join().expect("the worker quits");
    }

    #[test]
    fn each_round_has_its_own_order_and_the_sides_take_turns() {
        let pairs =
            Pairs { pairs: (0..20).map(|i| (i, Sides { base: 0, new: 0 })).collect(), notes: Vec::new() };
        let rounds: Vec<_> = (0..4).map(|round| pairs.round(round, 7)).collect();
        let order = |r: &[(usize, Sides<usize>, bool)]| r.iter().map(|p| p.0).collect::<Vec<_>>();
        assert_ne!(order(&rounds[0]), order(&rounds[1]));
        assert_eq!(rounds[0], pairs.round(0, 7));
        for i in 0..20 {
            let begins =
                |round: usize| rounds[round].iter().find(|p| p.0 == i).map(|p| p.2).expect("every pair");
            assert!(begins(0) != begins(1) && begins(0) == begins(2), "{i}");
        }
        let first = rounds[0].iter().filter(|p| p.2).count();
        assert!((1..20).contains(&first), "{first} of 20");
    }

    #[test]
    fn what_one_build_lacks_is_noted_and_not_run() {
        let (_, set) = experiment();
        let named = |configuration: &str| Named {
            domain: "fake".to_string(),
            configuration: configuration.to_string(),
            threads: 1,
        };
        let pairs = Pairs::of(&[named("good"), named("old")], &[named("fresh"), named("good")], &set);
        assert_eq!(pairs.len(), 3);
        assert!(pairs.pairs.iter().all(|&(_, places)| places == Sides { base: 0, new: 1 }));
        assert_eq!(
            pairs.notes,
            ["only the base has old (threads 1, fake)", "only the new build has fresh (threads 1, fake)"]
        );
    }

    #[test]
    fn another_version_of_the_protocol_is_refused_by_name() {
        let error = scripted("{\"hello\":{\"protocol\":2,\"greeting\":1}}\n").expect_err("another version");
        assert!(
            matches!(&error, WorkerError::Version(text) if text.starts_with("new worker x: it speaks version 2")),
            "{error}"
        );
        let error = scripted("usage: x\n").expect_err("no worker");
        assert!(matches!(&error, WorkerError::Version(text) if text.contains("\"usage: x\"")), "{error}");
    }

    #[test]
    fn a_worker_that_dies_is_named() {
        for lines in ["", "{\"hello\":{\"prot"] {
            let error = scripted(lines).expect_err("dead");
            assert_eq!(error, WorkerError::Broken("new worker x died".to_string()));
        }
        let mut dies = scripted(HELLO).expect("hello");
        let error = dies.load(&experiment().0, "", false).expect_err("dead");
        assert_eq!(error, WorkerError::Broken("new worker x died".to_string()));
        let mut odd = scripted(&format!("{HELLO}{{\"loaded\":[]}}\n")).expect("hello");
        assert!(
            matches!(odd.run((0, 0), 0, 0), Err(WorkerError::Broken(text)) if text.contains("not asked for"))
        );
    }

    #[test]
    fn a_wrong_request_is_answered_and_the_worker_goes_on() {
        let (mut client, thread) = worker("w");
        let error = client.run((0, 0), 0, 0).expect_err("nothing is loaded");
        assert!(error.to_string().contains("before any experiment was loaded"), "{error}");
        let (source, set) = experiment();
        let error = client
            .load(&Source { text: "name = 1".to_string(), ..source.clone() }, "", false)
            .expect_err("no experiment");
        assert!(matches!(&error, WorkerError::Refused(_)), "{error}");
        client.load(&source, &dataset::write_csv(&set), false).expect("loaded");
        for (instance, configuration, right) in [(3, 0, "expected 0 to 2"), (0, 2, "expected 0 to 1")] {
            let error = client.run((instance, configuration), 0, 0).expect_err("out of range");
            assert!(error.to_string().contains(right), "{error}");
        }
        assert_eq!(client.run((2, 1), 9, 0).expect("a row").round, 9);
        drop(client);
        thread.join().expect("the worker quits");
    }

    #[test]
    fn an_error_of_the_keeper_ends_the_rounds() {
        let ((base, _one), (new, _two)) = (worker("base"), worker("new"));
        let mut workers = Sides { base, new };
        let (source, set) = experiment();
        let pairs = Pairs::load(&mut workers, &source, &set, false).expect("loaded");
        let full = |_| Err(Error::Io("disk full".to_string()));
        let ended = drive(&mut workers, &pairs, Rounds { count: 2, seed: 1 }, full);
        assert_eq!(ended, Err(Error::Io("disk full".to_string())));
    }
}
