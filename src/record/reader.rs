//! Reading `results.csv`, whoever wrote or edited it: a byte-order mark, CRLF line ends, quoted
//! line breaks, and columns that were added or shuffled are all fine; what is wrong is said exactly.
use super::columns::{KINDS, Kind};
use super::{RecordError, Row, SCHEMA};
use csv::{ByteRecord, ReaderBuilder, StringRecord};
use std::fs;
use std::path::Path;

/// The rows of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The complete rows, in the order of the file.
    pub rows: Vec<Row>,
    /// Where a last line begins that was cut off in writing (it has no line break, or too few
    /// fields), in bytes from the start of the file. It is not among the rows.
    pub torn: Option<u64>,
}

/// Reads a file of results.
///
/// # Errors
/// If it cannot be read, or is no table of results of this schema.
pub fn read(path: &Path) -> Result<Records, RecordError> {
    let bytes = fs::read(path).map_err(|error| RecordError::io(path, error))?;
    parse(path, &bytes)
}

/// Reads results from memory; `path` is what errors call them.
///
/// # Errors
/// If they are no table of results of this schema.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<Records, RecordError> {
    let (text, skipped) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(text) => (text, 3),
        None => (bytes, 0),
    };
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let mut line = ByteRecord::new();
    let more = |reader: &mut csv::Reader<&[u8]>, line: &mut ByteRecord| {
        reader.read_byte_record(line).map_err(|error| RecordError::malformed(path, 0, error.to_string()))
    };
    if !more(&mut reader, &mut line)? {
        return Ok(Records::default());
    }
    if is_last(text, &reader) && !text.ends_with(b"\n") {
        return Ok(Records { rows: Vec::new(), torn: Some(skipped) });
    }
    let table = Table::new(path, strings(path, &line)?)?;
    let mut rows = Vec::new();
    while more(&mut reader, &mut line)? {
        let unfinished = !text.ends_with(b"\n") || line.len() < table.header.len();
        if unfinished && is_last(text, &reader) {
            let start = line.position().map_or(0, csv::Position::byte);
            return Ok(Records { rows, torn: Some(skipped + start) });
        }
        rows.push(table.row(&strings(path, &line)?)?);
    }
    table.complete()?;
    Ok(Records { rows, torn: None })
}

/// Whether nothing but line ends follows the record just read.
fn is_last(text: &[u8], reader: &csv::Reader<&[u8]>) -> bool {
    let read = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
    text.get(read..).is_none_or(|rest| rest.iter().all(|byte| matches!(byte, b'\r' | b'\n')))
}
/// The record as text.
fn strings(path: &Path, record: &ByteRecord) -> Result<StringRecord, RecordError> {
    StringRecord::from_byte_record(record.clone()).map_err(|error| {
        let field = error.utf8_error().field() + 1;
        RecordError::malformed(path, number(record.position()), format!("field {field} is not UTF-8"))
    })
}
fn number(position: Option<&csv::Position>) -> u64 {
    position.map_or(0, csv::Position::line)
}

/// The header, and what it says about the fields below it.
struct Table<'a> {
    path: &'a Path,
    header: StringRecord,
    schema: usize,
}
impl<'a> Table<'a> {
    fn new(path: &'a Path, header: StringRecord) -> Result<Self, RecordError> {
        for (i, name) in header.iter().enumerate() {
            if !name.is_empty() && header.iter().take(i).any(|earlier| earlier == name) {
                let message = format!("the column `{}` occurs twice", short(name));
                return Err(RecordError::malformed(path, 1, message));
            }
        }
        let schema = header.iter().position(|name| name == "schema");
        let schema =
            schema.ok_or_else(|| RecordError::MissingColumn { path: path.to_owned(), column: "schema" })?;
        Ok(Self { path, header, schema })
    }
    /// Checks that every column is there. Rows of another schema may lack some, so
    /// that complaint goes first.
    fn complete(&self) -> Result<(), RecordError> {
        match KINDS.iter().find(|(column, _)| !self.header.iter().any(|name| name == *column)) {
            Some(&(column, _)) => Err(RecordError::MissingColumn { path: self.path.to_owned(), column }),
            None => Ok(()),
        }
    }
    fn row(&self, record: &StringRecord) -> Result<Row, RecordError> {
        let line = number(record.position());
        if record.len() != self.header.len() {
            let message = format!("{} fields; the header has {}", record.len(), self.header.len());
            return Err(RecordError::malformed(self.path, line, message));
        }
        let schema = &record[self.schema];
        if schema.parse() != Ok(SCHEMA) {
            if !Kind::Small.accepts(schema) {
                return Err(self.value(line, "schema", schema, Kind::Small));
            }
            let found = short(schema);
            return Err(RecordError::Schema { path: self.path.to_owned(), line, found });
        }
        record.deserialize(Some(&self.header)).map_err(|error| self.diagnose(record, &error))
    }
    /// Finds the field that is wrong.
    fn diagnose(&self, record: &StringRecord, error: &csv::Error) -> RecordError {
        let line = number(record.position());
        if let Err(missing) = self.complete() {
            return missing;
        }
        for (name, value) in self.header.iter().zip(record) {
            if let Some(&(column, kind)) = KINDS.iter().find(|(column, _)| *column == name)
                && !kind.accepts(value)
            {
                return self.value(line, column, value, kind);
            }
        }
        RecordError::malformed(self.path, line, error.to_string())
    }
    fn value(&self, line: u64, column: &str, value: &str, kind: Kind) -> RecordError {
        RecordError::Value {
            path: self.path.to_owned(),
            line,
            column: column.to_owned(),
            value: short(value),
            expected: kind.expected(),
        }
    }
}

