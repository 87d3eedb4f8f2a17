//! `searchrig explore`: a whole space, layer by layer.
use super::table::{Format, Listing};
use super::{Exit, Failure, args, choose, print};
use crate::core::units::parse_bytes;
use crate::core::{Cost, Limits, Setup, Stats};
use crate::record::Status;
use crate::registry::{Registry, Task};
use serde::Serialize;
use serde_json::json;
use std::time::{Duration, Instant};

/// Search a whole space breadth-first and count its states and edges layer by layer
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An edge is a successor produced; its two directions count apart. --format csv writes the layers
alone, json all of it. The time is of the search, without setting up and taking down.

Exit codes: 0 done · 2 bad usage or input · 3 the visited set does not fit --memory · 5 it failed

Example: searchrig explore solitaire --size 8x8:4 --visited bitset --threads 2")]
pub(super) struct Args {
    /// Domain, as `searchrig list` names it
    domain: String,
    /// Size; by default the domain's first
    #[arg(long)]
    size: Option<String>,
    /// State to start from, in the judge's text with `/` for each line break; by default a standard one
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    from: Option<String>,
    /// Visited set; by default bitset where the states are numbered, else dashmap
    #[arg(long, value_name = "NAME")]
    visited: Option<String>,
    /// Threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = args::threads)]
    threads: usize,
    /// Last layer
    #[arg(long, value_name = "D", value_parser = args::depth)]
    max_depth: Option<Cost>,
    /// Memory that the visited set may occupy
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = parse_bytes)]
    memory: u64,
    /// Form of the result
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let domain = args::domain(registry, &args.domain)?;
    let size = args::size(domain, args.size.as_deref())?;
    let number = choose::explorer(registry, domain, args.visited.as_deref())?;
    let instance = domain.start(&size, args.from.as_deref()).map_err(|wrong| {
        Failure::usage(format!("--from: {}:{}: {}", wrong.line, wrong.column, wrong.message))
    })?;
    let limits = Limits { depth: args.max_depth.unwrap_or(Cost::MAX), ..Limits::default() };
    let setup = Setup { threads: args.threads, memory_bytes: args.memory, ..Setup::default() };
    let visited = domain.explorers()[number].visited;
    let full = |needed: String| {
        Failure::io(format!("--memory: the visited set does not fit{needed}; try more, or another set"))
    };
    let mut session = instance
        .open(Task::Explore, number, 0, &setup)
        .map_err(|e| full(format!(": it needs at least {} bytes", e.needed)))?;
    let began = Instant::now();
    session.search(0, &limits);
    let time = began.elapsed();
    let verdict = session.verdict();
    match verdict.status {
        Status::Solved | Status::Unsolvable | Status::LimitDepth => {}
        Status::LimitMemory => return Err(full(String::new())),
        status => {
            return Err(Failure { exit: Exit::FailedRows, message: format!("{status}: {}", verdict.detail) });
        }
    }
    let space = Space {
        domain: domain.name(),
        size,
        from: instance.initial_text(0),
        visited,
        threads: args.threads,
        complete: verdict.status != Status::LimitDepth,
        ..Space::measured(session.stats(), time)
    };
    print(&space.render(args.format))?;
    Ok(Exit::Done)
}

/// What an exploration found.
#[derive(Debug, Default, Serialize)]
struct Space {
    domain: &'static str,
    size: String,
    from: String,
    visited: Option<&'static str>,
    threads: usize,
    /// Whether there is nothing beyond the last layer.
    complete: bool,
    states: u64,
    edges: u64,
    depth: usize,
    nanoseconds: u128,
    states_per_second: u64,
    set_bytes: u64,
    bytes_per_state: f64,
    layers: Vec<Layer>,
}
#[derive(Debug, Serialize)]
struct Layer {
    depth: usize,
    states: u64,
    edges: u64,
}
impl Space {
    fn measured(counted: &Stats, time: Duration) -> Self {
        let states: u64 = counted.layers.iter().sum();
        let edges = counted.edges.iter().chain(std::iter::repeat(&0));
        let layers = counted.layers.iter().zip(edges).enumerate();
        Self {
            states,
            edges: counted.generated,
            depth: counted.layers.len().saturating_sub(1),
            nanoseconds: time.as_nanos(),
            states_per_second: (u128::from(states) * 1_000_000_000 / time.as_nanos().max(1)) as u64,
            set_bytes: counted.visited_bytes,
            bytes_per_state: counted.visited_bytes as f64 / states.max(1) as f64,
            layers: layers.map(|(depth, (&states, &edges))| Layer { depth, states, edges }).collect(),
            ..Self::default()
        }
    }
    fn render(&self, format: Format) -> String {
        if format == Format::Json {
            return serde_json::to_string_pretty(self).expect("text and numbers are JSON") + "\n";
        }
        let row = |l: &Layer| vec![json!(l.depth), json!(l.states), json!(l.edges)];
        let rows = self.layers.iter().map(row).collect();
        let mut text = Listing { columns: &["depth", "states", "edges"], rows }.render(format);
        if format == Format::Table {
            text += &self.summary();
        }
        text
    }
    fn summary(&self) -> String {
        let end = if self.complete { "" } else { " (--max-depth: there may be more)" };
        format!(
            "\n{} {} from {}\nstates {}, edges {}, depth {}{end}\n{:.3} s with {} thread(s): {} states/s\n\
             visited set {}: {} bytes, {:.2} bytes a state\n",
            self.domain,
            self.size,
            self.from,
            self.states,
            self.edges,
            self.depth,
            self.nanoseconds as f64 / 1e9,
            self.threads,
            self.states_per_second,
            self.visited.unwrap_or("-"),
            self.set_bytes,
            self.bytes_per_state
        )
    }
}
