//! The tables of one domain.
use crate::report::grid::{Grid, escape};
use crate::report::people::{bytes, count, name, or_dash, threads, time};
use crate::report::table::{against, answered};
use crate::report::{DomainSummary, Line, Total};
use std::fmt::Write;

pub(super) fn tables(domain: &DomainSummary) -> String {
    let reference = domain.reference();
    let mut text = format!(
        "{} instances; every configuration answered {} of them. The reference of × is {} with {}: \
         `bfs` with the fewest threads where it was run, else the first with the fewest.\n",
        domain.instances,
        domain.common,
        escape(&name(&reference.configuration)),
        threads(reference.threads)
    );
    let mut part = |title: &str, grid: &Grid| {
        if !grid.is_empty() {
            let _ = write!(text, "\n### {title}\n\n{}", grid.markdown());
        }
    };
    part("Time", &times(domain));
    part("Work", &work(domain));
    part("Memory", &memory(domain));
    part("Expanded, by the cost of the solution", &growth(domain));
    for line in domain.lines.iter().filter(|line| line.par2.mean_ns.is_none()) {
        if let Some(reason) = line.par2.reason {
            let _ = write!(text, "\nNo PAR-2 of {}: {reason}.\n", escape(&name(&line.configuration)));
        }
    }
    text
}

fn key(line: &Line) -> [String; 2] {
    [name(&line.configuration), line.threads.to_string()]
}

fn times(domain: &DomainSummary) -> Grid {
    let common = domain.common;
    let mut grid = Grid::new(
        1,
        [
            "configuration".to_owned(),
            "threads".to_owned(),
            "answered".to_owned(),
            "PAR-2, all".to_owned(),
            "mean time, own".to_owned(),
            format!("mean time, common (n={common})"),
            format!("median time, common (n={common})"),
            "time ×".to_owned(),
            "spread".to_owned(),
        ],
    );
    for line in &domain.lines {
        let rest = [
            answered(line),
            or_dash(line.par2.mean_ns, time),
            or_dash(line.own.mean_ns, time),
            or_dash(line.common.mean_ns, time),
            or_dash(line.common.median_ns.map(|ns| ns as f64), time),
            against(&line.time_ratio),
            or_dash(line.own.spread, |spread| format!("{:.0} %", spread * 100.0)),
        ];
        grid.push(key(line).into_iter().chain(rest).collect());
    }
    grid
}

fn work(domain: &DomainSummary) -> Grid {
    let common = domain.common;
    let header = ["configuration".to_owned(), "counts".to_owned(), "threads".to_owned()].into_iter();
    let both = |what: &str| {
        [format!("{what}, own, total"), format!("{what}, common (n={common}), total"), "mean".to_owned()]
    };
    let header = header.chain(both("expanded")).chain(["expanded ×".to_owned()]).chain(both("generated"));
    let mut grid = Grid::new(2, header.chain(["expanded/s, own".to_owned()]));
    for line in &domain.lines {
        let [configuration, threads] = key(line);
        let sum = |of: &Total| or_dash(of.total.map(|total| total as f64), count);
        let both =
            |own: &Total, common: &Total| [sum(own), sum(common), or_dash(common.geometric_mean, count)];
        let promise =
            if line.nondeterministic.is_empty() { line.determinism.name() } else { "nondeterministic" };
        let row = [configuration, promise.to_owned(), threads].into_iter();
        let row = row.chain(both(&line.own.expanded, &line.common.expanded));
        let row = row.chain([against(&line.expanded_ratio)]);
        let row = row.chain(both(&line.own.generated, &line.common.generated));
        grid.push(row.chain([or_dash(line.own.nodes_per_second, count)]).collect());
    }
    grid
}

fn memory(domain: &DomainSummary) -> Grid {
    let mut grid = Grid::new(2, ["configuration", "visited set", "threads", "most held", "bytes a state"]);
    for line in domain.lines.iter().filter(|line| line.visited_bytes.is_some()) {
        let [configuration, threads] = key(line);
        grid.push(vec![
            configuration,
            if line.visited.is_empty() { "–".to_owned() } else { name(&line.visited) },
            threads,
            or_dash(line.visited_bytes.map(|n| n as f64), bytes),
            or_dash(line.bytes_per_state, |bytes| format!("{bytes:.1}")),
        ]);
    }
    grid
}

/// The medians; with how many instances where those are not all of the row.
fn growth(domain: &DomainSummary) -> Grid {
    let growth = &domain.growth;
    let strategies = growth.strategies.iter().map(|&i| name(&domain.lines[i].configuration));
    let mut grid = Grid::new(0, ["cost".to_owned(), "instances".to_owned()].into_iter().chain(strategies));
    for row in &growth.rows {
        let median = |median: &Option<(u64, usize)>| match *median {
            None => "–".to_owned(),
            Some((median, n)) if n == row.instances => count(median as f64),
            Some((median, n)) => format!("{} (n={n})", count(median as f64)),
        };
        let front = [row.cost.to_string(), row.instances.to_string()].into_iter();
        grid.push(front.chain(row.medians.iter().map(median)).collect());
    }
    grid
}
