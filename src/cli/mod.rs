//! Floor 5: the command line. The only place that prints and that picks exit codes.
mod exit;
mod list;

pub use exit::{Exit, Failure};

use crate::registry::Registry;
use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Benchmark state-space search: generate instances, search them, report.
#[derive(Debug, Parser)]
#[command(name = "searchrig", version, about, max_term_width = 100, after_help = exit::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
}

/// Runs the command line over the domains of `registry`.
pub fn run(registry: &Registry) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are no failure.
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Done };
            let _ = error.print();
            return code.into();
        }
    };
    let result = match cli.command {
        Command::List(args) => list::run(&args, registry),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => {
            let _ = writeln!(io::stderr(), "searchrig: {failure}");
            failure.exit.into()
        }
    }
}

/// Writes a command's result to standard output; a reader that closed it early is content.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::io(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}
