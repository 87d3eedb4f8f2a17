//! Horizontal bars, each under its name.
use super::frame::{Place, WIDTH, framed, text};
use super::series::colour;
use crate::report::people::shortened;
use std::fmt::Write;

/// A bar.
#[derive(Clone, Debug)]
pub(in crate::report) struct Bar {
    /// What it is of.
    pub(in crate::report) name: String,
    /// Bars of one group have one colour; the name says the group too.
    pub(in crate::report) group: usize,
    /// Its length.
    pub(in crate::report) value: f64,
}

/// Bars from 0.
#[derive(Clone, Debug)]
pub(in crate::report) struct Bars {
    /// What they show, in a line.
    pub(in crate::report) title: String,
    /// How to read them.
    pub(in crate::report) description: String,
    /// What the values are.
    pub(in crate::report) label: String,
    /// How a value is written.
    pub(in crate::report) form: fn(f64) -> String,
    /// The bars, from the top.
    pub(in crate::report) items: Vec<Bar>,
}

const TOP: f64 = 30.0;
const STEP: f64 = 29.0;
const LEFT: f64 = 10.0;
/// Room for the value to the right of the longest bar.
const VALUE: f64 = 76.0;

impl Bars {
    /// Draws them.
    pub(in crate::report) fn svg(&self, place: Place<'_>) -> String {
        let most = self.items.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let mut body = String::new();
        text(&mut body, (LEFT, TOP - 9.0), " class=\"label\"", &self.label);
        for (i, bar) in self.items.iter().enumerate() {
            let y = TOP + 14.0 + i as f64 * STEP;
            let part = if most > 0.0 { (bar.value / most).clamp(0.0, 1.0) } else { 0.0 };
            let width = part * (WIDTH - LEFT - VALUE);
            text(&mut body, (LEFT, y), "", &shortened(&bar.name, 60));
            let _ = write!(
                body,
                "<g class=\"c{}\"><rect class=\"bar\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{:.1}\" height=\"8\"/></g>",
                colour(bar.group),
                y + 4.0,
                width.max(1.0)
            );
            text(&mut body, (LEFT + width + 6.0, y + 12.0), "", &(self.form)(bar.value));
        }
        let height = TOP + 18.0 + self.items.len() as f64 * STEP;
        framed(place, &self.title, &self.description, height, &body)
    }
}
