//! What a comparison says of a configuration over the keys that both sides hold.
use super::times::{Times, measure};
use super::{Keyed, Observed};
use crate::record::Status;
use crate::statistics::geometric_mean;
use std::collections::BTreeMap;

/// One configuration with one number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Configured {
    /// The configuration.
    pub configuration: String,
    /// Threads of one search.
    pub threads: u32,
    /// Instances that both sides hold: N of n/N.
    pub common: usize,
    /// Of these, how many the base solved.
    pub solved_base: usize,
    /// Of these, how many the new run solved.
    pub solved_new: usize,
    /// Instances behind `expanded_ratio`: solved on both sides with an expansion in both.
    pub counted: usize,
    /// Geometric mean of the ratio of expansions, new to base.
    pub expanded_ratio: Option<f64>,
    /// Its times.
    pub times: Times,
}

/// Every configuration that some key of both sides has, in order.
pub(super) fn configurations(keys: &[Keyed], refused: Option<&'static str>) -> Vec<Configured> {
    let mut groups: BTreeMap<(&str, u32), Vec<&Keyed>> = BTreeMap::new();
    for keyed in keys.iter().filter(|k| k.base.is_some() && k.new.is_some()) {
        groups.entry((&keyed.key.configuration, keyed.key.threads)).or_default().push(keyed);
    }
    let one = |((configuration, threads), keys): ((&str, u32), Vec<&Keyed>)| {
        let solved = |side: &Option<Observed>| side.as_ref().is_some_and(|o| o.fact.status == Status::Solved);
        let expanded = |side: &Option<Observed>| {
            let fact = &side.as_ref()?.fact;
            fact.counters[0].filter(|&n| n > 0 && fact.status == Status::Solved).map(|n| n as f64)
        };
        let ratios: Vec<f64> =
            keys.iter().filter_map(|k| Some(expanded(&k.new)? / expanded(&k.base)?)).collect();
        Configured {
            configuration: configuration.to_owned(),
            threads,
            common: keys.len(),
            solved_base: keys.iter().filter(|k| solved(&k.base)).count(),
            solved_new: keys.iter().filter(|k| solved(&k.new)).count(),
            counted: ratios.len(),
            expanded_ratio: geometric_mean(&ratios),
            times: measure(&keys, refused),
        }
    };
    groups.into_iter().map(one).collect()
}
