//! A table before it has a form: columns, and cells of plain text.
use super::people::visible;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::fmt::Write;

/// Rows under a header.
#[derive(Debug)]
pub(super) struct Grid {
    header: Vec<String>,
    /// Which columns are texts: set to the left, the others to the right.
    left: Vec<bool>,
    rows: Vec<Vec<String>>,
}
impl Grid {
    /// A table whose first `texts` columns are texts, the others numbers.
    pub(super) fn new<T: Into<String>>(texts: usize, header: impl IntoIterator<Item = T>) -> Self {
        let header: Vec<String> = header.into_iter().map(Into::into).collect();
        let left = (0..header.len()).map(|i| i < texts).collect();
        Self { header, left, rows: Vec::new() }
    }
    /// The column at this place is a text too.
    pub(super) fn text_at(mut self, column: usize) -> Self {
        self.left[column] = true;
        self
    }
    pub(super) fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.header.len(), "a row has a cell for each column");
        self.rows.push(row);
    }
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
    /// Columns for a terminal, without colours or trailing blanks; with a `width` the longest
    /// cells are broken so that a line has no more characters.
    pub(super) fn text(&self, width: Option<u16>) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        if let Some(width) = width {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.set_header(self.header.iter().map(|cell| visible(cell)));
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| visible(cell)));
        }
        for (i, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if !self.left[i] {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }
    /// A table in Markdown whose source is aligned too.
    pub(super) fn markdown(&self) -> String {
        let escaped = |row: &Vec<String>| row.iter().map(|cell| escape(cell)).collect::<Vec<_>>();
        let header = escaped(&self.header);
        let rows: Vec<_> = self.rows.iter().map(escaped).collect();
        let width = |i: usize| {
            let cells = rows.iter().chain([&header]).map(|row| row[i].chars().count());
            cells.max().unwrap_or(0).max(4)
        };
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let mut text = String::new();
        let mut line = |row: &[String]| {
            for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let _ = if self.left[i] {
                    write!(text, "| {cell:<width$} ")
                } else {
                    write!(text, "| {cell:>width$} ")
                };
            }
            text.push_str("|\n");
        };
        line(&header);
        let rule = |(i, &width): (usize, &usize)| {
            if self.left[i] { "-".repeat(width) } else { "-".repeat(width - 1) + ":" }
        };
        line(&widths.iter().enumerate().map(rule).collect::<Vec<_>>());
        for row in &rows {
            line(row);
        }
        text
    }
}

/// How a text that mixes tables and words is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Markup {
    /// Columns for a terminal of so many characters a line, if that is known.
    Plain(Option<u16>),
    /// Markdown.
    Markdown,
}
impl Markup {
    /// A table.
    pub(super) fn grid(self, grid: &Grid) -> String {
        match self {
            Self::Plain(width) => grid.text(width),
            Self::Markdown => grid.markdown(),
        }
    }
    /// Words in which nothing is markup.
    pub(super) fn words(self, text: &str) -> String {
        match self {
            Self::Plain(_) => visible(text),
            Self::Markdown => escape(text),
        }
    }
}

/// A text as plain words within a line of Markdown, also within a cell of a table: nothing
/// in it is markup, HTML or a link.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' | '$' | '@' => {
                escaped.extend(['\\', c]);
            }
            _ => escaped.push(c),
        }
    }
    escaped.replace("://", "\\://").replace("www.", "www\\.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Grid {
        let mut grid = Grid::new(1, ["name", "n"]);
        grid.push(vec!["a|b".to_owned(), "7".to_owned()]);
        grid.push(vec!["two\nlines".to_owned(), "1234567".to_owned()]);
        grid
    }

    #[test]
    fn columns_are_aligned_and_a_line_break_in_a_cell_is_shown() {
        let text = "name              n\na|b               7\ntwo\\nlines  1234567\n";
        assert_eq!(sample().text(None), text);
        assert_eq!(sample().text(Some(80)), text);
        let narrow = sample().text(Some(16));
        assert!(narrow.lines().count() > 3 && narrow.lines().all(|line| line.len() <= 16), "{narrow}");
    }

    #[test]
    fn markdown_is_aligned_and_escaped() {
        let expected = "\
| name        |       n |
| ----------- | ------: |
| a\\|b        |       7 |
| two\\\\nlines | 1234567 |
";
        assert_eq!(sample().markdown(), expected);
    }

    #[test]
    fn hostile_text_is_plain_words() {
        assert_eq!(
            escape("<script>a</script> [x](http://y) `*_|\\ \u{202e}&"),
            "&lt;script&gt;a&lt;/script&gt; \\[x\\](http\\://y) \\`\\*\\_\\|\\\\ \\\\u{202e}&amp;"
        );
    }
}
