//! Exact counts are the same for any number of threads: where they are not, something is wrong.
use super::case::Case;
use super::line::Line;
use crate::record::Counts;
use serde::Serialize;

/// A configuration whose exact counts depend on the threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The configuration.
    pub configuration: String,
    /// Two numbers of threads.
    pub threads: [u32; 2],
    /// Instances on which they expanded different numbers of states.
    pub instances: usize,
    /// The first of them.
    pub instance_id: String,
    /// What each expanded on that one.
    pub expanded: [u64; 2],
}

/// Each line against the first one of its configuration, which has the fewest threads.
pub(super) fn disagreements(lines: &[Line], cases: &[Vec<Case<'_>>]) -> Vec<Disagreement> {
    let exact: Vec<_> =
        lines.iter().zip(cases).filter(|(line, _)| line.determinism == Counts::Exact).collect();
    let against_first = |&(line, mine): &(&Line, &Vec<Case<'_>>)| {
        let &(first, theirs) = exact.iter().find(|(other, _)| other.configuration == line.configuration)?;
        let expanded = |case: &Case<'_>| case.expanded.filter(|_| case.is_answered());
        let mut differing = mine.iter().filter_map(|case| {
            // The cases of a line are in the order of their instances.
            let place = theirs.binary_search_by_key(&case.instance, |other| other.instance).ok()?;
            let both = [expanded(&theirs[place])?, expanded(case)?];
            (both[0] != both[1]).then_some((case.instance, both))
        });
        let (instance, expanded) = differing.next()?;
        Some(Disagreement {
            configuration: line.configuration.clone(),
            threads: [first.threads, line.threads],
            instances: 1 + differing.count(),
            instance_id: instance.to_owned(),
            expanded,
        })
    };
    exact.iter().filter_map(against_first).collect()
}
