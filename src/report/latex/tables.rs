//! The tables: a main one, and one a domain.
use super::escape::escape;
use super::number::Column;
use crate::report::people::{name, threads};
use crate::report::table::answered;
use crate::report::{DomainSummary, Line, Ratio, Summary};
use std::fmt::Write;

/// The tables, the main one first: each with what it rests on.
pub(super) fn tables(summary: &Summary) -> Vec<[String; 2]> {
    let main = [main(summary), "Times and expansions of every configuration. ".to_owned() + MEANINGS];
    std::iter::once(main)
        .chain(summary.domains.iter().map(|domain| [table(domain), caption(domain)]))
        .collect()
}

const MEANINGS: &str = "PAR-2: mean time, where an instance without an answer counts twice the time limit. \
                        $\\times$: geometric mean of the ratios to the reference over the $n$ instances that both answered.";

fn caption(domain: &DomainSummary) -> String {
    let reference = domain.reference();
    format!(
        "{}: {} instances, of which every configuration answered {}; time (geometric mean, shifted by \
         \\SI{{1}}{{\\milli\\second}}) and expanded states (geometric mean) are over these. Reference: {} with {}. {MEANINGS}",
        escape(&name(&domain.domain)),
        domain.instances,
        domain.common,
        escape(&name(&reference.configuration)),
        threads(reference.threads)
    )
}

/// Values of lines, one each.
fn of<'a>(lines: &[&'a Line], value: impl Fn(&'a Line) -> Option<f64>) -> Vec<Option<f64>> {
    lines.iter().map(|line| value(line)).collect()
}

fn main(summary: &Summary) -> String {
    let lines: Vec<&Line> = summary.domains.iter().flat_map(|domain| &domain.lines).collect();
    let columns = [
        Column::times("PAR-2", &of(&lines, |line| line.par2.mean_ns)),
        Column::numbers("time $\\times$", &of(&lines, |line| line.time_ratio.value)),
        Column::numbers("expanded $\\times$", &of(&lines, |line| line.expanded_ratio.value)),
    ];
    let mut body = String::new();
    let mut row = 0;
    for domain in &summary.domains {
        let title = escape(&name(&domain.domain));
        let _ = writeln!(body, "\\midrule\n\\multicolumn{{6}}{{@{{}}l@{{}}}}{{\\emph{{{title}}}}} \\\\");
        for line in &domain.lines {
            body += &cells(line, row, &columns);
            row += 1;
        }
    }
    tabular(&columns, &body)
}

fn table(domain: &DomainSummary) -> String {
    let lines: Vec<&Line> = domain.lines.iter().collect();
    let behind =
        |ratio: fn(&Line) -> &Ratio| lines.iter().map(|line| ratio(line).instances).collect::<Vec<_>>();
    let columns = [
        Column::times("PAR-2", &of(&lines, |line| line.par2.mean_ns)),
        Column::times("time", &of(&lines, |line| line.common.mean_ns)),
        Column::numbers("time $\\times$", &of(&lines, |line| line.time_ratio.value)),
        Column::counts("$n$", &behind(|line| &line.time_ratio)),
        Column::numbers("expanded", &of(&lines, |line| line.common.expanded.geometric_mean)),
        Column::numbers("expanded $\\times$", &of(&lines, |line| line.expanded_ratio.value)),
        Column::counts("$n$", &behind(|line| &line.expanded_ratio)),
        Column::sizes("visited", &of(&lines, |line| line.visited_bytes.map(|bytes| bytes as f64))),
    ];
    let rows: String = lines.iter().enumerate().map(|(row, line)| cells(line, row, &columns)).collect();
    tabular(&columns, &format!("\\midrule\n{rows}"))
}

fn cells(line: &Line, row: usize, columns: &[Column]) -> String {
    let mut text = format!("{} & {} & {}", escape(&name(&line.configuration)), line.threads, answered(line));
    for column in columns {
        let _ = write!(text, " & {}", column.cell(row));
    }
    text + " \\\\\n"
}

fn tabular(columns: &[Column], body: &str) -> String {
    let formats: String = columns.iter().map(Column::format).collect();
    let titles: Vec<String> = columns.iter().map(Column::title).collect();
    format!(
        "%\n\\begin{{tabular}}{{@{{}}lrr{formats}@{{}}}}\n\\toprule\nconfiguration & threads & answered & {} \\\\\n\
         {body}\\bottomrule\n\\end{{tabular}}",
        titles.join(" & ")
    )
}
