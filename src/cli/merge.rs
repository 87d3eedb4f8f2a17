//! `searchrig merge`: one run folder of the folders of its shards.
use super::{Exit, Failure, print};
use crate::experiment;
use crate::registry::Registry;
use std::path::PathBuf;

/// Merge the run folders of shards (`run --shard I/N`) into one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The folders must hold the same experiment and instances, and no run twice. Without a run that is
missing the merged folder is complete; else `run --resume -o DIR` does the rest.

Exit codes: 0 merged · 2 the parts do not fit together · 3 a file cannot be read or written ·
4 results of another schema · 5 merged, with error or invalid rows

Example: searchrig merge part1 part2 -o whole")]
pub(super) struct Args {
    /// Folders of the shards
    #[arg(required = true, value_name = "SHARD")]
    parts: Vec<PathBuf>,
    /// Folder to write, new or empty
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let merged = experiment::merge(&args.parts, &args.output, registry)?;
    print(&format!("{} rows, {} runs missing\n", merged.rows, merged.missing))?;
    Ok(if merged.failed > 0 { Exit::FailedRows } else { Exit::Done })
}
