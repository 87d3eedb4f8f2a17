//! Where a run was measured, and the commands that repeat it.
use crate::record::{Completion, Manifest};
use crate::report::Run;
use crate::report::grid::Grid;
use crate::report::people::{bytes, is_active, shortened};
use std::fmt::Write;
use std::path::Path;

pub(super) fn provenance(run: &Run) -> String {
    let mut grid = Grid::new(2, ["what", "value"]);
    for (what, value) in facts(run) {
        grid.push(vec![what, value]);
    }
    grid.markdown()
}

/// What is known of the measurement, in the order of reports.
pub(in crate::report) fn facts(run: &Run) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut put = |what: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            facts.push((what.to_owned(), shortened(&value, 200)));
        }
    };
    put("rows", Some(run.rows.len().to_string()));
    if let Some(manifest) = &run.manifest {
        described(manifest, &mut put);
    }
    facts
}

fn described(manifest: &Manifest, put: &mut impl FnMut(&str, Option<String>)) {
    let number = |value: Option<u64>| value.map(|value| value.to_string());
    put("description", manifest.description.clone());
    put("rows planned", number(manifest.planned));
    put(
        "status",
        Some(match manifest.status {
            Completion::Complete => "complete".to_owned(),
            Completion::Interrupted => "interrupted".to_owned(),
        }),
    );
    put("start", manifest.start_utc.clone());
    put("end", manifest.end_utc.clone());
    put("tool version", manifest.tool_version.clone());
    put(
        "git revision",
        manifest.git_revision.as_ref().map(|revision| match manifest.git_dirty {
            Some(true) => format!("{revision}, with uncommitted changes"),
            Some(false) => revision.clone(),
            None => format!("{revision}, perhaps with uncommitted changes"),
        }),
    );
    put("compiler", manifest.rustc.clone());
    put("profile", manifest.profile.clone());
    put("operating system", manifest.os.clone());
    put("processor", manifest.cpu_model.clone());
    put("cores", number(manifest.cores.map(u64::from)));
    put("control group's limit", manifest.cgroup_quota_percent.map(|quota| format!("{quota} % of a core")));
    put("frequency governor", manifest.governor.clone());
    put("load at the start", manifest.load_average.map(|load| format!("{:.2}", f64::from(load))));
    put("memory", manifest.memory_bytes.map(|memory| bytes(memory as f64)));
    put("runs at a time", number(manifest.jobs.map(u64::from)));
    let cores: Vec<String> = manifest.pinned_cores.iter().map(u32::to_string).collect();
    put("pinned to cores", Some(cores.join(", ")));
    put("isolation", manifest.isolated.then(|| "each run in a process of its own".to_owned()));
    put("seed", number(manifest.seed));
    put("digest of the experiment", manifest.experiment_digest.clone());
    put("digest of the instances", manifest.instances_digest.clone());
    for (variable, value) in &manifest.environment {
        put(&format!("environment: {variable}"), Some(value.clone()));
    }
}

/// The commands, in a fence that nothing in them can close.
pub(super) fn commands(run: &Run) -> String {
    let body = command_lines(run, "markdown");
    let longest = body.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{body}\n{fence}\n")
}

/// The commands, a line each; the last makes the report in that format.
pub(in crate::report) fn command_lines(run: &Run, format: &str) -> String {
    let mut lines = Vec::new();
    if let Some(manifest) = &run.manifest {
        if let Some(revision) = &manifest.git_revision {
            lines.push(format!("git checkout {}", quoted(revision)));
            lines.push("cargo build --release --locked".to_owned());
        }
        if let Some((program, arguments)) = manifest.command_line.split_first() {
            // Where the program lay on that machine says nothing on another.
            let program =
                Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or("searchrig");
            let words = std::iter::once(program).chain(arguments.iter().map(String::as_str));
            lines.push(words.map(quoted).collect::<Vec<_>>().join(" "));
        }
    }
    lines.push(format!("searchrig report {} --format {format}", quoted(&run.name)));
    lines.join("\n")
}

/// A word as a shell reads it; what would act in a terminal is written as an escape of bash.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.chars().any(is_active) {
        return format!("'{}'", word.replace('\'', "'\\''"));
    }
    let mut text = "$'".to_owned();
    for c in word.chars() {
        match c {
            '\'' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            c if is_active(c) => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        let words = ["run", "", "a b", "it's", "two\nlines", "\u{202e}'x\\"];
        let expected = ["run", "''", "'a b'", "'it'\\''s'", "$'two\\nlines'", "$'\\u202e\\'x\\\\'"];
        assert_eq!(words.map(quoted), expected);
    }

    #[test]
    fn no_argument_closes_the_fence() {
        let manifest = Manifest {
            command_line: vec!["/somewhere/searchrig".to_owned(), "```".to_owned()],
            ..Manifest::default()
        };
        let run = Run { name: "r".to_owned(), manifest: Some(manifest), ..Run::default() };
        assert_eq!(commands(&run), "````sh\nsearchrig '```'\nsearchrig report r --format markdown\n````\n");
    }
}
