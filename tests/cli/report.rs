//! `report` on files: its forms, its exit codes, and what goes wrong with such tools.
use super::{good, run, scratch};
use std::fs;
use std::path::PathBuf;

/// The rows of a small file, in a folder of one test.
fn folder(name: &str, results: &str) -> PathBuf {
    let folder = scratch(&format!("report-{name}"));
    fs::create_dir_all(&folder).expect("the folder is made");
    fs::write(folder.join("results.csv"), results).expect("the file is written");
    folder
}
fn shown(path: &std::path::Path) -> &str {
    path.to_str().expect("UTF-8")
}

const RESULTS: &str = include_str!("../data/report/results.csv");

#[test]
fn a_run_folder_and_its_results_file_give_the_same_numbers_in_every_form() {
    let folder = folder("forms", RESULTS);
    let file = folder.join("results.csv");
    for form in ["table", "csv"] {
        let of = |path| good(&format!("report {} --format {form}", shown(path)));
        assert_eq!(of(&folder), of(&file));
    }
    let table = good(&format!("report {}", shown(&folder)));
    let row = table.lines().find(|line| line.starts_with("a,b \"x\"")).expect("the quoted name");
    let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells[..5], ["a,b \"x\"", "1", "1/2", "1.00 s", "1.00 ms"], "PAR-2 of 1 ms and 2 × 1 s");
    let markdown = good(&format!("report {} --format markdown", shown(&folder)));
    assert!(
        markdown.contains("\n## Failures\n") && markdown.contains("a panic\\\\nof two lines"),
        "{markdown}"
    );
}

#[test]
fn the_locale_changes_no_byte() {
    let folder = folder("locale", RESULTS);
    let of = |locale: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_searchrig"));
        let output =
            command.args(["report", shown(&folder), "--format", "markdown"]).env("LC_ALL", locale).output();
        output.expect("the program runs").stdout
    };
    assert_eq!(of("C"), of("de_DE.UTF-8"));
}

#[test]
fn exit_codes_tell_missing_malformed_and_incomparable_files_apart() {
    let code = |folder: &PathBuf| {
        let run = run(&format!("report {}", shown(folder)));
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.out.is_empty());
        run.code
    };
    assert_eq!(code(&scratch("report-nothing-here").join("none")), 3);
    assert_eq!(code(&folder("malformed", &RESULTS.replace("solved", "sloved"))), 2);
    assert_eq!(code(&folder("schema", &RESULTS.replace("\n1,", "\n2,"))), 4);
}

#[test]
fn a_torn_last_line_is_left_out_with_a_note() {
    let folder = folder("torn", &format!("{RESULTS}1,9,0,i"));
    let table = good(&format!("report {}", shown(&folder)));
    assert!(
        table.contains("note: The last line of results.csv was cut off in writing; it is left out.\n"),
        "{table}"
    );
}
