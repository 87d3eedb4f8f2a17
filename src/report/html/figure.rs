//! A picture with its caption and its numbers as text.
use crate::report::plots::{Drawn, Plot};
use crate::report::svg::{Chart, Escaped, Place};
use std::fmt::Write;

/// The text of a series has at most so many points.
const POINTS: usize = 40;

pub(super) fn figure(id: &str, plot: &Plot) -> String {
    let (title, description) = match &plot.drawn {
        Drawn::Chart(chart) => (&chart.title, &chart.description),
        Drawn::Bars(bars) => (&bars.title, &bars.description),
    };
    let mut out = format!(
        "<figure id=\"{id}\"><figcaption><b><bdi>{}</bdi></b></figcaption>{}<p class=\"caption\">{}",
        Escaped(title),
        plot.svg(Place::Page(id)),
        Escaped(description)
    );
    if let Drawn::Chart(chart) = &plot.drawn {
        let left_out = chart.left_out();
        if left_out > 0 {
            let _ = write!(out, " {left_out} values of 0 have no place on a logarithmic axis.");
        }
        if chart.is_thinned() {
            out.push_str(" There are more points than are drawn.");
        }
    }
    out.push_str("</p><details><summary>Numbers</summary>");
    match &plot.drawn {
        Drawn::Chart(chart) => series(&mut out, chart),
        Drawn::Bars(bars) => {
            out.push_str("<dl class=\"numbers\">");
            for bar in &bars.items {
                let value = (bars.form)(bar.value);
                let _ = write!(out, "<dt><bdi>{}</bdi></dt><dd>{}</dd>", Escaped(&bar.name), Escaped(&value));
            }
            out.push_str("</dl>");
        }
    }
    out + "</details></figure>"
}

fn series(out: &mut String, chart: &Chart) {
    let _ = write!(
        out,
        "<p>For each series: {} → {}.</p><dl class=\"numbers\">",
        Escaped(&chart.x.label),
        Escaped(&chart.y.label)
    );
    for series in &chart.series {
        let _ = write!(out, "<dt><bdi>{}</bdi></dt><dd>", Escaped(&series.name));
        for (i, &(x, y)) in series.points.iter().take(POINTS).enumerate() {
            let comma = if i > 0 { "; " } else { "" };
            let _ = write!(out, "{comma}{} → {}", (chart.x.form)(x), (chart.y.form)(y));
        }
        if series.points.len() > POINTS {
            let _ = write!(out, "; and {} more", series.points.len() - POINTS);
        }
        out.push_str(if series.points.is_empty() { "none</dd>" } else { "</dd>" });
    }
    out.push_str("</dl>");
}
