//! `searchrig explore`: a whole space, layer by layer.
use super::checkpoint::{self, Header};
use super::interrupt::Interrupt;
use super::table::{Format, Listing};
use super::{Exit, Failure, args, choose, print, say};
use crate::core::units::parse_bytes;
use crate::core::{Cost, Limits, Setup, Stats, StopFlag};
use crate::experiment::Cancel;
use crate::record::Status;
use crate::registry::{Registry, Session, Task};
use crate::report::people;
use serde::Serialize;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Search a whole space breadth-first and count its states and edges layer by layer
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An edge is a successor produced; its two directions count apart. --format csv writes the layers
alone, json all of it. The time is of the search, without setting up, taking down and saving.

With --checkpoint a search that is interrupted, or ended by --max-depth, is saved as it was after
its last whole layer; so is a long one every ten minutes. The same command goes on from the file,
and removes it when nothing is left.

Exit codes: 0 done · 2 bad usage or input · 3 the visited set does not fit --memory · 5 it failed ·
130, 143 interrupted

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
    /// File to save the search in when it is interrupted, and to go on from; for the visited set `sweep`
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Form of the result
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Checkpoints and lines of progress are at least this far apart.
const SAVE: Duration = Duration::from_mins(10);
const SAY: Duration = Duration::from_secs(10);

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let cancel = Cancel::default();
    let interrupt = args.checkpoint.is_some().then(|| Interrupt::listen(&cancel)).transpose()?;
    let domain = args::domain(registry, &args.domain)?;
    let size = args::size(domain, args.size.as_deref())?;
    let number = choose::explorer(registry, domain, args.visited.as_deref())?;
    let instance = domain.start(&size, args.from.as_deref()).map_err(|wrong| {
        Failure::usage(format!("--from: {}:{}: {}", wrong.line, wrong.column, wrong.message))
    })?;
    let setup = Setup { threads: args.threads, memory_bytes: args.memory, ..Setup::default() };
    let visited = domain.explorers()[number].visited;
    let full = |needed: String| {
        Failure::io(format!("--memory: the visited set does not fit{needed}; try more, or another set"))
    };
    let needed = instance.fixed_bytes(Task::Explore, number, 0);
    if let Some(bytes) = needed.filter(|&bytes| bytes <= args.memory) {
        say::takes("the visited set", bytes);
    }
    let mut session = instance
        .open(Task::Explore, number, 0, &setup)
        .map_err(|e| full(format!(": it needs at least {} bytes", e.needed)))?;
    if args.checkpoint.is_some() && session.checkpoint().is_none() {
        return Err(Failure::usage("--checkpoint: expected --visited sweep: no other search can be saved"));
    }
    let start = Header {
        domain: domain.name().to_string(),
        size: size.clone(),
        from: instance.initial_text(0),
        visited: visited.unwrap_or_default().to_string(),
        nanoseconds: 0,
        layers: Vec::new(),
        edges: Vec::new(),
    };
    if let Some(interrupt) = &interrupt {
        interrupt.running();
    }
    let stop = StopFlag::default();
    cancel.listen(&stop);
    let time = by_layers(session.as_mut(), start, args, &stop)?;
    let verdict = session.verdict();
    match verdict.status {
        Status::Solved | Status::Unsolvable | Status::LimitDepth => {}
        Status::LimitMemory => return Err(full(String::new())),
        Status::Cancelled => {
            let exit = interrupt.and_then(|interrupt| interrupt.exit()).unwrap_or(Exit::Interrupted);
            return Err(Failure { exit, message: "interrupted; the same command goes on".to_string() });
        }
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

/// Explores a layer at a time, so as to say how far it is and to save it; gives the
/// time of the search.
fn by_layers(
    session: &mut dyn Session,
    mut header: Header,
    args: &Args,
    stop: &StopFlag,
) -> Result<Duration, Failure> {
    let last = args.max_depth.unwrap_or(Cost::MAX);
    let mut limits = Limits { stop: stop.clone(), ..Limits::default() };
    let mut time = Duration::ZERO;
    let loaded =
        args.checkpoint.as_deref().map(|path| checkpoint::load(path, &header, session)).transpose()?;
    let loaded = loaded.flatten().map(Duration::from_nanos);
    if let Some(before) = loaded {
        let layers = session.stats().layers.len();
        say::tell(&format!(
            "going on after {layers} layers, {} of search",
            people::time(before.as_nanos() as f64)
        ));
        time = before;
    } else {
        limits.depth = 0;
        let began = Instant::now();
        session.search(0, &limits);
        time += began.elapsed();
    }
    let (mut saved, mut said) = (Instant::now(), Instant::now());
    loop {
        let (status, stats) = (session.verdict().status, session.stats());
        let depth = stats.layers.len().saturating_sub(1) as Cost;
        let more = status == Status::LimitDepth && depth < last;
        let left = !more && matches!(status, Status::Cancelled | Status::LimitDepth);
        let due = left || more && saved.elapsed() >= SAVE;
        if let Some(path) = args.checkpoint.as_deref().filter(|_| due) {
            header.nanoseconds = time.as_nanos() as u64;
            header.layers.clone_from(&stats.layers);
            header.edges = stats.edges[..stats.layers.len() - 1].to_vec();
            checkpoint::save(path, &header, session)?;
            saved = Instant::now();
        }
        let stats = session.stats();
        if !more {
            break;
        }
        if said.elapsed() >= SAY {
            let (layer, states) = (stats.layers[depth as usize], stats.layers.iter().sum::<u64>());
            say::tell(&format!(
                "layer {depth}: {layer} states, {states} so far, {:.0} s",
                time.as_secs_f64()
            ));
            said = Instant::now();
        }
        limits.depth = depth + 1;
        let began = Instant::now();
        let resumed = session.resume(&limits);
        time += began.elapsed();
        assert!(resumed, "every exploration can be resumed");
    }
    if let Some(path) = args.checkpoint.as_deref().filter(|_| session.verdict().status == Status::Unsolvable)
    {
        // There is nothing beyond, so nothing to go on with.
        let _ = fs::remove_file(path);
    }
    Ok(time)
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
