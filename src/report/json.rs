//! The summary as JSON, for programs: `docs/schema/report.schema.json` says what is in it.
use super::{Disagreement, DomainSummary, Failed, Line, Run, SHIFT_NS, Summary};
use crate::record::Manifest;
use serde::Serialize;

/// Version of the form; a later one of the same number only adds members.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    title: String,
    sources: Vec<Source<'a>>,
    notes: &'a [String],
    runs: usize,
    shift_ns: f64,
    domains: Vec<Domain<'a>>,
    failures: &'a [Failed],
}

#[derive(Serialize)]
struct Source<'a> {
    name: &'a str,
    rows: usize,
    manifest: Option<&'a Manifest>,
}

#[derive(Serialize)]
struct Domain<'a> {
    #[serde(rename = "domain")]
    name: &'a str,
    instances: usize,
    common: usize,
    reference: Key<'a>,
    configurations: &'a [Line],
    growth: Vec<Growth<'a>>,
    disagreements: &'a [Disagreement],
}

#[derive(Serialize)]
struct Key<'a> {
    configuration: &'a str,
    threads: u32,
}

#[derive(Serialize)]
struct Growth<'a> {
    cost: u64,
    instances: usize,
    medians: Vec<Median<'a>>,
}

#[derive(Serialize)]
struct Median<'a> {
    configuration: &'a str,
    threads: u32,
    expanded: u64,
    instances: usize,
}

/// Writes the summary as one JSON object.
#[must_use]
pub fn json(run: &Run, summary: &Summary) -> String {
    let report = Report {
        version: VERSION,
        title: run.title(),
        sources: run.sources.iter().map(source).collect(),
        notes: &summary.notes,
        runs: summary.runs,
        shift_ns: SHIFT_NS,
        domains: summary.domains.iter().map(domain).collect(),
        failures: &summary.failures,
    };
    serde_json::to_string_pretty(&report).expect("plain fields are JSON") + "\n"
}

fn source(source: &super::Source) -> Source<'_> {
    Source { name: &source.name, rows: source.rows, manifest: source.manifest.as_ref() }
}

fn domain(domain: &DomainSummary) -> Domain<'_> {
    let reference = domain.reference();
    Domain {
        name: &domain.domain,
        instances: domain.instances,
        common: domain.common,
        reference: Key { configuration: &reference.configuration, threads: reference.threads },
        configurations: &domain.lines,
        growth: growth(domain),
        disagreements: &domain.disagreements,
    }
}

fn growth(domain: &DomainSummary) -> Vec<Growth<'_>> {
    let lines: Vec<&Line> = domain.growth.strategies.iter().map(|&i| &domain.lines[i]).collect();
    let rows = domain.growth.rows.iter().map(|row| Growth {
        cost: row.cost,
        instances: row.instances,
        medians: lines
            .iter()
            .zip(&row.medians)
            .filter_map(|(line, median)| {
                let (expanded, instances) = (*median)?;
                let (configuration, threads) = (line.configuration.as_str(), line.threads);
                Some(Median { configuration, threads, expanded, instances })
            })
            .collect(),
    });
    rows.collect()
}
