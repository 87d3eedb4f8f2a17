//! Two sides held against each other.
use super::configuration::{Configured, configurations};
use super::gate::judge;
use super::times::{conclude, refusal};
use super::{CompareError, Gate, Key, Keyed, Side, Verdict};
use std::collections::BTreeSet;
use std::fmt;

/// Everything that a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What people call the base.
    pub base: String,
    /// What people call the new run.
    pub new: String,
    /// Every key of either side, in order.
    pub keys: Vec<Keyed>,
    /// Every configuration of a common key, in order.
    pub configurations: Vec<Configured>,
    /// What a reader should know, a sentence each.
    pub notes: Vec<String>,
    /// Why no time of one side can be held against the other's, if both have times.
    pub refused: Option<&'static str>,
}

/// How many keys came to each verdict, in the order of [`Verdict::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary(pub [usize; Verdict::ALL.len()]);
impl Summary {
    /// Keys of one verdict.
    #[must_use]
    pub fn of(&self, verdict: Verdict) -> usize {
        self.0[verdict as usize]
    }
    /// Keys that both sides hold.
    #[must_use]
    pub fn common(&self) -> usize {
        self.0.iter().sum::<usize>() - self.of(Verdict::New) - self.of(Verdict::Missing)
    }
}
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} common keys:", self.common())?;
        let named = Verdict::ALL.into_iter().filter(|v| !matches!(v, Verdict::New | Verdict::Missing));
        let counted = named
            .filter(|&v| self.of(v) > 0 || matches!(v, Verdict::Same | Verdict::Changed | Verdict::Coverage));
        for (place, verdict) in counted.enumerate() {
            write!(f, "{} {} {verdict}", if place > 0 { "," } else { "" }, self.of(verdict))?;
        }
        write!(f, "; {} new, {} missing", self.of(Verdict::New), self.of(Verdict::Missing))
    }
}

impl Comparison {
    /// How many keys came to each verdict.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut counts = [0; Verdict::ALL.len()];
        self.keys.iter().for_each(|keyed| counts[keyed.verdict as usize] += 1);
        Summary(counts)
    }
    /// Whether no key fails the gate.
    #[must_use]
    pub fn passed(&self) -> bool {
        !self.keys.iter().any(|keyed| keyed.verdict.fails())
    }
}

/// Compares `new` with `base`.
///
/// # Errors
/// If the base is partial, or they have no key in common.
pub fn compare(base: &Side, new: &Side, gate: Gate) -> Result<Comparison, CompareError> {
    if let Some(why) = &base.partial {
        return Err(CompareError::Incomparable(format!("{why}; a base needs a whole run")));
    }
    let all: BTreeSet<&Key> = base.keys.keys().chain(new.keys.keys()).collect();
    let judged = |key: &Key| judge(key.clone(), base.keys.get(key), new.keys.get(key), gate);
    let keys: Vec<Keyed> = all.into_iter().map(judged).collect();
    if !keys.iter().any(|k| k.base.is_some() && k.new.is_some()) {
        return Err(CompareError::Incomparable(format!(
            "{} ({} keys) and {} ({} keys) have no key (instance, configuration, threads) in common; \
             --rename A=B maps the name of a configuration",
            base.label,
            base.keys.len(),
            new.label,
            new.keys.len()
        )));
    }
    let mut notes: Vec<String> =
        new.partial.iter().map(|why| format!("{why}: keys may be missing")).collect();
    let timed = |side: &Side| side.keys.values().any(|o| !o.wall_ns.is_empty());
    let timed = timed(base) && timed(new);
    let refused = refusal(base, new).filter(|_| timed);
    notes.extend(refused.map(|why| {
        format!(
            "times are not compared: {why}; a baseline written by `bless` has none, and compares anywhere"
        )
    }));
    if timed && (base.machine.is_none() || new.machine.is_none()) {
        notes.push(
            "a side does not say which machine measured it: believe its times only if it was the same"
                .to_owned(),
        );
    }
    let mut configurations = configurations(&keys, refused);
    conclude(configurations.iter_mut().map(|c| &mut c.times));
    Ok(Comparison { base: base.label.clone(), new: new.label.clone(), keys, configurations, notes, refused })
}
