//! Numbers and names as people read them: three digits with a unit, and texts made harmless.

/// A time in nanoseconds: `1.23 ms`.
pub(crate) fn time(ns: f64) -> String {
    scaled(ns, 1e3, &["ns", "µs", "ms", "s"])
}
/// A number of bytes: `1.23 MiB`.
pub(crate) fn bytes(bytes: f64) -> String {
    scaled(bytes, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB"])
}
/// A count: `12`, `12.3 M`.
pub(super) fn count(count: f64) -> String {
    scaled(count, 1e3, &["", "k", "M", "G", "T"])
}
/// A ratio: `1.23×`, with three digits above 0.01 too.
pub(super) fn ratio(ratio: f64) -> String {
    if ratio > 0.0 && ratio < 0.001 { "<0.001×".to_owned() } else { format!("{}×", significant(ratio, 3)) }
}
/// A number of threads: `1 thread`, `8 threads`.
pub(super) fn threads(threads: u32) -> String {
    if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") }
}
/// A value, or a dash where there is none.
pub(super) fn or_dash(value: Option<f64>, form: fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), form)
}

fn scaled(value: f64, step: f64, units: &[&str]) -> String {
    let mut value = value;
    let mut units = units.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    // From 999.5 on, three digits would round to the next unit.
    while value >= (step - 0.5).min(999.5) {
        let Some(next) = units.next() else { break };
        (value, unit) = (value / step, next);
    }
    let whole = value.fract() == 0.0 && (unit.is_empty() || matches!(unit, "B" | "ns"));
    let digits = if whole { format!("{value:.0}") } else { significant(value, 3) };
    if unit.is_empty() { digits } else { format!("{digits} {unit}") }
}

/// `value` to so many significant digits, never with an exponent; whole digits are all kept.
pub(super) fn significant(value: f64, digits: usize) -> String {
    let places = |value: f64| {
        let mut places = digits.saturating_sub(1);
        let mut bound = 10.0;
        while value.abs() >= bound && places > 0 {
            (places, bound) = (places - 1, bound * 10.0);
        }
        // Below 1, zeros after the point are no significant digits.
        let mut floor = 1.0;
        while value != 0.0 && value.abs() < floor && places < 12 {
            (places, floor) = (places + 1, floor / 10.0);
        }
        places
    };
    let first = format!("{value:.*}", places(value));
    // Rounding may have carried into one more digit: 9.999 is 10.0.
    let rounded = first.parse().unwrap_or(value);
    format!("{rounded:.*}", places(rounded))
}

/// A name without anything that acts on a terminal or reorders a line, shortened in its middle to 60 characters.
pub(super) fn name(text: &str) -> String {
    shortened(text, 60)
}
/// As [`name`], to `most` characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let shown = visible(text);
    let length = shown.chars().count();
    if length <= most {
        return shown;
    }
    let back = most / 3;
    let front: String = shown.chars().take(most - back - 1).collect();
    let back: String = shown.chars().skip(length - back).collect();
    format!("{front}…{back}")
}
/// Control characters, and marks that change the direction of writing, as escapes.
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_active(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}
/// Whether `c` does something instead of being shown.
pub(super) fn is_active(c: char) -> bool {
    let directs = matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    c.is_control() || directs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_counts_and_bytes_have_three_digits_and_a_unit() {
        let times = [0.0, 7.0, 7.5, 999.4, 999.6, 1_234_000.0, 9.999e9, 123_456.0e9].map(time);
        assert_eq!(times, ["0 ns", "7 ns", "7.50 ns", "999 ns", "1.00 µs", "1.23 ms", "10.0 s", "123456 s"]);
        assert_eq!(
            [0.0, 12.0, 999.0, 12_345.0, 12_345_678.0].map(count),
            ["0", "12", "999", "12.3 k", "12.3 M"]
        );
        assert_eq!([420.0, 1024.0, 3.5 * 1024.0 * 1024.0].map(bytes), ["420 B", "1.00 KiB", "3.50 MiB"]);
        assert_eq!([1.0, 0.0567, 1234.5, 0.000_01].map(ratio), ["1.00×", "0.0567×", "1234×", "<0.001×"]);
    }

    #[test]
    fn nothing_in_a_name_acts() {
        assert_eq!(visible("a\n\u{1b}[31m\u{202e}b é שלום"), "a\\n\\u{1b}[31m\\u{202e}b é שלום");
        assert_eq!(name(&"x".repeat(300)).chars().count(), 60);
        assert_eq!(shortened("abcdefghij", 7), "abcd…ij");
    }
}
