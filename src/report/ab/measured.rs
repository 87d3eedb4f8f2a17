//! From the rows of both builds to the times of each configuration, instance by instance.
use crate::record::{Row, Status};
use crate::statistics::Paired;
use std::collections::BTreeMap;

/// One configuration with one number of threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The configuration.
    pub configuration: String,
    /// Threads of one search.
    pub threads: u32,
    /// Wall times in ns of the instances that both builds solved in every round.
    pub times: Vec<Paired>,
    /// Instances that the base solved in every round and the new build in none.
    pub lost: usize,
    /// Instances that the new build solved in every round and the base in none.
    pub gained: usize,
    /// Other instances without a time to compare: unsolved by both, or solved in some rounds only.
    pub censored: usize,
}

#[derive(Default)]
struct Instance<'a> {
    base: Vec<&'a Row>,
    new: Vec<&'a Row>,
}

/// Every configuration that both sides ran, in order.
#[must_use]
pub fn measured(base: &[Row], new: &[Row]) -> Vec<Measured> {
    let mut groups: BTreeMap<(&str, u32), BTreeMap<&str, Instance<'_>>> = BTreeMap::new();
    for row in base {
        let instances = groups.entry((&row.configuration, row.threads)).or_default();
        instances.entry(&row.instance_id).or_default().base.push(row);
    }
    for row in new {
        let instances = groups.entry((&row.configuration, row.threads)).or_default();
        instances.entry(&row.instance_id).or_default().new.push(row);
    }
    let one = |((configuration, threads), instances): ((&str, u32), BTreeMap<&str, Instance<'_>>)| {
        let mut measured =
            Measured { configuration: configuration.to_owned(), threads, ..Measured::default() };
        for instance in instances.values() {
            measured.add(instance);
        }
        measured
    };
    groups.into_iter().map(one).collect()
}

impl Measured {
    fn add(&mut self, instance: &Instance<'_>) {
        let solved = |row: &&&Row| row.status == Status::Solved && row.wall_ns.is_some();
        let times = |rows: &[&Row]| -> Vec<f64> {
            rows.iter().filter(solved).filter_map(|row| row.wall_ns).map(|ns| ns as f64).collect()
        };
        let (base, new) = (times(&instance.base), times(&instance.new));
        let all = |times: &[f64], rows: &[&Row]| !rows.is_empty() && times.len() == rows.len();
        match (all(&base, &instance.base), all(&new, &instance.new)) {
            (true, true) => self.times.push(Paired { base, new }),
            (true, false) if new.is_empty() => self.lost += 1,
            (false, true) if base.is_empty() => self.gained += 1,
            _ => self.censored += 1,
        }
    }
    /// The fewest rounds of an instance on a side; 0 without instances.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.times.iter().map(|t| t.base.len().min(t.new.len())).min().unwrap_or(0)
    }
    /// Whether some time is 0: shorter than the clock can tell.
    #[must_use]
    pub fn below_resolution(&self) -> bool {
        self.times.iter().any(|t| t.base.iter().chain(&t.new).any(|&ns| ns <= 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(instance: &str, status: Status, ns: u64) -> Row {
        Row { instance_id: instance.to_owned(), status, wall_ns: Some(ns), ..Row::sample() }
    }

    #[test]
    fn an_instance_counts_once_as_timed_lost_gained_or_censored() {
        use Status::{LimitTime, Solved};
        let base = [
            row("timed", Solved, 5),
            row("timed", Solved, 6),
            row("lost", Solved, 5),
            row("lost", Solved, 5),
            row("gained", LimitTime, 9),
            row("gained", LimitTime, 9),
            row("edge", Solved, 8),
            row("edge", LimitTime, 9),
            row("hard", LimitTime, 9),
            row("hard", LimitTime, 9),
        ];
        let new = [
            row("timed", Solved, 7),
            row("timed", Solved, 8),
            row("lost", LimitTime, 9),
            row("lost", LimitTime, 9),
            row("gained", Solved, 5),
            row("gained", Solved, 5),
            row("edge", Solved, 8),
            row("edge", Solved, 8),
            row("hard", LimitTime, 9),
            row("hard", LimitTime, 9),
        ];
        let [one] = measured(&base, &new).try_into().expect("one configuration");
        assert_eq!(one.times, [Paired { base: vec![5.0, 6.0], new: vec![7.0, 8.0] }]);
        assert_eq!((one.lost, one.gained, one.censored, one.rounds()), (1, 1, 2, 2));
    }
}
