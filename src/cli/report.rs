//! `searchrig report`: the results of a run as tables.
use super::{Exit, Failure, print};
use crate::record::RecordError;
use crate::report;
use std::path::PathBuf;

/// Report on a run: coverage, times, work and memory of each configuration
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 done, also if rows of the run failed (the report says so) · 2 the results are malformed ·
3 a file cannot be read · 4 results of another schema

Example: searchrig report reports/today --format markdown > report.md")]
pub(super) struct Args {
    /// Run folder or results.csv
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Form of the report
    #[arg(long, value_enum, default_value = "table")]
    format: Form,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Columns for people
    Table,
    /// The whole report: provenance, coverage, tables, failures
    Markdown,
    /// Every value, one a row
    Csv,
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
    let run = report::load(&args.run)?;
    let summary = report::summary(&run);
    print(&match args.format {
        Form::Table => report::table(&summary),
        Form::Markdown => report::markdown(&run, &summary),
        Form::Csv => report::summary_csv(&summary),
    })?;
    Ok(Exit::Done)
}
