//! Everything that a comparison of two builds found.
use super::{Judged, TimeGate, Verdict, judge, measured};
use crate::record::Row;
use crate::report::compare::{CompareError, Comparison, Gate, Side, compare};
use serde::Serialize;
use std::fmt::Write;

/// A build, for the head of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Build {
    /// Its file.
    pub path: String,
    /// Digest of the file, in hexadecimal: what tells two builds of one version apart.
    pub digest: String,
    /// Version of the tool.
    pub tool_version: String,
    /// Build profile.
    pub profile: String,
    /// Git revision of its sources, if it was told.
    pub git_revision: Option<String>,
}
impl Build {
    /// One line for people.
    #[must_use]
    pub fn describe(&self) -> String {
        let Self { path, digest, tool_version, profile, git_revision } = self;
        let revision = git_revision.as_ref().map_or(String::new(), |r| format!(", revision {r}"));
        format!("{path} (version {tool_version}, {profile}{revision}, digest {digest})")
    }
}

/// What came of the rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The build to compare with.
    pub base: Build,
    /// The build in question.
    pub new: Build,
    /// Rounds.
    pub rounds: u32,
    /// Seed of the order.
    pub seed: u64,
    /// What the times had to show.
    pub gate: TimeGate,
    /// Counts and costs of each key.
    pub exact: Comparison,
    /// Each configuration with its verdict.
    pub judged: Vec<Judged>,
    /// What a reader should know, a sentence each.
    pub notes: Vec<String>,
    /// Rows of the new build that show a defect.
    pub failed: usize,
}

impl Outcome {
    /// Judges the rows of both builds.
    ///
    /// # Errors
    /// If a key occurs twice on a side, or none on both.
    pub fn of(
        builds: [Build; 2],
        rows: [&[Row]; 2],
        (rounds, seed): (u32, u64),
        gate: TimeGate,
    ) -> Result<Self, CompareError> {
        let exact = compare(&Side::of("base", rows[0])?, &Side::of("new", rows[1])?, Gate::default())?;
        let judged = judge(measured(rows[0], rows[1]), &gate);
        let failed = rows[1].iter().filter(|row| row.status.is_failure()).count();
        let [base, new] = builds;
        let mut notes = Vec::new();
        if base.digest == new.digest {
            notes.push("both builds are the same file: every difference is noise".to_owned());
        }
        if base.profile != new.profile {
            notes.push(format!("the base is a {} build, the new one a {} build", base.profile, new.profile));
        } else if base.profile == "debug" {
            notes.push("both are debug builds: their times say little of release builds".to_owned());
        }
        Ok(Self { base, new, rounds, seed, gate, exact, judged, notes, failed })
    }
    /// How many configurations came to the verdict of this name.
    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        self.judged.iter().filter(|j| j.verdict.name() == name).count()
    }
    /// Whether some configuration has regressed.
    #[must_use]
    pub fn regressed(&self) -> bool {
        self.judged.iter().any(|j| j.verdict == Verdict::Regressed)
    }
    /// Keys whose counts, cost or status changed or do not repeat.
    #[must_use]
    pub fn changed(&self) -> usize {
        self.exact.keys.iter().filter(|keyed| keyed.verdict.fails()).count()
    }
    /// The last line: how many came to each verdict.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for name in ["regressed", "improved", "equivalent", "inconclusive"] {
            let _ = write!(text, "{} {name}, ", self.count(name));
        }
        let _ = write!(text, "{} of {} keys with changed counts", self.changed(), self.exact.keys.len());
        text
    }
}
