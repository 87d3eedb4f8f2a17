//! `summary.csv`: one value a row.
//!
//! `domain,configuration,threads,scope,metric,value,unit,n,note`, where `scope` says which instances
//! are behind the value: `all` of them, the configuration's `own` answered ones, the `common` ones
//! that every configuration of the domain answered, or `reference`, those that both it and the
//! reference answered; `n` is how many. Integers are exact, other values have six significant
//! digits. An empty value was not measured or cannot be computed, and `note` may say why.
use super::people::{significant, threads};
use super::{DomainSummary, Line, Ratio, Scope, Summary, Total};
use crate::record::Status;

/// The header of `summary.csv`.
pub const TIDY_COLUMNS: [&str; 9] =
    ["domain", "configuration", "threads", "scope", "metric", "value", "unit", "n", "note"];

/// Writes `summary.csv`.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "writing to memory cannot fail")]
pub fn summary_csv(summary: &Summary) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(TIDY_COLUMNS).expect("memory takes every record");
    for domain in &summary.domains {
        for line in &domain.lines {
            let number = line.threads.to_string();
            for value in values(domain, line) {
                let key = [&domain.domain, &line.configuration, &number, value.scope];
                let rest = [value.metric, &value.text, value.unit, &value.n.to_string(), &value.note];
                out.write_record(key.into_iter().chain(rest)).expect("memory takes every record");
            }
        }
    }
    let bytes = out.into_inner().expect("memory takes every record");
    String::from_utf8(bytes).expect("fields of UTF-8 are joined by ASCII")
}

/// One row, without its key.
struct Value<'a> {
    scope: &'a str,
    metric: &'a str,
    text: String,
    unit: &'a str,
    n: usize,
    note: String,
}
impl<'a> Value<'a> {
    fn of(scope: &'a str, metric: &'a str, (text, unit): (String, &'a str), n: usize) -> Self {
        Self { scope, metric, text, unit, n, note: String::new() }
    }
    fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }
}

fn whole<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}
fn real(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| significant(value, 6))
}

fn values<'a>(domain: &'a DomainSummary, line: &'a Line) -> Vec<Value<'a>> {
    let all = |metric, value: String, unit| Value::of("all", metric, (value, unit), line.instances);
    let mut values = vec![
        all("runs", line.runs.to_string(), "runs"),
        all("repeats", line.repeats.to_string(), "runs").note("the fewest of an instance"),
        all("answered", line.par2.answered.to_string(), "instances"),
    ];
    for status in Status::ALL {
        values.push(all(status.name(), line.count(status).to_string(), "instances"));
    }
    values.push(all("par2", real(line.par2.mean_ns), "ns").note(line.par2.reason.unwrap_or_default()));
    values.push(all("visited_bytes", whole(line.visited_bytes), "bytes").note("the most of any run"));
    values.push(all("bytes_per_state", real(line.bytes_per_state), "bytes").note("in that run"));
    let flagged = line.nondeterministic.len();
    let promise = format!("counts promised {}", line.determinism.name());
    values.push(all("nondeterministic", flagged.to_string(), "instances").note(promise));
    of_scope("own", &line.own, &mut values);
    of_scope("common", &line.common, &mut values);
    let reference = domain.reference();
    let against = format!("to {} with {}", reference.configuration, threads(reference.threads));
    for (metric, ratio) in [("time_ratio", &line.time_ratio), ("expanded_ratio", &line.expanded_ratio)] {
        values.push(of_ratio(metric, ratio, &against));
    }
    let end = |metric, value| {
        let value = Value::of("reference", metric, (real(value), "ratio"), line.time_ratio.instances);
        value.note("95 % interval, cluster bootstrap, seed 1")
    };
    let interval = line.time_ratio.interval;
    values.push(end("time_ratio_low", interval.map(|interval| interval.low)));
    values.push(end("time_ratio_high", interval.map(|interval| interval.high)));
    values
}

fn of_ratio<'a>(metric: &'a str, ratio: &Ratio, against: &str) -> Value<'a> {
    let zeros = match ratio.zeros {
        0 => String::new(),
        zeros => format!("; without {zeros} where a side is 0"),
    };
    let value = (real(ratio.value), "ratio");
    Value::of("reference", metric, value, ratio.instances).note(format!("{against}{zeros}"))
}

fn of_scope<'a>(name: &'a str, scope: &Scope, values: &mut Vec<Value<'a>>) {
    let timed = scope.timed;
    let time = |metric, text| Value::of(name, metric, (text, "ns"), timed);
    values.push(time("time_shifted_geometric_mean", real(scope.mean_ns)).note("shift 1 ms"));
    values.push(time("time_median", whole(scope.median_ns)));
    values.push(Value::of(name, "time_spread", (real(scope.spread), "ratio"), timed));
    of_total(name, ["expanded_total", "expanded_geometric_mean"], &scope.expanded, values);
    of_total(name, ["generated_total", "generated_geometric_mean"], &scope.generated, values);
    let rate = (real(scope.nodes_per_second), "states/s");
    values.push(Value::of(name, "expanded_per_second", rate, scope.expanded.counted.min(timed)));
}

fn of_total<'a>(scope: &'a str, [total, mean]: [&'a str; 2], of: &Total, values: &mut Vec<Value<'a>>) {
    values.push(Value::of(scope, total, (whole(of.total), "states"), of.counted));
    let value = Value::of(scope, mean, (real(of.geometric_mean), "states"), of.positive);
    values.push(match of.counted - of.positive {
        0 => value,
        zeros => value.note(format!("without {zeros} that are 0")),
    });
}
