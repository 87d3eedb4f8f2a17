//! `searchrig solve`: answers a judge's file.
use super::choose::{self, WITHOUT_TABLE, Wanted};
use super::{Exit, Failure, args, output::Output, problem::Problem, say};
use crate::core::{Cost, Limits, Setup};
use crate::dataset;
use crate::record::Status;
use crate::registry::{AnyDomain, Configuration, Registry, Session, Step, Task, Verdict};
use serde::Serialize;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Solve the instances of a file, and answer as the puzzle's judge wants
#[derive(Debug, clap::Args)]
#[command(after_help = "\
FILE holds the judge's text, or a set as CSV if its name ends in .csv. --format json writes JSON
Lines: an object a line, an instance a line. Every answer is replayed before it is written.

Exit codes: 0 answered, also where there is no solution · 2 bad usage or input · 3 a file cannot be
read, or not decided in the memory there is · 5 a search failed

Example: searchrig solve black-white boards.in --algorithm bfs --format text --path")]
pub(super) struct Args {
    /// Domain, as `searchrig list` names it
    domain: String,
    /// File to solve; `-` is standard input
    #[arg(default_value = "-")]
    file: String,
    /// Size; by default the domain's first (a CSV file says its sizes itself)
    #[arg(long)]
    size: Option<String>,
    #[command(flatten)]
    wanted: Wanted,
    /// Threads of one search
    #[arg(long, value_name = "N", default_value = "1", value_parser = args::threads)]
    threads: usize,
    /// Largest solution cost of interest; by default the judge's in its format, else none
    #[arg(long, value_name = "D", value_parser = args::depth)]
    max_depth: Option<Cost>,
    /// Form of the answers
    #[arg(long, value_enum, default_value = "judge")]
    format: Format,
    /// Write each solution move by move (text and json)
    #[arg(long)]
    path: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// What the puzzle's judge accepts
    Judge,
    /// A line an instance for people
    Text,
    /// An object a line
    Json,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let domain = args::domain(registry, &args.domain)?;
    if args.path && args.format == Format::Judge {
        return Err(Failure::usage("--path needs --format text or json: the judge's format is fixed"));
    }
    let problem = Problem::load(registry, domain, &args.file, args.size.as_deref())?
        .filter(|problem| !problem.instances.is_empty());
    let unnamed = problem.as_ref().filter(|_| args.wanted.algorithm.is_none());
    let goals = unnamed.and_then(|problem| problem.instances.goal_count(0));
    let mut number = choose::solver(registry, domain, &args.wanted, args.threads, goals)?;
    let Some(problem) = problem else { return Ok(Exit::Done) };

    let judge_depth = domain.judge_depth().filter(|_| args.format == Format::Judge);
    let limits = Limits { depth: args.max_depth.or(judge_depth).unwrap_or(Cost::MAX), ..Limits::default() };
    let setup = Setup { threads: args.threads, ..Setup::default() };
    let open = |number| problem.instances.open(Task::Solve, number, 0, &setup);
    let opened = match open(number) {
        // The table of such a space does not fit: by default a search that needs none.
        Err(_) if args.wanted == Wanted::default() => {
            let wanted = Wanted { algorithm: Some(WITHOUT_TABLE.to_string()), ..Wanted::default() };
            number = choose::solver(registry, domain, &wanted, args.threads, goals)?;
            open(number)
        }
        opened => opened,
    };
    let session =
        opened.map_err(|full| Failure::io(format!("the search needs {} bytes to begin", full.needed)))?;
    let configuration = &domain.configurations()[number];
    say::detail(|| {
        let part = |name: Option<&str>| name.map_or(String::new(), |name| format!(", {name}"));
        let (heuristic, visited) = (part(configuration.heuristic), part(configuration.visited));
        format!("{}{heuristic}{visited}, {} thread(s)", configuration.algorithm.name, args.threads)
    });
    Solver { args, domain, problem: &problem, configuration, session, limits, exit: Exit::Done }.answer_all()
}

