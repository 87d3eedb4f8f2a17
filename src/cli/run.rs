//! `searchrig run`: carries out an experiment.
use super::interrupt::Interrupt;
use super::progress::{Form, Progress};
use super::say::tell;
use super::table::Format;
use super::{Exit, Failure, args, dry_run, print, say};
use crate::dataset;
use crate::experiment::{
    self, Cancel, Error, Execution, Finished, Folder, Isolation, Pinning, Plan, Shard, Source,
};
use crate::record::{Completion, Manifest};
use crate::registry::Registry;
use crate::report;
use std::path::PathBuf;
use std::time::SystemTime;

/// Run an experiment: every configuration on every instance, a row a run
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without a file it runs the built-in experiment. A run folder holds results.csv (a row a run, written
as it ends), manifest.json, and copies of the experiment and its instances. An interrupted run keeps
its rows: `--resume -o DIR` does the runs that have none.

Exit codes: 0 done · 2 bad usage, or a mistake in the file · 3 a file cannot be read or written ·
5 done, with error or invalid rows, or optimal searches disagree · 130, 143 interrupted, rows kept

Example: searchrig run experiments/default.toml --filter solitaire --filter threads=1 -o /tmp/try")]
pub(super) struct Args {
    /// Experiment in TOML
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
    /// Folder to write, new or empty; by default reports/<name>-<time>
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Runs at a time, instead of what the file says; rows of more than one are marked contended
    #[arg(long, value_name = "N", value_parser = args::threads)]
    jobs: Option<usize>,
    #[command(flatten)]
    how: How,
    /// Allow more threads (jobs × threads of a run) than there are cores
    #[arg(long)]
    oversubscribe: bool,
    /// Only print the matrix, and the memory and time that it takes as far as they are known
    #[arg(long)]
    dry_run: bool,
    /// Form of --dry-run
    #[arg(long, value_enum, default_value = "table", requires = "dry_run")]
    format: Format,
    /// Earlier run by whose rows --dry-run judges memory and time
    #[arg(long, value_name = "RUN", requires = "dry_run")]
    earlier: Option<PathBuf>,
    /// Only runs with WORD in domain, instance, configuration or `threads=N`; several must all match
    #[arg(long, value_name = "WORD")]
    filter: Vec<String>,
    /// Only part I of N: the instances are dealt out in turn
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Go on with the run in the folder given by -o
    #[arg(long, requires = "output")]
    resume: bool,
    /// Progress on standard error
    #[arg(long, value_enum, default_value = "auto")]
    progress: Form,
}

/// How the runs are done, and what they leave.
#[derive(Debug, clap::Args)]
struct How {
    /// Keep each run on cores of its own, one for each of its threads
    #[arg(long)]
    pin: bool,
    /// Do each run in a process of its own: memory is measured apart, and a crash is a row
    #[arg(long)]
    isolate: bool,
    /// Keep the path of each solved run in solutions.csv, which `verify` replays
    #[arg(long)]
    solutions: bool,
}