/// At most 40 characters of `value`, without line breaks.
fn short(value: &str) -> String {
    let mut shown: String = value.chars().take(40).flat_map(char::escape_debug).collect();
    if value.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{COLUMNS, Status};

    fn text(rows: &[Row]) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in rows {
            writer.serialize(row).unwrap();
        }
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    }
    fn parsed(text: &str) -> Result<Records, RecordError> {
        parse(Path::new("r.csv"), text.as_bytes())
    }
    fn complaint(text: &str) -> String {
        parsed(text).expect_err("it is wrong").to_string()
    }

    #[test]
    fn rows_come_back_as_they_were_written_with_quotes_line_breaks_and_large_integers() {
        let hostile = Row {
            configuration: "a,b \"x\"".to_owned(),
            detail: "two\nlines\r\nand | <script>".to_owned(),
            generated: Some(u64::MAX),
            expanded: Some((1 << 53) + 1),
            ..Row::sample()
        };
        let rows = vec![Row::sample(), hostile, Row { status: Status::Killed, ..Row::sample() }];
        assert_eq!(parsed(&text(&rows)).unwrap(), Records { rows, torn: None });
    }

    #[test]
    fn a_byte_order_mark_and_crlf_change_nothing() {
        let rows = vec![Row::sample(), Row { seq: 1, ..Row::sample() }];
        let windows = format!("\u{feff}{}", text(&rows).replace('\n', "\r\n"));
        assert_eq!(parsed(&windows).unwrap(), Records { rows, torn: None });
    }

    #[test]
    fn shuffled_and_extra_columns_are_accepted() {
        let plain = text(&[Row::sample()]);
        let mut lines = plain.lines().map(|line| line.split(',').rev().collect::<Vec<_>>().join(","));
        let shuffled =
            format!("mine,{}\nanything,{}\n", lines.next().expect("header"), lines.next().expect("row"));
        assert_eq!(parsed(&shuffled).unwrap().rows, [Row::sample()]);
    }

    #[test]
    fn a_missing_column_is_named() {
        let renamed = text(&[Row::sample()]).replacen("generated", "made", 1);
        assert_eq!(complaint(&renamed), "r.csv: line 1: the column `generated` is missing");
        assert_eq!(complaint("a,b\n1,2\n"), "r.csv: line 1: the column `schema` is missing");
    }

    #[test]
    fn another_schema_is_an_error_of_its_own_even_with_other_columns() {
        let error = parsed("schema,new\n2,x\n").expect_err("schema 2");
        assert!(error.is_incomparable());
        assert_eq!(
            error.to_string(),
            "r.csv: line 2: column schema: version `2` cannot be compared; this program reads 1"
        );
    }

    #[test]
    fn a_bad_value_is_named_with_its_line_its_column_and_what_would_be_right() {
        let bad = |from: &str, to: &str| complaint(&text(&[Row::sample()]).replacen(from, to, 1));
        assert_eq!(
            bad(",exact,", ",perfect,"),
            "r.csv: line 2: column determinism: `perfect`: expected one of exact, bounded, noisy"
        );
        assert_eq!(
            bad(",12,", ",1e3,"),
            "r.csv: line 2: column expanded: `1e3`: expected an integer from 0 to 18446744073709551615, or nothing"
        );
        assert!(bad("solved", "done").starts_with("r.csv: line 2: column status: `done`: expected one of"));
        assert!(bad("\n1,", "\nx,").contains("line 2: column schema: `x`: expected an integer"));
    }

    #[test]
    fn a_last_line_cut_anywhere_is_torn_and_the_rows_before_it_are_kept() {
        let rows = vec![Row::sample(), Row { detail: "é, \"\n".to_owned(), ..Row::sample() }];
        let whole = text(&rows);
        let start = text(&rows[..1]).len();
        for end in start + 1..whole.len() {
            let found = parse(Path::new("r.csv"), &whole.as_bytes()[..end]).unwrap();
            assert_eq!((found.rows.len(), found.torn), (1, Some(start as u64)), "cut at {end}");
        }
        let marked = format!("\u{feff}{}1,2", &whole[..start]);
        assert_eq!(parsed(&marked).unwrap().torn, Some(start as u64 + 3));
        assert_eq!(parsed("schema,seq,rou").unwrap(), Records { rows: Vec::new(), torn: Some(0) });
    }

    #[test]
    fn an_empty_file_and_a_bare_header_hold_no_rows() {
        assert_eq!(parsed("").unwrap(), Records::default());
        assert_eq!(parsed(&format!("{}\n", COLUMNS.join(","))).unwrap(), Records::default());
    }

    #[test]
    fn a_short_line_in_the_middle_is_an_error() {
        let whole = text(&[Row::sample()]);
        let (header, row) = whole.split_once('\n').expect("two lines");
        assert_eq!(
            complaint(&format!("{header}\n1,2,3\n{row}")),
            "r.csv: line 2: 3 fields; the header has 38"
        );
    }
}