/// A run over all the instances.
struct Solver<'a> {
    args: &'a Args,
    domain: &'a dyn AnyDomain,
    problem: &'a Problem,
    configuration: &'a Configuration,
    session: Box<dyn Session + 'a>,
    limits: Limits,
    exit: Exit,
}
impl Solver<'_> {
    fn answer_all(mut self) -> Result<Exit, Failure> {
        let mut out = Output::default();
        let mut i = 0;
        for (set, &len) in self.problem.sets.iter().enumerate() {
            if self.args.format == Format::Judge
                && let Some(heading) = self.domain.set_heading(set + 1)
            {
                out.line(&heading)?;
            }
            for _ in 0..len {
                let answer = self.answer(i);
                if out.is_closed() {
                    return Ok(self.exit);
                }
                match answer {
                    Ok(answer) => out.line(&answer)?,
                    Err(failure) => {
                        out.flush()?;
                        return Err(failure);
                    }
                }
                i += 1;
            }
        }
        out.flush()?;
        Ok(self.exit)
    }

    /// The answer to instance `i`; a failure ends the run, since a judge's file has no place for it.
    fn answer(&mut self, i: usize) -> Result<String, Failure> {
        let (session, limits) = (&mut self.session, &self.limits);
        let verdict = catch_unwind(AssertUnwindSafe(|| {
            session.search(i, limits);
            session.verdict()
        }));
        let verdict = verdict.map_err(|_| self.failure(i, Exit::FailedRows, "the search panicked"))?;
        match verdict.status {
            Status::Solved | Status::Unsolvable => {}
            Status::LimitDepth
                if self.args.format != Format::Judge || self.domain.judge_depth().is_some() => {}
            Status::LimitDepth => {
                let why = "nothing within --max-depth, which the judge's format cannot say";
                return Err(self.failure(i, Exit::Usage, why));
            }
            status if status.is_failure() => {
                let why = format!("{status}: {}", verdict.detail);
                return Err(self.failure(i, Exit::FailedRows, &why));
            }
            status => return Err(self.failure(i, Exit::Io, &format!("not decided: {status}"))),
        }
        Ok(match self.args.format {
            Format::Judge => self.session.answer(),
            Format::Text => self.text(i, &verdict),
            Format::Json => {
                serde_json::to_string(&self.json(i, &verdict)).expect("text and numbers are JSON")
            }
        })
    }

    fn failure(&self, i: usize, exit: Exit, why: &str) -> Failure {
        let (file, name, line) =
            (dataset::shown(&self.args.file), self.problem.name(i), self.problem.instances.line(i));
        Failure { exit, message: format!("{file}: instance {name} (`{line}`): {why}") }
    }

    fn text(&self, i: usize, verdict: &Verdict) -> String {
        let (name, stats) = (self.problem.name(i), self.session.stats());
        let mut text = match (verdict.cost, verdict.length) {
            (Some(cost), Some(length)) if cost as usize == length => format!("{name}: {cost} moves"),
            (Some(cost), Some(length)) => format!("{name}: cost {cost}, {length} moves"),
            _ => format!("{name}: {}", verdict.status),
        };
        let _ = write!(
            text,
            "; {} expanded, {} generated, {} duplicates, {} stored in {} bytes",
            stats.expanded, stats.generated, stats.duplicates, stats.max_visited, stats.visited_bytes
        );
        if self.args.path {
            let path = self.session.path();
            let width = path.iter().map(|step| step.by.chars().count()).max().unwrap_or(0);
            for (number, Step { by, state }) in path.iter().enumerate() {
                let _ = write!(text, "\n{number:>5}  {by:<width$}  {state}");
            }
        }
        text
    }

    fn json(&self, i: usize, verdict: &Verdict) -> Line {
        let stats = self.session.stats();
        let step = |Step { by, state }| Move { by, state };
        Line {
            instance: self.problem.name(i),
            size: self.problem.instances.size(i),
            text: self.problem.instances.line(i),
            algorithm: self.configuration.algorithm.name,
            heuristic: self.configuration.heuristic,
            visited: self.configuration.visited,
            threads: self.args.threads,
            status: verdict.status,
            cost: verdict.cost,
            length: verdict.length,
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            reopened: stats.reopened,
            evaluated: stats.evaluated,
            iterations: stats.iterations,
            max_frontier: stats.max_frontier,
            max_visited: stats.max_visited,
            visited_bytes: stats.visited_bytes,
            path: self.args.path.then(|| self.session.path().into_iter().map(step).collect()),
        }
    }
}

/// One instance in JSON.
#[derive(Serialize)]
struct Line {
    instance: String,
    size: String,
    text: String,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    visited: Option<&'static str>,
    threads: usize,
    status: Status,
    cost: Option<Cost>,
    length: Option<usize>,
    expanded: u64,
    generated: u64,
    duplicates: u64,
    reopened: u64,
    evaluated: u64,
    iterations: u64,
    max_frontier: u64,
    max_visited: u64,
    visited_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Move>>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    by: String,
    state: String,
}
