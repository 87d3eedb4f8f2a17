//! Two configurations against each other, an instance a point; no answer lies on the limit.
use super::strategies::label;
use crate::report::people::{name, time as as_time};
use crate::report::summary::Case;
use crate::report::svg::{Axis, Chart, Form, Guide, Kind, Series};
use crate::report::{DomainSummary, Line};
use std::collections::BTreeMap;

/// The reference against the line that takes least of its time, if there is another.
pub(super) fn scatter(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Option<Chart> {
    let reference = domain.reference();
    let others = domain.lines.iter().enumerate().filter(|(i, _)| *i != domain.reference);
    let key = |line: &Line| line.time_ratio.value.unwrap_or(f64::INFINITY);
    let (other, line) = others.min_by(|a, b| key(a.1).total_cmp(&key(b.1)))?;
    let theirs: BTreeMap<&str, &Case<'_>> =
        cases[domain.reference].iter().map(|case| (case.instance, case)).collect();
    let (mut both, mut censored) = (Vec::new(), Vec::new());
    let mut limit: Option<u64> = None;
    for case in &cases[other] {
        let Some(their) = theirs.get(case.instance) else { continue };
        let value = |case: &Case<'_>| if case.is_answered() { case.time } else { case.limit };
        if let (Some(x), Some(y)) = (value(their), value(case)) {
            let answered = case.is_answered() && their.is_answered();
            if answered { &mut both } else { &mut censored }.push((x as f64, y as f64));
            if !answered {
                limit = limit.max(case.limit).max(their.limit);
            }
        }
    }
    let mut guides = vec![(Guide::Equal, "equal times".to_owned())];
    if let Some(limit) = limit {
        let words = format!("time limit, {}", as_time(limit as f64));
        guides.push((Guide::X(limit as f64), words.clone()));
        guides.push((Guide::Y(limit as f64), words));
    }
    let series = [("answered by both", both), ("no answer within the limit", censored)];
    let series = series.into_iter().filter(|(_, points)| !points.is_empty());
    let axis =
        |line: &Line| Axis { label: format!("time of {}", label(line)), kind: Kind::Log, form: as_time };
    Some(Chart {
        title: format!("Times of two configurations, an instance a point: {}", name(&domain.domain)),
        description:
            "Below the dashed diagonal the configuration on the vertical axis is faster. An instance \
                      without an answer lies on the time limit."
                .to_owned(),
        x: axis(reference),
        y: axis(line),
        guides,
        series: series
            .map(|(name, points)| Series { name: name.to_owned(), form: Form::Points, points })
            .collect(),
    })
}
