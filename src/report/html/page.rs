//! The page, from its head to its end.
use super::{coverage, determinism, domain, failures, instances, method, provenance};
use crate::report::people::{name, shortened};
use crate::report::summary::{Case, by_domain, cases_by_line};
use crate::report::svg::{Escaped, STYLE};
use crate::report::{DomainSummary, Run, Summary};
use std::fmt::Write;

const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// So many warnings are shown, and the tables and plots of so many domains.
const NOTES: usize = 60;
const DOMAINS: usize = 16;

/// A domain with the cases behind each of its lines.
pub(super) type Measured<'a> = (&'a DomainSummary, Vec<Vec<Case<'a>>>);

/// Writes the page.
#[must_use]
pub fn html(run: &Run, summary: &Summary) -> String {
    let measured: Vec<Measured<'_>> = summary
        .domains
        .iter()
        .zip(by_domain(&run.rows))
        .map(|(domain, (_, rows))| (domain, cases_by_line(&rows)))
        .collect();
    let title = name(&run.title());
    let mut out = head(&title, summary);
    section(&mut out, "warnings", "Before reading", &notes(summary));
    section(&mut out, "provenance", "Where it was measured", &provenance::provenance(run));
    section(&mut out, "coverage", "Coverage", &coverage::coverage(summary));
    for (i, of) in measured.iter().enumerate().take(DOMAINS) {
        let title = format!("Domain {}", name(&of.0.domain));
        section(&mut out, &format!("d{i}"), &title, &domain::domain(i, of, &run.layers));
    }
    if measured.len() > DOMAINS {
        let note = format!(
            "<p class=\"note\">{DOMAINS} of {} domains have tables and plots here.</p>",
            measured.len()
        );
        section(&mut out, "more", "More domains", &note);
    }
    section(&mut out, "determinism", "Determinism", &determinism::determinism(summary));
    section(&mut out, "failures", "Failures", &failures::failures(summary));
    section(&mut out, "instances", "Instances", &instances::instances(&measured));
    section(&mut out, "method", "How to read this", method::METHOD);
    section(&mut out, "repeat", "How to repeat it", &provenance::commands(run));
    let _ = writeln!(out, "</main><script>{SCRIPT}</script></body></html>");
    out
}

fn head(title: &str, summary: &Summary) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">\
         <title>{title}: search report</title><style>{PAGE_STYLE}{STYLE}</style></head><body>\
         <header><p class=\"kind\">Search benchmark report</p><h1><bdi>{title}</bdi></h1>",
        title = Escaped(title)
    );
    let lines: usize = summary.domains.iter().map(|domain| domain.lines.len()).sum();
    let instances: usize = summary.domains.iter().map(|domain| domain.instances).sum();
    let failed: usize = summary.failures.iter().map(|failed| failed.runs).sum();
    let counts = [
        (summary.runs, "runs"),
        (summary.domains.len(), "domains"),
        (instances, "instances"),
        (lines, "configurations × threads"),
        (failed, "failed runs"),
    ];
    out.push_str("<ul class=\"facts\">");
    for (count, what) in counts {
        let _ = write!(out, "<li><b>{count}</b> {what}</li>");
    }
    out.push_str("</ul><nav aria-label=\"Contents\"><a href=\"#coverage\">Coverage</a> ");
    for (i, domain) in summary.domains.iter().enumerate().take(DOMAINS) {
        let short = shortened(&domain.domain, 30);
        let _ = write!(out, "<a href=\"#d{i}\"><bdi>{}</bdi></a> ", Escaped(&short));
    }
    for (id, title) in [
        ("determinism", "Determinism"),
        ("instances", "Instances"),
        ("method", "Definitions"),
        ("repeat", "Repeat it"),
    ] {
        let _ = write!(out, "<a href=\"#{id}\">{title}</a> ");
    }
    out.push_str("</nav></header><main>");
    out
}

fn section(out: &mut String, id: &str, title: &str, body: &str) {
    if !body.is_empty() {
        let _ = write!(out, "<section id=\"{id}\"><h2><bdi>{}</bdi></h2>{body}</section>", Escaped(title));
    }
}

fn notes(summary: &Summary) -> String {
    if summary.notes.is_empty() {
        return String::new();
    }
    let mut out = "<ul class=\"warnings\">".to_owned();
    for note in summary.notes.iter().take(NOTES) {
        let _ = write!(out, "<li><bdi>{}</bdi></li>", Escaped(&shortened(note, 400)));
    }
    if summary.notes.len() > NOTES {
        let _ = write!(out, "<li>And {} more.</li>", summary.notes.len() - NOTES);
    }
    out + "</ul>"
}
