//! All the pictures of a run, each with its name.
use super::{bars, cactus, growth, layers, profile, scatter, threads};
use crate::record::Layer;
use crate::report::summary::{Case, by_domain, cases_by_line};
use crate::report::svg::{Bars, Chart, Place};
use crate::report::{DomainSummary, Run, Summary};

/// A picture in a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What kind of picture it is: `growth-expanded`.
    pub kind: &'static str,
    /// The domain it is of.
    pub domain: String,
    /// The SVG.
    pub svg: String,
}

/// Draws every picture of a run, by domain.
#[must_use]
pub fn pictures(run: &Run, summary: &Summary) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for (domain, (_, rows)) in summary.domains.iter().zip(by_domain(&run.rows)) {
        for plot in plots(domain, &cases_by_line(&rows), &run.layers) {
            let svg = plot.svg(Place::File);
            pictures.push(Picture { kind: plot.kind, domain: domain.domain.clone(), svg });
        }
    }
    pictures
}

/// A picture before it is drawn.
#[derive(Clone, Debug)]
pub(in crate::report) struct Plot {
    pub(in crate::report) kind: &'static str,
    pub(in crate::report) drawn: Drawn,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub(in crate::report) enum Drawn {
    Chart(Chart),
    Bars(Bars),
}

impl Plot {
    pub(in crate::report) fn svg(&self, place: Place<'_>) -> String {
        match &self.drawn {
            Drawn::Chart(chart) => chart.svg(place),
            Drawn::Bars(bars) => bars.svg(place),
        }
    }
    fn is_empty(&self) -> bool {
        match &self.drawn {
            Drawn::Chart(chart) => chart.is_empty(),
            Drawn::Bars(bars) => bars.items.is_empty(),
        }
    }
}

/// The pictures of a domain that have something to show; `cases` are those of its lines, `spaces` the layers of any.
pub(in crate::report) fn plots(
    domain: &DomainSummary,
    cases: &[Vec<Case<'_>>],
    spaces: &[Layer],
) -> Vec<Plot> {
    let chart = |kind, chart| Plot { kind, drawn: Drawn::Chart(chart) };
    let mut plots = vec![
        chart("growth-expanded", growth::expanded(domain, cases)),
        chart("growth-time", growth::time(domain, cases)),
        chart("cactus-time", cactus::time(domain, cases)),
        chart("cactus-expanded", cactus::expanded(domain, cases)),
        chart("profile", profile::profile(domain, cases)),
    ];
    plots.extend(scatter::scatter(domain, cases).map(|of| chart("scatter", of)));
    plots.extend(threads::speedup(domain, cases).map(|of| chart("threads", of)));
    let bars = [("inserts", bars::inserts(domain, cases)), ("memory", bars::memory(domain))];
    plots.extend(bars.map(|(kind, bars)| Plot { kind, drawn: Drawn::Bars(bars) }));
    plots.push(chart("layers", layers::layers(&domain.domain, spaces)));
    plots.retain(|plot| !plot.is_empty());
    plots
}
