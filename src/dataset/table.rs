//! Instance sets as CSV, for people, spreadsheets and this program alike.
use super::{Entry, InstanceSet};
use crate::core::{TextError, unknown_name};
use crate::registry::{AnyDomain, Instances, Registry};
use csv::StringRecord;
use std::collections::HashMap;
use std::str::FromStr;

/// The columns that are written, in order. A reader needs the first five, in
/// any order and beside any others.
pub const COLUMNS: [&str; 10] = [
    "instance_id",
    "domain",
    "size",
    "initial",
    "goal",
    "seed",
    "index",
    "method",
    "optimal_cost",
    "state_hash",
];
const REQUIRED: usize = 5;

/// The set as CSV: UTF-8, LF, quotes only where a field needs them.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "writing to memory cannot fail")]
pub fn write_csv(set: &InstanceSet) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut write = |record: &[&str]| out.write_record(record).expect("memory takes every record");
    write(&COLUMNS);
    let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
    for entry in &set.entries {
        let group = &set.groups[entry.group];
        write(&[
            &entry.id,
            group.domain,
            &group.instances.size(entry.number),
            &group.instances.initial_text(entry.number),
            &group.instances.goal_text(entry.number),
            &number(entry.seed),
            &number(entry.index),
            &entry.method,
            &number(entry.optimal_cost.map(u64::from)),
            &format!("{:016x}", entry.hash),
        ]);
    }
    let bytes = out.into_inner().expect("memory takes every record");
    String::from_utf8(bytes).expect("fields of UTF-8 are joined by ASCII")
}

