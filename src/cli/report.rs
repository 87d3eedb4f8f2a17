//! `searchrig report`: the results of a run as tables.
use super::{Exit, Failure, print, say};
use crate::core::unknown_name;
use crate::record::RecordError;
use crate::report::{self, GroupBy, LoadError, Picture, Run, Summary};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Report on a run: coverage, times, work and memory of each configuration
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 done, also if rows of the run failed (the report says so) · 2 the results are malformed ·
3 a file cannot be read · 4 results of another schema, or runs of different instances under one name

Example: searchrig report reports/today --format html -o report.html
         searchrig report reports/today --format svg --plot growth-expanded/black-white -o growth.svg
         searchrig report reports/monday reports/tuesday --group-by size")]
pub(super) struct Args {
    /// Run folders, or results.csv files; the rows of several are joined
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "table")]
    format: Form,
    /// Configuration that ratios refer to, instead of bfs
    #[arg(long, value_name = "CONFIGURATION")]
    baseline: Option<String>,
    /// Report on each part of a domain by itself
    #[arg(long, value_enum, value_name = "PART")]
    group_by: Option<Group>,
    /// Plot of --format svg or png: its kind, as growth-expanded, or kind/domain
    #[arg(long, value_name = "NAME")]
    plot: Option<String>,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Columns for people
    Table,
    /// The whole report: provenance, coverage, tables, failures
    Markdown,
    /// Every value, one a row
    Csv,
    /// Every value, with its scope: docs/schema/report.schema.json
    Json,
    /// Tables and commands for a paper, to be put into its preamble
    Latex,
    /// A test case an instance and configuration, for continuous integration
    Junit,
    /// Bencher's metric format
    Bencher,
    /// The list of github-action-benchmark's customSmallerIsBetter
    GithubActionBenchmark,
    /// One page for a browser: all of it with plots, without network
    Html,
    /// The picture that --plot names
    Svg,
    /// The same in pixels, into the file of -o; only in a build with --features png
    Png,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Group {
    /// Of each size of instance
    Size,
    /// Of each algorithm
    Algorithm,
    /// Of each heuristic
    Heuristic,
    /// Of each visited set
    Visited,
    /// Of each number of threads
    Threads,
}
impl From<Group> for GroupBy {
    fn from(group: Group) -> Self {
        match group {
            Group::Size => Self::Size,
            Group::Algorithm => Self::Algorithm,
            Group::Heuristic => Self::Heuristic,
            Group::Visited => Self::Visited,
            Group::Threads => Self::Threads,
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Record(error) => error.into(),
            LoadError::Twice(path) => Self::usage(format!("{path} is named twice")),
            LoadError::Incomparable(message) => Self { exit: Exit::Incomparable, message },
        }
    }
}
impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        let exit = match &error {
            RecordError::Io { .. } => Exit::Io,
            wrong if wrong.is_incomparable() => Exit::Incomparable,
            _ => Exit::Usage,
        };
        Self { exit, message: error.to_string() }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let drawn = matches!(args.format, Form::Svg | Form::Png);
    if args.plot.is_some() && !drawn {
        return Err(Failure::usage("--plot is for --format svg or png"));
    }
    let mut run = report::load_all(&args.runs)?;
    if let Some(group) = args.group_by {
        run =
            report::grouped(run, group.into()).map_err(|why| Failure::usage(format!("--group-by: {why}")))?;
    }
    let baseline = args.baseline.as_deref();
    if let Some(name) = baseline
        && !run.rows.iter().any(|row| row.configuration == name)
    {
        return Err(Failure::usage(format!(
            "--baseline {name:?}: no row has this configuration; there are {}",
            configurations(&run)
        )));
    }
    let summary = report::summary_against(&run, baseline);
    let text = match args.format {
        Form::Table => report::table(&summary, say::width()),
        Form::Markdown => report::markdown(&run, &summary),
        Form::Csv => report::summary_csv(&summary),
        Form::Json => report::json(&run, &summary),
        Form::Latex => report::latex(&run, &summary),
        Form::Junit => report::junit(&run, &summary),
        Form::Bencher => report::bencher(&summary),
        Form::GithubActionBenchmark => report::github_action_benchmark(&summary),
        Form::Html => report::html(&run, &summary),
        Form::Svg | Form::Png => picture(&run, &summary, args.plot.as_deref())?,
    };
    match (&args.output, args.format) {
        (Some(path), Form::Png) => save(path, &pixels(&text)?)?,
        (Some(path), _) => save(path, text.as_bytes())?,
        (None, Form::Png) => return Err(Failure::usage("--format png needs -o FILE")),
        (None, _) => print(&text)?,
    }
    Ok(Exit::Done)
}

#[cfg(feature = "png")]
fn pixels(svg: &str) -> Result<Vec<u8>, Failure> {
    report::png(svg).map_err(|why| Failure::io(format!("--format png: {why}")))
}
#[cfg(not(feature = "png"))]
fn pixels(_: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::usage(
        "--format png: this build has no PNG; build it with `cargo build --release --features png`, or convert \
         the picture of --format svg, as with `rsvg-convert -z 4 plot.svg -o plot.png`",
    ))
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::io(format!("{}: {error}", path.display())))
}

/// The picture of that name; a kind alone names it where a single domain has it.
fn picture(run: &Run, summary: &Summary, name: Option<&str>) -> Result<String, Failure> {
    let pictures = report::pictures(run, summary);
    let full = |picture: &Picture| format!("{}/{}", picture.kind, picture.domain);
    let wanted = |picture: &&Picture| name.is_some_and(|name| name == picture.kind || name == full(picture));
    let found: Vec<&Picture> = pictures.iter().filter(wanted).collect();
    if let [picture] = found[..] {
        return Ok(picture.svg.clone());
    }
    let names = |of: &[&Picture]| of.iter().map(|picture| full(picture)).collect::<Vec<_>>().join(", ");
    let all: Vec<&Picture> = pictures.iter().collect();
    Err(Failure::usage(match (name, found.is_empty()) {
        (None, _) => format!("--plot is needed, one of {}", names(&all)),
        (Some(name), true) => {
            let shown = |picture: &&Picture| {
                if name.contains('/') { full(picture) } else { picture.kind.to_string() }
            };
            let known: BTreeSet<String> = all.iter().map(shown).collect();
            unknown_name("plot", name, &known.iter().map(String::as_str).collect::<Vec<_>>())
        }
        (Some(name), false) => {
            format!("--plot {name:?}: several domains have it; choose one of {}", names(&found))
        }
    }))
}

/// The names of the configurations, the first few of many.
fn configurations(run: &Run) -> String {
    let names: BTreeSet<&str> = run.rows.iter().map(|row| row.configuration.as_str()).collect();
    let first: Vec<String> = names.iter().take(12).map(|name| format!("{name:?}")).collect();
    let more = if names.len() > 12 { format!(" and {} more", names.len() - 12) } else { String::new() };
    first.join(", ") + &more
}
