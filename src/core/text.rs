//! Reading puzzle text: tokens that know where they stand, and errors that say so.
use std::fmt;

/// What is wrong with a text, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// One line: the value that is wrong and what would be accepted.
    pub message: String,
}
impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}
impl std::error::Error for TextError {}

/// A word of the text between white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word.
    pub text: &'a str,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}
impl Token<'_> {
    /// An error that stands at this token: `message` says what would be right.
    #[must_use]
    pub fn error(&self, message: impl fmt::Display) -> TextError {
        let shown: String = self.text.chars().take(40).collect();
        let dots = if shown.len() < self.text.len() { "…" } else { "" };
        TextError { line: self.line, column: self.column, message: format!("`{shown}{dots}`: {message}") }
    }
    /// The token as a number from `low` to `high`.
    ///
    /// # Errors
    /// If it is no such number; `what` names it.
    pub fn number(&self, what: &str, low: u32, high: u32) -> Result<u32, TextError> {
        let number = self.text.parse().ok().filter(|n| (low..=high).contains(n));
        number.ok_or_else(|| self.error(format_args!("expected {what}, a number from {low} to {high}")))
    }
}

/// The tokens of `text`, in order. White space of any kind separates them (a
/// byte-order mark at the start is skipped), so CRLF, blank lines and a missing
/// last line break change nothing.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.split('\n').enumerate().flat_map(|(row, line)| {
        line.split_whitespace().map(move |word| {
            let start = word.as_ptr() as usize - line.as_ptr() as usize;
            Token { text: word, line: row + 1, column: line[..start].chars().count() + 1 }
        })
    })
}

/// An error at the end of `text`: it stops in the middle of something.
#[must_use]
pub fn ends_early(text: &str, message: impl fmt::Display) -> TextError {
    let last = tokens(text).last();
    let (line, column) = last.map_or((1, 1), |t| (t.line, t.column + t.text.chars().count()));
    TextError { line, column, message: format!("the text ends here: {message}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_line_and_column() {
        let found: Vec<_> = tokens("a  bé\r\n\r\n é c").map(|t| (t.text, t.line, t.column)).collect();
        assert_eq!(found, [("a", 1, 1), ("bé", 1, 4), ("é", 3, 2), ("c", 3, 4)]);
    }

    #[test]
    fn errors_name_the_value_and_what_would_be_right() {
        let token = tokens("1\n 9x").nth(1).expect("two tokens");
        let error = token.number("a row", 1, 8).expect_err("no number");
        assert_eq!(error.to_string(), "line 2, column 2: `9x`: expected a row, a number from 1 to 8");
        let early = ends_early("1 2\n3", "case 2 has 1 of 16 numbers");
        assert_eq!(early.to_string(), "line 2, column 2: the text ends here: case 2 has 1 of 16 numbers");
    }
}
