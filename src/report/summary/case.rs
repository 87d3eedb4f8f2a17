//! One instance under one configuration: its repeats as one value each.
use crate::record::{Counts, Row, Status};
use crate::report::compare::Fact;
use crate::statistics::looks_bimodal;

/// The repeats of a configuration on an instance.
#[derive(Debug)]
pub(in crate::report) struct Case<'a> {
    pub(in crate::report) instance: &'a str,
    pub(in crate::report) repeats: usize,
    /// The gravest of the repeats.
    pub(in crate::report) status: Status,
    /// What the run with that status says of it.
    pub(in crate::report) detail: &'a str,
    pub(in crate::report) cost: Option<u64>,
    /// Of each repeat that was timed, in ns.
    pub(in crate::report) times: Vec<u64>,
    /// Their median.
    pub(in crate::report) time: Option<u64>,
    /// The shortest and the longest time, in ns.
    pub(in crate::report) range: Option<(u64, u64)>,
    /// Range of the times over their median; needs two repeats.
    pub(in crate::report) spread: Option<f64>,
    /// Whether the times fall into two groups; told of six repeats or more.
    pub(in crate::report) bimodal: Option<bool>,
    pub(in crate::report) expanded: Option<u64>,
    pub(in crate::report) generated: Option<u64>,
    /// The time limit, in ns.
    pub(in crate::report) limit: Option<u64>,
    /// Where repeats contradict what their counts promise; such counts are given as none.
    pub(in crate::report) contradiction: Option<String>,
}
impl<'a> Case<'a> {
    /// The case of `rows`, at least one, all of one instance and configuration.
    pub(in crate::report) fn of(rows: &[&'a Row]) -> Self {
        let gravest = rows.iter().max_by_key(|row| row.status).expect("a case has a row");
        let contradiction = contradiction(rows);
        let all = |of: fn(&Row) -> Option<u64>| rows.iter().filter_map(|row| of(row)).collect::<Vec<_>>();
        let count = |of: fn(&Row) -> Option<u64>| {
            if contradiction.is_some() { None } else { median(all(of)) }
        };
        let times = all(|row| row.wall_ns);
        Self {
            instance: &rows[0].instance_id,
            repeats: rows.len(),
            status: gravest.status,
            detail: &gravest.detail,
            cost: all(|row| row.solution_cost).into_iter().min(),
            range: times.iter().min().copied().zip(times.iter().max().copied()),
            spread: spread(&times),
            bimodal: bimodal(&times),
            time: median(times.clone()),
            times,
            expanded: count(|row| row.expanded),
            generated: count(|row| row.generated),
            limit: all(|row| row.limit_wall_ns).into_iter().max(),
            contradiction,
        }
    }
    /// Whether every repeat ran to its end.
    pub(in crate::report) fn is_answered(&self) -> bool {
        self.status.is_complete()
    }
}

/// The median; the mean of the middle two, rounded down, of an even number.
pub(in crate::report) fn median(mut values: Vec<u64>) -> Option<u64> {
    values.sort_unstable();
    let last = values.len().checked_sub(1)?;
    let (low, high) = (values[last / 2], values[values.len() / 2]);
    Some(low + (high - low) / 2)
}

fn spread(times: &[u64]) -> Option<f64> {
    let centre = median(times.to_vec())?;
    let range = times.iter().max()? - times.iter().min()?;
    (times.len() > 1 && centre > 0).then(|| range as f64 / centre as f64)
}

fn bimodal(times: &[u64]) -> Option<bool> {
    let times: Vec<f64> = times.iter().map(|&ns| ns as f64).collect();
    (times.len() >= 6).then(|| looks_bimodal(&times))
}

/// The first contradiction of the first repeat by another; those that a clock cut off contradict nothing.
fn contradiction(rows: &[&Row]) -> Option<String> {
    let kept = rows.iter().filter(|row| row.determinism != Counts::Noisy);
    let facts: Vec<Fact> = kept.map(|row| Fact::of(row)).collect();
    let first = facts.first()?;
    facts.iter().find_map(|other| {
        let (name, one, other) = first.contradiction(other)?;
        Some(format!("{name} {one} and {other}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two_rounded_down() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![9, 1, 4]), Some(4));
        assert_eq!(median(vec![9, 1, 4, 7]), Some(5));
        assert_eq!(median(vec![u64::MAX, u64::MAX - 1]), Some(u64::MAX - 1));
    }

    #[test]
    fn one_repeat_shows_no_spread_and_two_do() {
        let one = Row::sample();
        let two = Row { wall_ns: Some(3_000_000), repeat: 1, ..Row::sample() };
        assert_eq!(Case::of(&[&one]).spread, None);
        let case = Case::of(&[&one, &two]);
        assert_eq!((case.time, case.spread), (Some(2_000_000), Some(1.0)));
    }

    #[test]
    fn two_groups_of_times_are_told_of_six_repeats_or_more() {
        let rows = |times: &[u64]| -> Vec<Row> {
            times.iter().map(|&ns| Row { wall_ns: Some(ns), ..Row::sample() }).collect()
        };
        let bimodal = |times: &[u64]| Case::of(&rows(times).iter().collect::<Vec<_>>()).bimodal;
        assert_eq!(bimodal(&[10, 20, 10, 20, 10]), None);
        assert_eq!(bimodal(&[100, 201, 102, 203, 101, 202]), Some(true));
        assert_eq!(bimodal(&[100, 110, 120, 130, 140, 150]), Some(false));
    }

    #[test]
    fn exact_repeats_that_disagree_are_flagged_and_bounded_ones_become_a_median() {
        let one = Row::sample();
        let other = Row { expanded: Some(14), ..Row::sample() };
        let case = Case::of(&[&one, &other]);
        assert_eq!((case.contradiction.as_deref(), case.expanded), (Some("expanded 12 and 14"), None));
        let loose = |row: Row| Row { determinism: Counts::Bounded, ..row };
        let (one, other) = (loose(one), loose(other));
        let case = Case::of(&[&one, &other]);
        assert_eq!((case.contradiction, case.expanded), (None, Some(13)));
    }

    #[test]
    fn an_instance_counts_by_its_gravest_repeat() {
        let late = Row { status: Status::LimitTime, determinism: Counts::Noisy, ..Row::sample() };
        let in_time = Row::sample();
        let case = Case::of(&[&in_time, &late]);
        assert_eq!((case.status, case.is_answered()), (Status::LimitTime, false));
    }
}
