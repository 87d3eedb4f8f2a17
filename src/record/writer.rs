//! Writing `results.csv` and `solutions.csv`, a row at a time: what was written survives a crash of the writer.
use super::{COLUMNS, RecordError, Row};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Bytes of a row that go to the system in one write; only a very long `detail` takes more.
const ROW: usize = 1 << 16;

/// A row of a file that is appended to.
pub trait Record: Serialize {
    /// The header: the fields, in order.
    const COLUMNS: &'static [&'static str];
}
impl Record for Row {
    const COLUMNS: &'static [&'static str] = &COLUMNS;
}

/// Appends rows to a file, each with one write that reaches the system before the next run starts.
#[derive(Debug)]
pub struct Writer<T = Row> {
    path: PathBuf,
    rows: csv::Writer<File>,
    of: PhantomData<fn(&T)>,
}
impl<T: Record> Writer<T> {
    /// Opens `path` for appending. A new or empty file gets its header; an old one keeps its rows.
    ///
    /// # Errors
    /// If the file cannot be opened, has another header, or ends in a torn line (see [`drop_torn`]).
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let io = |error| RecordError::io(path, error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        let header = T::COLUMNS.join(",");
        if file.metadata().map_err(io)?.len() == 0 {
            file.write_all(format!("{header}\n").as_bytes()).map_err(io)?;
        } else {
            let mut first = String::new();
            BufReader::new(&file).read_line(&mut first).map_err(io)?;
            if first.trim_start_matches('\u{feff}').trim_end() != header {
                let message = "other columns than this program writes: rows cannot be appended";
                return Err(RecordError::malformed(path, 1, message));
            }
            let mut last = [0];
            file.seek(SeekFrom::End(-1)).map_err(io)?;
            file.read_exact(&mut last).map_err(io)?;
            if last != *b"\n" {
                let message = "the last line is torn: drop it before rows are appended";
                return Err(RecordError::malformed(path, 0, message));
            }
        }
        let rows = csv::WriterBuilder::new().has_headers(false).buffer_capacity(ROW).from_writer(file);
        Ok(Self { path: path.to_owned(), rows, of: PhantomData })
    }
    /// Appends a row and flushes it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, row: &T) -> Result<(), RecordError> {
        let written = self.rows.serialize(row).map_err(io::Error::from).and_then(|()| self.rows.flush());
        written.map_err(|error| RecordError::io(&self.path, error))
    }
}

/// Cuts a torn last line off: `torn` is [`super::Records::torn`].
///
/// # Errors
/// If the file cannot be written.
pub fn drop_torn(path: &Path, torn: u64) -> Result<(), RecordError> {
    let file = OpenOptions::new().write(true).open(path);
    file.and_then(|file| file.set_len(torn)).map_err(|error| RecordError::io(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read;
    use std::fs;

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("searchrig-writer-{}-{name}.csv", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn rows_appended_in_two_sessions_are_one_table() {
        let path = scratch("append");
        let rows = [Row::sample(), Row { seq: 1, detail: "a\n\"b\"".to_owned(), ..Row::sample() }];
        for row in &rows {
            Writer::open(&path).unwrap().append(row).unwrap();
        }
        assert_eq!(read(&path).unwrap().rows, rows);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_torn_line_is_refused_then_dropped_and_earlier_rows_stay_byte_identical() {
        let path = scratch("torn");
        Writer::open(&path).unwrap().append(&Row::sample()).unwrap();
        let before = fs::read(&path).unwrap();
        let mut torn = before.clone();
        torn.extend_from_slice(b"1,7,0,\"half");
        fs::write(&path, &torn).unwrap();
        let refusal = Writer::<Row>::open(&path).expect_err("torn").to_string();
        assert!(refusal.contains("the last line is torn"), "{refusal}");
        drop_torn(&path, read(&path).unwrap().torn.expect("torn")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
        Writer::open(&path).unwrap().append(&Row { seq: 1, ..Row::sample() }).unwrap();
        assert_eq!(read(&path).unwrap().rows.len(), 2);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_with_other_columns_is_left_alone() {
        let path = scratch("columns");
        fs::write(&path, "a,b\n1,2\n").unwrap();
        let refusal = Writer::<Row>::open(&path).expect_err("other columns").to_string();
        assert!(refusal.contains("line 1: other columns"), "{refusal}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "a,b\n1,2\n");
        fs::remove_file(&path).unwrap();
    }
}
