//! A listing as a table for people, as JSON or as CSV.
use super::say;
use comfy_table::{CellAlignment, ContentArrangement, presets};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// The form of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Columns for people
    Table,
    /// An array of objects
    Json,
    /// A header and a line a row
    Csv,
}

/// Rows under named columns.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) columns: &'static [&'static str],
    pub(super) rows: Vec<Vec<Value>>,
}
impl Listing {
    pub(super) fn render(&self, format: Format) -> String {
        match format {
            Format::Table => self.table(),
            Format::Json => {
                let rows: Vec<_> = self.rows.iter().map(|row| Object(self.columns, row)).collect();
                serde_json::to_string_pretty(&rows).expect("text and numbers are JSON") + "\n"
            }
            Format::Csv => self.csv(),
        }
    }
    fn table(&self) -> String {
        self.fitted(say::width())
    }
    /// The table, its longest cells broken so that it fits `width` columns.
    fn fitted(&self, width: Option<u16>) -> String {
        let mut table = comfy_table::Table::new();
        table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        if let Some(width) = width {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.set_header(self.columns);
        for row in &self.rows {
            table.add_row(row.iter().map(text));
        }
        for (i, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if self.rows.iter().any(|row| row[i].is_number()) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.lines().map(|line| line.trim_end().to_string() + "\n").collect()
    }
    fn csv(&self) -> String {
        let mut out = csv::Writer::from_writer(Vec::new());
        out.write_record(self.columns).expect("memory takes every record");
        for row in &self.rows {
            out.write_record(row.iter().map(text)).expect("memory takes every record");
        }
        let bytes = out.into_inner().expect("memory takes every record");
        String::from_utf8(bytes).expect("fields of UTF-8 are joined by ASCII")
    }
}

/// A value outside JSON: lists are joined, and what is not known is empty.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_string(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// A row as an object whose members keep the order of the columns.
struct Object<'a>(&'a [&'static str], &'a [Value]);
impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0.iter().zip(self.1) {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample() -> Listing {
        Listing {
            columns: &["name", "n", "sizes"],
            rows: vec![
                vec![json!("a,b \"x\""), json!(7), json!(["1", "2"])],
                vec![json!("c"), Value::Null, json!([])],
            ],
        }
    }

    #[test]
    fn every_form_holds_the_same() {
        assert_eq!(sample().render(Format::Csv), "name,n,sizes\n\"a,b \"\"x\"\"\",7,1 2\nc,,\n");
        let parsed: Value = serde_json::from_str(&sample().render(Format::Json)).expect("JSON");
        assert_eq!(
            parsed,
            json!([{"name": "a,b \"x\"", "n": 7, "sizes": ["1", "2"]}, {"name": "c", "n": null, "sizes": []}])
        );
        let table = sample().render(Format::Table);
        let words: Vec<Vec<&str>> = table.lines().map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(words, [vec!["name", "n", "sizes"], vec!["a,b", "\"x\"", "7", "1", "2"], vec!["c"]]);
        assert!(table.lines().all(|line| line == line.trim_end()));
    }

    #[test]
    fn a_narrow_terminal_breaks_cells_and_loses_no_word() {
        let about = "a long line about something that does not fit";
        let listing = Listing {
            columns: &["name", "n", "about"],
            rows: vec![vec![json!("first"), json!(12345), json!(about)]],
        };
        let narrow = listing.fitted(Some(40));
        assert!(
            narrow.lines().all(|line| line.chars().count() <= 40) && narrow.lines().count() > 2,
            "{narrow}"
        );
        assert!(about.split(' ').all(|word| narrow.contains(word)), "{narrow}");
        assert_eq!(listing.fitted(Some(200)), listing.fitted(None));
    }
}
