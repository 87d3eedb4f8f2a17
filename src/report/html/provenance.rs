//! Where a run was measured, and the commands that repeat it.
use crate::report::Run;
use crate::report::markdown::{command_lines, facts};
use crate::report::svg::Escaped;
use std::fmt::Write;

pub(super) fn provenance(run: &Run) -> String {
    let mut out = "<dl class=\"provenance\">".to_owned();
    for (what, value) in facts(run) {
        let _ = write!(out, "<div><dt>{}</dt><dd><bdi>{}</bdi></dd></div>", Escaped(&what), Escaped(&value));
    }
    out + "</dl>"
}

pub(super) fn commands(run: &Run) -> String {
    let mut out = "<pre class=\"commands\">".to_owned();
    for line in command_lines(run, "html").lines() {
        let _ = writeln!(out, "{}", Escaped(line));
    }
    out + "</pre>"
}
