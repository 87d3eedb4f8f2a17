//! The columns of `results.csv`: their names in order, and what each accepts.
use super::{Counts, Status};

/// What a field may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// An integer that fits 32 bits.
    Small,
    /// An integer that fits 64 bits, or nothing.
    Measured,
    /// An integer that fits 64 bits.
    Integer,
    Flag,
    Status,
    Counts,
}
use Kind::{Flag, Integer, Measured, Small, Text};

impl Kind {
    /// Whether `value` is right for a field of this kind.
    pub(super) fn accepts(self, value: &str) -> bool {
        match self {
            Text => true,
            Small => value.parse::<u32>().is_ok(),
            Integer => value.parse::<u64>().is_ok(),
            Measured => value.is_empty() || value.parse::<u64>().is_ok(),
            Flag => matches!(value, "true" | "false"),
            Self::Status => Status::ALL.iter().any(|status| status.name() == value),
            Self::Counts => [Counts::Exact, Counts::Bounded, Counts::Noisy].iter().any(|c| c.name() == value),
        }
    }
    /// What would be right, for an error message.
    pub(super) fn expected(self) -> String {
        match self {
            Text => "a text".to_owned(),
            Small => format!("an integer from 0 to {}", u32::MAX),
            Integer => format!("an integer from 0 to {}", u64::MAX),
            Measured => format!("an integer from 0 to {}, or nothing", u64::MAX),
            Flag => "true or false".to_owned(),
            Self::Status => format!("one of {}", Status::ALL.map(Status::name).join(", ")),
            Self::Counts => "one of exact, bounded, noisy".to_owned(),
        }
    }
}

pub(super) const KINDS: [(&str, Kind); 38] = [
    ("schema", Small),
    ("seq", Integer),
    ("round", Small),
    ("instance_id", Text),
    ("domain", Text),
    ("algorithm", Text),
    ("heuristic", Text),
    ("visited", Text),
    ("options", Text),
    ("configuration", Text),
    ("threads", Small),
    ("repeat", Small),
    ("status", Kind::Status),
    ("detail", Text),
    ("solution_cost", Measured),
    ("solution_length", Measured),
    ("expanded", Measured),
    ("generated", Measured),
    ("duplicates", Measured),
    ("reopened", Measured),
    ("evaluated", Measured),
    ("iterations", Measured),
    ("expanded_before_last", Measured),
    ("max_frontier", Measured),
    ("max_visited", Measured),
    ("visited_bytes", Measured),
    ("determinism", Kind::Counts),
    ("setup_ns", Measured),
    ("wall_ns", Measured),
    ("cpu_ns", Measured),
    ("teardown_ns", Measured),
    ("batch", Small),
    ("peak_rss_bytes", Measured),
    ("contended", Flag),
    ("limit_wall_ns", Measured),
    ("limit_nodes", Measured),
    ("limit_memory_bytes", Measured),
    ("start_utc", Text),
];

/// The header of `results.csv`, in the order of writing.
pub const COLUMNS: [&str; KINDS.len()] = {
    let mut names = [""; KINDS.len()];
    let mut i = 0;
    while i < KINDS.len() {
        names[i] = KINDS[i].0;
        i += 1;
    }
    names
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Row;

    #[test]
    fn the_columns_are_the_fields_of_a_row_in_order() {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(Row::sample()).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(text.lines().next(), Some(COLUMNS.join(",").as_str()));
    }

    #[test]
    fn names_are_those_that_serde_writes() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_string(&status).unwrap(), format!("\"{}\"", status.name()));
        }
        for counts in [Counts::Exact, Counts::Bounded, Counts::Noisy] {
            assert_eq!(serde_json::to_string(&counts).unwrap(), format!("\"{}\"", counts.name()));
        }
    }
}
