//! The summary in columns for a terminal.
use super::grid::Grid;
use super::people::{bytes, count, name, or_dash, ratio, threads, time, visible};
use super::{DomainSummary, Line, Ratio, Summary};
use std::fmt::Write;

/// Writes the summary in columns, for a terminal of `width` characters a line if that is known.
#[must_use]
pub fn table(summary: &Summary, width: Option<u16>) -> String {
    let mut text = String::new();
    if summary.domains.is_empty() {
        text.push_str("There are no rows.\n\n");
    }
    for domain in &summary.domains {
        let _ = writeln!(text, "{}\n", visible(&heading(domain)));
        text.push_str(&overview(domain).text(width));
        text.push('\n');
    }
    for failed in &summary.failures {
        let message = name(&failed.message);
        let _ = writeln!(text, "{} {}: {message}", failed.runs, failed.status);
    }
    for note in &summary.notes {
        let _ = writeln!(text, "note: {}", visible(note));
    }
    text
}

/// What a domain's tables rest on.
pub(super) fn heading(domain: &DomainSummary) -> String {
    let reference = domain.reference();
    format!(
        "{}: {} instances, of which every configuration answered {}; × is against {} with {}",
        name(&domain.domain),
        domain.instances,
        domain.common,
        name(&reference.configuration),
        threads(reference.threads)
    )
}

fn overview(domain: &DomainSummary) -> Grid {
    let header = [
        "configuration",
        "threads",
        "answered",
        "PAR-2",
        "time own",
        "time common",
        "time ×",
        "expanded common",
        "expanded ×",
        "nodes/s",
        "visited",
    ];
    let mut grid = Grid::new(1, header);
    for line in &domain.lines {
        grid.push(vec![
            name(&line.configuration),
            line.threads.to_string(),
            answered(line),
            or_dash(line.par2.mean_ns, time),
            or_dash(line.own.mean_ns, time),
            or_dash(line.common.mean_ns, time),
            against(&line.time_ratio),
            or_dash(line.common.expanded.geometric_mean, count),
            against(&line.expanded_ratio),
            or_dash(line.own.nodes_per_second, count),
            or_dash(line.visited_bytes.map(|n| n as f64), bytes),
        ]);
    }
    grid
}

/// Answered instances as n/N.
pub(super) fn answered(line: &Line) -> String {
    format!("{}/{}", line.par2.answered, line.instances)
}

/// A ratio with the number of its instances.
pub(super) fn against(of: &Ratio) -> String {
    match of.value {
        Some(value) => format!("{} (n={})", ratio(value), of.instances),
        None => "–".to_owned(),
    }
}
