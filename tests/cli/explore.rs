//! Whole spaces have the sizes that the rules give them.
use super::{good, run};

fn explored(line: &str) -> serde_json::Value {
    serde_json::from_str(&good(&format!("explore {line} --format json"))).expect("JSON")
}

#[test]
fn the_spaces_have_their_known_sizes() {
    let solitaire = explored("solitaire");
    assert_eq!((&solitaire["states"], &solitaire["edges"]), (&635_376.into(), &8_823_040.into()));
    let black_white = explored("black-white");
    // Each of the 24 pairs of neighbours differs in 4/15 × 2 of the boards.
    assert_eq!(
        (&black_white["states"], &black_white["edges"]),
        (&12_870.into(), &(12_870 * 24 * 8 / 15).into())
    );
    assert_eq!(black_white["complete"], true);
}

#[test]
fn every_set_and_any_threads_see_the_same_layers() {
    let layers = |options: &str| explored(&format!("black-white {options}"))["layers"].clone();
    let reference = layers("--visited dashmap");
    assert!(reference.as_array().expect("an array").len() > 10);
    let sets: serde_json::Value = serde_json::from_str(&good("list visited --format json")).expect("JSON");
    for set in sets.as_array().expect("an array") {
        let name = set["visited"].as_str().expect("a name");
        let fits = set["domains"].as_array().expect("an array").iter().any(|d| d == "black-white");
        if fits && run(&format!("explore black-white --visited {name}")).code == 0 {
            assert_eq!(layers(&format!("--visited {name} --threads 2")), reference, "{name}");
        }
    }
}

#[test]
fn a_start_of_ones_own_and_a_last_layer() {
    let from = "1010/0101/1010/0101";
    let all = explored(&format!("black-white --from {from}"));
    assert_eq!(all["states"], 12_870);
    let near = explored(&format!("black-white --from {from} --max-depth 2"));
    assert_eq!((&near["complete"], &near["depth"]), (&false.into(), &2.into()));
    assert_eq!(near["layers"][1]["states"], 24, "every pair of neighbours differs");
    assert_eq!(near["layers"][0]["edges"], 24);
}

#[test]
fn a_space_too_big_for_the_memory_is_no_result() {
    let run = run("explore solitaire --visited dashmap --memory 1MiB");
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert!(run.err.starts_with("searchrig: --memory: the visited set does not fit"), "{}", run.err);
}

#[test]
fn csv_holds_the_layers() {
    let csv = good("explore black-white --format csv");
    assert!(csv.starts_with("depth,states,edges\n0,1,"), "{csv}");
    let states: u64 =
        csv.lines().skip(1).map(|l| l.split(',').nth(1).expect("states").parse::<u64>().expect("n")).sum();
    assert_eq!(states, 12_870);
}
