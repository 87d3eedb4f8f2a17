//! Every instance under every configuration, as far as a page bears.
use super::page::Measured;
use super::table::{Cell, Table, beside};
use crate::report::people::time;

const ROWS: usize = 1500;

pub(super) fn instances(measured: &[Measured<'_>]) -> String {
    let header = [
        ("domain", ""),
        ("instance", ""),
        ("configuration", ""),
        ("threads", ""),
        ("status", "the gravest of the repeats"),
        ("cost", "of the solution"),
        ("time", "median of the repeats"),
        ("spread", "range of the repeats' times over their median"),
        ("expanded", ""),
        ("generated", ""),
    ];
    let mut table = Table::new("Instances, the repeats of each as one value", ROWS, &header);
    let whole = |n: Option<u64>| {
        Cell::Number(n.map_or_else(|| "–".to_owned(), |n| n.to_string()), n.map(|n| n as f64))
    };
    for (domain, cases) in measured {
        for (line, cases) in domain.lines.iter().zip(cases) {
            for case in cases {
                if table.is_full() {
                    table.skip();
                    continue;
                }
                let status = case.status.name().to_owned();
                table.push(&[
                    Cell::Name(domain.domain.clone()),
                    Cell::Name(case.instance.to_owned()),
                    Cell::Name(line.configuration.clone()),
                    Cell::count(line.threads as usize),
                    if case.is_answered() { Cell::Text(status) } else { Cell::Marked(status) },
                    whole(case.cost),
                    Cell::measured(case.time.map(|ns| ns as f64), time),
                    Cell::measured(case.spread, |spread| format!("{:.0} %", spread * 100.0)),
                    whole(case.expanded),
                    whole(case.generated),
                ]);
            }
        }
    }
    let table = table.finish(&beside("results.csv"));
    if table.is_empty() {
        table
    } else {
        format!("<details open class=\"big\"><summary>Table</summary>{table}</details>")
    }
}
