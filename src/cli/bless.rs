//! `searchrig bless`: the baseline that a team commits.
use super::{Exit, Failure, compare, print};
use crate::dataset;
use crate::report::compare::{Verdict, write_baseline};
use std::fs;
use std::path::PathBuf;

/// Write the small exact baseline of a run: what `compare` gates on, without times
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The order of the lines is fixed, so a change of the code shows as a diff of the lines it changed.

Exit codes: 0 written · 1 repeats disagree, or a row failed · 2 bad usage, or a key twice ·
3 a file cannot be read or written

Example: searchrig bless reports/today -o reports/baseline.csv")]
pub(super) struct Args {
    /// Run folder or results.csv
    #[arg(value_name = "RUN")]
    run: String,
    /// Baseline to write
    #[arg(short, long, value_name = "FILE", default_value = "reports/baseline.csv")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let side = compare::side(&args.run)?;
    if let Some((key, why)) = side.keys.iter().find_map(|(k, o)| Some((k, o.disagreement.as_ref()?))) {
        let message = format!("{}: {key}: {}: {why}", side.label, Verdict::Nondeterministic);
        return Err(Failure { exit: Exit::Gate, message });
    }
    if let Some((key, observed)) = side.keys.iter().find(|(_, o)| o.fact.status.is_failure()) {
        let message = format!("{}: {key}: status {}: not to be blessed", side.label, observed.fact.status);
        return Err(Failure { exit: Exit::Gate, message });
    }
    let text = write_baseline(&side)?;
    if let Some(folder) = args.output.parent() {
        fs::create_dir_all(folder).map_err(|e| Failure::io(format!("{}: {e}", folder.display())))?;
    }
    dataset::save(&args.output, &text).map_err(Failure::io)?;
    print(&format!("{}: {} keys\n", args.output.display(), side.keys.len()))?;
    Ok(Exit::Done)
}
