//! The checks of a run; here are those of rows against each other and against what is known.
use crate::record::{Counts, Row, Status};
use std::collections::BTreeMap;
use std::fmt;

/// What an algorithm promises of the cost of its solutions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promise {
    /// The least possible.
    Optimal,
    /// At most so many times the least possible.
    Within(f64),
    /// Nothing.
    Nothing,
}

/// What is known beside the rows.
pub trait Known {
    /// The optimal cost that the instance's set states, if it does.
    fn optimal_cost(&self, instance_id: &str) -> Option<u64>;
    /// What the row's configuration promises.
    fn promise(&self, row: &Row) -> Promise;
}

/// A check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The instances are what their hashes say, and the rows are on them.
    Set,
    /// No row is invalid, an error or killed.
    Status,
    /// A solved row has its cost and length, another has none.
    Answer,
    /// Optimal searches agree on the cost, and on whether there is a solution.
    Agreement,
    /// Costs fit the optimal cost that the set states.
    Stated,
    /// Costs lie within what their algorithm promises of the least cost that is known.
    Bound,
    /// Exact rows repeat, over repeats and rounds.
    Repeats,
    /// Exact rows of one configuration do not depend on threads.
    Threads,
    /// Every path that was kept leads from start to goal by the rules, at its row's cost.
    Solutions,
    /// The copies of experiment and instances are what the manifest says was run.
    Copies,
}
impl Check {
    /// Every check, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Set,
        Self::Status,
        Self::Answer,
        Self::Agreement,
        Self::Stated,
        Self::Bound,
        Self::Repeats,
        Self::Threads,
        Self::Solutions,
        Self::Copies,
    ];
    /// The name in every form of a report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Status => "status",
            Self::Answer => "answer",
            Self::Agreement => "agreement",
            Self::Stated => "stated",
            Self::Bound => "bound",
            Self::Repeats => "repeats",
            Self::Threads => "threads",
            Self::Solutions => "solutions",
            Self::Copies => "copies",
        }
    }
}

/// A check that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which.
    pub check: Check,
    /// Where and how, on one line.
    pub message: String,
}
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.check.name(), self.message)
    }
}

fn found(check: Check, row: &Row, message: impl fmt::Display) -> Finding {
    Finding { check, message: format!("{}: {message}", row.key()) }
}

/// Every check that rows alone, with what is known, can fail; in the order of [`Check::ALL`].
#[must_use]
pub fn verify(rows: &[Row], known: &impl Known) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut instances: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_itself(row, &mut findings);
        instances.entry(&row.instance_id).or_default().push(row);
    }
    for (id, rows) in &instances {
        costs(rows, known.optimal_cost(id), known, &mut findings);
    }
    repeats(rows, &mut findings);
    findings.sort_by_key(|finding| finding.check);
    findings
}

fn by_itself(row: &Row, findings: &mut Vec<Finding>) {
    if row.status.is_failure() {
        findings.push(found(Check::Status, row, format_args!("{}: {:?}", row.status, row.detail)));
        return;
    }
    let solved = row.status == Status::Solved;
    if [row.solution_cost, row.solution_length].iter().any(|number| number.is_some() != solved) {
        let shown = |n: Option<u64>| n.map_or("none".to_owned(), |n| n.to_string());
        let (cost, length) = (shown(row.solution_cost), shown(row.solution_length));
        findings.push(found(
            Check::Answer,
            row,
            format_args!("{} with cost {cost} and length {length}", row.status),
        ));
    }
}

/// The checks of one instance's costs.
fn costs(rows: &[&Row], stated: Option<u64>, known: &impl Known, findings: &mut Vec<Finding>) {
    let cost = |row: &Row| row.solution_cost.filter(|_| row.status == Status::Solved);
    let best = |row: &&&Row| known.promise(row) == Promise::Optimal && cost(row).is_some();
    let first = rows.iter().find(best);
    // Without a statement of the set, the first optimal search speaks.
    let least = stated.or_else(|| first.and_then(|row| cost(row)));
    let unsolvable = rows.iter().find(|row| row.status == Status::Unsolvable);
    if let (Some(row), Some(solved)) = (unsolvable, rows.iter().find(|row| cost(row).is_some())) {
        findings.push(found(
            Check::Agreement,
            row,
            format_args!("unsolvable, but {} solved it", solved.key()),
        ));
    }
    for row in rows {
        if let (Status::Unsolvable, Some(stated)) = (row.status, stated) {
            findings.push(found(
                Check::Stated,
                row,
                format_args!("unsolvable; the set states the optimal cost {stated}"),
            ));
        }
        let (Some(cost), Some(least)) = (cost(row), least) else { continue };
        let promise = known.promise(row);
        if cost < least || (promise == Promise::Optimal && cost != least) {
            let (check, who) = match (stated, first) {
                (None, Some(first)) => (Check::Agreement, format!("{} found {least}", first.key())),
                _ => (Check::Stated, format!("the set states the optimal cost {least}")),
            };
            findings.push(found(check, row, format_args!("cost {cost}; {who}")));
        }
        if let Promise::Within(factor) = promise
            && cost as f64 > factor * least as f64 + 1e-9
        {
            let message = format_args!("cost {cost} is more than {factor} times the least cost {least}");
            findings.push(found(Check::Bound, row, message));
        }
    }
}

