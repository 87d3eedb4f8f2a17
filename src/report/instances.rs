//! What a report needs of the instances beside the rows.
use crate::record::RecordError;
use csv::StringRecord;
use std::collections::BTreeMap;
use std::path::Path;

/// What is known of an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// Its size, in the domain's own notation.
    pub size: String,
    /// What tells it from others of the same name, if that is known.
    pub state_hash: String,
}

/// Reads an `instances.csv`; a column that it lacks is unknown.
pub(super) fn read(path: &Path) -> Result<BTreeMap<String, Instance>, RecordError> {
    let wrong = |error: csv::Error| {
        let line = error.position().map_or(0, csv::Position::line);
        RecordError::Malformed { path: path.to_owned(), line, message: error.to_string() }
    };
    let text = std::fs::read(path).map_err(|error| RecordError::Io { path: path.to_owned(), error })?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text);
    let header = reader.headers().map_err(wrong)?.clone();
    let place = |name: &str| header.iter().position(|column| column == name);
    let [id, size, hash] = ["instance_id", "size", "state_hash"].map(place);
    let mut instances = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(wrong)?;
        let field = |place: Option<usize>| field(&record, place);
        instances.insert(field(id), Instance { size: field(size), state_hash: field(hash) });
    }
    Ok(instances)
}

fn field(record: &StringRecord, place: Option<usize>) -> String {
    place.and_then(|place| record.get(place)).unwrap_or_default().to_owned()
}
