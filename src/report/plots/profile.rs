//! Performance profile (Dolan and Moré 2002): the part of the instances on which a strategy
//! is at most so many times slower than the fastest of those shown.
use super::strategies::{label, note, shown};
use crate::report::DomainSummary;
use crate::report::people::{name, ratio, significant};
use crate::report::summary::Case;
use crate::report::svg::{Axis, Chart, Form, Kind, Series};
use std::collections::BTreeMap;

pub(super) fn profile(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Chart {
    let time = |case: &Case<'_>| case.time.filter(|&time| case.is_answered() && time > 0);
    let mut fastest: BTreeMap<&str, u64> = BTreeMap::new();
    for case in shown(domain).flat_map(|(i, _)| &cases[i]) {
        if let Some(time) = time(case) {
            let least = fastest.entry(case.instance).or_insert(time);
            *least = time.min(*least);
        }
    }
    let all = domain.instances.max(1) as f64;
    let mut worst: f64 = 1.0;
    let mut series: Vec<Series> = Vec::new();
    for (i, line) in shown(domain) {
        let ratios = cases[i].iter().filter_map(|case| Some((time(case)?, *fastest.get(case.instance)?)));
        let mut ratios: Vec<f64> = ratios.map(|(mine, least)| mine as f64 / least as f64).collect();
        ratios.sort_by(f64::total_cmp);
        worst = ratios.last().map_or(worst, |&last| worst.max(last));
        let mut points: Vec<(f64, f64)> =
            ratios.iter().enumerate().map(|(n, &r)| (r, (n + 1) as f64 / all)).collect();
        // From one to the first ratio it has none.
        if ratios.first().is_some_and(|&first| first > 1.0) {
            points.insert(0, (1.0, 0.0));
        }
        series.push(Series { name: label(line), form: Form::Steps, points });
    }
    for series in &mut series {
        if let Some(&(_, part)) = series.points.last() {
            series.points.push((worst, part));
        }
    }
    Chart {
        title: format!("Performance profile of time: {}", name(&domain.domain)),
        description: format!(
            "The part of all instances on which a strategy takes at most so many times the time of the fastest one shown. \
             Its height at 1× is how often it is the fastest, at the right how much it answers.{}",
            note(domain)
        ),
        x: Axis { label: "time against the fastest".to_owned(), kind: Kind::Log, form: ratio },
        y: Axis { label: "part of the instances".to_owned(), kind: Kind::Linear, form: part },
        guides: Vec::new(),
        series,
    }
}

fn part(value: f64) -> String {
    format!("{} %", significant(value * 100.0, 3))
}
