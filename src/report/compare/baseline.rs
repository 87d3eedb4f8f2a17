//! The small baseline that a team commits: what must repeat of every key, and no times,
//! in a stable order, so that a change of the code shows as a change of few lines.
use super::{COUNTERS, CompareError, Fact, Key, Observed, Side};
use crate::record::{Counts, RecordError, Status};
use std::collections::BTreeMap;
use std::path::Path;

/// Version of the columns; in the first of them, which tells a baseline from results.
const VERSION: &str = "1";
const MARK: &str = "baseline";
const FRONT: [&str; 8] = [
    MARK,
    "instance_id",
    "configuration",
    "threads",
    "status",
    "determinism",
    "solution_cost",
    "solution_length",
];

/// The text of a baseline: keys in order. A bounded run keeps its cost only, a noisy one its status.
///
/// # Errors
/// If repeats of the side disagree, it is partial, or it has no rows.
#[expect(clippy::missing_panics_doc, reason = "writing to memory cannot fail")]
pub fn write_baseline(side: &Side) -> Result<String, CompareError> {
    if let Some(why) = &side.partial {
        return Err(CompareError::Incomparable(format!("{why}; a baseline needs a whole run")));
    }
    if side.keys.is_empty() {
        return Err(CompareError::Incomparable(format!("{}: it has no rows", side.label)));
    }
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut write = |line: Vec<&str>| out.write_record(line).expect("memory takes every record");
    write(FRONT.into_iter().chain(COUNTERS).collect());
    for (key, observed) in &side.keys {
        let fact = &observed.fact;
        let kept = |kind: usize| match fact.counts {
            Counts::Exact => true,
            Counts::Bounded => kind == 0,
            Counts::Noisy => false,
        };
        let number = |(i, (_, n)): (usize, (_, Option<u64>))| match n.filter(|_| kept(i)) {
            Some(n) => n.to_string(),
            None => String::new(),
        };
        let numbers: Vec<String> = fact.numbers().enumerate().map(number).collect();
        let threads = key.threads.to_string();
        let front =
            [VERSION, &key.instance_id, &key.configuration, &threads, fact.status.name(), fact.counts.name()];
        write(front.into_iter().chain(numbers.iter().map(String::as_str)).collect());
    }
    let bytes = out.into_inner().expect("memory takes every record");
    Ok(String::from_utf8(bytes).expect("fields of UTF-8 are joined by ASCII"))
}

/// Whether a file begins as a baseline does.
pub(super) fn is_baseline(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.strip_prefix(MARK.as_bytes()).is_some_and(|rest| rest.starts_with(b","))
}

/// Reads a baseline; `path` is what errors call it.
pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<BTreeMap<Key, Observed>, CompareError> {
    let wrong = |line: u64, message: String| {
        CompareError::Record(RecordError::Malformed { path: path.to_owned(), line, message })
    };
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = csv::Reader::from_reader(text);
    let header = reader.headers().map_err(|error| wrong(1, error.to_string()))?.clone();
    let place = |name: &str| {
        let missing = || wrong(1, format!("the column `{name}` is missing"));
        header.iter().position(|column| column == name).ok_or_else(missing)
    };
    let places = FRONT.into_iter().chain(COUNTERS).map(place).collect::<Result<Vec<_>, _>>()?;
    let (mut keys, mut twice) = (BTreeMap::new(), Vec::new());
    for record in reader.records() {
        let record = record.map_err(|error| wrong(0, error.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        let field = |i: usize| record.get(places[i]).unwrap_or_default();
        if field(0) != VERSION {
            let message = format!(
                "{}: line {line}: baseline version `{}` cannot be compared; this program reads {VERSION}",
                path.display(),
                field(0)
            );
            return Err(CompareError::Incomparable(message));
        }
        let bad =
            |i: usize, right: &str| wrong(line, format!("`{}`: expected {right}", field(i).escape_debug()));
        let number = |i: usize| match field(i) {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| bad(i, "a whole number, or nothing")),
        };
        let key = Key {
            instance_id: field(1).to_owned(),
            configuration: field(2).to_owned(),
            threads: field(3).parse().map_err(|_| bad(3, "a number of threads"))?,
        };
        let mut counters = [None; COUNTERS.len()];
        for (i, counter) in counters.iter_mut().enumerate() {
            *counter = number(FRONT.len() + i)?;
        }
        let status = Status::ALL.into_iter().find(|s| s.name() == field(4));
        let counts =
            [Counts::Exact, Counts::Bounded, Counts::Noisy].into_iter().find(|c| c.name() == field(5));
        let fact = Fact {
            status: status.ok_or_else(|| bad(4, "a status"))?,
            counts: counts.ok_or_else(|| bad(5, "exact, bounded or noisy"))?,
            cost: number(6)?,
            length: number(7)?,
            counters,
        };
        if keys.insert(key.clone(), Observed::fact(fact)).is_some() {
            twice.push(key.to_string());
        }
    }
    if twice.is_empty() {
        return Ok(keys);
    }
    let message = format!("{}: keys that occur more than once: {}", path.display(), twice.join("; "));
    Err(CompareError::Input(message))
}
