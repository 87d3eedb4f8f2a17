//! Sizes, durations and ranges as people write them, in options and in files.
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Bytes from a number with a unit: `512MiB`, `2GiB`, `4096B`. The unit is
/// always written, so that `2` is never taken for two gigabytes.
///
/// # Errors
/// What would be right.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let unit = |name: &str| {
        Some(match name {
            "B" => 1,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            "TiB" => 1 << 40,
            _ => return None,
        })
    };
    let (number, name) = split(text);
    let bytes = unit(name).zip(number.parse::<u64>().ok()).and_then(|(unit, n)| n.checked_mul(unit));
    bytes
        .filter(|&b| b > 0)
        .ok_or_else(|| "expected a size above 0 in B, KiB, MiB, GiB or TiB, as in `512MiB`".to_string())
}

/// A duration from a number with a unit: `500ms`, `10s`, `5min`, `2h`.
///
/// # Errors
/// What would be right.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let unit = |name: &str| {
        Some(match name {
            "ns" => 1,
            "us" | "µs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return None,
        })
    };
    let (number, name) = split(text);
    let nanos = unit(name).zip(number.parse::<u64>().ok()).and_then(|(unit, n)| n.checked_mul(unit));
    nanos
        .filter(|&n| n > 0)
        .map(Duration::from_nanos)
        .ok_or_else(|| "expected a time above 0 in ns, us, ms, s, min or h, as in `500ms`".to_string())
}

/// The leading digits of `text`, and the rest after optional spaces.
fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start_matches(' '))
}

/// Whole numbers from `low` to `high`, both included: written `3..8`, or `5` for one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest, at most `high`.
    pub low: u32,
    /// The largest.
    pub high: u32,
}
impl FromStr for Range {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.parse::<u32>().ok().filter(|_| !part.starts_with('+'));
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let (Some(low), Some(high)) = (number(low), number(high)) else {
            return Err("expected a whole number, or two as in `3..8` (both included)".to_string());
        };
        if low > high {
            return Err(format!("the range runs backwards; expected `{high}..{low}`"));
        }
        Ok(Self { low, high })
    }
}
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            write!(f, "{}", self.low)
        } else {
            write!(f, "{}..{}", self.low, self.high)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_need_their_unit() {
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        assert_eq!(parse_bytes("512 MiB"), Ok(512 << 20));
        assert_eq!(parse_bytes("1B"), Ok(1));
        for wrong in ["", "2", "GiB", "2GB", "2gib", "-1B", "1.5GiB", "0B", "99999999999TiB", "1 B x"] {
            let error = parse_bytes(wrong).expect_err(wrong);
            assert_eq!(error, "expected a size above 0 in B, KiB, MiB, GiB or TiB, as in `512MiB`");
        }
    }

    #[test]
    fn durations_need_their_unit() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("5min"), Ok(Duration::from_mins(5)));
        assert_eq!(parse_duration("10 s"), Ok(Duration::from_secs(10)));
        for wrong in ["", "10", "s", "0s", "1.5s", "-1s", "10m", "9999999999h"] {
            let error = parse_duration(wrong).expect_err(wrong);
            assert_eq!(error, "expected a time above 0 in ns, us, ms, s, min or h, as in `500ms`");
        }
    }

    #[test]
    fn a_range_includes_both_ends() {
        let range = |text: &str| text.parse::<Range>();
        assert_eq!(range("3..8"), Ok(Range { low: 3, high: 8 }));
        assert_eq!(range("5"), Ok(Range { low: 5, high: 5 }));
        assert_eq!(range("3..8").map(|r| r.to_string()), Ok("3..8".to_string()));
        assert_eq!(range("5..5").map(|r| r.to_string()), Ok("5".to_string()));
        assert_eq!(range("8..3"), Err("the range runs backwards; expected `3..8`".to_string()));
        for wrong in ["", "..", "3..", "..8", "3..=8", "3-8", "a..b", "-1..3", "+1", "3..8..9", "4294967296"]
        {
            assert_eq!(
                range(wrong),
                Err("expected a whole number, or two as in `3..8` (both included)".to_string()),
                "{wrong}"
            );
        }
    }
}