/// Reads a set. A byte-order mark, CRLF, columns in another order and columns
/// of other names make no difference; of the columns after the first five, a
/// missing or empty one is unknown.
///
/// # Errors
/// One line that starts with `file` and the line: which column is wrong, its
/// value, and what would be right.
pub fn read_csv(registry: &Registry, file: &str, text: &str) -> Result<InstanceSet, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|e| format!("{file}: {e}"))?.clone();
    let places = places(&header).map_err(|wrong| format!("{file}:1: {wrong}"))?;
    let mut set = InstanceSet::default();
    let mut lines: HashMap<String, u64> = HashMap::new();
    for record in reader.records() {
        let record = record.map_err(|e| format!("{file}: {e}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let at = |wrong: String| format!("{file}:{line}: {wrong}");
        if record.len() != header.len() {
            return Err(at(format!("{} fields; the header has {}", record.len(), header.len())));
        }
        let row = Row { record: &record, places: &places };
        let (entry, domain, instance) = row.read(registry).map_err(at)?;
        if let Some(first) = lines.insert(entry.id.clone(), line) {
            return Err(at(format!(
                "column instance_id: `{}` is the name of line {first} already; names are unique",
                entry.id
            )));
        }
        let (group, number) = set.push(domain, instance);
        set.entries.push(Entry { group, number, ..entry });
    }
    Ok(set)
}

/// Where each of [`COLUMNS`] stands in the file.
fn places(header: &StringRecord) -> Result<[Option<usize>; COLUMNS.len()], String> {
    let mut places = [None; COLUMNS.len()];
    for (place, &column) in places.iter_mut().zip(&COLUMNS) {
        let mut found = header.iter().enumerate().filter(|(_, name)| name.trim() == column);
        *place = found.next().map(|(i, _)| i);
        if found.next().is_some() {
            return Err(format!("column {column} is there twice"));
        }
    }
    match places[..REQUIRED].iter().position(Option::is_none) {
        Some(missing) => {
            let needed = COLUMNS[..REQUIRED].join(",");
            Err(format!("column {} is missing; a set has at least {needed}", COLUMNS[missing]))
        }
        None => Ok(places),
    }
}

/// One line of the file.
struct Row<'a> {
    record: &'a StringRecord,
    places: &'a [Option<usize>; COLUMNS.len()],
}
impl Row<'_> {
    /// The field in the column `name`; empty if there is no such column.
    fn field(&self, name: &str) -> &str {
        let column = COLUMNS.iter().position(|&c| c == name);
        let place = column.and_then(|c| self.places[c]);
        place.and_then(|p| self.record.get(p)).unwrap_or_default().trim()
    }
    /// The field in the column `name` as a number, if it is not empty.
    fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        let text = self.field(name);
        let number = || {
            text.parse().map_err(|_| {
                let most = 8 * size_of::<T>();
                format!("column {name}: `{text}`: expected nothing, or a whole number of at most {most} bits")
            })
        };
        if text.is_empty() { Ok(None) } else { number().map(Some) }
    }
    fn read(&self, registry: &Registry) -> Result<(Entry, &'static str, Box<dyn Instances>), String> {
        let id = self.field("instance_id");
        if id.is_empty() {
            return Err("column instance_id: it is empty; expected a name".to_string());
        }
        let name = self.field("domain");
        let domain = registry.domain(name).ok_or_else(|| {
            let known: Vec<&str> = registry.domains().map(AnyDomain::name).collect();
            format!("column domain: {}", unknown_name("domain", name, &known))
        })?;
        let size = domain.size(self.field("size")).map_err(|wrong| format!("column size: {wrong}"))?;
        let instance = self.instance(domain, &size)?;
        let hash = super::state_hash(domain.name(), &size, &instance.initial_text(0), &instance.goal_text(0));
        let (given, right) = (self.field("state_hash"), format!("{hash:016x}"));
        if !given.is_empty() && given != right {
            return Err(format!(
                "column state_hash: `{given}` is not the hash of this instance, {right}: a field was changed; \
                 leave state_hash empty in a set edited by hand"
            ));
        }
        let method = self.field("method");
        let entry = Entry {
            id: id.to_string(),
            group: 0,
            number: 0,
            seed: self.number("seed")?,
            index: self.number("index")?,
            method: if method.is_empty() { "file" } else { method }.to_string(),
            optimal_cost: self.number("optimal_cost")?,
            hash,
        };
        Ok((entry, domain.name(), instance))
    }
    fn instance(&self, domain: &dyn AnyDomain, size: &str) -> Result<Box<dyn Instances>, String> {
        let (initial, goal) = (self.field("initial"), self.field("goal"));
        domain.parse(size, initial, goal).map_err(|wrong| {
            // Where the start is good by itself, the goal is at fault.
            let start = domain.start(size, Some(initial)).is_err();
            let column = if start { "initial" } else { "goal" };
            let TextError { line, column: place, message } = wrong;
            format!("column {column}: at {line}:{place} of the field: {message}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::toy::Places;
    use crate::dataset::{Recipe, generate};
    use crate::registry::Method;

    fn registry() -> Registry {
        Registry::builtin().with::<Places<false>>().with::<Places<true>>()
    }
    fn sample() -> String {
        let registry = registry();
        let domain = registry.domain("places").expect("registered");
        let method = Method::Optimal { low: 2, high: 3 };
        let recipe = Recipe { domain, size: "9", count: 5, seed: 1, method, duplicates: false };
        write_csv(&generate(&recipe, |_| ()).expect("a set"))
    }
    fn error(text: &str) -> String {
        read_csv(&registry(), "set.csv", text).expect_err(text)
    }

    #[test]
    fn a_set_is_read_as_it_was_written() {
        let text = sample();
        let set = read_csv(&registry(), "set.csv", &text).expect("a set");
        assert_eq!((set.entries.len(), set.groups.len()), (5, 1));
        assert_eq!(write_csv(&set), text);
        assert!(set.entries.iter().all(|e| matches!(e.optimal_cost, Some(2..=3)) && e.seed == Some(1)));
        assert_eq!(set.entries[4].id, "places-9-o2..3-s1-0004");
    }

    #[test]
    fn marks_line_ends_and_columns_in_any_order_make_no_difference() {
        let text = sample();
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let reversed = text.lines().map(|line| {
            let mut fields: Vec<&str> = line.split(',').collect();
            fields.reverse();
            format!("\"a, note\",{}", fields.join(","))
        });
        let shuffled = reversed.collect::<Vec<_>>().join("\n");
        for other in [windows, shuffled] {
            let set = read_csv(&registry(), "set.csv", &other).expect("a set");
            assert_eq!(write_csv(&set), text);
        }
    }

    #[test]
    fn a_set_written_by_hand_needs_five_columns_and_may_mix_domains() {
        let text =
            "goal,instance_id,domain,size,initial\n4,a,places,9,1\n0,b,fixed-places,9,1\n5,c,places,8,2\n";
        let set = read_csv(&registry(), "set.csv", text).expect("a set");
        let places: Vec<_> = set.entries.iter().map(|e| (e.group, e.number)).collect();
        assert_eq!(places, [(0, 0), (1, 0), (0, 1)]);
        assert_eq!((set.entries[2].method.as_str(), set.entries[2].optimal_cost), ("file", None));
    }

    #[test]
    fn every_mistake_is_named_with_its_line_and_column() {
        let head = "instance_id,domain,size,initial,goal,seed,optimal_cost,state_hash\n";
        let good = "a,places,9,1,4,,,\n";
        let cases = [
            (
                "",
                "set.csv:1: column instance_id is missing; a set has at least instance_id,domain,size,initial,goal",
            ),
            (
                "instance_id,domain,size,goal\n",
                "set.csv:1: column initial is missing; a set has at least instance_id,domain,size,initial,goal",
            ),
            ("goal,goal,instance_id,domain,size,initial\n", "set.csv:1: column goal is there twice"),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), message);
        }
        let lines = [
            ("b,places,9,1,4,,\n", "set.csv:3: 7 fields; the header has 8"),
            (",places,9,1,4,,,\n", "set.csv:3: column instance_id: it is empty; expected a name"),
            (
                "a,places,9,1,5,,,\n",
                "set.csv:3: column instance_id: `a` is the name of line 2 already; names are unique",
            ),
            ("b,places,x,1,4,,,\n", "set.csv:3: column size: size `x`: expected a number above 0"),
            (
                "b,places,9,9,4,,,\n",
                "set.csv:3: column initial: at 1:1 of the field: `9`: expected a place, a number from 0 to 8",
            ),
            (
                "b,places,9,1,x,,,\n",
                "set.csv:3: column goal: at 1:1 of the field: `x`: expected a place, a number from 0 to 8",
            ),
            (
                "b,places,9,1,4,-1,,\n",
                "set.csv:3: column seed: `-1`: expected nothing, or a whole number of at most 64 bits",
            ),
            (
                "b,places,9,1,4,,1.5,\n",
                "set.csv:3: column optimal_cost: `1.5`: expected nothing, or a whole number of at most 32 bits",
            ),
            (
                "b,places,9,1,4,,,0\n",
                "set.csv:3: column state_hash: `0` is not the hash of this instance, HASH: a field was changed; leave state_hash empty in a set edited by hand",
            ),
        ];
        let hash = format!("{:016x}", super::super::state_hash("places", "9", "1", "4"));
        for (line, message) in lines {
            assert_eq!(error(&format!("{head}{good}{line}")), message.replace("HASH", &hash));
        }
        let stranger = error(&format!("{head}b,plaices,9,1,4,,,\n"));
        assert!(
            stranger
                .starts_with("set.csv:2: column domain: unknown domain `plaices`: did you mean `places`?"),
            "{stranger}"
        );
    }
}
