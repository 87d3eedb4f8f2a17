//! The tables: a main one, and one a domain.
use super::escape::escape;
use super::number::Column;
use crate::report::people::{name, threads};
use crate::report::table::answered;
use crate::report::{DomainSummary, Line, Ratio, Summary};
use std::fmt::Write;

/// The tables, the main one first: each with what it rests on.
pub(super) fn tables(summary: &Summary) -> Vec<[String; 2]> {
    let main = [main(summary), format!("Every configuration. {MEANINGS}")];
    std::iter::once(main)
        .chain(summary.domains.iter().map(|domain| [table(domain), caption(domain)]))
        .collect()
}

const MEANINGS: &str = "PAR-2: mean time, where an instance without an answer counts twice the time limit. \
                        $\\times$: geometric mean of the ratios to the reference over the instances that both answered.";

fn caption(domain: &DomainSummary) -> String {
    format!(
        "{}: {} instances, of which every configuration answered {}; time (geometric mean, shifted by \
         \\SI{{1}}{{\\milli\\second}}) and expanded states (geometric mean) are over these. The reference is {}. {MEANINGS} \
         $n$: how many these are.",
        escape(&name(&domain.domain)),
        domain.instances,
        domain.common,
        reference(domain)
    )
}

fn reference(domain: &DomainSummary) -> String {
    let reference = domain.reference();
    format!("{} with {}", escape(&name(&reference.configuration)), threads(reference.threads))
}

/// Values of lines, one each.
fn of<'a>(lines: &[&'a Line], value: impl Fn(&'a Line) -> Option<f64>) -> Vec<Option<f64>> {
    lines.iter().map(|line| value(line)).collect()
}

fn main(summary: &Summary) -> String {
    let lines: Vec<&Line> = summary.domains.iter().flat_map(|domain| &domain.lines).collect();
    let columns = [
        Column::times("PAR-2", &of(&lines, |line| line.par2.mean_ns)),
        Column::numbers("time", TIMES, &of(&lines, |line| line.time_ratio.value)),
        Column::numbers("expanded", TIMES, &of(&lines, |line| line.expanded_ratio.value)),
    ];
    let mut body = String::new();
    let mut row = 0;
    for domain in &summary.domains {
        let (title, instances) = (escape(&name(&domain.domain)), domain.instances);
        let title = format!("\\emph{{{title}}}, {instances} instances; reference {}", reference(domain));
        let _ = writeln!(body, "\\midrule\n\\multicolumn{{6}}{{@{{}}l@{{}}}}{{{title}}} \\\\");
        for line in &domain.lines {
            body += &cells(line, row, &columns);
            row += 1;
        }
    }
    tabular(&columns, &body)
}

const TIMES: &str = "$\\times$";

fn table(domain: &DomainSummary) -> String {
    let lines: Vec<&Line> = domain.lines.iter().collect();
    let behind =
        |ratio: fn(&Line) -> &Ratio| lines.iter().map(|line| ratio(line).instances).collect::<Vec<_>>();
    let columns = [
        Column::times("PAR-2", &of(&lines, |line| line.par2.mean_ns)),
        Column::times("time", &of(&lines, |line| line.common.mean_ns)),
        Column::numbers("time", TIMES, &of(&lines, |line| line.time_ratio.value)),
        Column::counts("time", "$n$", &behind(|line| &line.time_ratio)),
        Column::numbers("expanded", "mean", &of(&lines, |line| line.common.expanded.geometric_mean)),
        Column::numbers("expanded", TIMES, &of(&lines, |line| line.expanded_ratio.value)),
        Column::counts("expanded", "$n$", &behind(|line| &line.expanded_ratio)),
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

/// Columns before those of numbers: configuration, threads, answered.
const FRONT: usize = 3;

fn tabular(columns: &[Column], body: &str) -> String {
    let formats: String = columns.iter().map(Column::format).collect();
    let (mut titles, mut rules, mut units) = (String::new(), String::new(), String::new());
    let mut from = FRONT + 1;
    for group in columns.chunk_by(|one, other| one.title == other.title) {
        let (title, to) = (group[0].title, from + group.len() - 1);
        let _ = if let [_] = group {
            write!(titles, " & {{{title}}}")
        } else {
            let _ = write!(rules, "\\cmidrule(lr){{{from}-{to}}}");
            write!(titles, " & \\multicolumn{{{}}}{{c}}{{{title}}}", group.len())
        };
        for column in group {
            let _ = write!(units, " & {{{}}}", column.unit);
        }
        from = to + 1;
    }
    let rules = if rules.is_empty() { rules } else { rules + "\n" };
    format!(
        "%\n\\begin{{tabular}}{{@{{}}lrr{formats}@{{}}}}\n\\toprule\nconfiguration & threads & answered{titles} \\\\\n\
         {rules}& &{units} \\\\\n{body}\\bottomrule\n\\end{{tabular}}"
    )
}
