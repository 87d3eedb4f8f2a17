//! How much a strategy expands the deeper the solution lies.
use super::case::{Case, median};
use super::line::Line;
use std::collections::{BTreeMap, BTreeSet};

/// Expansions by the cost of the solution. Strategies that differ only in threads or
/// visited set are shown once: by the first of their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// The strategies, as places in [`super::DomainSummary::lines`].
    pub strategies: Vec<usize>,
    /// A row a cost, in order.
    pub rows: Vec<GrowthRow>,
}

/// The instances of one cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowthRow {
    /// The least cost that any configuration found.
    pub cost: u64,
    /// Instances of that cost.
    pub instances: usize,
    /// For each strategy the median of the expansions over those instances that it answered, and how many they are.
    pub medians: Vec<Option<(u64, usize)>>,
}

pub(super) fn growth(lines: &[Line], cases: &[Vec<Case<'_>>]) -> Growth {
    let mut seen = BTreeSet::new();
    let is_new = |&i: &usize| {
        let line = &lines[i];
        seen.insert((&line.algorithm, &line.heuristic, &line.options))
    };
    let strategies: Vec<usize> = (0..lines.len()).filter(is_new).collect();
    let mut costs: BTreeMap<&str, u64> = BTreeMap::new();
    for case in cases.iter().flatten().filter(|case| case.is_answered()) {
        if let Some(cost) = case.cost {
            let least = costs.entry(case.instance).or_insert(cost);
            *least = cost.min(*least);
        }
    }
    let mut by_cost: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    for (instance, cost) in costs {
        by_cost.entry(cost).or_default().insert(instance);
    }
    let row = |(cost, instances): (u64, BTreeSet<&str>)| {
        let middle = |&i: &usize| {
            let mine = cases[i].iter().filter(|case| case.is_answered() && instances.contains(case.instance));
            let counts: Vec<u64> = mine.filter_map(|case| case.expanded).collect();
            let counted = counts.len();
            median(counts).map(|median| (median, counted))
        };
        let medians = strategies.iter().map(middle).collect();
        GrowthRow { cost, instances: instances.len(), medians }
    };
    let rows = by_cost.into_iter().map(row).collect();
    Growth { strategies, rows }
}
