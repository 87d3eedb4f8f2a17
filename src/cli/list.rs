//! `searchrig list`: what there is to choose from.
use super::choose::distinct;
use super::table::{Format, Listing};
use super::{Exit, Failure, print};
use crate::registry::{AnyDomain, Configuration, Registry};
use serde_json::json;

/// List the domains, algorithms, heuristics or visited sets
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 done · 2 bad usage

Example: searchrig list algorithms --format json")]
pub(super) struct Args {
    /// What to list
    #[arg(value_enum, default_value = "domains")]
    what: What,
    /// Form of the listing
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum What {
    Domains,
    Algorithms,
    Heuristics,
    Visited,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let listing = match args.what {
        What::Domains => domains(registry),
        What::Algorithms => algorithms(registry),
        What::Heuristics => heuristics(registry),
        What::Visited => visited(registry),
    };
    print(&listing.render(args.format))?;
    Ok(Exit::Done)
}

fn domains(registry: &Registry) -> Listing {
    let row = |domain: &dyn AnyDomain| {
        vec![
            json!(domain.name()),
            json!(domain.sizes()),
            json!(domain.heuristics()),
            json!(domain.judge_depth()),
            json!(domain.configurations().len()),
            json!(domain.about()),
        ]
    };
    Listing {
        columns: &["domain", "sizes", "heuristics", "judge_depth", "configurations", "about"],
        rows: registry.domains().map(row).collect(),
    }
}

fn algorithms(registry: &Registry) -> Listing {
    let mut rows = Vec::new();
    let of = |domain: &dyn AnyDomain| domain.configurations().iter().map(|c| c.algorithm).collect::<Vec<_>>();
    for name in distinct(registry.domains().flat_map(of).map(|about| about.name)) {
        let about = registry.domains().flat_map(of).find(|about| about.name == name);
        let fits = fitting(registry, |c| c.algorithm.name == name);
        rows.extend(about.map(|about| {
            vec![
                json!(name),
                json!(about.optimal),
                json!(about.parallel),
                json!(about.counts),
                json!(fits),
                json!(about.about),
            ]
        }));
    }
    Listing { columns: &["algorithm", "optimal", "parallel", "parallel_counts", "domains", "about"], rows }
}

fn heuristics(registry: &Registry) -> Listing {
    let mut rows = Vec::new();
    for domain in registry.domains() {
        for &name in domain.heuristics() {
            let using = domain.configurations().iter().filter(|c| c.heuristic == Some(name));
            let algorithms = distinct(using.map(|c| c.algorithm.name));
            rows.push(vec![
                json!(domain.name()),
                json!(name),
                json!(algorithms),
                json!(domain.about_heuristic(name)),
            ]);
        }
    }
    Listing { columns: &["domain", "heuristic", "algorithms", "about"], rows }
}

fn visited(registry: &Registry) -> Listing {
    let of = |domain: &dyn AnyDomain| {
        let all = domain.configurations().iter().chain(domain.explorers());
        all.filter_map(|c| c.visited).collect::<Vec<_>>()
    };
    let row = |name| {
        let algorithms = registry.domains().flat_map(|d| {
            let using = d.configurations().iter().filter(|c| c.visited == Some(name));
            using.map(|c| c.algorithm.name).collect::<Vec<_>>()
        });
        let about = registry.domains().map(|d| d.about_visited(name)).find(|about| !about.is_empty());
        vec![
            json!(name),
            json!(fitting(registry, |c| c.visited == Some(name))),
            json!(distinct(algorithms)),
            json!(about.unwrap_or_default()),
        ]
    };
    Listing {
        columns: &["visited", "domains", "algorithms", "about"],
        rows: distinct(registry.domains().flat_map(of)).into_iter().map(row).collect(),
    }
}

/// The domains with a configuration like that.
fn fitting(registry: &Registry, like: impl Fn(&Configuration) -> bool) -> Vec<&'static str> {
    let has = |d: &&dyn AnyDomain| d.configurations().iter().chain(d.explorers()).any(&like);
    registry.domains().filter(has).map(AnyDomain::name).collect()
}
