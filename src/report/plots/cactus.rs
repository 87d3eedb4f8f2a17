//! Cactus plot: how many instances are answered within a time, or a number of expansions, each.
use super::strategies::{label, note, shown};
use crate::report::DomainSummary;
use crate::report::people::{count, name, time as as_time};
use crate::report::summary::Case;
use crate::report::svg::{Axis, Chart, Form, Kind, Series};

pub(super) fn time(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Chart {
    let y = Axis { label: "time of an instance".to_owned(), kind: Kind::Log, form: as_time };
    chart(domain, cases, ("time", y), |case| case.time)
}
pub(super) fn expanded(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Chart {
    let y = Axis { label: "expanded on an instance".to_owned(), kind: Kind::Log, form: count };
    chart(domain, cases, ("expansions", y), |case| case.expanded)
}

fn chart(
    domain: &DomainSummary,
    cases: &[Vec<Case<'_>>],
    (what, y): (&str, Axis),
    value: fn(&Case<'_>) -> Option<u64>,
) -> Chart {
    let series = shown(domain).map(|(i, line)| {
        let answered = cases[i].iter().filter(|case| case.is_answered());
        let mut values: Vec<u64> = answered.filter_map(value).collect();
        values.sort_unstable();
        let points = values.into_iter().enumerate().map(|(i, value)| ((i + 1) as f64, value as f64));
        Series { name: label(line), form: Form::Line, points: points.collect() }
    });
    Chart {
        title: format!("Cactus plot of {what}: {}", name(&domain.domain)),
        description: format!(
            "The instances that a strategy answered, from its easiest to its hardest: further right is more answered, \
             lower is cheaper. The n-th instance of two lines may differ.{}",
            note(domain)
        ),
        x: Axis {
            label: format!("instances answered, of {}", domain.instances),
            kind: Kind::Whole,
            form: count,
        },
        y,
        guides: Vec::new(),
        series: series.collect(),
    }
}
