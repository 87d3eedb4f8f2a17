//! Whatever is written is registered: no orphan file, no name that the command line does not know.
use crate::sources::{Sources, code, made_up, sources};
use searchrig::registry::Registry;
use std::collections::BTreeSet;

/// Files that no `mod` line of their folder declares.
fn orphans(sources: &Sources) -> Vec<String> {
    let declared = |folder: &str, name: &str| {
        let parents = [format!("{folder}/mod.rs"), format!("{folder}.rs")];
        let parents = parents.iter().filter_map(|parent| sources.get(parent));
        let lines: BTreeSet<&str> = parents.flat_map(|text| text.lines().map(str::trim)).collect();
        ["", "pub ", "pub(crate) ", "pub(super) "]
            .iter()
            .any(|seen| lines.iter().any(|line| line.starts_with(&format!("{seen}mod {name};"))))
    };
    let mut found = Vec::new();
    for path in sources.keys() {
        let Some((folder, file)) = path.rsplit_once('/') else { continue };
        let (folder, name) = match (file, folder.rsplit_once('/')) {
            ("mod.rs", Some((above, own))) => (above, own),
            ("mod.rs", None) => continue, // lib.rs declares the floors: the compiler sees to that
            _ => (folder, file.trim_end_matches(".rs")),
        };
        if !declared(folder, name) {
            found.push(path.clone());
        }
    }
    found
}

/// Names that the code of `folder` gives to things: `NAME: &'static str = "…"` and `name: "…"`.
fn names(sources: &Sources, folder: &str) -> BTreeSet<String> {
    let files = sources.iter().filter(|(path, _)| path.starts_with(folder) && !path.ends_with("tests.rs"));
    let lines = files.flat_map(|(_, text)| code(text));
    let named = lines.filter_map(|(_, line)| {
        let rest = line.split_once("const NAME: &'static str = ").or_else(|| line.split_once(" name: "))?.1;
        Some(rest.strip_prefix('"')?.split_once('"')?.0.to_string())
    });
    named.collect()
}

/// Names that the registry knows and no list shows.
fn unlisted(sources: &Sources) -> Vec<String> {
    let registry = Registry::builtin();
    let mut known = BTreeSet::from(["explore"]);
    for domain in registry.domains() {
        known.insert(domain.name());
        known.extend(domain.heuristics());
        for row in domain.configurations().iter().chain(domain.explorers()) {
            known.insert(row.algorithm.name);
            known.extend(row.visited);
            known.extend(row.heuristic);
        }
    }
    let written = ["domains/", "visited/", "algorithms/"].iter().flat_map(|folder| names(sources, folder));
    written.filter(|name| !known.contains(name.as_str())).collect()
}

#[test]
fn no_file_is_an_orphan() {
    assert_eq!(orphans(&sources()), Vec::<String>::new());
}

#[test]
fn whatever_has_a_name_is_listed() {
    let sources = sources();
    assert_eq!(unlisted(&sources), Vec::<String>::new());
    let algorithms = names(&sources, "algorithms/");
    assert!(
        algorithms.contains("bfs") && algorithms.contains("astar"),
        "the test reads names: {algorithms:?}"
    );
    assert!(
        names(&sources, "visited/").contains("bitset") && names(&sources, "domains/").contains("solitaire")
    );
}

#[test]
fn no_name_is_given_twice() {
    let registry = Registry::builtin();
    let mut domains = BTreeSet::new();
    for domain in registry.domains() {
        assert!(domains.insert(domain.name()), "two domains are called {}", domain.name());
        let mut rows = BTreeSet::new();
        for row in domain.configurations() {
            let key = (row.algorithm.name, row.heuristic, row.visited);
            assert!(rows.insert(key), "{} has two rows {key:?}", domain.name());
        }
    }
}

#[test]
fn control_an_orphan_file_is_found() {
    let mut sources = sources();
    sources.extend(made_up("visited/forgotten.rs", "pub struct Forgotten;"));
    assert_eq!(orphans(&sources), ["visited/forgotten.rs"]);
}

#[test]
fn control_an_unregistered_set_is_found() {
    let mut sources = sources();
    sources.extend(made_up("visited/forgotten.rs", "    const NAME: &'static str = \"forgotten\";"));
    assert_eq!(unlisted(&sources), ["forgotten"]);
}
