//! The layers of a domain's spaces: which part of the states lies at each distance from a start.
use crate::record::Layer;
use crate::report::people::{count, name, significant};
use crate::report::svg::{Axis, Chart, Form, Kind, Series};
use std::collections::BTreeMap;

/// At most so many spaces in a picture.
const MOST: usize = 14;

/// One series a size; `layers` may be of any domain.
pub(super) fn layers(domain: &str, layers: &[Layer]) -> Chart {
    let mut spaces: BTreeMap<&str, Vec<&Layer>> = BTreeMap::new();
    for layer in layers.iter().filter(|layer| layer.domain == domain) {
        spaces.entry(&layer.size).or_default().push(layer);
    }
    let all = spaces.len();
    let form = if all == 1 { Form::Columns } else { Form::Line };
    let series = spaces.into_iter().take(MOST).map(|(size, layers)| {
        let states: u128 = layers.iter().map(|layer| u128::from(layer.states)).sum();
        let from = name(&layers[0].instance_id);
        Series {
            name: format!("{}: {} states, from {from}", name(size), grouped(states)),
            form,
            points: layers.iter().map(|l| (l.depth as f64, l.states as f64 / states.max(1) as f64)).collect(),
        }
    });
    let cut = if all > MOST { format!(" The first {MOST} of {all} sizes are shown.") } else { String::new() };
    Chart {
        title: format!("Layers of the space: {}", name(domain)),
        description: format!(
            "The part of all reachable states at each distance from the start of the instance named below: the deeper \
             most of them lie, the more a search from one end must visit. The counts are in layers.csv.{cut}"
        ),
        x: Axis { label: "distance from the start, in moves".to_owned(), kind: Kind::Whole, form: count },
        y: Axis { label: "part of the states".to_owned(), kind: Kind::Linear, form: part },
        guides: Vec::new(),
        series: series.collect(),
    }
}

fn part(value: f64) -> String {
    format!("{} %", significant(value * 100.0, 3))
}

/// All digits, by thousands.
fn grouped(states: u128) -> String {
    let digits = states.to_string();
    let mut shown = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_of_each_size_alone() {
        let layer = |size: &str, depth, states| Layer {
            domain: "d".to_owned(),
            size: size.to_owned(),
            instance_id: "i".to_owned(),
            depth,
            states,
            edges: 0,
        };
        let all = [layer("2", 0, 1), layer("2", 1, 3), layer("3", 0, 1234)];
        let chart = layers("d", &all);
        assert_eq!(chart.series[0].points, [(0.0, 0.25), (1.0, 0.75)]);
        assert_eq!(chart.series[1].name, "3: 1,234 states, from i");
        assert_eq!(chart.series[0].form, Form::Line, "two sizes");
        assert_eq!(layers("d", &all[..2]).series[0].form, Form::Columns);
        assert!(layers("other", &all).is_empty());
    }
}
