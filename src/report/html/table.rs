//! Tables: cells of escaped text, numbers with what they sort by, and a limit on rows.
use crate::report::svg::{Escaped, attribute};
use std::fmt::Write;

/// A cell.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// Words.
    Text(String),
    /// A name: shown shortened, whole where the pointer rests.
    Name(String),
    /// A number as people read it, and its value to sort by; without one it is a dash.
    Number(String, Option<f64>),
    /// As a number, with a smaller line below it.
    Below(String, String, f64),
    /// A remark that stands out, by a mark and by colour.
    Marked(String),
}
impl Cell {
    /// A measured value, or a dash.
    pub(super) fn measured(value: Option<f64>, form: fn(f64) -> String) -> Self {
        Self::Number(value.map_or_else(|| "–".to_owned(), form), value)
    }
    /// A whole number.
    pub(super) fn count(value: usize) -> Self {
        Self::Number(value.to_string(), Some(value as f64))
    }
}

/// A table being written.
#[derive(Debug)]
pub(super) struct Table {
    out: String,
    most: usize,
    rows: usize,
}
impl Table {
    /// A table with a caption, of at most so many rows. A column is its title and what it means.
    pub(super) fn new(caption: &str, most: usize, header: &[(&str, &str)]) -> Self {
        let mut out = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>",
            Escaped(caption)
        );
        for (title, meaning) in header {
            let _ = if meaning.is_empty() {
                write!(out, "<th scope=\"col\">{}</th>", Escaped(title))
            } else {
                write!(out, "<th scope=\"col\" title=\"{}\">{}</th>", attribute(meaning), Escaped(title))
            };
        }
        out.push_str("</tr></thead><tbody>");
        Self { out, most, rows: 0 }
    }
    /// Whether another row would be left out.
    pub(super) fn is_full(&self) -> bool {
        self.rows >= self.most
    }
    /// Adds a row, or counts it where the table is full.
    pub(super) fn push(&mut self, cells: &[Cell]) {
        self.rows += 1;
        if self.rows > self.most {
            return;
        }
        self.out.push_str("<tr>");
        for cell in cells {
            let out = &mut self.out;
            let _ = match cell {
                Cell::Text(text) => write!(out, "<td><bdi>{}</bdi></td>", Escaped(text)),
                Cell::Name(name) => {
                    let short = crate::report::people::name(name);
                    if short == *name {
                        write!(out, "<td><bdi>{}</bdi></td>", Escaped(name))
                    } else {
                        write!(out, "<td title=\"{}\"><bdi>{}</bdi></td>", attribute(name), Escaped(&short))
                    }
                }
                Cell::Number(text, Some(value)) if *text == value.to_string() => {
                    write!(out, "<td class=\"n\">{text}</td>")
                }
                Cell::Number(text, Some(value)) => {
                    write!(out, "<td class=\"n\" data-v=\"{value:e}\">{}</td>", Escaped(text))
                }
                Cell::Number(text, None) => write!(out, "<td class=\"n\" data-v=\"\">{}</td>", Escaped(text)),
                Cell::Below(text, below, value) => write!(
                    out,
                    "<td class=\"n\" data-v=\"{value:e}\">{}<small>{}</small></td>",
                    Escaped(text),
                    Escaped(below)
                ),
                Cell::Marked(text) => write!(out, "<td class=\"marked\"><bdi>! {}</bdi></td>", Escaped(text)),
            };
        }
        self.out.push_str("</tr>");
    }
    /// Counts a row that is not even made.
    pub(super) fn skip(&mut self) {
        self.rows += 1;
    }
    /// The table, with a note if rows were left out: where the others are.
    pub(super) fn finish(mut self, elsewhere: &str) -> String {
        if self.rows == 0 {
            return String::new();
        }
        self.out.push_str("</tbody></table></div>");
        if self.rows > self.most {
            let _ = write!(
                self.out,
                "<p class=\"note\">The first {} of {} rows are shown; all are in {elsewhere}.</p>",
                self.most, self.rows
            );
        }
        self.out
    }
}

/// A link to a file of the run folder, beside the page.
pub(super) fn beside(file: &str) -> String {
    format!("<a href=\"{file}\">{file}</a>")
}
