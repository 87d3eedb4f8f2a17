//! Values for services that follow benchmarks from commit to commit.
//!
//! Only values that a configuration has by itself are among them: those on common instances would
//! move with the other configurations of the run. PAR-2 counts what was not answered; expansions
//! are given only if every instance was answered, for a search that gives up expands less.
use super::people::threads;
use super::{DomainSummary, Line, Summary};
use serde::{Serialize, Serializer};

/// A value of a configuration.
struct Tracked {
    /// As Bencher calls the measure.
    measure: &'static str,
    /// As people call it.
    name: &'static str,
    unit: &'static str,
    value: f64,
    /// Over the fastest, and over the slowest repeats.
    range: Option<[f64; 2]>,
}

fn tracked(line: &Line) -> Vec<Tracked> {
    let counted = line.own.expanded.total.filter(|_| line.own.expanded.counted == line.instances);
    let plain = |measure, name, unit, value| Tracked { measure, name, unit, value, range: None };
    let time = line
        .par2
        .mean_ns
        .map(|value| Tracked { range: line.par2.range_ns, ..plain("latency", "PAR-2", "ns", value) });
    let expanded = counted.map(|total| plain("expanded", "expanded", "states", total as f64));
    let visited = line.visited_bytes.map(|most| plain("visited-bytes", "visited set", "bytes", most as f64));
    time.into_iter().chain(expanded).chain(visited).collect()
}

fn name(domain: &DomainSummary, line: &Line) -> String {
    format!("{}/{}, {}", domain.domain, line.configuration, threads(line.threads))
}

fn lines(summary: &Summary) -> impl Iterator<Item = (&DomainSummary, &Line)> {
    summary.domains.iter().flat_map(|domain| domain.lines.iter().map(move |line| (domain, line)))
}

/// Bencher's metric format: benchmarks by name, each with its measures by name. `latency` is PAR-2, in ns.
#[must_use]
pub fn bencher(summary: &Summary) -> String {
    let benchmarks =
        lines(summary).map(|(domain, line)| (name(domain, line), Members(measures(line)))).collect();
    pretty(&Members(benchmarks))
}

#[derive(Serialize)]
struct Metric {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

fn measures(line: &Line) -> Vec<(&'static str, Metric)> {
    let metric = |of: Tracked| {
        let [lower_value, upper_value] = of.range.map_or([None; 2], |range| range.map(Some));
        (of.measure, Metric { value: of.value, lower_value, upper_value })
    };
    tracked(line).into_iter().map(metric).collect()
}

/// An object whose members keep their order, and are all there.
struct Members<K, V>(Vec<(K, V)>);
impl<K: Serialize, V: Serialize> Serialize for Members<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The list of github-action-benchmark's `customSmallerIsBetter`.
#[must_use]
pub fn github_action_benchmark(summary: &Summary) -> String {
    let entries: Vec<Entry> = lines(summary)
        .flat_map(|(domain, line)| tracked(line).into_iter().map(move |of| entry(domain, line, &of)))
        .collect();
    pretty(&entries)
}

#[derive(Serialize)]
struct Entry {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    extra: String,
}

fn entry(domain: &DomainSummary, line: &Line, of: &Tracked) -> Entry {
    Entry {
        name: format!("{}: {}", name(domain, line), of.name),
        unit: of.unit,
        value: of.value,
        range: of.range.map(|[low, high]| format!("{low:.0} to {high:.0}")),
        extra: format!("{} of {} instances answered", line.par2.answered, line.instances),
    }
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain fields are JSON") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Row;
    use crate::report::summary::tests::small;
    use crate::report::{Run, summary};
    use serde_json::{Value, json};

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn a_configuration_with_time_outs_has_a_par_2_and_no_expansions() {
        let bencher = parsed(&bencher(&summary(&small())));
        let bfs = json!({
            "latency": { "value": 670e6, "lower_value": 670e6, "upper_value": 670e6 },
            "visited-bytes": { "value": 420.0 },
        });
        assert_eq!(bencher["tiles/bfs, 1 thread"], bfs);
        assert_eq!(bencher["tiles/astar[manhattan], 1 thread"]["expanded"], json!({ "value": 1050.0 }));
    }

    #[test]
    fn the_range_is_over_the_fastest_and_the_slowest_repeats() {
        let row = |id: &str, repeat, ms: u64| Row {
            instance_id: id.to_owned(),
            repeat,
            wall_ns: Some(ms * 1_000_000),
            ..Row::sample()
        };
        // Medians 2 and 8, fastest 1 and 6, slowest 3 and 10.
        let rows = vec![row("a", 0, 1), row("a", 1, 3), row("b", 0, 6), row("b", 1, 10)];
        let list = parsed(&github_action_benchmark(&summary(&Run::of("r", rows))));
        let first = json!({
            "name": "tiles/bfs, 1 thread: PAR-2", "unit": "ns", "value": 5e6,
            "range": "3500000 to 6500000", "extra": "2 of 2 instances answered",
        });
        assert_eq!(list[0], first);
        let once = github_action_benchmark(&summary(&Run::of("r", vec![Row::sample()])));
        assert!(!once.contains("range"), "one repeat has none: {once}");
    }
}
