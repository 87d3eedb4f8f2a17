//! What `list` prints.
use super::good;

#[test]
fn every_list_has_the_same_rows_in_every_form() {
    for what in ["domains", "algorithms", "heuristics", "visited"] {
        let json: serde_json::Value =
            serde_json::from_str(&good(&format!("list {what} --format json"))).expect("JSON");
        let rows = json.as_array().expect("an array").len();
        assert!(rows > 0, "{what}");
        for row in json.as_array().expect("an array") {
            assert_ne!(row["about"], "", "{what}: {row}");
        }
        assert_eq!(good(&format!("list {what} --format csv")).lines().count(), rows + 1, "{what}");
        let table = good(&format!("list {what}"));
        assert_eq!(table.lines().count(), rows + 1, "{what}");
        assert!(!table.contains('\u{1b}'), "no colour off a terminal");
    }
}

#[test]
fn the_puzzles_are_there_with_their_sizes() {
    let json: serde_json::Value = serde_json::from_str(&good("list --format json")).expect("JSON");
    let rows = json.as_array().expect("an array");
    for (domain, size) in
        [("solitaire", "8x8:4"), ("black-white", "4x4"), ("four-in-a-row", "4x4"), ("hybrid-knight", "20")]
    {
        let row = rows.iter().find(|row| row["domain"] == domain).expect(domain);
        assert!(row["sizes"][0].as_str().expect("a size").starts_with(size), "{row}");
    }
}
