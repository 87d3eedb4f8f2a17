//! Floor 5: the command line. The only place that prints and that picks exit codes.
mod ab;
mod args;
mod bless;
mod checkpoint;
mod choose;
mod compare;
mod completions;
mod doctor;
mod dry_run;
mod exit;
mod explore;
mod generate;
mod interrupt;
mod list;
mod man;
mod merge;
mod output;
mod problem;
mod progress;
mod report;
mod run;
mod say;
mod schema;
mod solve;
mod table;
mod verify;
mod worker;

pub use exit::{Exit, Failure};

use crate::registry::Registry;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Benchmark state-space search: generate instances, search them, report.
#[derive(Debug, Parser)]
#[command(name = "searchrig", version, about, max_term_width = 100, after_help = exit::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    voice: say::Voice,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
    Generate(generate::Args),
    Solve(solve::Args),
    Explore(explore::Args),
    Run(run::Args),
    Merge(merge::Args),
    Report(report::Args),
    Compare(compare::Args),
    Ab(ab::Args),
    Bless(bless::Args),
    Verify(verify::Args),
    Doctor(doctor::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
    #[command(hide = true)]
    Worker(worker::Args),
}

/// Runs the command line over the domains of `registry`.
pub fn run(registry: &Registry) -> ExitCode {
    say::Voice::foresee(std::env::args());
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version, and help in place of a missing command, are for people.
            let help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            if !error.use_stderr() || help {
                let _ = error.print();
                return if help { Exit::Usage } else { Exit::Done }.into();
            }
            say::error(&one_line(&error.render().to_string()));
            return Exit::Usage.into();
        }
    };
    cli.voice.take();
    let result = match cli.command {
        Command::List(args) => list::run(&args, registry),
        Command::Generate(args) => generate::run(&args, registry),
        Command::Solve(args) => solve::run(&args, registry),
        Command::Explore(args) => explore::run(&args, registry),
        Command::Run(args) => run::run(&args, registry),
        Command::Merge(args) => merge::run(&args, registry),
        Command::Report(args) => report::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Ab(args) => ab::run(&args, registry),
        Command::Bless(args) => bless::run(&args),
        Command::Verify(args) => verify::run(&args, registry),
        Command::Doctor(args) => doctor::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Worker(args) => worker::run(&args, registry),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => {
            say::error(&failure.to_string());
            failure.exit.into()
        }
    }
}

/// The whole command line: what its help, its manual and its completions are made of.
fn tree() -> clap::Command {
    Cli::command()
}

/// What is wrong with the usage, on one line: without the usage itself, which `--help` prints.
fn one_line(rendered: &str) -> String {
    let said = rendered.lines().map(str::trim).filter(|line| !line.is_empty());
    let said: Vec<&str> = said.take_while(|line| !line.starts_with("Usage:")).collect();
    let said = said.into_iter().filter(|line| !line.starts_with("For more information"));
    said.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_string()
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
