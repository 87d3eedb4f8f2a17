//! Visited sets side by side: time an insert, and memory a state.
use super::strategies::label;
use crate::report::people::{significant, time};
use crate::report::summary::Case;
use crate::report::svg::{Bar, Bars};
use crate::report::{DomainSummary, Line, people::name};
use std::collections::{BTreeMap, BTreeSet};

/// At most so many bars.
const MOST: usize = 30;

/// Time a generated state, each of which is one look into the visited set and perhaps an insert.
pub(super) fn inserts(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Bars {
    let with_set: Vec<(&Line, &Vec<Case<'_>>)> =
        domain.lines.iter().zip(cases).filter(|(line, _)| !line.visited.is_empty()).collect();
    let answered = |cases: &Vec<Case<'_>>| -> BTreeSet<String> {
        cases.iter().filter(|case| case.is_answered()).map(|case| case.instance.to_owned()).collect()
    };
    // Sets are compared under one algorithm, over the instances that it answered with each of them.
    let mut common: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (line, cases) in &with_set {
        let mine = answered(cases);
        common.entry(&line.algorithm).and_modify(|all| *all = &*all & &mine).or_insert(mine);
    }
    let value = |(line, cases): &(&Line, &Vec<Case<'_>>)| {
        let common = &common[line.algorithm.as_str()];
        let both = cases.iter().filter(|case| common.contains(case.instance));
        let both = both.filter_map(|case| Some((case.time? as f64, case.generated? as f64)));
        let (ns, generated) = both.fold((0.0, 0.0), |(a, b), (ns, generated)| (a + ns, b + generated));
        (generated > 0.0).then(|| ns / generated)
    };
    let bars = with_set.iter().filter_map(|pair| Some((pair.0, value(pair)?))).collect();
    Bars {
        title: format!("Visited sets: time a generated state: {}", name(&domain.domain)),
        description: format!(
            "Time of the search over the states it generated, each of which is looked up in the visited set and inserted \
             if new; over the instances that an algorithm answered with each of its sets. One colour is one algorithm: \
             sets compare within it.{}",
            cut(domain)
        ),
        label: "time a generated state; shorter is faster".to_owned(),
        form: time,
        items: sorted(bars),
    }
}

/// Bytes a stored state, in the run where the set held most.
pub(super) fn memory(domain: &DomainSummary) -> Bars {
    let lines = domain.lines.iter().filter(|line| !line.visited.is_empty());
    let bars = lines.filter_map(|line| Some((line, line.bytes_per_state?))).collect();
    Bars {
        title: format!("Visited sets: memory a state: {}", name(&domain.domain)),
        description: format!(
            "Bytes of the visited set over the states in it, in the run where the set was largest. A table of a fixed size \
             holds few states on easy instances, which makes each of them dear.{}",
            cut(domain)
        ),
        label: "bytes a stored state; shorter is smaller".to_owned(),
        form: |bytes| format!("{} B", significant(bytes, 3)),
        items: sorted(bars),
    }
}

fn cut(domain: &DomainSummary) -> String {
    let all = domain.lines.iter().filter(|line| !line.visited.is_empty()).count();
    if all > MOST { format!(" {MOST} of {all} bars are shown.") } else { String::new() }
}

/// By algorithm, then from the least value on.
fn sorted(mut values: Vec<(&Line, f64)>) -> Vec<Bar> {
    values.sort_by(|a, b| a.0.algorithm.cmp(&b.0.algorithm).then(a.1.total_cmp(&b.1)));
    let mut algorithms: Vec<&str> = values.iter().map(|(line, _)| line.algorithm.as_str()).collect();
    algorithms.dedup();
    let group = |line: &Line| algorithms.iter().position(|&a| a == line.algorithm).unwrap_or(0);
    let bar = |(line, value): &(&Line, f64)| Bar { name: label(line), group: group(line), value: *value };
    values.iter().take(MOST).map(bar).collect()
}
