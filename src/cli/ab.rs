//! `searchrig ab`: the time gate, two builds in interleaved rounds.
use super::say::tell;
use super::{Exit, Failure, print, say};
use crate::dataset;
use crate::experiment::ab::{Client, Pairs, Rounds, Sides, WorkerError, drive, share_cores};
use crate::experiment::{self, Error, Folder, Plan, Source};
use crate::record::{Completion, Manifest, Row, Writer};
use crate::registry::Registry;
use crate::report::ab::{Build, Outcome, TimeGate};
use crate::report::compare::DELTA;
use crate::statistics::Resampling;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Compare the times of two builds, run in turns on this machine
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Both builds run every configuration on every instance in each round, in a seeded shuffled order, one
right after the other, never at the same time, and on the same cores. A configuration is `regressed`
only if the signed-rank test over instances, Holm-adjusted, has p < 0.05 and the whole 95 % interval
of the time ratio lies above 1 + delta, or if an instance is not solved any more; `equivalent` only if
the interval lies within 1 ± delta; else `inconclusive`, with what would decide. It takes
6 instances and 5 rounds to speak at all, 20 and 10 to speak well. Changed counts are listed; they
fail `compare`, not this gate. docs/methodology.md says what the verdicts can and cannot tell.

Exit codes: 0 nothing regressed · 1 a configuration regressed · 2 bad usage or input · 3 a worker
died or a file cannot be read or written · 4 a build speaks another worker protocol, or they have
no configuration in common · 5 rows of the new build are invalid or errors

Example: searchrig ab experiments/ab.toml --base /tmp/old/searchrig --new target/release/searchrig")]
pub(super) struct Args {
    /// Experiment in TOML; its jobs are ignored: there is one run at a time
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,
    /// The build to compare with
    #[arg(long, value_name = "BIN")]
    base: PathBuf,
    /// The build in question
    #[arg(long, value_name = "BIN")]
    new: PathBuf,
    /// Rounds, instead of what the experiment says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// The least difference worth a word, as in 0.05 or 5%
    #[arg(long, value_name = "D", default_value_t = DELTA, value_parser = delta)]
    delta: f64,
    /// Form of the outcome
    #[arg(long, value_enum, default_value = "table")]
    format: Form,
    /// Folder to keep it all in, new or empty: base/ and new/ are run folders; comparison.csv
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Columns for people
    Table,
    /// The same in Markdown
    Markdown,
    /// Every value, one a row
    Csv,
    /// Every value, with the verdicts
    Json,
}

