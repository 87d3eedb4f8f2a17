//! A comparison as `JUnit` XML: one test case a key, failed where the gate fails.
use super::{Change, Comparison, Keyed, Verdict};
use crate::report::junit::{Outcome, Suite, TestCase, document};
use crate::report::people::threads;
use std::fmt::Write;

impl Comparison {
    /// The comparison as `JUnit` XML. Of a key that one side lacks, or that a clock cut off, nothing can be said.
    #[must_use]
    pub fn junit(&self) -> String {
        let cases = self.keys.iter().map(|keyed| TestCase {
            class: format!("{}, {}", keyed.key.configuration, threads(keyed.key.threads)),
            name: keyed.key.instance_id.clone(),
            ns: None,
            outcome: outcome(keyed),
        });
        let name = format!("{} against {}", self.new, self.base);
        document("searchrig compare", &[Suite { name, cases: cases.collect() }])
    }
}

fn outcome(keyed: &Keyed) -> Outcome {
    match keyed.verdict {
        Verdict::Nondeterministic | Verdict::Coverage | Verdict::Changed => {
            Outcome::Failed(keyed.verdict.name(), changes(&keyed.changes))
        }
        Verdict::Missing => Outcome::Skipped("missing: in the base only".to_owned()),
        Verdict::New => Outcome::Skipped("new: not in the base".to_owned()),
        Verdict::Noisy => Outcome::Skipped("noisy: a clock cut it off".to_owned()),
        Verdict::Allowed | Verdict::Gained | Verdict::Same => Outcome::Passed,
    }
}

fn changes(changes: &[Change]) -> String {
    let mut text = String::new();
    for change in changes.iter().filter(|change| !change.allowed) {
        let comma = if text.is_empty() { "" } else { "; " };
        let _ = write!(text, "{comma}{}: {} in the base, {} now", change.metric, change.base, change.new);
    }
    text
}
