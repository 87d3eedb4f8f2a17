//! `searchrig doctor`: what on this machine harms measurements, and how to mend it.
use super::{Exit, Failure, print};
use crate::probe::{Finding, examine};
use std::fmt::Write;
use std::path::Path;

/// Say what on this machine harms measurements, and how to mend it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
It only looks, and changes nothing. What it finds does not change the exit code.

Example: searchrig doctor --format json")]
pub(super) struct Args {
    /// Form of the findings
    #[arg(long, value_enum, default_value = "table")]
    format: Form,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Lines for people
    Table,
    /// An array of objects
    Json,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut findings = examine(Path::new("/"), cfg!(debug_assertions)).map_err(Failure::io)?;
    findings.sort_by_key(|finding| finding.level);
    print(&match args.format {
        Form::Table => table(&findings),
        Form::Json => serde_json::to_string_pretty(&findings).expect("plain fields are JSON") + "\n",
    })?;
    Ok(Exit::Done)
}

fn table(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "{:<8} {:<13} {}", finding.level.name(), finding.check, finding.found);
        if !finding.mend.is_empty() {
            let _ = writeln!(text, "{:<22} mend: {}", "", finding.mend);
        }
    }
    text
}
