//! What the counters promise, and whether the rows kept it.
use super::table::{Cell, Table, beside};
use crate::report::people::name;
use crate::report::{DomainSummary, Line, Summary};

const ROWS: usize = 300;

pub(super) fn determinism(summary: &Summary) -> String {
    let header = [
        ("domain", ""),
        ("configuration", ""),
        ("threads", ""),
        ("counts", "exact: the same in every run; bounded: they vary with the threads' timing"),
        ("repeats", "the fewest of an instance"),
        ("kept", "whether repeats, and numbers of threads, agree where they must"),
    ];
    let mut table = Table::new("Counts: what is promised, and what was found", ROWS, &header);
    for domain in &summary.domains {
        for line in &domain.lines {
            table.push(&[
                Cell::Name(domain.domain.clone()),
                Cell::Name(line.configuration.clone()),
                Cell::count(line.threads as usize),
                Cell::Text(line.determinism.name().to_owned()),
                Cell::count(line.repeats),
                kept(domain, line),
            ]);
        }
    }
    table.finish(&beside("summary.csv"))
}

fn kept(domain: &DomainSummary, line: &Line) -> Cell {
    if let Some((instance, what)) = line.nondeterministic.first() {
        let (n, all) = (line.nondeterministic.len(), line.instances);
        return Cell::Marked(format!(
            "repeats disagree on {n} of {all} instances: {}: {what}",
            name(instance)
        ));
    }
    let differs = domain
        .disagreements
        .iter()
        .find(|of| of.configuration == line.configuration && of.threads.contains(&line.threads));
    match differs {
        Some(of) => Cell::Marked(format!(
            "depends on threads on {} instances: {}: expanded {} with {} and {} with {}",
            of.instances,
            name(&of.instance_id),
            of.expanded[0],
            of.threads[0],
            of.expanded[1],
            of.threads[1]
        )),
        None if line.repeats < 2 => Cell::Text("one repeat: not tested".to_owned()),
        None => Cell::Text("yes".to_owned()),
    }
}
