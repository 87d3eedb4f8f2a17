//! `searchrig doctor`: what on this machine harms measurements, and how to mend it.
use super::say::{self, Mood};
use super::{Exit, Failure, print};
use crate::probe::{Finding, Level, examine};
use std::fmt::Write;
use std::path::Path;

/// Say what on this machine harms measurements, and how to mend it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
It only looks, and changes nothing. What it finds does not change the exit code.

Exit codes: 0 done · 2 bad usage · 3 the system cannot be read

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

fn mood(level: Level) -> Mood {
    match level {
        Level::Harmful => Mood::Bad,
        Level::Unknown => Mood::Doubtful,
        Level::Fine => Mood::Good,
    }
}

fn table(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let level = say::word(&format!("{:<8}", finding.level.name()), mood(finding.level));
        let _ = writeln!(text, "{level} {:<13} {}", finding.check, finding.found);
        if !finding.mend.is_empty() {
            let _ = writeln!(text, "{:<22} mend: {}", "", finding.mend);
        }
    }
    text
}
