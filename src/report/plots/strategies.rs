//! Which lines a picture shows: one a strategy, so that it stays readable.
use crate::report::people::name;
use crate::report::{DomainSummary, Line};

/// A picture has at most so many strategies.
const MOST: usize = 14;

/// One line a strategy, by its place: those that differ only in threads or visited set are one.
pub(super) fn shown(domain: &DomainSummary) -> impl Iterator<Item = (usize, &Line)> {
    domain.growth.strategies.iter().take(MOST).map(|&i| (i, &domain.lines[i]))
}

/// What a picture says of the lines it leaves out.
pub(super) fn note(domain: &DomainSummary) -> String {
    let all = domain.growth.strategies.len();
    if all > MOST {
        format!(" The first {MOST} of {all} strategies are shown.")
    } else if all < domain.lines.len() {
        " Of strategies that differ only in threads or visited set, one is shown.".to_owned()
    } else {
        String::new()
    }
}

/// What people call a line.
pub(super) fn label(line: &Line) -> String {
    match line.threads {
        1 => name(&line.configuration),
        threads => format!("{} ({threads} threads)", name(&line.configuration)),
    }
}
