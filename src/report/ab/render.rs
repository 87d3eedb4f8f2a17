//! The outcome as text: columns for a terminal, Markdown, CSV, JSON.
use super::{Judged, Outcome, Verdict};
use crate::report::compare::{Record, records};
use crate::report::grid::{Grid, Markup};
use crate::report::people::name;
use serde_json::json;
use std::fmt::Write;

const HEADER: [&str; 9] = [
    "configuration",
    "threads",
    "instances",
    "rounds",
    "time ratio",
    "95 % interval",
    "p",
    "verdict",
    "needed to decide",
];

impl Outcome {
    /// The outcome in columns, for a terminal of `width` characters a line if that is known.
    #[must_use]
    pub fn table(&self, width: Option<u16>) -> String {
        let (base, new) = (self.base.describe(), self.new.describe());
        self.text(format!("base: {base}\nnew:  {new}\n\n"), Markup::Plain(width))
    }
    /// The outcome in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let [base, new] = [&self.base, &self.new].map(|build| Markup::Markdown.words(&build.describe()));
        self.text(format!("- base: {base}\n- new: {new}\n\n"), Markup::Markdown)
    }
    /// `comparison.csv`: one value a row, in the columns of `compare`.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = csv::Writer::from_writer(Vec::new());
        for record in self.records() {
            out.serialize(record).expect("memory takes every record");
        }
        let bytes = out.into_inner().expect("memory takes every record");
        String::from_utf8(bytes).expect("fields of UTF-8 are joined by ASCII")
    }
    /// The outcome as one JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let how = &self.gate.resampling;
        let configurations: Vec<_> = self.judged.iter().map(configuration).collect();
        let value = json!({
            "base": self.base,
            "new": self.new,
            "rounds": self.rounds,
            "seed": self.seed,
            "delta": self.gate.delta,
            "bootstrap": { "seed": how.seed, "resamples": how.resamples, "confidence": how.confidence },
            "regressed": self.regressed(),
            "changed_keys": self.changed(),
            "configurations": configurations,
            "notes": self.notes,
            "values": self.records(),
        });
        serde_json::to_string_pretty(&value).expect("plain fields are JSON") + "\n"
    }

    /// Keys as `compare` has them; of configurations, the times as they were judged here.
    fn records(&self) -> Vec<Record> {
        let mut all = records(&self.exact);
        all.retain(|record| record.scope == "key");
        all.extend(self.judged.iter().map(|judged| Record {
            scope: "configuration",
            configuration: judged.measured.configuration.clone(),
            threads: judged.measured.threads,
            metric: "wall_ratio",
            ratio: judged.ratio.map(rounded),
            n: Some(judged.measured.times.len()),
            ci_low: judged.interval.map(|i| rounded(i.low)),
            ci_high: judged.interval.map(|i| rounded(i.high)),
            p: judged.p,
            verdict: judged.verdict.name().to_owned(),
            ..Record::default()
        }));
        all
    }
    fn text(&self, mut text: String, markup: Markup) -> String {
        text += &self.exact.changed(markup);
        let mut grid = Grid::new(1, HEADER).text_at(7).text_at(8);
        self.judged.iter().map(row).for_each(|row| grid.push(row));
        text += &markup.grid(&grid);
        let how = &self.gate.resampling;
        let _ = writeln!(
            text,
            "\n{} rounds, order by seed {}. Time ratios are geometric means over instances of medians, new to \
             base; intervals by cluster bootstrap ({} resamples, seed {}); p by the signed-rank test over \
             instances, Holm-adjusted. No difference: within {} of 1.\n",
            self.rounds, self.seed, how.resamples, how.seed, self.gate.delta
        );
        for judged in &self.judged {
            let m = &judged.measured;
            if m.lost + m.gained + m.censored > 0 {
                let _ = writeln!(
                    text,
                    "note: {} (threads {}): of the instances without a ratio the new build lost {}, gained {}; \
                     {} more are not solved in every round\n",
                    markup.words(&name(&m.configuration)),
                    m.threads,
                    m.lost,
                    m.gained,
                    m.censored
                );
            }
        }
        for note in &self.notes {
            let _ = writeln!(text, "note: {}\n", markup.words(note));
        }
        let _ = writeln!(text, "{}", self.summary());
        text
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn row(judged: &Judged) -> Vec<String> {
    let Judged { measured, ratio, interval, p, verdict } = judged;
    let needed = if let Verdict::Inconclusive(needed) = verdict { needed.as_str() } else { "" };
    let small = |p: f64| if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") };
    vec![
        name(&measured.configuration),
        measured.threads.to_string(),
        measured.times.len().to_string(),
        measured.rounds().to_string(),
        ratio.map_or(String::new(), |r| format!("{r:.4}")),
        interval.map_or(String::new(), |i| format!("{:.4} to {:.4}", i.low, i.high)),
        p.map_or(String::new(), small),
        verdict.name().to_owned(),
        needed.to_owned(),
    ]
}

fn configuration(judged: &Judged) -> serde_json::Value {
    let Judged { measured, ratio, interval, p, verdict } = judged;
    let needed = if let Verdict::Inconclusive(needed) = verdict { Some(needed) } else { None };
    json!({
        "configuration": measured.configuration,
        "threads": measured.threads,
        "instances": measured.times.len(),
        "rounds": measured.rounds(),
        "lost": measured.lost,
        "gained": measured.gained,
        "censored": measured.censored,
        "ratio": ratio,
        "ci_low": interval.map(|i| i.low),
        "ci_high": interval.map(|i| i.high),
        "p": p,
        "verdict": verdict.name(),
        "needed": needed,
    })
}
