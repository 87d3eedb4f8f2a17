//! What a probe of the machine found.
use serde::Serialize;

/// How a finding bears on measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// It makes times vary, or wrong.
    Harmful,
    /// The system does not say.
    Unknown,
    /// As it should be.
    Fine,
}
impl Level {
    /// The name in every form of a report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Harmful => "harmful",
            Self::Unknown => "unknown",
            Self::Fine => "fine",
        }
    }
}

/// One thing looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at, one word or two.
    pub check: &'static str,
    /// How it bears on measurements.
    pub level: Level,
    /// What was found, one line.
    pub found: String,
    /// How to mend it; empty where there is nothing to mend.
    pub mend: &'static str,
}
impl Finding {
    pub(super) fn fine(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, level: Level::Fine, found: found.into(), mend: "" }
    }
    pub(super) fn harmful(check: &'static str, found: impl Into<String>, mend: &'static str) -> Self {
        Self { check, level: Level::Harmful, found: found.into(), mend }
    }
    pub(super) fn unknown(check: &'static str, why: impl Into<String>) -> Self {
        Self { check, level: Level::Unknown, found: why.into(), mend: "" }
    }
}
