//! How the instances ended: status × configuration × domain.
use super::table::{Cell, Table, beside};
use crate::record::Status;
use crate::report::{Line, Summary};
use std::collections::BTreeMap;
use std::fmt::Write;

const ROWS: usize = 300;
const DOMAINS: usize = 24;

pub(super) fn coverage(summary: &Summary) -> String {
    if summary.domains.is_empty() {
        return "<p>There are no rows.</p>".to_owned();
    }
    let shown = summary.domains.len().min(DOMAINS);
    let names: Vec<String> =
        summary.domains.iter().take(shown).map(|d| crate::report::people::name(&d.domain)).collect();
    let header: Vec<(&str, &str)> = [("configuration", ""), ("threads", "")]
        .into_iter()
        .chain(names.iter().map(|name| (name.as_str(), "instances by status")))
        .collect();
    // Configurations in the order in which domains show them first.
    let mut order: Vec<(&str, u32)> = Vec::new();
    let mut lines: BTreeMap<(&str, u32), Vec<Option<&Line>>> = BTreeMap::new();
    for (i, domain) in summary.domains.iter().take(shown).enumerate() {
        for line in &domain.lines {
            let key = (line.configuration.as_str(), line.threads);
            let places = lines.entry(key).or_insert_with(|| {
                order.push(key);
                vec![None; shown]
            });
            places[i] = Some(line);
        }
    }
    let mut table = Table::new("Instances by how they ended", ROWS, &header);
    for key in order {
        let mut cells = vec![Cell::Name(key.0.to_owned()), Cell::count(key.1 as usize)];
        cells.extend(lines[&key].iter().map(|line| line.map_or_else(|| Cell::Text("–".to_owned()), ended)));
        table.push(&cells);
    }
    let mut out = table.finish(&beside("results.csv"));
    if summary.domains.len() > shown {
        let _ = write!(out, "<p class=\"note\">{shown} of {} domains are shown.</p>", summary.domains.len());
    }
    out
}

/// The statuses of a line with how many instances ended so.
fn ended(line: &Line) -> Cell {
    let count = |status: Status| format!("{} {}", line.count(status), status.name());
    let words: Vec<String> =
        Status::ALL.into_iter().filter(|&status| line.count(status) > 0).map(count).collect();
    let words = words.join(", ");
    let complete = Status::ALL.into_iter().filter(|status| status.is_complete());
    if complete.map(|status| line.count(status)).sum::<usize>() == line.instances {
        Cell::Text(words)
    } else {
        Cell::Marked(words)
    }
}