/// Reads a share: `0.05` or `5%`.
fn delta(text: &str) -> Result<f64, String> {
    let (number, unit) = text.strip_suffix('%').map_or((text, 1.0), |percent| (percent, 100.0));
    let share = number.trim_end().parse::<f64>().ok().map(|n| n / unit);
    share
        .filter(|d| *d > 0.0 && *d < 1.0)
        .ok_or_else(|| "expected a share above 0 and below 1, as in 0.05 or 5%".to_string())
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let source = Source::read(&args.experiment)?;
    let plan = Plan::new(&source.parse()?, &source, registry)?;
    let rounds = Rounds { count: args.rounds.unwrap_or(plan.rounds), seed: plan.seed };
    // Before the cores are shared: it tells those of the machine.
    let mut manifest = experiment::manifest(&plan, &source, 1);
    let shared = share_cores(plan.threads());
    let mut workers = Sides { base: start("base", &args.base)?, new: start("new", &args.new)? };
    let builds = [build(&args.base, &workers.base)?, build(&args.new, &workers.new)?];
    let pairs = Pairs::load(&mut workers, &source, &plan.set, plan.pin).map_err(Error::from)?;
    if pairs.is_empty() {
        let message = "the builds have no configuration of the experiment in common".to_string();
        return Err(Failure { exit: Exit::Incomparable, message });
    }
    let mut kept = args.output.as_ref().map(|path| Kept::new(path, &source, &plan)).transpose()?;
    // What this process sees around it is not where the two builds came from.
    (manifest.git_revision, manifest.git_dirty, manifest.rustc) = (None, None, None);
    manifest.warnings.iter().for_each(|warning| tell(&format!("warning: {warning}")));
    manifest.planned = Some(pairs.len() as u64 * u64::from(rounds.count));
    if let Some(kept) = &kept {
        kept.manifests(&manifest, &builds)?;
    }

    let mut rows: Sides<Vec<Row>> = Sides::default();
    drive(&mut workers, &pairs, rounds, |pair| {
        if let Some(kept) = &mut kept {
            kept.append(&pair)?;
        }
        rows.base.push(pair.base);
        rows.new.push(pair.new);
        Ok::<(), Error>(())
    })?;
    drop(workers);

    let gate = TimeGate { delta: args.delta, resampling: Resampling::default() };
    let sides = [rows.base.as_slice(), rows.new.as_slice()];
    let mut outcome = Outcome::of(builds.clone(), sides, (rounds.count, rounds.seed), gate)?;
    outcome.notes.extend(pairs.notes);
    if !shared {
        outcome
            .notes
            .push("the builds could not be kept on the same cores: these may differ too".to_string());
    }
    if let Some(kept) = &kept {
        manifest.status = Completion::Complete;
        manifest.rows = manifest.planned;
        manifest.end_utc = Some(experiment::utc(SystemTime::now()));
        kept.manifests(&manifest, &builds)?;
        dataset::save(&kept.path.join("comparison.csv"), &outcome.csv()).map_err(Failure::io)?;
        dataset::save(&kept.path.join("comparison.md"), &outcome.markdown()).map_err(Failure::io)?;
    }
    print(&match args.format {
        Form::Table => outcome.table(say::width()),
        Form::Markdown => outcome.markdown(),
        Form::Csv => outcome.csv(),
        Form::Json => outcome.json(),
    })?;
    Ok(match outcome {
        _ if outcome.regressed() => Exit::Gate,
        _ if outcome.failed > 0 => Exit::FailedRows,
        _ => Exit::Done,
    })
}

impl From<WorkerError> for Failure {
    fn from(error: WorkerError) -> Self {
        Error::from(error).into()
    }
}

fn start(side: &str, binary: &Path) -> Result<Client, Failure> {
    Ok(Client::start(side, binary)?)
}

fn build(path: &Path, worker: &Client) -> Result<Build, Failure> {
    let bytes = std::fs::read(path).map_err(|e| Failure::from(Error::io(path, &e)))?;
    let hello = worker.hello();
    Ok(Build {
        path: path.display().to_string(),
        digest: format!("{:016x}", experiment::digest(&bytes)),
        tool_version: hello.tool_version.clone(),
        profile: hello.profile.clone(),
        git_revision: hello.git_revision.clone(),
    })
}

/// The folder with both runs.
struct Kept {
    path: PathBuf,
    folders: Sides<Folder>,
    writers: Sides<Writer>,
}
impl Kept {
    fn new(path: &Path, source: &Source, plan: &Plan) -> Result<Self, Error> {
        let folder = |side: &str| Folder::create(&path.join(side), source, plan);
        let folders = Sides { base: folder("base")?, new: folder("new")? };
        let writers = Sides { base: folders.base.writer()?, new: folders.new.writer()? };
        Ok(Self { path: path.to_path_buf(), folders, writers })
    }
    fn append(&mut self, pair: &Sides<Row>) -> Result<(), Error> {
        self.writers.base.append(&pair.base)?;
        Ok(self.writers.new.append(&pair.new)?)
    }
    fn manifests(&self, manifest: &Manifest, builds: &[Build; 2]) -> Result<(), Error> {
        for (folder, build) in [&self.folders.base, &self.folders.new].into_iter().zip(builds) {
            folder.manifest(&Manifest {
                tool_version: Some(build.tool_version.clone()),
                profile: Some(build.profile.clone()),
                git_revision: build.git_revision.clone(),
                ..manifest.clone()
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::delta;

    #[test]
    fn delta_is_a_share_or_per_cent() {
        assert_eq!((delta("0.05"), delta("5%")), (Ok(0.05), Ok(0.05)));
        for wrong in ["", "0", "5", "100%", "-1%", "x"] {
            assert!(delta(wrong).is_err(), "{wrong}");
        }
    }
}
