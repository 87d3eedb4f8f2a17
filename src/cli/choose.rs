//! From the names on the command line to one configuration of a domain.
use super::Failure;
use crate::core::unknown_name;
use crate::registry::{AnyDomain, Configuration, Registry};

/// The set that fits every domain.
const ANY_SET: &str = "dashmap";
/// The quickest set where the states are numbered.
const NUMBERED_SET: &str = "bitset";
/// Searches spaces of any size; for states too many for a table.
pub(super) const WITHOUT_TABLE: &str = "idastar";
/// With more goal states than these, a search from the goals costs more than it saves.
const FEW_GOALS: usize = 64;

/// Which configuration a user asks for; what is `None` is chosen by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct Wanted {
    /// Algorithm; by default bidirectional-bfs, or bfs where goals are many or cannot be listed, or
    /// idastar where the states are too many for a table
    #[arg(long, value_name = "NAME")]
    pub(super) algorithm: Option<String>,
    /// Heuristic, for the algorithms that use one; by default the domain's first
    #[arg(long, value_name = "NAME")]
    pub(super) heuristic: Option<String>,
    /// Visited set; by default dashmap, or bitset if --algorithm is left out and the states are numbered
    #[arg(long, value_name = "NAME")]
    pub(super) visited: Option<String>,
}

/// The number, in the list of the domain, of the configuration to solve with,
/// for `threads` threads and instances with so many goal states.
pub(super) fn solver(
    registry: &Registry,
    domain: &dyn AnyDomain,
    wanted: &Wanted,
    threads: usize,
    goals: Option<usize>,
) -> Result<usize, Failure> {
    let all = domain.configurations();
    let has = |name: &&'static str| all.iter().any(|c| c.algorithm.name == *name);
    let by_default = || {
        let few = goals.is_some_and(|n| n <= FEW_GOALS).then_some("bidirectional-bfs");
        let one_way = if threads > 1 { "bfs-layered" } else { "bfs" };
        few.into_iter().chain([one_way]).find(has).or(all.first().map(|c| c.algorithm.name))
    };
    let name = match &wanted.algorithm {
        Some(name) => name.as_str(),
        None => by_default()
            .ok_or_else(|| Failure::usage(format!("{} has no algorithm to search it", domain.name())))?,
    };
    let elsewhere = |has: &dyn Fn(&Configuration) -> bool| {
        registry.domains().any(|d| d.configurations().iter().chain(d.explorers()).any(has))
    };
    let mut left: Vec<usize> = (0..all.len()).filter(|&i| all[i].algorithm.name == name).collect();
    if left.is_empty() {
        let known = distinct(all.iter().map(|c| c.algorithm.name));
        let exists = elsewhere(&|c| c.algorithm.name == name);
        return Err(misfit("algorithm", name, domain.name(), exists, &known));
    }
    if threads > 1 && !all[left[0]].algorithm.parallel {
        let parallel = distinct(all.iter().filter(|c| c.algorithm.parallel).map(|c| c.algorithm.name));
        return Err(Failure::usage(format!(
            "--threads {threads}: {name} searches with one thread; those with more are {}",
            parallel.join(", ")
        )));
    }
    let first = |names: Vec<&'static str>, preferred: &[&'static str]| {
        preferred.iter().copied().find(|p| names.contains(p)).or(names.first().copied())
    };

    let names = distinct(left.iter().filter_map(|&i| all[i].heuristic));
    let heuristic = match &wanted.heuristic {
        Some(given) => {
            Some(fitting("heuristic", given, name, &names, elsewhere(&|c| c.heuristic == Some(given)))?)
        }
        None => first(names, domain.heuristics()),
    };
    left.retain(|&i| all[i].heuristic == heuristic);

    let names = distinct(left.iter().filter_map(|&i| all[i].visited));
    let without = left.iter().any(|&i| all[i].visited.is_none());
    let preferred: &[&str] = if wanted.algorithm.is_some() { &[ANY_SET] } else { &[NUMBERED_SET, ANY_SET] };
    let visited = match &wanted.visited {
        Some(given) => {
            Some(fitting("visited set", given, name, &names, elsewhere(&|c| c.visited == Some(given)))?)
        }
        // A table that an algorithm can do without is used on request.
        None if without => None,
        None => first(names, preferred),
    };
    left.retain(|&i| all[i].visited == visited);
    Ok(left[0])
}

/// The number, in the list of the domain, of the exploration with the set
/// `visited`; by default the quickest that fits.
pub(super) fn explorer(
    registry: &Registry,
    domain: &dyn AnyDomain,
    visited: Option<&str>,
) -> Result<usize, Failure> {
    let all = domain.explorers();
    let of = |name: &str| all.iter().position(|c| c.visited == Some(name));
    match visited {
        Some(given) => of(given).ok_or_else(|| {
            let known = distinct(all.iter().filter_map(|c| c.visited));
            let exists = registry
                .domains()
                .any(|d| d.configurations().iter().chain(d.explorers()).any(|c| c.visited == Some(given)));
            misfit("visited set", given, &format!("exploring {}", domain.name()), exists, &known)
        }),
        None => of(NUMBERED_SET)
            .or_else(|| of(ANY_SET))
            .or((!all.is_empty()).then_some(0))
            .ok_or_else(|| Failure::usage(format!("{} cannot be explored", domain.name()))),
    }
}

/// `given`, if it is one of the `names` that fit.
fn fitting(
    what: &str,
    given: &str,
    algorithm: &str,
    names: &[&'static str],
    exists: bool,
) -> Result<&'static str, Failure> {
    if names.is_empty() {
        return Err(Failure::usage(format!("{what} `{given}`: {algorithm} uses no {what} here")));
    }
    let found = names.iter().find(|&&name| name == given);
    found.copied().ok_or_else(|| misfit(what, given, algorithm, exists, names))
}

fn misfit(what: &str, given: &str, whom: &str, exists: bool, known: &[&str]) -> Failure {
    Failure::usage(if exists {
        format!("{what} `{given}` does not fit {whom}; there are {}", known.join(", "))
    } else {
        unknown_name(what, given, known)
    })
}

/// Each name once, in order.
pub(super) fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut list = Vec::new();
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    list
}
