//! `searchrig compare`: gates on counts and costs, and advisory times.
use super::{Exit, Failure, print, say};
use crate::dataset;
use crate::report::compare::{CompareError, Comparison, Gate, Side, Verdict, compare};
use std::path::{Path, PathBuf};

/// Compare two runs: what changed between BASE and NEW
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The exact gate holds status, cost and every counter of each key (instance, configuration, threads)
against the base: any difference fails, fewer nodes too. Of bounded configurations the cost must
agree, of rows that a clock cut off nothing. Solved before and stopped now fails as `coverage`,
repeats that disagree as `nondeterministic`. Keys on one side only are counted and fail nothing
without --require-same-keys. Times are advisory: a slower run fails nothing. Times of two machines,
or of two build profiles, are refused; compare with a baseline of `bless`, which has none.

Exit codes: 0 passed · 1 a gate failed · 2 bad usage, or a key twice · 3 a file cannot be read ·
4 not comparable: another schema, a partial base, no common key, times of another machine (counts are
compared all the same), or other keys where the same are required

Example: searchrig compare reports/baseline.csv reports/today --gate nodes=2%")]
pub(super) struct Args {
    /// Run folder, results.csv or baseline to compare with; LABEL=PATH names it
    #[arg(value_name = "BASE")]
    base: String,
    /// Run folder or results.csv in question; LABEL=PATH names it
    #[arg(value_name = "NEW")]
    new: String,
    /// How far counters may move: nodes=exact, nodes=worse (down only) or nodes=2% (either way)
    #[arg(long, value_name = "RULE", default_value = "nodes=exact")]
    gate: Gate,
    /// Configuration A of the base is B in the new run
    #[arg(long, value_name = "A=B")]
    rename: Vec<String>,
    /// Exit with 4 if a key is on one side only
    #[arg(long)]
    require_same_keys: bool,
    /// Form of the comparison
    #[arg(long, value_enum, default_value = "table")]
    format: Form,
    /// Also write the comparison, one value a row, to this CSV file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Columns for people: what changed
    Table,
    /// The same in Markdown
    Markdown,
    /// Every value, one a row
    Csv,
    /// Every value, with the summary
    Json,
    /// A test case a key, failed where the gate fails
    Junit,
}

impl From<CompareError> for Failure {
    fn from(error: CompareError) -> Self {
        use crate::record::RecordError;
        let exit = match &error {
            CompareError::Record(wrong) if wrong.is_incomparable() => Exit::Incomparable,
            CompareError::Record(RecordError::Io { .. }) => Exit::Io,
            CompareError::Record(_) | CompareError::Input(_) => Exit::Usage,
            CompareError::Incomparable(_) => Exit::Incomparable,
        };
        Self { exit, message: error.to_string() }
    }
}

/// Reads `PATH`, or `LABEL=PATH` if there is no file of that name.
pub(super) fn side(text: &str) -> Result<Side, Failure> {
    let (label, path) = match text.split_once('=') {
        Some((label, path)) if !label.is_empty() && !Path::new(text).exists() => (label, path),
        _ => (text, text),
    };
    Ok(Side::read(label, Path::new(path))?)
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut base = side(&args.base)?;
    let new = side(&args.new)?;
    for rename in &args.rename {
        let (from, to) = base.split_rename(rename)?;
        base.rename(from, to)?;
    }
    let comparison = compare(&base, &new, args.gate)?;
    if let Some(path) = &args.output {
        dataset::save(path, &comparison.csv()).map_err(Failure::io)?;
    }
    print(&match args.format {
        Form::Table => comparison.table(say::width()),
        Form::Markdown => comparison.markdown(),
        Form::Csv => comparison.csv(),
        Form::Json => comparison.json(),
        Form::Junit => comparison.junit(),
    })?;
    Ok(exit(&comparison, args.require_same_keys))
}

fn exit(comparison: &Comparison, same_keys: bool) -> Exit {
    let summary = comparison.summary();
    if !comparison.passed() {
        Exit::Gate
    } else if comparison.refused.is_some()
        || same_keys && summary.of(Verdict::New) + summary.of(Verdict::Missing) > 0
    {
        Exit::Incomparable
    } else {
        Exit::Done
    }
}
