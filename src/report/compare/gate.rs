//! The exact gate: what of a key may differ, and what not.
use super::{Fact, Key, Observed};
use crate::record::{Counts, Status};
use std::fmt;
use std::str::FromStr;

/// How far counters may move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Nodes {
    /// Not at all: fewer nodes are a change too, for a search may prune too much.
    #[default]
    Exact,
    /// Down, not up.
    Worse,
    /// By so many per cent of the base, up or down.
    Within(f64),
}
impl Nodes {
    fn allows(self, base: u64, new: u64) -> bool {
        match self {
            Self::Exact => base == new,
            Self::Worse => new <= base,
            Self::Within(percent) => base.abs_diff(new) as f64 * 100.0 <= percent * base as f64,
        }
    }
}

/// The gates in force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gate {
    /// For every counter.
    pub nodes: Nodes,
}
impl FromStr for Gate {
    type Err = String;
    /// Reads `nodes=exact`, `nodes=worse` or `nodes=2%`.
    fn from_str(text: &str) -> Result<Self, String> {
        let nodes = match text.strip_prefix("nodes=") {
            Some("exact") => Some(Nodes::Exact),
            Some("worse") => Some(Nodes::Worse),
            Some(other) => other
                .strip_suffix('%')
                .and_then(|n| n.parse().ok())
                .filter(|n| (0.0..=1000.0).contains(n))
                .map(Nodes::Within),
            None => None,
        };
        let nodes = nodes.ok_or("expected nodes=exact, nodes=worse or a tolerance as in nodes=2%")?;
        Ok(Self { nodes })
    }
}

/// What became of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Repeats disagree about what must repeat. Fails.
    Nondeterministic,
    /// Solved before, and now stopped by a limit or cancelled. Fails.
    Coverage,
    /// Something that must not differ does. Fails.
    Changed,
    /// Counters moved as far as the gate allows.
    Allowed,
    /// Stopped by the clock before, and now complete.
    Gained,
    /// In the base only.
    Missing,
    /// In the new run only.
    New,
    /// A clock cut both off: nothing to compare.
    Noisy,
    /// The same.
    Same,
}
impl Verdict {
    /// Every verdict, in the order of reports.
    pub const ALL: [Self; 9] = [
        Self::Nondeterministic,
        Self::Coverage,
        Self::Changed,
        Self::Allowed,
        Self::Gained,
        Self::Missing,
        Self::New,
        Self::Noisy,
        Self::Same,
    ];
    /// The name in every form of a report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nondeterministic => "nondeterministic",
            Self::Coverage => "coverage",
            Self::Changed => "changed",
            Self::Allowed => "allowed",
            Self::Gained => "gained",
            Self::Missing => "missing",
            Self::New => "new",
            Self::Noisy => "noisy",
            Self::Same => "same",
        }
    }
    /// Whether it fails the gate.
    #[must_use]
    pub const fn fails(self) -> bool {
        matches!(self, Self::Nondeterministic | Self::Coverage | Self::Changed)
    }
}
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its column.
    pub metric: &'static str,
    /// The value in the base.
    pub base: String,
    /// The value in the new run.
    pub new: String,
    /// New less base, of numbers.
    pub difference: Option<i128>,
    /// Whether the gate allows it.
    pub allowed: bool,
}
impl Change {
    fn text(metric: &'static str, base: impl fmt::Display, new: impl fmt::Display) -> Self {
        Self { metric, base: base.to_string(), new: new.to_string(), difference: None, allowed: false }
    }
}

/// A key with both sides and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyed {
    /// The key.
    pub key: Key,
    /// What became of it.
    pub verdict: Verdict,
    /// Its repeats in the base.
    pub base: Option<Observed>,
    /// Its repeats in the new run.
    pub new: Option<Observed>,
    /// What differs.
    pub changes: Vec<Change>,
}

/// Holds a key on one side against the other.
pub(super) fn judge(key: Key, base: Option<&Observed>, new: Option<&Observed>, gate: Gate) -> Keyed {
    let (verdict, changes) = match (base, new) {
        (Some(base), Some(new)) => both(base, new, gate),
        (Some(_), None) => (Verdict::Missing, Vec::new()),
        _ => (Verdict::New, Vec::new()),
    };
    let disagrees = |side: Option<&Observed>| side.and_then(|o| o.disagreement.clone()).unwrap_or_default();
    let (of_base, of_new) = (disagrees(base), disagrees(new));
    if of_base.is_empty() && of_new.is_empty() {
        return Keyed { key, verdict, base: base.cloned(), new: new.cloned(), changes };
    }
    let changes = vec![Change::text("repeats", of_base, of_new)];
    Keyed { key, verdict: Verdict::Nondeterministic, base: base.cloned(), new: new.cloned(), changes }
}

fn both(base: &Observed, new: &Observed, gate: Gate) -> (Verdict, Vec<Change>) {
    let (base, new) = (&base.fact, &new.fact);
    let changes = changes(base, new, gate);
    let verdict = if base.status == Status::Solved && !new.status.is_complete() && !new.status.is_failure() {
        Verdict::Coverage
    } else if changes.iter().any(|change| !change.allowed) {
        Verdict::Changed
    } else if base.counts == Counts::Noisy && new.status.is_complete() && base.status != new.status {
        Verdict::Gained
    } else if !changes.is_empty() {
        Verdict::Allowed
    } else if base.counts == Counts::Noisy || new.counts == Counts::Noisy {
        Verdict::Noisy
    } else {
        Verdict::Same
    };
    (verdict, changes)
}

fn changes(base: &Fact, new: &Fact, gate: Gate) -> Vec<Change> {
    let mut changes = Vec::new();
    if base.status != new.status {
        // Where a clock decided, more or less time decides again.
        let by_clock = base.counts == Counts::Noisy && !new.status.is_failure();
        changes.push(Change { allowed: by_clock, ..Change::text("status", base.status, new.status) });
    }
    if base.counts == Counts::Noisy || new.counts == Counts::Noisy {
        return changes;
    }
    if base.counts != new.counts {
        changes.push(Change::text("determinism", base.counts.name(), new.counts.name()));
    }
    let exact = base.counts == Counts::Exact && new.counts == Counts::Exact;
    for (place, ((metric, base), (_, new))) in base.numbers().zip(new.numbers()).enumerate() {
        // The cost comes first; the counters come after cost and length.
        let compared = exact || place == 0;
        if let (Some(base), Some(new), true) = (base, new, compared)
            && base != new
        {
            let difference = Some(i128::from(new) - i128::from(base));
            let allowed = place >= 2 && gate.nodes.allows(base, new);
            changes.push(Change { difference, allowed, ..Change::text(metric, base, new) });
        }
    }
    changes
}
