//! Text inside XML and HTML.
use crate::report::people::{shortened, visible};
use std::fmt::{self, Write};

/// A text as the content of an element or of a quoted attribute: nothing in it is markup,
/// acts on the direction of writing, or is forbidden in XML.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Escaped<'a>(pub(in crate::report) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in visible(self.0).chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A text of any length as the value of an attribute, at most 300 characters of it.
pub(in crate::report) fn attribute(text: &str) -> String {
    Escaped(&shortened(text, 300)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let text = Escaped("a|b<script>_%&$#\"'\n\u{202e}x\u{ffff}").to_string();
        assert_eq!(text, "a|b&lt;script&gt;_%&amp;$#&quot;&#39;\\n\\u{202e}x\u{fffd}");
        assert_eq!(attribute(&"x".repeat(999)).chars().count(), 300);
    }
}
