//! How work and time grow with the depth of the solution: why two-way search wins.
use super::strategies::{label, note, shown};
use crate::report::DomainSummary;
use crate::report::people::{count, name, time as as_time};
use crate::report::summary::{Case, median};
use crate::report::svg::{Axis, Chart, Form, Kind, Series};
use std::collections::BTreeMap;

pub(super) fn expanded(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Chart {
    let y = Axis { label: "states expanded, median".to_owned(), kind: Kind::Log, form: count };
    chart(domain, cases, ("Expanded states", y), |case| case.expanded)
}
pub(super) fn time(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Chart {
    let y = Axis { label: "time, median".to_owned(), kind: Kind::Log, form: as_time };
    chart(domain, cases, ("Time", y), |case| case.time)
}

fn chart(
    domain: &DomainSummary,
    cases: &[Vec<Case<'_>>],
    (what, y): (&str, Axis),
    value: fn(&Case<'_>) -> Option<u64>,
) -> Chart {
    let mut costs: BTreeMap<&str, u64> = BTreeMap::new();
    for case in cases.iter().flatten().filter(|case| case.is_answered()) {
        if let Some(cost) = case.cost {
            let least = costs.entry(case.instance).or_insert(cost);
            *least = cost.min(*least);
        }
    }
    let series = shown(domain).map(|(i, line)| {
        let mut by_cost: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for case in cases[i].iter().filter(|case| case.is_answered()) {
            if let (Some(&cost), Some(value)) = (costs.get(case.instance), value(case)) {
                by_cost.entry(cost).or_default().push(value);
            }
        }
        let point = |(cost, values)| Some((cost as f64, median(values)? as f64));
        Series {
            name: label(line),
            form: Form::Line,
            points: by_cost.into_iter().filter_map(point).collect(),
        }
    });
    Chart {
        title: format!("{what} by the cost of the solution: {}", name(&domain.domain)),
        description: format!(
            "Median over the instances of each cost that a strategy answered, on a logarithmic axis: a line that rises \
             evenly grows exponentially, and a line half as steep has half the exponent.{}",
            note(domain)
        ),
        x: Axis { label: "least cost found".to_owned(), kind: Kind::Whole, form: count },
        y,
        guides: Vec::new(),
        series: series.collect(),
    }
}
