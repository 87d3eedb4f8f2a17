//! The report in Markdown: what may be wrong first, then provenance, coverage, the tables of
//! each domain, growth, failures, and how to read and repeat it. Names and messages are plain
//! text in it whatever they hold.
mod cut;
mod domain;
mod provenance;
#[cfg(test)]
mod tests;

pub(super) use provenance::{command_lines, facts};

use super::grid::{Grid, escape};
use super::people::{name, shortened};
use super::{DomainSummary, Run, Summary};
use crate::record::Status;
use cut::Section;
use std::fmt::Write;

/// Writes the report.
#[must_use]
pub fn markdown(run: &Run, summary: &Summary) -> String {
    let section = |title: &str, body: String| Section { title: title.to_owned(), body };
    let mut sections = vec![
        section("Before reading", notes(summary)),
        section("Where it was measured", provenance::provenance(run)),
        section("Coverage", coverage(summary)),
    ];
    let domain =
        |of: &DomainSummary| section(&format!("Domain {}", escape(&name(&of.domain))), domain::tables(of));
    sections.extend(summary.domains.iter().map(domain));
    sections.push(section("Failures", failures(summary)));
    sections.push(section("How to read this", HOW.to_owned()));
    sections.push(section("How to repeat it", provenance::commands(run)));
    let title = format!("# Report of {}\n", escape(&name(&run.title())));
    cut::within(cut::MOST, title, sections)
}

fn notes(summary: &Summary) -> String {
    let mut text = String::new();
    for note in &summary.notes {
        let _ = writeln!(text, "- {}", escape(&shortened(note, 400)));
    }
    text
}

/// Instances by status; statuses that do not occur have no column.
fn coverage(summary: &Summary) -> String {
    let lines = || summary.domains.iter().flat_map(|domain| &domain.lines);
    let statuses: Vec<Status> =
        Status::ALL.into_iter().filter(|&status| lines().any(|line| line.count(status) > 0)).collect();
    let header = ["domain", "configuration", "threads", "instances"].into_iter();
    let mut grid = Grid::new(2, header.chain(statuses.iter().map(|status| status.name())));
    for domain in &summary.domains {
        for line in &domain.lines {
            let key = [name(&domain.domain), name(&line.configuration), line.threads.to_string()];
            let counts = statuses.iter().map(|&status| match line.count(status) {
                0 => "·".to_owned(),
                count => count.to_string(),
            });
            grid.push(key.into_iter().chain([line.instances.to_string()]).chain(counts).collect());
        }
    }
    if grid.is_empty() { "There are no rows.\n".to_owned() } else { grid.markdown() }
}

fn failures(summary: &Summary) -> String {
    let mut grid = Grid::new(4, ["status", "message", "configurations", "on, for example", "runs"]);
    for failed in &summary.failures {
        let shown: Vec<String> = failed.configurations.iter().take(3).map(|c| name(c)).collect();
        let more = match failed.configurations.len().saturating_sub(3) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        grid.push(vec![
            failed.status.to_string(),
            shortened(&failed.message, 200),
            shown.join(", ") + &more,
            name(&failed.instance_id),
            failed.runs.to_string(),
        ]);
    }
    if grid.is_empty() { String::new() } else { grid.markdown() }
}

const HOW: &str = "\
- An instance is *answered* if every repeat ran to its end: solved, proved unsolvable, or nothing within the
  depth limit. Its value is the median of its repeats; its status is the gravest of them.
- *own* is over the instances that a configuration answered itself: easy ones weigh more for whoever answers fewer.
  *common* is over those that every configuration of the domain answered: only these columns compare.
- *PAR-2* is the mean time over all instances, where one without an answer counts as twice the time limit; it stands
  beside n/N, the answered of all. Without a limit there is none, unless all were answered.
- *mean time* is a geometric mean shifted by 1 ms: times well below that hardly weigh.
- *×* is the geometric mean of each instance's ratio to the reference, over the n instances that both answered
  and where neither value is 0. Below 1 is less than the reference.
- *spread* is the range of the repeats' times over their median, in the median over instances. One repeat shows none.
- Geometric means of counts leave out zeros (the start is a goal). A dash is: not measured, or not to be computed.
- Counts: *exact* ones are the same in every run; *bounded* ones vary with the threads' timing, the cost does not.
  The breadth-first family tests goals when a state is generated, the A* family when it is expanded.
";
