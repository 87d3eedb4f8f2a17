//! `run --dry-run`: the matrix, and what it takes as far as that is known.
use super::table::{Format, Listing};
use crate::experiment::{Basis, Bounds, Forecast, Line};
use crate::report::people;
use serde_json::json;
use std::fmt::Write;

/// The plan in a form for people or for programs.
pub(super) fn render(plan: &Forecast, format: Format) -> String {
    match format {
        Format::Json => serde_json::to_string_pretty(plan).expect("plain fields are JSON") + "\n",
        Format::Csv => matrix(plan).render(format),
        Format::Table => table(plan),
    }
}

fn table(plan: &Forecast) -> String {
    let Forecast { experiment, runs, rounds, seed, jobs, .. } = plan;
    let mut text =
        format!("experiment {experiment}: {runs} runs, {rounds} rounds, seed {seed}, {jobs} at a time\n\n");
    text += &matrix(plan).render(Format::Table);
    if !plan.left_out.is_empty() {
        text += "\nleft out\n";
        for note in &plan.left_out {
            let _ = writeln!(text, "  {note}");
        }
    }
    text.push('\n');
    let _ = match plan.at_most_ns {
        Some(most) => writeln!(text, "at most {} of searching, if every run takes its limit", time(most)),
        None => writeln!(text, "no upper bound on the time: there are runs without a time limit"),
    };
    if let Some(estimate) = plan.estimated_ns {
        let known = plan.estimated_runs;
        let _ =
            writeln!(text, "about {}, judged by the earlier run ({known} of {runs} runs)", time(estimate));
    }
    text
}

fn matrix(plan: &Forecast) -> Listing {
    let row = |line: &Line| {
        let estimate = line.estimated_ns.map_or("unknown".to_string(), time);
        vec![
            json!(line.domain),
            json!(line.configuration),
            json!(line.threads),
            json!(line.instances),
            json!(line.runs),
            json!(limits(&line.limits)),
            json!(memory(line)),
            json!(estimate),
        ]
    };
    Listing {
        columns: &["domain", "configuration", "threads", "instances", "runs", "limits", "memory", "time"],
        rows: plan.configurations.iter().map(row).collect(),
    }
}

fn memory(line: &Line) -> String {
    let bytes = line.memory.bytes.map(|bytes| people::bytes(bytes as f64));
    match (line.memory.basis, bytes) {
        (Basis::Known, Some(bytes)) => bytes,
        (Basis::Earlier, Some(bytes)) => format!("{bytes} earlier"),
        _ => "unknown until run".to_string(),
    }
}

fn limits(limits: &Bounds) -> String {
    let all = [
        limits.time_ns.map(time),
        limits.nodes.map(|nodes| format!("{nodes} nodes")),
        limits.memory_bytes.map(|bytes| people::bytes(bytes as f64)),
        limits.depth.map(|depth| format!("depth {depth}")),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A time: in seconds with a unit, from minutes on in whole ones.
fn time(ns: u64) -> String {
    let seconds = ns.div_ceil(1_000_000_000);
    match seconds {
        0..120 => people::time(ns as f64),
        120..7200 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn long_times_are_in_minutes_and_hours() {
        assert_eq!([time(20_000_000_000), time(119_000_000_000)], ["20.0 s", "119 s"]);
        assert_eq!([time(120_000_000_001), time(7_199_000_000_000)], ["3 min", "120 min"]);
        assert_eq!(time(8_000_000_000_000), "3 h");
    }
}
