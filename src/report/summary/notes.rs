//! What a reader must know before believing a number.
use super::{DomainSummary, Line, Summary};
use crate::record::{Completion, duplicates};
use crate::report::Run;
use crate::report::people::{name, threads};

/// Fewer instances or repeats than these are too few to speak of a difference in time.
const INSTANCES: usize = 6;
const REPEATS: usize = 5;
/// Repeats whose times range further than this part of their median are worth a warning.
const NOISY: f64 = 0.2;
/// Two groups of times in more than this part of the cases are no chance: of normal times one in 250 looks so.
const BIMODAL: f64 = 0.05;

pub(super) fn notes(run: &Run, summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    match &run.manifest {
        None => {
            notes.push("There is no manifest: where and how the rows were measured is unknown.".to_owned());
        }
        Some(manifest) => {
            if manifest.status == Completion::Interrupted {
                let planned = manifest.planned.map_or(String::new(), |planned| format!(" of {planned}"));
                let rows = run.rows.len();
                notes.push(format!("The run was interrupted: {rows}{planned} rows are there."));
            }
            notes.extend(manifest.warnings.iter().cloned());
        }
    }
    if run.torn {
        notes.push("The last line of results.csv was cut off in writing; it is left out.".to_owned());
    }
    if let Some((key, _)) = duplicates(&run.rows).first() {
        let keys = duplicates(&run.rows).len();
        notes.push(format!("{keys} keys occur more than once and count as repeats; the first: {key}."));
    }
    let failed: usize = summary.failures.iter().map(|failed| failed.runs).sum();
    if failed > 0 {
        notes.push(format!("{failed} of {} runs failed.", summary.runs));
    }
    for domain in &summary.domains {
        of_domain(domain, &mut notes);
    }
    notes
}

fn of_domain(domain: &DomainSummary, notes: &mut Vec<String>) {
    let domain_name = name(&domain.domain);
    for line in &domain.lines {
        let configuration = label(line);
        if let Some((instance, what)) = line.nondeterministic.first() {
            notes.push(format!(
                "{domain_name}: {configuration} is nondeterministic: repeats disagree on {} of {} instances, as on {}: {what}. \
                 Those counts are in no statistic.",
                line.nondeterministic.len(),
                line.instances,
                name(instance)
            ));
        }
        if line.instances < domain.instances {
            let (mine, all) = (line.instances, domain.instances);
            notes.push(format!("{domain_name}: {configuration} has rows of {mine} of {all} instances."));
        }
    }
    for of in &domain.disagreements {
        notes.push(format!(
            "{domain_name}: exact counts of {} depend on the threads on {} instances: on {} it expanded {} with {} and {} with {}.",
            name(&of.configuration),
            of.instances,
            name(&of.instance_id),
            of.expanded[0],
            threads(of.threads[0]),
            of.expanded[1],
            threads(of.threads[1])
        ));
    }
    spreads(domain, notes);
    groups(domain, notes);
    if domain.lines.iter().any(|line| line.contended) {
        notes.push(format!(
            "{domain_name}: runs shared the machine: counts are valid, times are not to be compared."
        ));
    }
    let repeats = domain.lines.iter().map(|line| line.repeats).min().unwrap_or(0);
    if domain.common < INSTANCES || repeats < REPEATS {
        notes.push(format!(
            "{domain_name}: times rest on {} × {repeats} runs (common instances × repeats); differences need at least {INSTANCES} × {REPEATS}.",
            domain.common
        ));
    }
}

/// The configurations whose times range far, in one note.
fn spreads(domain: &DomainSummary, notes: &mut Vec<String>) {
    let spread = |line: &Line| line.own.spread.filter(|&spread| spread > NOISY);
    let wide: Vec<(f64, &Line)> =
        domain.lines.iter().filter_map(|line| Some((spread(line)?, line))).collect();
    if let Some((spread, line)) = wide.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
        notes.push(format!(
            "{}: the times of {} of {} configurations range over more than {:.0} % of their median between repeats, \
             those of {} over {:.0} %.",
            name(&domain.domain),
            wide.len(),
            domain.lines.len(),
            NOISY * 100.0,
            label(line),
            spread * 100.0
        ));
    }
}

/// Times in two groups, in one note, unless they are as few as chance makes them.
fn groups(domain: &DomainSummary, notes: &mut Vec<String>) {
    let of: usize = domain.lines.iter().map(|line| line.tellable).sum();
    let found: usize = domain.lines.iter().map(|line| line.bimodal.len()).sum();
    if found as f64 <= BIMODAL * of as f64 {
        return;
    }
    let most = domain.lines.iter().max_by_key(|line| line.bimodal.len());
    if let Some((line, instance)) = most.and_then(|line| Some((line, line.bimodal.first()?))) {
        notes.push(format!(
            "{}: the times of {found} of {of} instances and configurations fall into two groups, as of {} on {}: \
             one number hides two, perhaps of two clock frequencies.",
            name(&domain.domain),
            label(line),
            name(instance)
        ));
    }
}

fn label(line: &Line) -> String {
    format!("{} with {}", name(&line.configuration), threads(line.threads))
}