/// What runs if no file is named.
const BUILT_IN: &str = include_str!("../../experiments/default.toml");

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(message) => Self::usage(message),
            Error::Io(message) => Self::io(message),
            Error::Incomparable(message) => Self { exit: Exit::Incomparable, message },
        }
    }
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let cancel = Cancel::default();
    let interrupt = Interrupt::listen(&cancel)?;
    let (plan, source) = plan(args, registry)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(plan.jobs as usize);
    if args.dry_run {
        let earlier = args.earlier.as_deref().map(report::load).transpose()?;
        let rows = earlier.as_ref().map_or(&[][..], |run| &run.rows);
        print(&dry_run::render(&plan.forecast(jobs as u32, rows), args.format))?;
        return Ok(Exit::Done);
    }
    let threads = plan.threads();
    if jobs * threads > cores && !args.oversubscribe {
        return Err(Failure::usage(format!(
            "{jobs} runs of up to {threads} threads do not fit {cores} cores; choose fewer, or --oversubscribe"
        )));
    }
    if plan.runs.is_empty() {
        return Err(Failure::usage("no run is left: nothing matches --filter and --shard"));
    }
    let pinning = if args.how.pin || plan.pin { Some(Pinning::new(jobs, threads)?) } else { None };
    let program = args.how.isolate.then(std::env::current_exe).transpose();
    let program = program.map_err(|error| Failure::io(format!("--isolate: this program's file: {error}")))?;
    let path = args.output.clone().unwrap_or_else(|| Folder::default_path(&plan.name));
    let mut folder = if args.resume {
        Folder::open(&path, &source, &plan)?
    } else {
        Folder::create(&path, &source, &plan)?
    };
    if folder.drop_torn()? {
        tell(&format!("warning: {}: the last line was cut off; it is dropped", folder.results().display()));
    }
    let output = folder.output(args.how.solutions)?;
    let mut manifest = experiment::manifest(&plan, &source, jobs as u32);
    manifest.isolated = args.how.isolate;
    manifest.pinned_cores = pinning.as_ref().map_or(Vec::new(), |pinning| pinning.cores().to_vec());
    manifest.warnings.iter().for_each(|warning| tell(&format!("warning: {warning}")));
    plan.notes.iter().for_each(|note| tell(&format!("left out: {note}")));
    let forecast = plan.forecast(jobs as u32, &[]);
    let sized = forecast.configurations.iter().filter_map(|line| Some((line.memory.bytes?, line)));
    if let Some((bytes, line)) = sized.max_by_key(|&(bytes, _)| bytes) {
        say::takes(&format!("the visited set of {} in {}", line.configuration, line.domain), bytes);
    }
    let done = folder.earlier.len() as u64;
    if done > 0 {
        let earlier = Manifest::read(&folder.path().join("manifest.json")).map_err(Error::from)?;
        manifest.start_utc = earlier.start_utc;
        manifest.warnings.extend(earlier.warnings);
        manifest
            .warnings
            .push("the run was interrupted and resumed: its rows are of several sessions".to_string());
        manifest.warnings.sort();
        manifest.warnings.dedup();
    }
    if done < plan.runs.len() as u64 {
        folder.manifest(&manifest)?;
    }

    let mut progress = Progress::new(args.progress, plan.runs.len() as u64, done);
    interrupt.running();
    let execution = Execution {
        plan: &plan,
        earlier: &folder.earlier,
        jobs,
        isolation: program.as_deref().map(|program| Isolation { program, source: &source }),
        pinning: pinning.as_ref(),
        cancel: &cancel,
    };
    let finished = execution.run(output, &mut progress);
    progress.finish();
    let finished = finished?;
    if finished.written > 0 || done == 0 {
        conclude(&mut manifest, &finished, done);
        folder.manifest(&manifest)?;
    }
    folder.layers(&plan, registry)?;
    report(&folder, &plan, &progress, &finished)?;
    Ok(match interrupt.exit() {
        Some(exit) if !finished.complete => exit,
        _ if finished.failed > 0 || !finished.contradictions.is_empty() => Exit::FailedRows,
        _ => Exit::Done,
    })
}

/// The plan, of the folder to resume or of the file that is named.
fn plan(args: &Args, registry: &Registry) -> Result<(Plan, Source), Failure> {
    let named = args.experiment.as_deref().map(Source::read).transpose()?;
    let built_in = named.is_none();
    let source = named.unwrap_or_else(|| Source {
        name: "the built-in experiment".to_string(),
        folder: PathBuf::new(),
        text: BUILT_IN.to_string(),
    });
    let (mut plan, source) = match &args.output {
        Some(folder) if args.resume => {
            // The folder says it all, wherever the files of instances are now.
            let source = if built_in { Source::read(&folder.join("experiment.toml"))? } else { source };
            let set = dataset::load(registry, None, &folder.join("instances.csv").display().to_string())?;
            (Plan::over(set, &source.parse()?, &source, registry)?, source)
        }
        _ => (Plan::new(&source.parse()?, &source, registry)?, source),
    };
    if source.text == BUILT_IN {
        plan.at_most(std::thread::available_parallelism().map_or(1, usize::from));
    }
    plan.filter(&args.filter);
    if let Some(shard) = args.shard {
        plan.shard(shard);
    }
    Ok((plan, source))
}

fn conclude(manifest: &mut Manifest, finished: &Finished, earlier: u64) {
    manifest.status = if finished.complete { Completion::Complete } else { Completion::Interrupted };
    manifest.rows = Some(earlier + finished.written);
    manifest.end_utc = Some(experiment::utc(SystemTime::now()));
}

/// What came of it: the table on standard output, the reports in the folder, the rest on standard error.
fn report(folder: &Folder, plan: &Plan, progress: &Progress, finished: &Finished) -> Result<(), Failure> {
    let counts = progress.counts();
    let run = report::load(folder.path())?;
    let summary = report::summary(&run);
    write(folder, "summary.csv", &report::summary_csv(&summary))?;
    write(folder, "report.md", &report::markdown(&run, &summary))?;
    write(folder, "report.html", &report::html(&run, &summary))?;
    print(&report::table(&summary, say::width()))?;
    finished.contradictions.iter().for_each(|c| tell(&format!("contradiction: {c}")));
    tell(&format!("{}: {} runs: {counts}", plan.name, finished.written));
    let folder = folder.path().display();
    tell(&if finished.complete {
        format!("the report is {folder}/report.html (and report.md), the rows are {folder}/results.csv")
    } else {
        format!("interrupted; go on with: searchrig run --resume -o {folder}")
    });
    Ok(())
}

fn write(folder: &Folder, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.path().join(name);
    std::fs::write(&path, text).map_err(|error| Failure::io(format!("{}: {error}", path.display())))
}
