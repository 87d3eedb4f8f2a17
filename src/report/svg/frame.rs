//! What every picture has: its size, its colours, a title and a description.
use super::escape::Escaped;
use crate::report::people::shortened;
use std::fmt::Write;

/// Width of a picture, in its own units: small enough that its text stays readable on a phone.
pub(super) const WIDTH: f64 = 480.0;

/// Where a picture will stand.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) enum Place<'a> {
    /// In a file of its own, which brings its colours.
    File,
    /// In a page that has the colours, with an identifier of its own.
    Page(&'a str),
}

/// The colours, for light and dark surroundings and for print.
pub(in crate::report) const STYLE: &str = include_str!("plot.css");

const HEADING: &str = " class=\"heading\" text-anchor=\"middle\"";

/// Wraps `body` into a picture of that height.
pub(super) fn framed(place: Place<'_>, title: &str, description: &str, height: f64, body: &str) -> String {
    let mut svg = String::with_capacity(body.len() + 1024);
    let id = match place {
        Place::File => "plot",
        Place::Page(id) => id,
    };
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
         aria-labelledby=\"{id}-t {id}-d\"><title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>",
        Escaped(title),
        Escaped(description)
    );
    if let Place::File = place {
        let _ = write!(svg, "<style>{STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
        text(&mut svg, (WIDTH / 2.0, 16.0), HEADING, &shortened(title, 64));
    }
    svg.push_str(body);
    svg.push_str("</svg>");
    svg
}

/// A line of text at a place; `attributes` are written as they are.
pub(super) fn text(svg: &mut String, (x, y): (f64, f64), attributes: &str, text: &str) {
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\"{attributes}>{}</text>", Escaped(text));
}

/// A value as the label of a tick: zeros after the point left out.
pub(super) fn tick(value: f64, form: fn(f64) -> String) -> String {
    let shown = form(value);
    let (number, unit) = shown.split_at(shown.find([' ', '×', '%']).unwrap_or(shown.len()));
    let number =
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::people::{ratio, time};

    #[test]
    fn ticks_are_short() {
        assert_eq!([1e6, 2.5e6, 1e9].map(|ns| tick(ns, time)), ["1 ms", "2.5 ms", "1 s"]);
        assert_eq!(tick(1.0, ratio), "1×");
    }
}
