//! Sets drawn by seed: the same seed gives the same set, on every machine and
//! in every version, and a longer set begins with the shorter one.
use super::{Entry, InstanceSet, state_hash};
use crate::core::{Cost, Rng};
use crate::registry::{AnyDomain, Instances, Method};
use rayon::prelude::*;
use std::collections::HashSet;

/// What to draw.
#[derive(Clone, Copy)]
pub struct Recipe<'a> {
    /// The domain.
    pub domain: &'a dyn AnyDomain,
    /// The size, in any text that the domain reads.
    pub size: &'a str,
    /// How many instances.
    pub count: usize,
    /// The seed: instance `i` uses stream `i` of it.
    pub seed: u64,
    /// How each is drawn.
    pub method: Method,
    /// Keep an instance that the set has already, instead of drawing again.
    pub duplicates: bool,
}
impl std::fmt::Debug for Recipe<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { domain, size, count, seed, method, duplicates } = self;
        let name = domain.name();
        write!(f, "{count} × {name} {size}, {method}, seed {seed}, duplicates: {duplicates}")
    }
}

/// Draws in a row that give nothing new before a set counts as exhausted.
const REDRAWS: usize = 1000;
/// Instances that are drawn ahead, in parallel.
const AHEAD: usize = 64;

/// One drawn instance, and its stream at where the next draw goes on.
struct Drawn {
    instance: Box<dyn Instances>,
    optimal: Option<Cost>,
    hash: u64,
    rng: Rng,
}

/// Draws a set; `told` hears how many instances there are so far. Instances are drawn in parallel, each from its own stream; one
/// that the set has already is drawn again from the same stream, in order.
///
/// # Errors
/// One line, if the size is wrong, or there are not so many instances of that kind.
pub fn generate(recipe: &Recipe<'_>, mut told: impl FnMut(usize)) -> Result<InstanceSet, String> {
    let Recipe { domain, count, seed, method, .. } = *recipe;
    let size = domain.size(recipe.size)?;
    let draw = |mut rng: Rng| -> Result<Drawn, String> {
        let (instance, optimal) = domain.draw(&size, method, &mut rng)?;
        let hash =
            state_hash(domain.name(), &instance.size(0), &instance.initial_text(0), &instance.goal_text(0));
        Ok(Drawn { instance, optimal, hash, rng })
    };
    let mut set = InstanceSet::default();
    let mut seen = HashSet::new();
    let mut first = 0;
    while first < count {
        // The first alone: if there is nothing to draw, one search says so.
        let ahead = if first == 0 { 1 } else { AHEAD.min(count - first) };
        let batch = first..first + ahead;
        let drawn: Vec<_> = batch.clone().into_par_iter().map(|i| draw(Rng::new(seed, i as u64))).collect();
        for (index, drawn) in batch.zip(drawn) {
            let mut drawn = drawn?;
            let mut redraws = 0;
            while !seen.insert(drawn.hash) && !recipe.duplicates {
                if redraws == REDRAWS {
                    let (found, name) = (seen.len(), domain.name());
                    return Err(format!(
                        "only {found} different instances of {name} {size} ({method}) found: {REDRAWS} draws in a \
                         row gave nothing new; choose a --count up to {found}, or --duplicates"
                    ));
                }
                redraws += 1;
                drawn = draw(drawn.rng)?;
            }
            let (group, number) = set.push(domain.name(), drawn.instance);
            set.entries.push(Entry {
                id: format!("{}-{size}-{}-s{seed}-{index:04}", domain.name(), tag(method)),
                group,
                number,
                seed: Some(seed),
                index: Some(index as u64),
                method: method.to_string(),
                optimal_cost: drawn.optimal,
                hash: drawn.hash,
            });
        }
        first += ahead;
        told(first);
    }
    Ok(set)
}

/// The method's part of an instance's name: it tells sets of one seed apart.
fn tag(method: Method) -> String {
    match method {
        Method::Uniform => "u".to_string(),
        Method::Walk { low, high } => format!("w{low}..{high}"),
        Method::Optimal { low, high } => format!("o{low}..{high}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::toy::Places;
    use crate::dataset::write_csv;
    use crate::registry::Registry;

    fn made(change: impl Fn(&mut Recipe<'_>)) -> Result<String, String> {
        let registry = Registry::builtin().with::<Places<false>>();
        let domain = registry.domain("places").expect("registered");
        let (size, method) = ("100", Method::Uniform);
        let mut recipe = Recipe { domain, size, count: 100, seed: 7, method, duplicates: false };
        change(&mut recipe);
        generate(&recipe, |_| ()).map(|set| write_csv(&set))
    }

    #[test]
    fn a_longer_set_begins_with_the_shorter_one() {
        for method in [Method::Uniform, Method::Walk { low: 3, high: 9 }, Method::Optimal { low: 3, high: 9 }]
        {
            let long = made(|r| r.method = method).expect("a set");
            let short = made(|r| (r.method, r.count) = (method, 50)).expect("a set");
            assert!(long.starts_with(&short) && long.lines().count() == 101 && short.lines().count() == 51);
            assert_eq!(made(|r| r.method = method).expect("a set"), long);
            assert_ne!(made(|r| (r.method, r.seed) = (method, 8)).expect("a set"), long);
        }
    }

    #[test]
    fn duplicates_are_drawn_again_unless_asked_for() {
        let hashes = |csv: &str| {
            let column = csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap_or("").to_string());
            column.collect::<HashSet<_>>().len()
        };
        let all = made(|r| (r.size, r.count) = ("9", 81)).expect("every instance");
        assert_eq!(hashes(&all), 81);
        let some = made(|r| (r.size, r.count, r.duplicates) = ("9", 81, true)).expect("a set");
        assert!(hashes(&some) < 81 && some.lines().count() == 82);
    }

    #[test]
    fn more_than_there_are_is_an_error_with_their_number() {
        let error = made(|r| (r.size, r.count) = ("9", 82)).expect_err("81 instances");
        assert_eq!(
            error,
            "only 81 different instances of places 9 (uniform) found: 1000 draws in a row gave nothing new; \
             choose a --count up to 81, or --duplicates"
        );
    }
}
