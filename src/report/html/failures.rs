//! Failed runs, grouped by what they say.
use super::table::{Cell, Table, beside};
use crate::report::Summary;
use crate::report::people::{name, shortened};

const ROWS: usize = 100;

pub(super) fn failures(summary: &Summary) -> String {
    let header =
        [("status", ""), ("message", ""), ("configurations", ""), ("on, for example", ""), ("runs", "")];
    let mut table = Table::new("Runs that show a defect", ROWS, &header);
    for failed in &summary.failures {
        let mut configurations: Vec<String> = failed.configurations.iter().take(3).map(|c| name(c)).collect();
        if let Some(more @ 1..) = failed.configurations.len().checked_sub(3) {
            configurations.push(format!("and {more} more"));
        }
        table.push(&[
            Cell::Marked(failed.status.name().to_owned()),
            Cell::Text(shortened(&failed.message, 300)),
            Cell::Text(configurations.join(", ")),
            Cell::Name(failed.instance_id.clone()),
            Cell::count(failed.runs),
        ]);
    }
    table.finish(&beside("results.csv"))
}
