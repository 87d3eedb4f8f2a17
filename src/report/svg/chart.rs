//! A chart of two axes.
use super::frame::{Place, WIDTH, framed, text, tick};
use super::scale::{Kind, Scale};
use super::series::{Form, Series, colour, dashes, mark, thinned};
use crate::report::people::shortened;
use std::fmt::Write;

/// An axis.
#[derive(Clone, Debug)]
pub(in crate::report) struct Axis {
    /// What is on it.
    pub(in crate::report) label: String,
    /// How values are spread.
    pub(in crate::report) kind: Kind,
    /// How a value is written.
    pub(in crate::report) form: fn(f64) -> String,
}

/// A line for orientation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report) enum Guide {
    /// Where both values are the same, on axes of one kind that are made to cover the same range.
    Equal,
    /// A value of x.
    X(f64),
    /// A value of y.
    Y(f64),
}

/// A chart.
#[derive(Clone, Debug)]
pub(in crate::report) struct Chart {
    /// What it shows, in a line.
    pub(in crate::report) title: String,
    /// How to read it.
    pub(in crate::report) description: String,
    /// To the right.
    pub(in crate::report) x: Axis,
    /// Upwards.
    pub(in crate::report) y: Axis,
    /// Lines for orientation, with what they mean.
    pub(in crate::report) guides: Vec<(Guide, String)>,
    /// The series, in the order of the legend.
    pub(in crate::report) series: Vec<Series>,
}

const LEFT: f64 = 58.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 34.0;
const PLOT: f64 = 250.0;
/// Characters that the width holds, in the large letters of a phone.
const NAME: usize = 54;
const LEGEND_LINE: f64 = 16.0;
/// A path has at most so many points, and so many of them are marked.
const POINTS: usize = 400;
const MARKED: usize = 40;
/// Points that stand alone are at most so many.
const ALONE: usize = 1500;

impl Chart {
    /// Whether no point has a place.
    pub(in crate::report) fn is_empty(&self) -> bool {
        self.placed().next().is_none()
    }
    /// Points that an axis cannot show: a 0 has no logarithm.
    pub(in crate::report) fn left_out(&self) -> usize {
        self.series.iter().flat_map(|series| &series.points).count() - self.placed().count()
    }
    /// Whether some points are not drawn because there are too many.
    pub(in crate::report) fn is_thinned(&self) -> bool {
        self.series.iter().any(|s| s.points.len() > if s.form == Form::Points { ALONE } else { POINTS })
    }
    fn takes(&self, (x, y): (f64, f64)) -> bool {
        self.x.kind.takes(x) && self.y.kind.takes(y)
    }
    fn placed(&self) -> impl Iterator<Item = (f64, f64)> {
        let points = self.series.iter().flat_map(|series| series.points.iter().copied());
        points.filter(|&point| self.takes(point))
    }
    /// Draws it.
    pub(in crate::report) fn svg(&self, place: Place<'_>) -> String {
        let equal = self.guides.iter().any(|(guide, _)| *guide == Guide::Equal);
        let guided = |of: fn(Guide) -> Option<f64>| {
            self.guides.iter().filter_map(move |&(guide, _)| of(guide)).collect::<Vec<_>>()
        };
        let mut xs: Vec<f64> = self.placed().map(|point| point.0).collect();
        let mut ys: Vec<f64> = self.placed().map(|point| point.1).collect();
        xs.extend(guided(|guide| if let Guide::X(x) = guide { Some(x) } else { None }));
        ys.extend(guided(|guide| if let Guide::Y(y) = guide { Some(y) } else { None }));
        if self.series.iter().any(|series| series.form == Form::Columns) {
            ys.push(0.0);
        }
        if equal {
            xs.extend(ys.iter().copied());
            ys.clone_from(&xs);
        }
        let drawing = Drawing {
            x: Scale::covering(self.x.kind, xs.into_iter()),
            y: Scale::covering(self.y.kind, ys.into_iter()),
        };
        let mut body = String::new();
        drawing.axes(&mut body, self);
        for (guide, _) in &self.guides {
            drawing.guide(&mut body, *guide);
        }
        for (i, series) in self.series.iter().enumerate() {
            let points: Vec<_> = series.points.iter().copied().filter(|&point| self.takes(point)).collect();
            drawing.series(&mut body, i, series.form, &points);
        }
        let height = self.legend(&mut body);
        framed(place, &self.title, &self.description, height, &body)
    }
    /// Names the series below the chart; gives the height of the picture.
    fn legend(&self, svg: &mut String) -> f64 {
        let mut entries: Vec<(Option<usize>, String)> = Vec::new();
        for (i, series) in self.series.iter().enumerate() {
            entries.push((Some(i), shortened(&series.name, NAME)));
        }
        entries.extend(self.guides.iter().map(|(_, words)| (None, shortened(words, NAME))));
        // Two columns if every name fits half the width.
        let columns =
            if entries.iter().all(|(_, name)| name.chars().count() <= NAME / 2 - 2) { 2 } else { 1 };
        let rows = entries.len().div_ceil(columns);
        let top = TOP + PLOT + 52.0;
        for (place, (series, name)) in entries.iter().enumerate() {
            let x = 12.0 + (place / rows) as f64 * (WIDTH - 12.0) / columns as f64;
            let y = top + (place % rows) as f64 * LEGEND_LINE;
            let middle = y - 4.0;
            if let Some(i) = *series {
                let _ = write!(svg, "<g class=\"c{} key\" data-s=\"{i}\">", colour(i));
                if matches!(self.series[i].form, Form::Line | Form::Steps) {
                    let _ = write!(
                        svg,
                        "<path class=\"line\" stroke-dasharray=\"{}\" d=\"M{x:.1} {middle:.1}h26\"/>",
                        dashes(i)
                    );
                }
                let mut path = String::new();
                mark(&mut path, i, (x + 13.0, middle));
                let _ = write!(svg, "<path class=\"dots\" d=\"{path}\"/>");
                text(svg, (x + 32.0, y), " class=\"words\"", name);
                svg.push_str("</g>");
            } else {
                let _ = write!(svg, "<path class=\"guide\" d=\"M{x:.1} {middle:.1}h26\"/>");
                text(svg, (x + 32.0, y), " class=\"words\"", name);
            }
        }
        top + rows as f64 * LEGEND_LINE
    }
}

