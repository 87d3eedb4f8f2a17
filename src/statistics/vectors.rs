//! Compares the statistics with what scipy, statsmodels and numpy say; the script
//! beside the table wrote it.
use super::*;

const VECTORS: &str = include_str!("../../tests/data/statistics/vectors.csv");

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|n| n.parse().expect("a number")).collect()
}

fn tested(test: Option<Test>) -> Vec<f64> {
    test.map_or(Vec::new(), |t| vec![t.statistic, t.p])
}

/// Samples of `count` instances, all of as many repeats, as one list a side.
fn clusters(count: usize, base: &[f64], new: &[f64]) -> Vec<Paired> {
    let repeats = base.len() / count;
    let pair = |(base, new): (&[f64], &[f64])| Paired { base: base.to_vec(), new: new.to_vec() };
    base.chunks(repeats).zip(new.chunks(repeats)).map(pair).collect()
}

/// The ratio to the last digits, and the ends of its interval as far as two sets of draws agree.
fn interval_agrees(instances: &[Paired], expected: &[f64]) -> bool {
    let how = Resampling { resamples: 20_000, ..Resampling::default() };
    let Interval { low, high } = ratio_interval(instances, &how).expect("usable samples");
    let found = ratio(instances).expect("above 0");
    // An end of 20,000 draws has a standard error of up to one and a half per cent of the width.
    let near = |x: f64, y: f64| (x - y).abs() <= 0.06 * (expected[2] - expected[1]);
    (found - expected[0]).abs() <= 1e-9 * found && near(low, expected[1]) && near(high, expected[2])
}

#[test]
fn independent_implementations_agree() {
    let mut seen = std::collections::BTreeMap::new();
    for record in csv::Reader::from_reader(VECTORS.as_bytes()).records() {
        let record = record.expect("the table is well formed");
        let (a, b, expected) = (numbers(&record[2]), numbers(&record[3]), numbers(&record[4]));
        *seen.entry(record[0].to_owned()).or_insert(0) += 1;
        if &record[0] == "ratio_interval" {
            let instances = clusters(record[1].parse().expect("a count"), &a, &b);
            assert!(interval_agrees(&instances, &expected), "{record:?}");
            continue;
        }
        let argument = record[1].parse().unwrap_or(f64::NAN);
        let one = |value: Option<f64>| value.into_iter().collect();
        let found: Vec<f64> = match &record[0] {
            "quantile" => one(quantile(&a, argument)),
            "mad" => one(median_absolute_deviation(&a)),
            "standard_deviation" => one(standard_deviation(&a)),
            "geometric_mean" => one(geometric_mean(&a)),
            "shifted_geometric_mean" => one(shifted_geometric_mean(&a, argument)),
            "wilcoxon" => tested(wilcoxon_signed_rank(&a)),
            "mann_whitney" => tested(mann_whitney_u(&a, &b)),
            "holm" => holm(&a),
            other => panic!("no such function: {other}"),
        };
        let close = |(x, y): (&f64, &f64)| (x - y).abs() <= 1e-9 * y.abs().max(1e-3);
        let agrees = found.len() == expected.len() && found.iter().zip(&expected).all(close);
        assert!(agrees, "{record:?}\nfound {found:?}");
    }
    assert_eq!(seen.len(), 9, "{seen:?}");
}
