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

#[test]
fn independent_implementations_agree() {
    let mut seen = std::collections::BTreeMap::new();
    for record in csv::Reader::from_reader(VECTORS.as_bytes()).records() {
        let record = record.expect("the table is well formed");
        let (a, b, expected) = (numbers(&record[2]), numbers(&record[3]), numbers(&record[4]));
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
        *seen.entry(record[0].to_owned()).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 8, "{seen:?}");
}