struct Drawing {
    x: Scale,
    y: Scale,
}
impl Drawing {
    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (width, x, y) = (WIDTH - LEFT - RIGHT, self.x.place(x), self.y.place(y));
        (LEFT + x * width, TOP + (1.0 - y) * PLOT)
    }
    fn axes(&self, svg: &mut String, chart: &Chart) {
        let ([left, right], [bottom, top]) = (self.x.ends(), self.y.ends());
        for &x in &self.x.ticks {
            let at = self.at((x, bottom));
            let _ = write!(svg, "<path class=\"grid\" d=\"M{:.1} {TOP}v{PLOT}\"/>", at.0);
            let label = tick(x, chart.x.form);
            text(svg, (at.0, at.1 + 17.0), " text-anchor=\"middle\"", &label);
        }
        for &y in &self.y.ticks {
            let at = self.at((left, y));
            let _ = write!(svg, "<path class=\"grid\" d=\"M{LEFT} {:.1}h{}\"/>", at.1, WIDTH - LEFT - RIGHT);
            text(svg, (LEFT - 6.0, at.1 + 4.0), " text-anchor=\"end\"", &tick(y, chart.y.form));
        }
        let (start, end) = (self.at((left, top)), self.at((right, bottom)));
        let _ = write!(
            svg,
            "<path class=\"axis\" d=\"M{:.1} {:.1}V{:.1}H{:.1}\"/>",
            start.0, start.1, end.1, end.0
        );
        let (x, y) = (shortened(&chart.x.label, NAME), shortened(&chart.y.label, NAME));
        text(svg, (WIDTH - RIGHT, TOP + PLOT + 33.0), " class=\"label\" text-anchor=\"end\"", &x);
        // Above the axis, where it needs no turned text.
        text(svg, (8.0, TOP - 14.0), " class=\"label\"", &y);
    }
    fn guide(&self, svg: &mut String, guide: Guide) {
        let ([left, right], [bottom, top]) = (self.x.ends(), self.y.ends());
        let (from, to) = match guide {
            Guide::Equal => {
                let (low, high) = (left.max(bottom), right.min(top));
                ((low, low), (high, high))
            }
            Guide::X(x) => ((x, bottom), (x, top)),
            Guide::Y(y) => ((left, y), (right, y)),
        };
        let (from, to) = (self.at(from), self.at(to));
        let _ =
            write!(svg, "<path class=\"guide\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>", from.0, from.1, to.0, to.1);
    }
    /// A column a point, thin enough for a gap between neighbours.
    fn columns(&self, svg: &mut String, points: &[(f64, f64)]) {
        let [left, right] = self.x.ends();
        let width = (WIDTH - LEFT - RIGHT) / (right - left) * 0.7;
        let mut path = String::new();
        for &point in points {
            let ((x, top), (_, bottom)) = (self.at(point), self.at((point.0, 0.0)));
            let _ = write!(path, "M{:.1} {bottom:.1}V{top:.1}h{width:.1}V{bottom:.1}z", x - width / 2.0);
        }
        let _ = write!(svg, "<path class=\"bar\" d=\"{path}\"/></g>");
    }
    fn series(&self, svg: &mut String, i: usize, form: Form, points: &[(f64, f64)]) {
        let _ = write!(svg, "<g class=\"c{}\" data-s=\"{i}\">", colour(i));
        if form == Form::Columns {
            self.columns(svg, points);
            return;
        }
        if form != Form::Points && points.len() > 1 {
            let mut path = String::new();
            let mut previous = None;
            for point in thinned(points, POINTS) {
                let (x, y) = self.at(point);
                let _ = match (previous, form) {
                    (None, _) => write!(path, "M{x:.1} {y:.1}"),
                    (Some(_), Form::Steps) => write!(path, "H{x:.1}V{y:.1}"),
                    (Some(_), _) => write!(path, "L{x:.1} {y:.1}"),
                };
                previous = Some(point);
            }
            let _ = write!(svg, "<path class=\"line\" stroke-dasharray=\"{}\" d=\"{path}\"/>", dashes(i));
        }
        let mut path = String::new();
        for point in thinned(points, if form == Form::Points { ALONE } else { MARKED }) {
            mark(&mut path, i, self.at(point));
        }
        let _ = write!(svg, "<path class=\"dots\" d=\"{path}\"/></g>");
    }
}
