//! What a search says, held against its limit, what the set knows, and what other searches say.
use crate::algorithms::About;
use crate::core::Cost;
use crate::record::{Row, Status};
use crate::registry::Verdict;
use std::time::Duration;

/// An answer that came after the limit is no answer.
pub(super) fn in_time(verdict: Verdict, wall: Duration, limit: Option<Duration>) -> Verdict {
    match limit {
        Some(limit) if wall > limit && verdict.status.is_complete() => Verdict {
            detail: format!("{} after {} ms", verdict.status, wall.as_millis()),
            status: Status::LimitTime,
            cost: None,
            length: None,
        },
        _ => verdict,
    }
}

/// Makes an answer `invalid` that contradicts the optimal cost that the set states.
pub(super) fn check(verdict: &mut Verdict, algorithm: &About, optimal: Option<Cost>) {
    let Some(optimal) = optimal else { return };
    let wrong = match (verdict.status, verdict.cost) {
        (Status::Solved, Some(cost)) if cost < optimal || (algorithm.optimal && cost != optimal) => {
            format!("cost {cost}; the set states the optimal cost {optimal}")
        }
        (Status::Unsolvable, _) => format!("unsolvable; the set states the optimal cost {optimal}"),
        _ => return,
    };
    *verdict = Verdict { status: Status::Invalid, detail: wrong, cost: verdict.cost, length: verdict.length };
}

/// Two searches that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The instance.
    pub instance_id: String,
    /// Who said what first.
    pub first: String,
    /// Who said otherwise.
    pub second: String,
}
impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}, but {}", self.instance_id, self.first, self.second)
    }
}

/// What a configuration says of an instance.
#[derive(Debug)]
struct Claim {
    configuration: String,
    threads: u32,
    /// `None`: that there is no solution.
    cost: Option<u64>,
}
impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { configuration, threads, cost } = self;
        match cost {
            Some(cost) => write!(f, "{configuration} (threads {threads}) finds cost {cost}"),
            None => write!(f, "{configuration} (threads {threads}) finds no solution"),
        }
    }
}

/// The first claim on each instance, and what contradicts it.
#[derive(Debug)]
pub(super) struct Agreement {
    claims: Vec<Option<Claim>>,
    found: Vec<Contradiction>,
}
impl Agreement {
    pub(super) fn new(instances: usize) -> Self {
        Self { claims: (0..instances).map(|_| None).collect(), found: Vec::new() }
    }
    /// Holds a row against the earlier ones on its instance.
    pub(super) fn see(&mut self, instance: usize, optimal: bool, row: &Row) {
        let cost = match row.status {
            Status::Solved if optimal => row.solution_cost,
            Status::Unsolvable => None,
            _ => return,
        };
        let claim = || Claim { configuration: row.configuration.clone(), threads: row.threads, cost };
        match &self.claims[instance] {
            None => self.claims[instance] = Some(claim()),
            Some(first) if first.cost == cost => {}
            Some(first) => {
                let found = Contradiction {
                    instance_id: row.instance_id.clone(),
                    first: first.to_string(),
                    second: claim().to_string(),
                };
                if !self.found.contains(&found) {
                    self.found.push(found);
                }
            }
        }
    }
    pub(super) fn into_found(self) -> Vec<Contradiction> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Counts;

    const BEST: About =
        About { name: "best", about: "", optimal: true, parallel: false, counts: Counts::Exact };
    fn solved(cost: Cost) -> Verdict {
        Verdict { status: Status::Solved, detail: String::new(), cost: Some(cost), length: Some(1) }
    }

    #[test]
    fn a_late_answer_is_a_time_out() {
        let limit = Some(Duration::from_millis(50));
        let late = in_time(solved(3), Duration::from_millis(60), limit);
        assert_eq!(
            (late.status, late.cost, late.detail.as_str()),
            (Status::LimitTime, None, "solved after 60 ms")
        );
        assert_eq!(in_time(solved(3), Duration::from_millis(50), limit).status, Status::Solved);
        assert_eq!(in_time(solved(3), Duration::from_mins(1), None).status, Status::Solved);
    }

    #[test]
    fn answers_must_fit_what_the_set_states() {
        let status = |mut verdict: Verdict, about: &About, optimal| {
            check(&mut verdict, about, optimal);
            verdict.status
        };
        let greedy = About { optimal: false, ..BEST };
        assert_eq!(status(solved(4), &BEST, Some(4)), Status::Solved);
        assert_eq!(status(solved(5), &BEST, Some(4)), Status::Invalid);
        assert_eq!(status(solved(5), &greedy, Some(4)), Status::Solved);
        assert_eq!(status(solved(3), &greedy, Some(4)), Status::Invalid);
        assert_eq!(status(solved(9), &BEST, None), Status::Solved);
        let none = Verdict { status: Status::Unsolvable, cost: None, ..solved(0) };
        assert_eq!(status(none, &greedy, Some(4)), Status::Invalid);
    }

    #[test]
    fn searches_that_disagree_are_named_once() {
        let row = |configuration: &str, cost| Row {
            configuration: configuration.to_string(),
            solution_cost: Some(cost),
            ..Row::sample()
        };
        let mut agreement = Agreement::new(1);
        agreement.see(0, true, &row("bfs", 4));
        agreement.see(0, false, &row("greedy", 9));
        agreement.see(0, true, &row("bad", 5));
        agreement.see(0, true, &row("bad", 5));
        let found = agreement.into_found();
        assert_eq!(found.len(), 1);
        let text = found[0].to_string();
        assert!(text.ends_with("bfs (threads 1) finds cost 4, but bad (threads 1) finds cost 5"), "{text}");
    }
}
