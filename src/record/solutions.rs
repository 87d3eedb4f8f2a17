//! `solutions.csv`: the path of each solved run, a row a run, in the domain's own text.
use super::{Key, Record, RecordError};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Stands between two states of a path; the text of a state never holds it.
pub const BETWEEN: &str = " | ";

/// The path of one run; its first columns are the key of the run's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "docs/csv.md documents each column once")]
pub struct Solution {
    pub instance_id: String,
    pub configuration: String,
    pub threads: u32,
    pub round: u32,
    pub repeat: u32,
    pub path: String,
}
impl Record for Solution {
    const COLUMNS: &'static [&'static str] =
        &["instance_id", "configuration", "threads", "round", "repeat", "path"];
}
impl Solution {
    /// The path of the run with this key: the text of each state, from the initial state to the goal.
    #[must_use]
    pub fn new(key: &Key<'_>, states: &[String]) -> Self {
        Self {
            instance_id: key.instance_id.to_owned(),
            configuration: key.configuration.to_owned(),
            threads: key.threads,
            round: key.round,
            repeat: key.repeat,
            path: states.join(BETWEEN),
        }
    }
    /// The identity of its run.
    #[must_use]
    pub fn key(&self) -> Key<'_> {
        Key {
            instance_id: &self.instance_id,
            configuration: &self.configuration,
            threads: self.threads,
            round: self.round,
            repeat: self.repeat,
        }
    }
    /// The text of each state.
    pub fn states(&self) -> impl Iterator<Item = &str> {
        self.path.split(BETWEEN)
    }
}

/// Reads a file of solutions; a last line that was cut off in writing is left out.
///
/// # Errors
/// If it cannot be read, or is no table of solutions.
pub fn read_solutions(path: &Path) -> Result<Vec<Solution>, RecordError> {
    let text = fs::read_to_string(path).map_err(|error| RecordError::io(path, error))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut reader = csv::Reader::from_reader(whole.trim_start_matches('\u{feff}').as_bytes());
    let malformed = |error: csv::Error| {
        let line = error.position().map_or(0, csv::Position::line);
        RecordError::malformed(path, line, error.to_string())
    };
    reader.deserialize().collect::<Result<_, _>>().map_err(malformed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Row, Writer};

    #[test]
    fn paths_come_back_and_a_torn_last_one_is_left_out() {
        let path = std::env::temp_dir().join(format!("searchrig-solutions-{}.csv", std::process::id()));
        let _ = fs::remove_file(&path);
        let row = Row { instance_id: "a,\"b\"".to_owned(), ..Row::sample() };
        let states = ["1 1 2 2".to_owned(), "WBO/BWO W next".to_owned()];
        let solution = Solution::new(&row.key(), &states);
        Writer::open(&path).unwrap().append(&solution).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let expected = "instance_id,configuration,threads,round,repeat,path\n\
            \"a,\"\"b\"\"\",bfs,1,0,0,1 1 2 2 | WBO/BWO W next\n";
        assert_eq!(text, expected);
        fs::write(&path, text + "i2,bfs,1,0,0,1 1").unwrap();
        let read = read_solutions(&path).unwrap();
        assert_eq!((read[0].key(), read.len()), (row.key(), 1));
        assert!(read[0].states().eq(states));
        fs::write(&path, "instance_id,configuration\ni1,bfs\n").unwrap();
        let wrong = read_solutions(&path).expect_err("no paths").to_string();
        assert!(wrong.contains("missing field `threads`"), "{wrong}");
        fs::remove_file(&path).unwrap();
    }
}
