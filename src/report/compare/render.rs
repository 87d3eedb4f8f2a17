//! A comparison as text: columns for a terminal, Markdown, CSV, JSON.
use super::{Comparison, DELTA, Verdict, records};
use crate::report::grid::{Grid, Markup};
use crate::report::people::name;
use crate::statistics::Resampling;
use serde_json::json;
use std::fmt::Write;

/// A terminal shows so many changed values; CSV and JSON hold all.
const SHOWN: usize = 40;

const CHANGES: [&str; 8] =
    ["verdict", "instance", "configuration", "threads", "metric", "base", "new", "change"];
const CONFIGURATIONS: [&str; 9] = [
    "configuration",
    "threads",
    "solved base",
    "solved new",
    "expanded ratio",
    "time ratio",
    "95 % interval",
    "p",
    "time (advisory)",
];

impl Comparison {
    /// The comparison in columns, for a terminal of `width` characters a line if that is known.
    #[must_use]
    pub fn table(&self, width: Option<u16>) -> String {
        let sides = format!("base: {}\nnew:  {}\n\n", name(&self.base), name(&self.new));
        self.text(sides, Markup::Plain(width))
    }
    /// The comparison in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let [base, new] = [&self.base, &self.new].map(|side| Markup::Markdown.words(&name(side)));
        self.text(format!("- base: {base}\n- new: {new}\n\n"), Markup::Markdown)
    }
    /// `comparison.csv`.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "writing to memory cannot fail")]
    pub fn csv(&self) -> String {
        let mut out = csv::Writer::from_writer(Vec::new());
        for record in records(self) {
            out.serialize(record).expect("memory takes every record");
        }
        let bytes = out.into_inner().expect("memory takes every record");
        String::from_utf8(bytes).expect("fields of UTF-8 are joined by ASCII")
    }
    /// The comparison as one JSON object.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "plain fields are JSON")]
    pub fn json(&self) -> String {
        let summary = self.summary();
        let counts: serde_json::Map<_, _> =
            Verdict::ALL.into_iter().map(|v| (v.name().to_owned(), json!(summary.of(v)))).collect();
        let value = json!({
            "base": self.base,
            "new": self.new,
            "passed": self.passed(),
            "common": summary.common(),
            "keys": counts,
            "times_refused": self.refused,
            "notes": self.notes,
            "values": records(self),
        });
        serde_json::to_string_pretty(&value).expect("plain fields are JSON") + "\n"
    }

    fn text(&self, mut text: String, markup: Markup) -> String {
        text += &self.changed(markup);
        text += &markup.grid(&self.configured());
        text.push('\n');
        if self.configurations.iter().any(|c| c.times.interval.is_some()) {
            let how = Resampling::default();
            let _ = writeln!(
                text,
                "Time ratios are geometric means over instances of medians, new to base; intervals by cluster \
                 bootstrap ({} resamples, seed {}); p by rank tests, Holm-adjusted. No difference: within {DELTA} of 1.\n",
                how.resamples, how.seed
            );
        }
        for note in &self.notes {
            let _ = writeln!(text, "note: {}\n", markup.words(note));
        }
        let passed = if self.passed() { "passed" } else { "failed" };
        let _ = writeln!(text, "gate {passed}: {}", self.summary());
        text
    }
    /// The table of what is not the same, cut to what a terminal shows; nothing if all is the same.
    pub(in crate::report) fn changed(&self, markup: Markup) -> String {
        let changes = self.changes();
        if changes.is_empty() {
            return String::new();
        }
        let more = changes.len().saturating_sub(SHOWN);
        let mut grid = Grid::new(3, CHANGES).text_at(4);
        changes.into_iter().take(SHOWN).for_each(|row| grid.push(row));
        let mut text = markup.grid(&grid);
        if more > 0 {
            let _ = writeln!(text, "\nand {more} more: --format csv shows all");
        }
        text.push('\n');
        text
    }
    /// What is not the same, the gravest first.
    fn changes(&self) -> Vec<Vec<String>> {
        let mut keys: Vec<_> =
            self.keys.iter().filter(|k| !matches!(k.verdict, Verdict::Same | Verdict::Noisy)).collect();
        keys.sort_by_key(|k| k.verdict);
        let mut rows = Vec::new();
        for keyed in keys {
            let row = |metric: &str, base: &str, new: &str, change: String| {
                let key = &keyed.key;
                let front =
                    [keyed.verdict.name().to_owned(), name(&key.instance_id), name(&key.configuration)];
                let front = front.into_iter().chain([key.threads.to_string()]);
                let back = [metric.to_owned(), base.to_owned(), new.to_owned(), change];
                front.chain(back).collect::<Vec<String>>()
            };
            if keyed.changes.is_empty() {
                rows.push(row("", "", "", String::new()));
            }
            for change in &keyed.changes {
                let shown = change.difference.map_or(String::new(), |d| format!("{d:+}"));
                let shown = match change.base.parse::<f64>() {
                    Ok(base) if base > 0.0 && !shown.is_empty() => {
                        let percent = change.new.parse::<f64>().map_or(0.0, |new| (new / base - 1.0) * 100.0);
                        format!("{shown} ({percent:+.2} %)")
                    }
                    _ => shown,
                };
                rows.push(row(change.metric, &change.base, &change.new, shown));
            }
        }
        rows
    }
    fn configured(&self) -> Grid {
        let fixed = |value: Option<f64>, n: usize| value.map_or(String::new(), |v| format!("{v:.4} (n={n})"));
        let row = |c: &super::Configured| {
            vec![
                name(&c.configuration),
                c.threads.to_string(),
                format!("{}/{}", c.solved_base, c.common),
                format!("{}/{}", c.solved_new, c.common),
                fixed(c.expanded_ratio, c.counted),
                fixed(c.times.ratio, c.times.instances),
                c.times.interval.map_or(String::new(), |i| format!("{:.4} to {:.4}", i.low, i.high)),
                c.times.p.map_or(String::new(), |p| {
                    if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") }
                }),
                c.times.verdict.to_string(),
            ]
        };
        let mut grid = Grid::new(1, CONFIGURATIONS).text_at(8);
        self.configurations.iter().map(row).for_each(|row| grid.push(row));
        grid
    }
}
