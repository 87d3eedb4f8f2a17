//! The whole text of reports.
use crate::record::{Completion, Manifest, Row, Status};
use crate::report::summary::tests::small;
use crate::report::{Run, markdown, summary, summary_csv, table};

fn measured() -> Run {
    let manifest = Manifest {
        status: Completion::Complete,
        experiment: Some("a small run".to_owned()),
        git_revision: Some("0123abc".to_owned()),
        git_dirty: Some(false),
        cores: Some(2),
        memory_bytes: Some(8 << 30),
        seed: Some(7),
        planned: Some(12),
        command_line: ["target/release/searchrig", "run", "my file.toml"].map(str::to_owned).to_vec(),
        warnings: vec!["The load was 1.5.".to_owned()],
        ..Manifest::default()
    };
    let mut run = small();
    run.sources[0].manifest = Some(manifest);
    run
}

#[test]
fn the_report_of_a_small_run_is_the_one_on_file() {
    let run = measured();
    let summary = summary(&run);
    assert_eq!(markdown(&run, &summary), include_str!("../../../tests/data/report/small.md"));
    assert_eq!(table(&summary, None), include_str!("../../../tests/data/report/small.txt"));
    assert_eq!(summary_csv(&summary), include_str!("../../../tests/data/report/small.csv"));
}

#[test]
fn hostile_names_and_messages_stay_inside_their_cells() {
    let hostile = "a|b\\|`x`\n| y | <script>alert(1)</script> [l](http://h) \u{202e}שלום\u{1b}[31m";
    let long = "n".repeat(300);
    let rows = vec![
        Row { configuration: hostile.to_owned(), domain: hostile.to_owned(), ..Row::sample() },
        Row {
            configuration: long.clone(),
            domain: hostile.to_owned(),
            instance_id: hostile.to_owned(),
            status: Status::Error,
            detail: hostile.to_owned(),
            ..Row::sample()
        },
    ];
    let run = Run::of(hostile, rows);
    let summary = summary(&run);
    let (report, table) = (markdown(&run, &summary), table(&summary, None));
    let outside: Vec<&str> = report.split("\n```").step_by(2).collect();
    assert!(
        outside.iter().all(|part| !part.contains("<script") && !part.replace("\\]", "").contains("](")),
        "{report}"
    );
    for text in [&report, &table] {
        assert!(!text.contains(['\u{202e}', '\u{1b}', '\r']) && !text.contains(&long), "{text}");
    }
    // Every line of a table has as many cells as its header.
    let mut columns = None;
    for line in report.lines() {
        let cells = line.replace("\\\\", "").replace("\\|", "").matches('|').count();
        match (line.starts_with('|'), columns) {
            (true, Some(columns)) => assert_eq!(cells, columns, "{line}"),
            (true, None) => columns = Some(cells),
            (false, _) => columns = None,
        }
    }
}

#[test]
fn a_report_of_a_huge_run_is_under_a_mebibyte_and_whole_at_its_end() {
    let rows = (0..6000).map(|i: u64| Row { configuration: format!("configuration {i}"), ..Row::sample() });
    let run = Run::of("r", rows.collect());
    let report = markdown(&run, &summary(&run));
    assert!(report.len() < 1 << 20 && report.len() > 900_000, "{} bytes", report.len());
    assert!(report.contains("**Cut here:**") && report.ends_with("--format markdown\n```\n"));
    assert!(report.contains("\n## Coverage\n") && report.contains("\n### Time\n"));
}
