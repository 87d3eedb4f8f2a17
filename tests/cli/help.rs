//! Help, manual, completions and suggestions: what a user reads first.
use super::{good, run, scratch};
use std::collections::BTreeSet;
use std::fs;

/// The commands that `searchrig help` lists.
fn commands() -> Vec<String> {
    let help = good("--help");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  "));
    let names = listed.filter_map(|line| line.split_whitespace().next()).map(str::to_string);
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_explains_itself_with_an_example_and_its_exit_codes() {
    let all = commands();
    for name in ["list", "run", "ab", "schema", "completions", "man"] {
        assert!(all.iter().any(|n| n == name), "{name}: {all:?}");
    }
    for name in &all {
        let help = good(&format!("{name} --help"));
        assert!(help.contains("Exit codes: 0 "), "{name}:\n{help}");
        assert!(help.contains(&format!("Example: searchrig {name}")), "{name}:\n{help}");
        assert!(!help.contains('\u{1b}'), "no colour off a terminal");
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{name}:\n{help}");
    }
    let all_codes = good("--help");
    for code in ["0 done", "1 a gate", "2 bad usage", "3 I/O", "4 not comparable", "5 the run", "130, 143"] {
        assert!(all_codes.contains(code), "{code}");
    }
}

#[test]
fn each_shell_gets_a_script_that_knows_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = good(&format!("completions {shell}"));
        assert!(commands().iter().all(|name| script.contains(name.as_str())), "{shell}");
    }
    let wrong = run("completions bsh");
    assert_eq!((wrong.code, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.contains("a similar value exists: 'bash'"), "{}", wrong.err);
}

#[test]
fn the_manual_has_a_page_a_command() {
    assert!(good("man").starts_with(".ie"), "a page in roff");
    let folder = scratch("man");
    assert_eq!(good(&format!("man -o {}", folder.display())), "");
    let pages = fs::read_dir(&folder).expect("pages").map(|e| e.expect("a page").file_name());
    let pages: BTreeSet<String> = pages.map(|name| name.into_string().expect("ASCII")).collect();
    assert!(pages.contains("searchrig.1"), "{pages:?}");
    for name in commands() {
        let page = format!("searchrig-{name}.1");
        assert!(pages.contains(&page), "{page}: {pages:?}");
        let text = fs::read_to_string(folder.join(page)).expect("a page");
        assert!(text.contains("Example: searchrig"), "{name}");
    }
}

#[test]
fn a_slip_in_any_name_is_answered_with_the_nearest() {
    let data = "tests/data/report";
    let table = [
        ("lits", "a similar subcommand exists: 'list'"),
        ("list algoritms", "a similar value exists: 'algorithms'"),
        ("list --format jsn", "a similar value exists: 'json'"),
        ("solve solitare", "did you mean `solitaire`?"),
        ("solve solitaire --algorithm bsf", "did you mean `bfs`?"),
        ("solve sliding-tile --algorithm astar --heuristic manhatten", "did you mean `manhattan`?"),
        ("solve solitaire --visited bitsat", "did you mean `bitset`?"),
        ("schema verfy", "did you mean `verify`?"),
        ("solve solitaire --trheads 2", "a similar argument exists: '--threads'"),
    ];
    for (line, nearest) in table {
        let run = run(line);
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{line}: {}", run.err);
        assert!(run.err.contains(nearest), "{line}: {}", run.err);
    }
    let plot = run(&format!("report {data} --format svg --plot growth-expandd"));
    assert!(plot.code == 2 && plot.err.contains("did you mean `growth-expanded`?"), "{}", plot.err);
}
