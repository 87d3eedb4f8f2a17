//! Text inside LaTeX, and names of macros.
use crate::report::people::visible;
use std::fmt::Write;

/// A macro's name holds at most so many letters of a name of ours.
const LONGEST: usize = 60;

/// A text as plain words: nothing in it is a command, a comment or a ligature. What pdfTeX
/// cannot set is handed to `\rigchar` by its code point.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut last = ' ';
    for c in visible(text).chars() {
        if c == last && matches!(c, '-' | ',') {
            escaped.push_str("{}");
        }
        last = c;
        let _ = match c {
            '\\' => write!(escaped, "\\textbackslash{{}}"),
            '~' => write!(escaped, "\\textasciitilde{{}}"),
            '^' => write!(escaped, "\\textasciicircum{{}}"),
            '<' => write!(escaped, "\\textless{{}}"),
            '>' => write!(escaped, "\\textgreater{{}}"),
            '|' => write!(escaped, "\\textbar{{}}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => write!(escaped, "\\{c}"),
            // The quotes of ASCII are ligatures, and shorthands of some languages.
            '"' | '\'' | '`' => write!(escaped, "\\symbol{{{}}}", u32::from(c)),
            '…' => write!(escaped, "\\ldots{{}}"),
            '–' => write!(escaped, "--"),
            '×' => write!(escaped, "$\\times$"),
            c if c.is_ascii() || is_latin(c) => write!(escaped, "{c}"),
            c => write!(escaped, "\\rigchar{{{:04X}}}", u32::from(c)),
        };
    }
    escaped
}

/// Whether every LaTeX sets `c`, whatever the encoding of its fonts.
fn is_latin(c: char) -> bool {
    matches!(c, 'À'..='ÿ') && !matches!(c, 'Ð' | '×' | 'Þ' | 'ð' | '÷' | 'þ')
}

/// The letters of a text, each word with a capital, its digits as words: `8-puzzle` is `EightPuzzle`.
pub(super) fn letters(text: &str) -> String {
    let mut letters = String::new();
    let mut starts = true;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            letters.push_str(DIGITS[digit as usize]);
            starts = true;
        } else if c.is_ascii_alphabetic() {
            letters.push(if starts { c.to_ascii_uppercase() } else { c });
            starts = false;
        } else {
            starts = true;
        }
    }
    letters.truncate(LONGEST);
    letters
}
const DIGITS: [&str; 10] = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/// Eight letters that tell texts with equal [`letters`] apart: FNV-1a, 64 bits, in base 26.
pub(super) fn fingerprint(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let mut hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    let mut letters = String::new();
    for _ in 0..8 {
        letters.push(char::from(b'a' + (hash % 26) as u8));
        hash /= 26;
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_acts_in_latex() {
        assert_eq!(
            escape("a|b<script>_%&$#{}~^\\"),
            "a\\textbar{}b\\textless{}script\\textgreater{}\\_\\%\\&\\$\\#\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}"
        );
        assert_eq!(escape("a--b \"'`"), "a-{}-b \\symbol{34}\\symbol{39}\\symbol{96}");
        assert_eq!(
            escape("é…ש\u{202e}\n"),
            "é\\ldots{}\\rigchar{05E9}\\textbackslash{}u\\{202e\\}\\textbackslash{}n"
        );
    }

    #[test]
    fn names_of_macros_are_letters() {
        assert_eq!(letters("bfs-layered/bitset"), "BfsLayeredBitset");
        assert_eq!(letters("astar[matching] w=1.5"), "AstarMatchingWOneFive");
        assert_eq!(letters("שלום _|"), "");
        assert_eq!(letters(&"x".repeat(300)).len(), 60);
    }

    #[test]
    fn the_fingerprint_is_that_of_fnv() {
        // FNV-1a of "a" is af63dc4c8601ec8c; its digits in base 26, the lowest first, from Python.
        assert_eq!(fingerprint("a"), "yubfqqux");
    }
}
