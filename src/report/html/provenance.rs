//! Where a run was measured, and the commands that repeat it.
use crate::report::Run;
use crate::report::markdown::{command_lines, facts};
use crate::report::people::name;
use crate::report::svg::Escaped;
use std::fmt::Write;

pub(super) fn provenance(run: &Run) -> String {
    let mut out = String::new();
    for source in &run.sources {
        if run.sources.len() > 1 {
            let _ = write!(out, "<h3><bdi>{}</bdi></h3>", Escaped(&name(&source.name)));
        }
        out.push_str("<dl class=\"provenance\">");
        for (what, value) in facts(source) {
            let _ =
                write!(out, "<div><dt>{}</dt><dd><bdi>{}</bdi></dd></div>", Escaped(&what), Escaped(&value));
        }
        out.push_str("</dl>");
    }
    out
}

pub(super) fn commands(run: &Run) -> String {
    let mut out = "<pre class=\"commands\">".to_owned();
    for line in command_lines(run, "html").lines() {
        let _ = writeln!(out, "{}", Escaped(line));
    }
    out + "</pre>"
}
