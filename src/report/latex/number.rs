//! Numbers as siunitx reads them.
use crate::report::people::significant;
use std::fmt::Display;

/// What stands where there is no number.
pub(super) const NONE: &str = "--";

/// A unit: so many of the measure's own, and its name in siunitx.
pub(super) type Unit = (f64, &'static str);

const TIMES: [Unit; 4] =
    [(1.0, "\\nano\\second"), (1e3, "\\micro\\second"), (1e6, "\\milli\\second"), (1e9, "\\second")];
const SIZES: [Unit; 4] = [(1.0, "B"), (1024.0, "KiB"), (1_048_576.0, "MiB"), (1_073_741_824.0, "GiB")];

/// `value` in a unit: three digits, and all before the point.
fn digits(value: f64, (scale, _): Unit) -> String {
    // What is counted in the smallest unit has nothing after the point.
    let whole = value.fract() == 0.0 && scale <= 1.0;
    if whole { format!("{value:.0}") } else { significant(value / scale, 3) }
}

/// A number in the text: three digits, and all before the point.
pub(super) fn number(value: Option<f64>) -> String {
    value.map_or(NONE.to_owned(), |value| format!("\\num{{{}}}", significant(value, 3)))
}

/// A whole number in the text.
pub(super) fn count(value: impl Display) -> String {
    format!("\\num{{{value}}}")
}

/// A time in the text, of nanoseconds.
pub(super) fn time(ns: Option<f64>) -> String {
    quantity(ns, &TIMES)
}

/// A size in the text, of bytes.
pub(super) fn size(bytes: Option<f64>) -> String {
    quantity(bytes, &SIZES)
}

/// `\SI`, for it is known to both versions of siunitx in use, and to no other package.
fn quantity(value: Option<f64>, units: &[Unit]) -> String {
    value.map_or(NONE.to_owned(), |value| {
        let unit = fitting(value, units);
        format!("\\SI{{{}}}{{{}}}", digits(value, unit), unit.1)
    })
}

/// The largest unit of which `value` has at least one.
fn fitting(value: f64, units: &[Unit]) -> Unit {
    units.iter().rev().copied().find(|&(scale, _)| value >= scale).unwrap_or(units[0])
}

/// A column of numbers in one unit.
#[derive(Debug)]
pub(super) struct Column {
    /// What is measured; neighbours that measure the same stand under one title.
    pub(super) title: &'static str,
    /// The unit, or which value of it.
    pub(super) unit: String,
    cells: Vec<Option<String>>,
}
impl Column {
    pub(super) fn numbers(title: &'static str, unit: &str, values: &[Option<f64>]) -> Self {
        let cells = values.iter().map(|value| value.map(|value| significant(value, 3)));
        Self { title, unit: unit.to_owned(), cells: cells.collect() }
    }
    pub(super) fn counts(title: &'static str, unit: &str, counts: &[usize]) -> Self {
        let cells = counts.iter().map(|count| Some(count.to_string()));
        Self { title, unit: unit.to_owned(), cells: cells.collect() }
    }
    /// Times of nanoseconds, in the unit that fits the middle one.
    pub(super) fn times(title: &'static str, ns: &[Option<f64>]) -> Self {
        Self::measured(title, ns, &TIMES)
    }
    /// Sizes of bytes, in the unit that fits the middle one.
    pub(super) fn sizes(title: &'static str, bytes: &[Option<f64>]) -> Self {
        Self::measured(title, bytes, &SIZES)
    }
    fn measured(title: &'static str, values: &[Option<f64>], units: &[Unit]) -> Self {
        let mut known: Vec<f64> = values.iter().flatten().copied().collect();
        known.sort_by(f64::total_cmp);
        // Of an even number the lower: digits before the point are read more easily than zeros after it.
        let middle = known.get(known.len().saturating_sub(1) / 2);
        let unit = fitting(middle.copied().unwrap_or(0.0), units);
        let cells = values.iter().map(|value| value.map(|value| digits(value, unit)));
        Self { title, unit: format!("\\si{{{}}}", unit.1), cells: cells.collect() }
    }
    /// Where the points stand under each other: the digits before and after them.
    pub(super) fn format(&self) -> String {
        let places = |cell: &String| {
            let (whole, part) = cell.split_once('.').unwrap_or((cell, ""));
            (whole.len(), part.len())
        };
        let most = |all: (usize, usize), of: (usize, usize)| (all.0.max(of.0), all.1.max(of.1));
        let (whole, part) = self.cells.iter().flatten().map(places).fold((1, 0), most);
        if part == 0 { format!("S[table-format={whole}]") } else { format!("S[table-format={whole}.{part}]") }
    }
    /// The cell of that row; in braces where it is no number.
    pub(super) fn cell(&self, row: usize) -> String {
        self.cells[row].clone().unwrap_or_else(|| format!("{{{NONE}}}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_one_unit_and_its_points_stand_under_each_other() {
        let column = Column::times("PAR-2", &[Some(541_000.0), Some(2_820_000.0), Some(670e6), None]);
        assert_eq!(column.unit, "\\si{\\milli\\second}");
        assert_eq!([0, 1, 2, 3].map(|row| column.cell(row)), ["0.541", "2.82", "670", "{--}"]);
        assert_eq!(column.format(), "S[table-format=3.3]");
        assert_eq!(Column::numbers("time", "$n$", &[None]).format(), "S[table-format=1]");
        assert_eq!(
            Column::times("PAR-2", &[Some(3e6), Some(20e9)]).cell(1),
            "20000",
            "the lower of two says the unit"
        );
    }

    #[test]
    fn a_quantity_has_the_unit_that_fits() {
        assert_eq!(time(Some(670e6)), "\\SI{670}{\\milli\\second}");
        assert_eq!(size(Some(420.0)), "\\SI{420}{B}");
        assert_eq!((time(Some(0.0)).as_str(), time(None).as_str()), ("\\SI{0}{\\nano\\second}", "--"));
        assert_eq!(number(Some(0.377_96)), "\\num{0.378}");
    }
}
