//! A macro a value, so that a paper cites numbers instead of copying them.
use super::escape::{escape, fingerprint, letters};
use super::number::{NONE, count, number, size, time};
use crate::report::people::{name, threads, visible};
use crate::report::{DomainSummary, Line, Run, Summary};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A macro: `\rig`, what it is about, and which value of it.
#[derive(Debug)]
pub(super) struct Macro {
    about: About,
    which: &'static str,
    body: String,
}

/// What a macro is about.
#[derive(Clone, Debug)]
pub(super) struct About {
    /// Letters for the name.
    letters: String,
    /// The names as they are, for whoever reads the file.
    exact: String,
}
impl About {
    fn run() -> Self {
        Self { letters: String::new(), exact: "all rows".to_owned() }
    }
    fn domain(domain: &DomainSummary) -> Self {
        Self { letters: letters(&domain.domain), exact: domain.domain.clone() }
    }
    fn line(domain: &DomainSummary, line: &Line) -> Self {
        let mut name = letters(&domain.domain) + &letters(&line.configuration);
        if line.threads > 1 {
            let _ = write!(name, "Threads{}", letters(&line.threads.to_string()));
        }
        let exact = format!("{}, {}, {}", domain.domain, line.configuration, threads(line.threads));
        Self { letters: name, exact }
    }
    fn says(&self, which: &'static str, body: String) -> Macro {
        Macro { about: self.clone(), which, body }
    }
}

/// Every macro of a report; `tables` are the main one and one a domain, each with what to say below it.
pub(super) fn macros(run: &Run, summary: &Summary, tables: Vec<[String; 2]>) -> Vec<Macro> {
    let about = About::run();
    let mut macros = vec![about.says("Runs", count(summary.runs))];
    macros.extend(provenance(run).map(|(which, value)| about.says(which, value)));
    let mut tables = tables.into_iter();
    let mut table = |about: &About, macros: &mut Vec<Macro>| {
        if let Some([table, caption]) = tables.next() {
            macros.push(about.says("Table", table));
            macros.push(about.says("Caption", caption));
        }
    };
    table(&about, &mut macros);
    for domain in &summary.domains {
        let about = About::domain(domain);
        table(&about, &mut macros);
        macros.push(about.says("Instances", count(domain.instances)));
        macros.push(about.says("Common", count(domain.common)));
        for line in &domain.lines {
            of_line(&About::line(domain, line), line, &mut macros);
        }
    }
    macros
}

/// What the sources say of themselves; several values where they differ.
fn provenance(run: &Run) -> impl Iterator<Item = (&'static str, String)> {
    let manifests = || run.sources.iter().filter_map(|source| source.manifest.as_ref());
    let said = |values: Vec<String>| {
        let mut values: Vec<String> = values.iter().map(|value| escape(&name(value))).collect();
        values.sort();
        values.dedup();
        if values.is_empty() { NONE.to_owned() } else { values.join(", ") }
    };
    let version = manifests().filter_map(|manifest| manifest.tool_version.clone()).collect();
    let revision = manifests().filter_map(|manifest| manifest.git_revision.clone()).collect();
    let processor = manifests().filter_map(|manifest| manifest.cpu_model.clone()).collect();
    let cores = manifests().filter_map(|manifest| Some(manifest.cores?.to_string())).collect();
    let start = manifests().filter_map(|manifest| manifest.start_utc.clone()).collect();
    [
        ("Version", said(version)),
        ("Revision", said(revision)),
        ("Processor", said(processor)),
        ("Cores", said(cores)),
        ("Start", said(start)),
    ]
    .into_iter()
}

fn of_line(about: &About, line: &Line, macros: &mut Vec<Macro>) {
    let values = [
        ("Instances", count(line.instances)),
        ("Answered", count(line.par2.answered)),
        ("Repeats", count(line.repeats)),
        ("ParTwo", time(line.par2.mean_ns)),
        ("TimeOwn", time(line.own.mean_ns)),
        ("TimeCommon", time(line.common.mean_ns)),
        ("TimeRatio", number(line.time_ratio.value)),
        ("TimeRatioInstances", count(line.time_ratio.instances)),
        ("ExpandedTotal", line.own.expanded.total.map_or(NONE.to_owned(), count)),
        ("ExpandedCommon", number(line.common.expanded.geometric_mean)),
        ("ExpandedRatio", number(line.expanded_ratio.value)),
        ("ExpandedRatioInstances", count(line.expanded_ratio.instances)),
        ("GeneratedCommon", number(line.common.generated.geometric_mean)),
        ("ExpandedPerSecond", number(line.own.nodes_per_second)),
        ("VisitedBytes", size(line.visited_bytes.map(|bytes| bytes as f64))),
    ];
    macros.extend(values.into_iter().map(|(which, body)| about.says(which, body)));
}

/// The definitions. Where names of different things have the same letters, all of them get a fingerprint.
pub(super) fn definitions(macros: &[Macro]) -> String {
    let plain = |of: &Macro| format!("{}{}", of.about.letters, of.which);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for of in macros {
        *counts.entry(plain(of)).or_default() += 1;
    }
    let mut text = String::new();
    let mut last = "";
    for of in macros {
        if of.about.exact != last {
            let _ = writeln!(text, "\n% {}", visible(&of.about.exact));
            last = &of.about.exact;
        }
        let name = match counts[&plain(of)] {
            1 => plain(of),
            _ => format!("{}X{}{}", of.about.letters, fingerprint(&of.about.exact), of.which),
        };
        let _ = writeln!(text, "\\newcommand{{\\rig{name}}}{{{}}}", of.body);
    }
    text
}
