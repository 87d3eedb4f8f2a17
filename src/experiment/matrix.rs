//! From blocks of configurations to what each domain can run.
//!
//! A block expands to every combination of its lists, for every domain of the
//! experiment that it allows. What a domain lacks is left out with a note; a
//! block of which nothing is left is a mistake.
use super::Error;
use super::file::{ConfigurationBlock, File, Limits, List, Source};
use crate::core::{Setup, unknown_name};
use crate::registry::{AnyDomain, Configuration, Registry};
use std::collections::HashMap;
use toml::Spanned;

/// A configuration of one domain, ready to be opened.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The domain's name.
    pub domain: &'static str,
    /// Its number in the list of the domain.
    pub number: usize,
    /// Algorithm, heuristic and visited set.
    pub configuration: Configuration,
    /// The name in results, as in `astar[matching]/hashset`.
    pub label: String,
    /// Options, as in `weight=1.5`; empty without any.
    pub options: String,
    /// Threads, memory and weight.
    pub setup: Setup,
    /// Limits of each run.
    pub limits: Limits,
}

/// The set that a block gets if it names none and the domain has it.
const ANY_SET: &str = "dashmap";

/// Every configuration of the experiment, and notes on what was left out.
///
/// # Errors
/// The first mistake, with its line.
pub(super) fn combinations(
    file: &File,
    source: &Source,
    registry: &Registry,
    domains: &[&'static str],
) -> Result<(Vec<Combination>, Vec<String>), Error> {
    let (mut all, mut notes) = (Vec::new(), Vec::new());
    let mut taken: HashMap<(&'static str, String, usize), usize> = HashMap::new();
    for (index, spanned) in file.configurations.iter().enumerate() {
        let block = Block {
            source,
            registry,
            asked: spanned.get_ref(),
            limits: spanned.get_ref().limits.or(file.limits),
        };
        block.check_names()?;
        let mut lacking = Vec::new();
        let mut found = Vec::new();
        for &domain in domains.iter().filter(|d| block.allows(d)) {
            let domain = registry.domain(domain).expect("instances are of registered domains");
            block.expand(domain, &mut found, &mut lacking);
        }
        let head = spanned.span().start..spanned.span().start;
        if found.is_empty() {
            let why = lacking.first().cloned().unwrap_or_else(|| {
                format!("none of its domains has instances; the experiment has {}", domains.join(", "))
            });
            return Err(source.error(&head, &format!("this block gives no configuration: {why}")));
        }
        if let Some(name) = &block.asked.name {
            let first = found[0].label.clone();
            if let Some(other) = found.iter().find(|c| c.label != first) {
                let message = format!(
                    "name: `{name}` would name several configurations, as `{first}` and `{}`; give them a block each",
                    other.label
                );
                return Err(source.error(&head, &message));
            }
            for combination in &mut found {
                combination.label.clone_from(name);
            }
        }
        for combination in found {
            let key = (combination.domain, combination.label.clone(), combination.setup.threads);
            if let Some(first) = taken.insert(key, index) {
                let Combination { domain, label, setup, .. } = &combination;
                let message = format!(
                    "configuration `{label}` (threads {}, {domain}) is given twice: by configurations block {} and by block {}; \
                     give one another `name`",
                    setup.threads,
                    first + 1,
                    index + 1
                );
                return Err(source.error(&head, &message));
            }
            all.push(combination);
        }
        for note in lacking {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    Ok((all, notes))
}

/// One block, and what it is read with.
struct Block<'a> {
    source: &'a Source,
    registry: &'a Registry,
    asked: &'a ConfigurationBlock,
    limits: Limits,
}
impl Block<'_> {
    fn allows(&self, domain: &str) -> bool {
        self.asked.domains.as_ref().is_none_or(|list| list.get_ref().0.iter().any(|d| d == domain))
    }

    /// Every name is known to some domain, and every number is in its bounds.
    fn check_names(&self) -> Result<(), Error> {
        let asked = self.asked;
        let configurations = || self.registry.domains().flat_map(AnyDomain::configurations);
        let domains: Vec<_> = self.registry.domains().map(AnyDomain::name).collect();
        let algorithms = distinct(configurations().map(|c| c.algorithm.name));
        let heuristics = distinct(configurations().filter_map(|c| c.heuristic));
        let sets = distinct(configurations().filter_map(|c| c.visited));
        self.known("domains", "domain", asked.domains.as_ref(), &domains, &[])?;
        self.known("algorithm", "algorithm", Some(&asked.algorithm), &algorithms, &["all"])?;
        self.known("heuristic", "heuristic", asked.heuristic.as_ref(), &heuristics, &["all"])?;
        self.known("visited", "visited set", asked.visited.as_ref(), &sets, &["all", "none"])?;
        if let Some(threads) = &asked.threads
            && let Some(wrong) = threads.get_ref().0.iter().find(|&&n| !(1..=1024).contains(&n))
        {
            let message = format!("threads: `{wrong}`: expected a number from 1 to 1024");
            return Err(self.source.error(&threads.span(), &message));
        }
        if let Some(weights) = &asked.weight
            && let Some(wrong) = weights.get_ref().0.iter().find(|&&w| !(1.0..=1000.0).contains(&w))
        {
            let message = format!("weight: `{wrong}`: expected a number from 1 to 1000");
            return Err(self.source.error(&weights.span(), &message));
        }
        Ok(())
    }
    fn known(
        &self,
        key: &str,
        what: &str,
        list: Option<&Spanned<List<String>>>,
        names: &[&str],
        words: &[&str],
    ) -> Result<(), Error> {
        let Some(list) = list else { return Ok(()) };
        let unknown =
            list.get_ref().0.iter().find(|&n| !names.contains(&n.as_str()) && !words.contains(&n.as_str()));
        let Some(name) = unknown else { return Ok(()) };
        let valid: Vec<&str> = names.iter().chain(words).copied().collect();
        Err(self.source.error(&list.span(), &format!("{key}: {}", unknown_name(what, name, &valid))))
    }

    /// Adds the combinations for one domain to `found`, and what it lacks to `lacking`.
    fn expand(&self, domain: &dyn AnyDomain, found: &mut Vec<Combination>, lacking: &mut Vec<String>) {
        let asked = self.asked;
        let rows = domain.configurations();
        let algorithms = all_or(&asked.algorithm, &distinct(rows.iter().map(|c| c.algorithm.name)));
        for algorithm in &algorithms {
            let of: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].algorithm.name == algorithm).collect();
            if of.is_empty() {
                lacking.push(format!("{} has no {algorithm}", domain.name()));
                continue;
            }
            let heuristics = distinct(of.iter().filter_map(|&i| rows[i].heuristic));
            let heuristics: Vec<Option<String>> = match &asked.heuristic {
                _ if heuristics.is_empty() => vec![None],
                None => {
                    vec![domain.heuristics().iter().find(|h| heuristics.contains(h)).map(ToString::to_string)]
                }
                Some(list) => all_or(list, &heuristics).into_iter().map(Some).collect(),
            };
            let sets = distinct(of.iter().filter_map(|&i| rows[i].visited));
            let without = of.iter().any(|&i| rows[i].visited.is_none());
            let wanted: Vec<Option<String>> = match &asked.visited {
                _ if sets.is_empty() => vec![None],
                None if without => vec![None],
                None => vec![sets.iter().find(|s| **s == ANY_SET).or(sets.first()).map(ToString::to_string)],
                Some(list) => {
                    let all = list.get_ref().0.iter().any(|n| n == "all");
                    let each = all_or(list, &sets).into_iter().map(|n| (n != "none").then_some(n));
                    each.chain((all && without).then_some(None)).collect()
                }
            };
            for heuristic in &heuristics {
                for visited in &wanted {
                    let row = of.iter().find(|&&i| {
                        rows[i].heuristic == heuristic.as_deref() && rows[i].visited == visited.as_deref()
                    });
                    match row {
                        Some(&number) => self.vary(domain, number, found, lacking),
                        None => lacking.push(format!(
                            "{} has no {}",
                            domain.name(),
                            label(algorithm, heuristic.as_deref(), visited.as_deref(), "")
                        )),
                    }
                }
            }
        }
    }

    /// One row of a domain with every number of threads and every weight.
    fn vary(
        &self,
        domain: &dyn AnyDomain,
        number: usize,
        found: &mut Vec<Combination>,
        lacking: &mut Vec<String>,
    ) {
        let configuration = domain.configurations()[number];
        let algorithm = configuration.algorithm;
        let threads = self.asked.threads.as_ref().map_or(vec![1], |list| list.get_ref().0.clone());
        let default = Setup::default();
        let weights = match &self.asked.weight {
            _ if !takes_weight(algorithm.name) => vec![None],
            None => vec![Some(f64::from(default.weight_percent) / 100.0)],
            Some(list) => list.get_ref().0.iter().copied().map(Some).collect(),
        };
        for threads in threads {
            if threads > 1 && !algorithm.parallel {
                lacking.push(format!(
                    "{} has no {} with {threads} threads: it uses one",
                    domain.name(),
                    algorithm.name
                ));
                continue;
            }
            for weight in &weights {
                let options = weight.map_or(String::new(), |w| format!("weight={w}"));
                #[expect(clippy::cast_sign_loss, reason = "weights are from 1 to 1000")]
                let weight_percent = weight.map_or(default.weight_percent, |w| (w * 100.0).round() as u32);
                found.push(Combination {
                    domain: domain.name(),
                    number,
                    configuration,
                    label: label(algorithm.name, configuration.heuristic, configuration.visited, &options),
                    options,
                    setup: Setup {
                        threads: threads as usize,
                        memory_bytes: self.limits.memory.unwrap_or(default.memory_bytes),
                        weight_percent,
                    },
                    limits: self.limits,
                });
            }
        }
    }
}

/// Whether the weight of the heuristic makes a difference to it.
fn takes_weight(algorithm: &str) -> bool {
    algorithm.starts_with("weighted-")
}

/// The canonical name: `algorithm[heuristic]/set:options`, without what there is not.
fn label(algorithm: &str, heuristic: Option<&str>, visited: Option<&str>, options: &str) -> String {
    let heuristic = heuristic.map_or(String::new(), |h| format!("[{h}]"));
    let visited = visited.map_or(String::new(), |v| format!("/{v}"));
    let colon = if options.is_empty() { "" } else { ":" };
    format!("{algorithm}{heuristic}{visited}{colon}{options}")
}

/// The names of the list; all of `names` where it says `all`.
fn all_or(list: &Spanned<List<String>>, names: &[&str]) -> Vec<String> {
    let list = &list.get_ref().0;
    if list.iter().any(|n| n == "all") {
        names.iter().map(ToString::to_string).collect()
    } else {
        list.clone()
    }
}

/// Each name once, in order.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut list = Vec::new();
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    list
}
