//! The house has floors: a file uses only those below its own. And what only one place may do.
use crate::sources::{Sources, code, made_up, sources};

/// The folders of `src` by floor, as ARCHITECTURE.md has them.
const FLOORS: [&[&str]; 6] = [
    &["core"],
    &["domains", "visited", "open", "record", "statistics"],
    &["algorithms"],
    &["registry"],
    &["dataset", "experiment", "report", "probe"],
    &["cli"],
];
/// Neighbours on one floor that may be used all the same, one way.
const NEIGHBOURS: [(&str, &str); 1] = [("experiment", "dataset")];
/// Reports read results and never run a search.
const CLOSED: [(&str, &[&str]); 1] = [("report", &["core", "record", "statistics"])];
/// Most lines of a file.
const LONGEST: usize = 600;

fn module(path: &str) -> &str {
    path.split('/').next().expect("a path").trim_end_matches(".rs")
}
fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|folders| folders.contains(&module))
}
fn may_use(own: &str, used: &str) -> bool {
    if let Some((_, open)) = CLOSED.iter().find(|(closed, _)| *closed == own) {
        return own == used || open.contains(&used);
    }
    match (floor(own), floor(used)) {
        (Some(own_floor), Some(used_floor)) => {
            own == used || used_floor < own_floor || NEIGHBOURS.contains(&(own, used))
        }
        _ => false,
    }
}

/// Every use of a floor that is not below.
fn wrong_floors(sources: &Sources) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, text) in sources.iter().filter(|(path, _)| !["lib.rs", "main.rs"].contains(&path.as_str())) {
        let own = module(path);
        for (number, line) in code(text) {
            for rest in line.split("crate::").skip(1) {
                let used: &str = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
                if !used.is_empty() && !may_use(own, used) {
                    wrong.push(format!("src/{path}:{number}: {own} may not use {used}"));
                }
            }
        }
    }
    wrong
}

/// Every line that does what only another place may do.
fn out_of_place(sources: &Sources) -> Vec<String> {
    // What a line says, and the files that may say it.
    let rules: [(&str, &[&str]); 6] = [
        ("println!", &["cli/"]),
        ("io::stdout", &["cli/"]),
        ("io::stderr", &["cli/"]),
        ("process::exit", &["cli/"]),
        ("unsafe ", &["visited/memory.rs"]),
        ("Box<dyn Search", &["registry/", "algorithms/mod.rs"]),
    ];
    let mut wrong = Vec::new();
    for (path, text) in sources {
        for (number, line) in code(text) {
            for (what, places) in &rules {
                if line.contains(what) && !places.iter().any(|place| path.starts_with(place)) {
                    wrong.push(format!("src/{path}:{number}: {what} has no place here"));
                }
            }
        }
        if text.lines().count() > LONGEST {
            wrong.push(format!("src/{path}: longer than {LONGEST} lines"));
        }
    }
    wrong
}

#[test]
fn every_file_uses_only_the_floors_below_its_own() {
    let wrong = wrong_floors(&sources());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn printing_exits_unsafe_and_dyn_stay_in_their_places() {
    let wrong = out_of_place(&sources());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn control_a_use_of_a_higher_floor_is_found() {
    for (path, text) in [
        ("core/space.rs", "use crate::algorithms::Row;"),
        ("visited/bitset.rs", "fn f() { crate::registry::f() }"),
        ("domains/solitaire.rs", "use crate::visited::Bitset;"),
        ("report/table.rs", "use crate::registry::Registry;"),
        ("dataset/set.rs", "use crate::experiment::Plan;"),
        ("nowhere/new.rs", "use crate::core::Cost;"),
    ] {
        assert_eq!(wrong_floors(&made_up(path, text)).len(), 1, "{path}: {text}");
    }
    assert!(wrong_floors(&made_up("core/a.rs", "// use crate::cli::f;\nuse crate::core::Cost;")).is_empty());
}

#[test]
fn control_what_is_out_of_place_is_found() {
    for (path, text) in [
        ("core/a.rs", "println!();".to_string()),
        ("experiment/a.rs", "std::process::exit(1)".to_string()),
        ("visited/bitset.rs", "unsafe { f() }".to_string()),
        ("algorithms/bfs.rs", "x: Box<dyn Search<S>>,".to_string()),
        ("cli/run.rs", "\n".repeat(LONGEST + 1)),
    ] {
        assert_eq!(out_of_place(&made_up(path, &text)).len(), 1, "{path}");
    }
}
