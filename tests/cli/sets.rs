//! Sets from `generate`: frozen, unique, and exact in what they claim.
use super::{good, run, run_with, scratch};
use std::collections::HashSet;
use std::fs;

/// The column `name` of a set.
fn column(csv: &str, name: &str) -> Vec<String> {
    let mut lines = csv.lines();
    let at = lines.next().expect("a header").split(',').position(|c| c == name).expect(name);
    lines.map(|line| line.split(',').nth(at).expect("a field").to_string()).collect()
}

#[test]
fn the_first_fifty_of_a_hundred_are_fifty() {
    for domain in ["solitaire", "black-white", "four-in-a-row", "hybrid-knight"] {
        for method in ["", "--steps 2..9", "--optimal 2..3"] {
            let long = good(&format!("generate {domain} --count 100 --seed 7 {method}"));
            let short = good(&format!("generate {domain} --count 50 --seed 7 {method}"));
            assert!(long.starts_with(&short) && long.lines().count() == 101, "{domain} {method}");
            let hashes: HashSet<_> = column(&long, "state_hash").into_iter().collect();
            let names: HashSet<_> = column(&long, "instance_id").into_iter().collect();
            assert_eq!((hashes.len(), names.len()), (100, 100), "{domain} {method}");
            assert!(!long.contains('"'), "nothing needs a quote");
        }
    }
}

#[test]
fn optimal_costs_are_what_a_search_finds() {
    let folder = scratch("optimal");
    for (domain, costs) in
        [("solitaire", "4..7"), ("black-white", "5..9"), ("four-in-a-row", "3..5"), ("hybrid-knight", "4..9")]
    {
        let set = folder.join(format!("{domain}.csv"));
        let file = set.display();
        assert_eq!(good(&format!("generate {domain} --count 30 --seed 3 --optimal {costs} -o {file}")), "");
        let written = column(&fs::read_to_string(&set).expect("written"), "optimal_cost");
        let solved = good(&format!("solve {domain} {file} --format json"));
        let found: Vec<String> = solved
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["cost"].to_string())
            .collect();
        assert_eq!(written, found, "{domain}");
        let distinct: HashSet<_> = written.into_iter().collect();
        assert!(distinct.len() > 1, "{domain}: {distinct:?}");
    }
}

#[test]
fn a_set_as_the_judges_text_holds_the_same_instances() {
    let folder = scratch("judge");
    for domain in ["solitaire", "black-white", "four-in-a-row", "hybrid-knight"] {
        let set = folder.join(format!("{domain}.csv"));
        let options = format!("generate {domain} --count 20 --seed 5");
        good(&format!("{options} -o {}", set.display()));
        let text = good(&format!("{options} --format judge"));
        let costs = |out: &str| -> Vec<String> {
            let line = |l| serde_json::from_str::<serde_json::Value>(l).expect("JSON");
            out.lines().map(line).map(|v| format!("{} {}", v["text"], v["cost"])).collect()
        };
        let from_set = good(&format!("solve {domain} {} --format json", set.display()));
        let from_text = run_with(&format!("solve {domain} --format json"), &text);
        assert_eq!(costs(&from_set), costs(&from_text.out), "{domain}: {}", from_text.err);
    }
}

#[test]
fn nothing_is_written_when_something_is_wrong() {
    let folder = scratch("nothing");
    let old = folder.join("old.csv");
    fs::write(&old, "old").expect("written");
    for options in ["--count 17 --size 2", "--count 5 --optimal 90..95 --size 8"] {
        let run = run(&format!("generate hybrid-knight --seed 1 {options} -o {}", old.display()));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{options}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
    assert_eq!(fs::read_to_string(&old).expect("still there"), "old");
    let gone = run(&format!("generate hybrid-knight --seed 1 --count 2 -o {}/no/such.csv", folder.display()));
    assert_eq!(gone.code, 3);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no part of a file is left");
    good(&format!("generate hybrid-knight --seed 1 --count 2 -o {}", old.display()));
    assert_eq!(fs::read_to_string(&old).expect("replaced").lines().count(), 3);
}

#[test]
fn an_exhausted_space_says_how_much_it_holds() {
    let full = good("generate hybrid-knight --size 2 --count 16 --seed 1");
    assert_eq!(full.lines().count(), 17);
    let over = run("generate hybrid-knight --size 2 --count 17 --seed 1");
    assert_eq!(
        over.err,
        "searchrig: only 16 different instances of hybrid-knight 2 (uniform) found: 1000 draws in a row gave \
         nothing new; choose a --count up to 16, or --duplicates\n"
    );
    assert_eq!(good("generate hybrid-knight --size 2 --count 17 --seed 1 --duplicates").lines().count(), 18);
}

#[test]
fn large_boards_are_drawn_at_an_exact_cost() {
    let options = "generate sliding-tile --size 4x4 --seed 3 --optimal 10..14";
    let (long, short) = (good(&format!("{options} --count 12")), good(&format!("{options} --count 6")));
    assert!(long.starts_with(&short), "a longer set begins with the shorter one");
    let set = scratch("large-boards").join("set.csv");
    fs::write(&set, &long).expect("written");
    // The set says what another search with another estimate finds.
    let solve = "solve sliding-tile --algorithm astar --heuristic linear-conflict --format json";
    let found = good(&format!("{solve} {}", set.display()));
    let cost = |line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["cost"].to_string();
    let found: Vec<String> = found.lines().map(cost).collect();
    assert_eq!(column(&long, "optimal_cost"), found);
    assert!(found.iter().all(|cost| (10..=14).contains(&cost.parse::<u32>().expect("a cost"))), "{found:?}");
    assert!(found.iter().collect::<HashSet<_>>().len() > 1, "{found:?}");
    assert_eq!(good("generate sliding-tile-wide --seed 1 --optimal 8..10 --count 2").lines().count(), 3);
}

#[test]
fn an_impossible_cost_is_said_at_once_with_the_largest_there_is() {
    let began = std::time::Instant::now();
    // 31 is the farthest that a board of the 8-puzzle lies from its goal.
    for (domain, most) in [("sliding-tile --size 3x3", "31"), ("black-white", "")] {
        let run = run(&format!("generate {domain} --seed 1 --count 5 --optimal 50"));
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{}", run.err);
        let end = format!("has an optimal cost from 50 to 50: the largest found is {most}");
        assert!(run.err.contains(&end), "{}", run.err);
    }
    assert!(began.elapsed().as_secs() < 30, "two sweeps a domain, and one from the farthest");
}
