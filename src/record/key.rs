//! What identifies a row within an experiment.
use super::Row;
use std::collections::BTreeMap;
use std::fmt;

/// The identity of a run: no two rows of a file may share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "docs/csv.md documents each column once")]
pub struct Key<'a> {
    pub instance_id: &'a str,
    pub configuration: &'a str,
    pub threads: u32,
    pub round: u32,
    pub repeat: u32,
}
impl Row {
    /// The identity of this row.
    pub fn key(&self) -> Key<'_> {
        Key {
            instance_id: &self.instance_id,
            configuration: &self.configuration,
            threads: self.threads,
            round: self.round,
            repeat: self.repeat,
        }
    }
}
impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instance_id, configuration, threads, round, repeat } = self;
        write!(
            f,
            "instance {instance_id:?}, configuration {configuration:?}, threads {threads}, round {round}, repeat {repeat}"
        )
    }
}

/// The keys that occur more than once, in order, each with how often.
pub fn duplicates(rows: &[Row]) -> Vec<(Key<'_>, usize)> {
    let mut seen: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    for row in rows {
        *seen.entry(row.key()).or_default() += 1;
    }
    seen.into_iter().filter(|&(_, times)| times > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_occurs_twice_is_listed_and_another_repeat_is_not() {
        let first = Row::sample();
        let repeat = Row { repeat: 1, ..first.clone() };
        assert!(duplicates(&[first.clone(), repeat.clone()]).is_empty());
        let rows = [first.clone(), repeat, Row { seq: 9, ..first }];
        let found = duplicates(&rows);
        assert_eq!(found, [(rows[0].key(), 2)]);
        let text = r#"instance "i1", configuration "bfs", threads 1, round 0, repeat 0"#;
        assert_eq!(found[0].0.to_string(), text);
    }
}
