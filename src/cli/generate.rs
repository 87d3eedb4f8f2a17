//! `searchrig generate`: instance sets by seed.
use super::{Exit, Failure, args, print, progress, say};
use crate::core::units::Range;
use crate::dataset::{self, Recipe};
use crate::registry::{Method, Registry};
use std::path::PathBuf;

/// Draw a set of instances by seed: the same options give the same bytes, always
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Instance i uses stream i of the seed, so the first 50 of --count 100 are --count 50. An instance
that the set has already is drawn again. Costs of --optimal are exact, found by search. Where the
goal is fixed and the space large (sliding tiles beyond 3x3), the start is the end of a random walk,
so of two starts at one cost the one with more ways to it is likelier; else starts are uniform.

Exit codes: 0 written · 2 bad usage, or there are no such instances · 3 the file cannot be written

Example: searchrig generate solitaire --count 100 --seed 7 --optimal 8..12 -o set.csv")]
pub(super) struct Args {
    /// Domain, as `searchrig list` names it
    domain: String,
    /// Size; by default the domain's first
    #[arg(long)]
    size: Option<String>,
    /// Number of instances
    #[arg(long, value_name = "N", value_parser = args::count)]
    count: usize,
    /// Seed
    #[arg(long, value_name = "K", value_parser = args::seed)]
    seed: u64,
    /// How to draw; --steps and --optimal imply it, and uniform is the default
    #[arg(long, value_enum)]
    method: Option<Kind>,
    /// Lengths of the random walk between the ends, both included
    #[arg(long, value_name = "A..B")]
    steps: Option<Range>,
    /// Optimal costs, both included
    #[arg(long, value_name = "A..B", conflicts_with = "steps")]
    optimal: Option<Range>,
    /// Keep instances that the set has already
    #[arg(long)]
    duplicates: bool,
    /// Form of the set
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
    /// File to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Each instance of the size equally likely
    Uniform,
    /// Ends a random walk apart: needs --steps
    Walk,
    /// Optimal costs in a range: needs --optimal
    Optimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// With names, seeds and hashes: what the other commands read
    Csv,
    /// The text that the domain's judge reads
    Judge,
}

impl Args {
    fn method(&self) -> Result<Method, Failure> {
        let walk = |Range { low, high }| Method::Walk { low, high };
        let optimal = |Range { low, high }| Method::Optimal { low, high };
        match (self.method, self.steps, self.optimal) {
            (None | Some(Kind::Uniform), None, None) => Ok(Method::Uniform),
            (None | Some(Kind::Walk), Some(steps), None) => Ok(walk(steps)),
            (None | Some(Kind::Optimal), None, Some(costs)) => Ok(optimal(costs)),
            (Some(Kind::Walk), None, None) => {
                Err(Failure::usage("--method walk needs the lengths of the walk, as in --steps 3..8"))
            }
            (Some(Kind::Optimal), None, None) => {
                Err(Failure::usage("--method optimal needs the costs, as in --optimal 3..8"))
            }
            (_, Some(_), _) => Err(Failure::usage("--steps belongs to --method walk alone")),
            (_, _, Some(_)) => Err(Failure::usage("--optimal belongs to --method optimal alone")),
        }
    }
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let method = args.method()?;
    let domain = args::domain(registry, &args.domain)?;
    let size = args::size(domain, args.size.as_deref())?;
    let recipe = Recipe {
        domain,
        size: &size,
        count: args.count,
        seed: args.seed,
        method,
        duplicates: args.duplicates,
    };
    let bar = progress::drawing(args.count);
    let set = dataset::generate(&recipe, |drawn| bar.set_position(drawn as u64));
    bar.finish_and_clear();
    let set = set.map_err(Failure::usage)?;
    say::detail(|| format!("{} instances of {} {size}, {method}", args.count, domain.name()));
    let text = match args.format {
        Format::Csv => dataset::write_csv(&set),
        Format::Judge => set.groups.iter().map(|group| group.instances.judge_text()).collect(),
    };
    if args.output.as_os_str() == "-" {
        print(&text)?;
    } else {
        dataset::save(&args.output, &text).map_err(Failure::io)?;
    }
    Ok(Exit::Done)
}
