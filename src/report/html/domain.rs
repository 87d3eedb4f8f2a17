//! One domain: growth first, then the main table, then the other pictures.
use super::figure::figure;
use super::page::Measured;
use super::table::{Cell, Table, beside};
use crate::record::Layer;
use crate::report::people::{bytes, count, name, ratio, threads, time};
use crate::report::plots::{Plot, plots, scaling};
use crate::report::summary::Case;
use crate::report::svg::Escaped;
use crate::report::{DomainSummary, Line, Ratio};
use std::fmt::Write;

const ROWS: usize = 200;

pub(super) fn domain(index: usize, (domain, cases): &Measured<'_>, spaces: &[Layer]) -> String {
    let reference = domain.reference();
    let mut out = format!(
        "<p>{} instances; every configuration answered {} of them. The reference of × is <bdi>{}</bdi> with {}.</p>",
        domain.instances,
        domain.common,
        Escaped(&name(&reference.configuration)),
        threads(reference.threads)
    );
    let plots = plots(domain, cases, spaces);
    let (growth, others): (Vec<&Plot>, Vec<&Plot>) =
        plots.iter().partition(|plot| plot.kind.starts_with("growth"));
    figures(&mut out, index, &growth);
    out += &main_table(domain);
    for line in domain.lines.iter().filter(|line| line.par2.mean_ns.is_none()).take(ROWS) {
        if let Some(reason) = line.par2.reason {
            let of = Escaped(&line.configuration).to_string();
            let of =
                if of.chars().count() > 60 { Escaped(&name(&line.configuration)).to_string() } else { of };
            let _ = write!(out, "<p class=\"note\">No PAR-2 of <bdi>{of}</bdi>: {reason}.</p>");
        }
    }
    figures(&mut out, index, &others);
    out + &thread_table(domain, cases)
}

fn figures(out: &mut String, index: usize, plots: &[&Plot]) {
    if plots.is_empty() {
        return;
    }
    out.push_str("<div class=\"figures\">");
    for plot in plots {
        out.push_str(&figure(&format!("p{index}-{}", plot.kind), plot));
    }
    out.push_str("</div>");
}

fn main_table(domain: &DomainSummary) -> String {
    let (instances, common) = (domain.instances, domain.common);
    let time_common = format!("time, common (n={common})");
    let expanded = format!("expanded, common (n={common})");
    let generated = format!("generated, common (n={common})");
    let header = [
        ("configuration", ""),
        ("threads", "threads of one search"),
        ("answered", "instances of which every repeat ran to its end, of all"),
        ("PAR-2, all", "mean time; an instance without an answer counts twice the time limit"),
        ("time, own", "geometric mean, shifted by 1 ms, over the instances it answered itself"),
        (&time_common, "the same over the instances that every configuration answered"),
        (
            "time ×",
            "against the reference, over the n instances that both answered; below it the 95 % interval",
        ),
        (&expanded, "geometric mean over the instances that every configuration answered"),
        ("expanded ×", "against the reference, over the n instances that both answered"),
        (&generated, "geometric mean over the instances that every configuration answered"),
        ("expanded/s", "over the instances it answered itself"),
        ("visited", "the most that the visited set held"),
    ];
    let title = format!("All {instances} instances: answers, time, work and memory");
    let mut table = Table::new(&title, ROWS, &header);
    for line in &domain.lines {
        table.push(&row(line));
    }
    table.finish(&beside("summary.csv"))
}

fn row(line: &Line) -> [Cell; 12] {
    let answered = format!("{}/{}", line.par2.answered, line.instances);
    [
        Cell::Name(line.configuration.clone()),
        Cell::count(line.threads as usize),
        Cell::Number(answered, Some(line.par2.answered as f64)),
        Cell::measured(line.par2.mean_ns, time),
        Cell::measured(line.own.mean_ns, time),
        Cell::measured(line.common.mean_ns, time),
        against(&line.time_ratio),
        Cell::measured(line.common.expanded.geometric_mean, count),
        against(&line.expanded_ratio),
        Cell::measured(line.common.generated.geometric_mean, count),
        Cell::measured(line.own.nodes_per_second, count),
        Cell::measured(line.visited_bytes.map(|n| n as f64), bytes),
    ]
}

fn against(of: &Ratio) -> Cell {
    let Some(value) = of.value else { return Cell::measured(None, ratio) };
    let shown = format!("{} (n={})", ratio(value), of.instances);
    match of.interval {
        Some(ends) => Cell::Below(shown, format!("{} to {}", ratio(ends.low), ratio(ends.high)), value),
        None => Cell::Number(shown, of.value),
    }
}

fn thread_table(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> String {
    let header = [
        ("configuration", ""),
        ("threads", ""),
        ("instances", "that it answered with each number of threads"),
        ("best with one thread", "strategy that found the same costs of these instances in the least time"),
        ("speedup", "geometric mean of the time of the best with one thread over that with so many"),
        ("efficiency", "speedup over the threads"),
        ("time, itself ×", "geometric mean of its time with the fewest threads over that with so many"),
        ("expanded, itself ×", "against itself with the fewest threads: above 1 is search overhead"),
    ];
    let mut table = Table::new("Threads: speedup, efficiency and search overhead", ROWS, &header);
    for of in scaling(domain, cases) {
        for step in of.steps.iter().skip(1) {
            table.push(&[
                Cell::Name(of.configuration.clone()),
                Cell::count(step.threads as usize),
                Cell::count(of.instances),
                Cell::Name(of.sequential.clone().unwrap_or_else(|| "–".to_owned())),
                Cell::measured(step.speedup, ratio),
                Cell::measured(step.efficiency, |part| format!("{:.0} %", part * 100.0)),
                Cell::measured(step.scaling, ratio),
                Cell::measured(step.work, ratio),
            ]);
        }
    }
    table.finish(&beside("results.csv"))
}