/// The numbers that an exact row repeats, and among them (the first three) those
/// that no number of threads changes.
fn exact(row: &Row) -> [(&'static str, Option<u64>); 11] {
    [
        ("solution_cost", row.solution_cost),
        ("expanded", row.expanded),
        ("generated", row.generated),
        ("solution_length", row.solution_length),
        ("duplicates", row.duplicates),
        ("reopened", row.reopened),
        ("evaluated", row.evaluated),
        ("iterations", row.iterations),
        ("expanded_before_last", row.expanded_before_last),
        ("max_frontier", row.max_frontier),
        ("max_visited", row.max_visited),
    ]
}
const FREE_OF_THREADS: usize = 3;

fn repeats(rows: &[Row], findings: &mut Vec<Finding>) {
    let (mut with_threads, mut without) = (BTreeMap::new(), BTreeMap::new());
    for row in rows.iter().filter(|row| row.determinism == Counts::Exact) {
        let key = (&row.instance_id, &row.configuration);
        let twin: &Row = with_threads.entry((key, row.threads)).or_insert(row);
        let sibling: &Row = without.entry(key).or_insert(row);
        let pairs = [(twin, Check::Repeats), (sibling, Check::Threads)];
        for (other, check) in pairs {
            if check == Check::Threads && other.threads == row.threads {
                continue;
            }
            let compared = if check == Check::Threads { FREE_OF_THREADS } else { usize::MAX };
            let numbers = exact(other).into_iter().zip(exact(row)).take(compared);
            let differs = numbers.into_iter().find(|((_, one), (_, two))| one != two);
            let shown = |n: Option<u64>| n.map_or("none".to_owned(), |n| n.to_string());
            if other.status != row.status {
                let message = format_args!("{}; {} in {}", row.status, other.status, other.key());
                findings.push(found(check, row, message));
            } else if let Some(((name, one), (_, two))) = differs {
                let message = format_args!("{name} {}; {} in {}", shown(two), shown(one), other.key());
                findings.push(found(check, row, message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knows the cost of instance `stated`, and that `weighted` is within 1.5, `greedy` anything.
    struct Sample;
    impl Known for Sample {
        fn optimal_cost(&self, instance_id: &str) -> Option<u64> {
            (instance_id == "stated").then_some(4)
        }
        fn promise(&self, row: &Row) -> Promise {
            match row.algorithm.as_str() {
                "weighted" => Promise::Within(1.5),
                "greedy" => Promise::Nothing,
                _ => Promise::Optimal,
            }
        }
    }
    fn checks(rows: &[Row]) -> Vec<Check> {
        verify(rows, &Sample).into_iter().map(|finding| finding.check).collect()
    }
    fn by(algorithm: &str, cost: u64) -> Row {
        Row {
            algorithm: algorithm.to_owned(),
            configuration: algorithm.to_owned(),
            solution_cost: Some(cost),
            ..Row::sample()
        }
    }

    #[test]
    fn sound_rows_pass() {
        let unsolved =
            Row { status: Status::Unsolvable, solution_cost: None, solution_length: None, ..by("x", 0) };
        let other = Row { instance_id: "hopeless".to_owned(), ..unsolved };
        let twice = Row { repeat: 1, wall_ns: Some(7), ..by("bfs", 4) };
        let rows = [by("bfs", 4), twice, by("a-star", 4), by("weighted", 6), by("greedy", 9), other];
        assert_eq!(verify(&rows, &Sample), []);
        assert_eq!(verify(&[], &Sample), []);
    }
    #[test]
    fn optimal_searches_that_disagree_are_found() {
        let findings = verify(&[by("bfs", 4), by("a-star", 5)], &Sample);
        assert_eq!(
            findings[0].to_string(),
            "agreement: instance \"i1\", configuration \"a-star\", threads 1, round 0, repeat 0: cost 5; \
             instance \"i1\", configuration \"bfs\", threads 1, round 0, repeat 0 found 4"
        );
        assert_eq!(findings.len(), 1);
        let unsolved =
            Row { status: Status::Unsolvable, solution_cost: None, solution_length: None, ..by("x", 0) };
        assert_eq!(checks(&[by("bfs", 4), unsolved]), [Check::Agreement]);
    }
    #[test]
    fn a_cost_below_the_optimum_is_wrong_whoever_says_so() {
        assert_eq!(checks(&[by("bfs", 4), by("greedy", 3)]), [Check::Agreement]);
        let stated = |row: Row| Row { instance_id: "stated".to_owned(), ..row };
        assert_eq!(checks(&[stated(by("greedy", 3))]), [Check::Stated]);
        assert_eq!(checks(&[stated(by("bfs", 5))]), [Check::Stated]);
        assert_eq!(checks(&[stated(by("greedy", 5))]), []);
    }
    #[test]
    fn a_weighted_search_keeps_its_bound() {
        assert_eq!(checks(&[by("bfs", 4), by("weighted", 7)]), [Check::Bound]);
    }
    #[test]
    fn an_exact_row_that_does_not_repeat_is_found() {
        let more = |row: Row| Row { expanded: Some(13), ..row };
        let again = Row { round: 1, ..by("bfs", 4) };
        assert_eq!(checks(&[by("bfs", 4), more(again.clone())]), [Check::Repeats]);
        let threads = Row { threads: 2, ..by("bfs", 4) };
        assert_eq!(checks(&[by("bfs", 4), more(threads.clone())]), [Check::Threads]);
        let frontier = Row { max_frontier: Some(1), ..threads };
        assert_eq!(checks(&[by("bfs", 4), frontier]), []);
        let bounded = Row { determinism: Counts::Bounded, ..more(again) };
        assert_eq!(checks(&[by("bfs", 4), bounded]), []);
    }
    #[test]
    fn failures_and_half_answers_are_found() {
        let failed =
            Row { status: Status::Error, solution_cost: None, solution_length: None, ..Row::sample() };
        assert_eq!(checks(&[failed]), [Check::Status]);
        assert_eq!(checks(&[Row { solution_cost: None, ..Row::sample() }]), [Check::Answer]);
        assert_eq!(checks(&[Row { status: Status::LimitTime, ..Row::sample() }]), [Check::Answer]);
    }
}
