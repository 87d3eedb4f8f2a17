//! Points that belong together, and how a series looks unlike the others.
use std::fmt::Write;

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Form {
    /// Joined by straight lines.
    Line,
    /// Joined by steps: a value holds until the next point.
    Steps,
    /// As columns from 0, an x at a whole number each.
    Columns,
    /// Alone.
    Points,
}

/// A named series.
#[derive(Clone, Debug)]
pub(in crate::report) struct Series {
    /// What people call it.
    pub(in crate::report) name: String,
    /// How it is drawn.
    pub(in crate::report) form: Form,
    /// Its points, by x.
    pub(in crate::report) points: Vec<(f64, f64)>,
}

/// Colours, dashes and shapes each come round after a different number of series, so that
/// the first few dozen all differ.
const COLOURS: usize = 8;
const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "5 2 1 2 1 2"];
const SHAPES: usize = 7;

pub(super) fn colour(i: usize) -> usize {
    i % COLOURS
}
pub(super) fn dashes(i: usize) -> &'static str {
    DASHES[i % DASHES.len()]
}

/// The mark of series `i` at a place, as a part of a path.
pub(super) fn mark(path: &mut String, i: usize, (x, y): (f64, f64)) {
    let _ = match i % SHAPES {
        0 => write!(path, "M{:.1} {y:.1}a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", x - 3.0),
        1 => write!(path, "M{:.1} {:.1}h5.4v5.4h-5.4z", x - 2.7, y - 2.7),
        2 => write!(path, "M{x:.1} {:.1}l3.5 6h-7z", y - 3.8),
        3 => write!(path, "M{x:.1} {:.1}l3.8 3.8l-3.8 3.8l-3.8-3.8z", y - 3.8),
        4 => write!(path, "M{x:.1} {:.1}l3.5-6h-7z", y + 3.8),
        5 => write!(path, "M{:.1} {:.1}l6 6m0-6l-6 6", x - 3.0, y - 3.0),
        _ => write!(path, "M{:.1} {y:.1}h7m-3.5-3.5v7", x - 3.5),
    };
}

/// At most `most` of the points, the first and the last among them.
pub(super) fn thinned(points: &[(f64, f64)], most: usize) -> impl Iterator<Item = (f64, f64)> {
    let kept = points.len().min(most.max(2));
    let last = points.len().saturating_sub(1);
    (0..kept).map(move |i| points[if kept < 2 { i } else { i * last / (kept - 1) }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn many_series_look_different() {
        let looks: BTreeSet<_> = (0..60).map(|i| (colour(i), dashes(i), i % SHAPES)).collect();
        assert_eq!(looks.len(), 60);
        let shapes = (0..SHAPES).map(|i| {
            let mut path = String::new();
            mark(&mut path, i, (0.0, 0.0));
            path
        });
        assert_eq!(shapes.collect::<BTreeSet<_>>().len(), SHAPES);
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let points: Vec<_> = (0..1000).map(|i| (f64::from(i), 0.0)).collect();
        let kept: Vec<_> = thinned(&points, 10).collect();
        assert_eq!((kept.len(), kept[0].0, kept[9].0), (10, 0.0, 999.0));
        assert_eq!(thinned(&points[..1], 10).count(), 1);
        assert_eq!(thinned(&[], 10).count(), 0);
    }
}
