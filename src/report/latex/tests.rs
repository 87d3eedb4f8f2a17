//! The definitions as text, and through a real LaTeX where there is one.
use crate::record::{Row, Status};
use crate::report::summary::tests::small;
use crate::report::{Run, latex, summary};
use std::path::PathBuf;
use std::process::Command;

fn of(run: &Run) -> String {
    latex(run, &summary(run))
}

#[test]
fn the_numbers_of_a_small_run_are_those_computed_by_hand() {
    let text = of(&small());
    for line in [
        "\\newcommand{\\rigRuns}{\\num{12}}",
        "\\newcommand{\\rigTilesInstances}{\\num{3}}",
        "\\newcommand{\\rigTilesCommon}{\\num{2}}",
        "\\newcommand{\\rigTilesBfsParTwo}{\\SI{670}{\\milli\\second}}", // (3 + 7 + 2·1000) / 3
        "\\newcommand{\\rigTilesBfsTimeCommon}{\\SI{4.66}{\\milli\\second}}", // √(4·8) − 1
        "\\newcommand{\\rigTilesAstarManhattanTimeRatio}{\\num{0.378}}", // √(1/3 · 3/7)
        "\\newcommand{\\rigTilesAstarManhattanExpandedTotal}{\\num{1050}}",
        "\\newcommand{\\rigTilesAstarManhattanExpandedCommon}{\\num{20.0}}",
        "\\newcommand{\\rigTilesAstarManhattanExpandedRatio}{\\num{0.100}}",
        "% tiles, astar[manhattan], 1 thread",
        "astar[manhattan] & 1 & 3/3 & 6.33 & 1.83 & 0.378 & 2 & 20.0 & 0.100 & 2 & 420 \\\\",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn names_with_the_same_letters_get_commands_of_their_own() {
    let named = |configuration: &str| Row { configuration: configuration.to_owned(), ..Row::sample() };
    let text = of(&Run::of("r", vec![named("a-b"), named("a|b"), named("שלום"), named("שלום!")]));
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("\\newcommand{\\rig")?.split('}').next()).collect();
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_alphabetic())), "{names:?}");
    let mut unique = names.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), names.len(), "{names:?}");
    assert_eq!(
        names.iter().filter(|name| name.starts_with("TilesABX") && name.ends_with("ParTwo")).count(),
        2
    );
}

/// Sets every command, as a paper would. `None` where there is no LaTeX with the packages.
fn compiled(name: &str, definitions: &str) -> Option<String> {
    let found = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    let packages = ["siunitx.sty", "booktabs.sty"];
    if !found(Command::new("pdflatex").arg("--version")) || !found(Command::new("kpsewhich").args(packages)) {
        return None;
    }
    let commands =
        definitions.lines().filter_map(|line| line.strip_prefix("\\newcommand{")?.split('}').next());
    let uses: Vec<String> = commands.map(|command| format!("\\noindent {command}{{}}\\par\n")).collect();
    let body = uses.concat();
    let document = format!(
        "\\documentclass{{article}}\n\\usepackage{{booktabs,siunitx}}\n\\input{{report}}\n\
         \\begin{{document}}\n{body}\\end{{document}}\n"
    );
    let folder: PathBuf = std::env::temp_dir().join(format!("searchrig-latex-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("report.tex"), definitions).expect("written");
    std::fs::write(folder.join("paper.tex"), document).expect("written");
    let output = Command::new("pdflatex")
        // Everything but the file of pages, which would need fonts.
        .args(["-draftmode", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"])
        .current_dir(&folder)
        .output()
        .expect("it ran before");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    std::fs::remove_dir_all(&folder).expect("removed");
    Some(said)
}

#[test]
fn a_real_latex_sets_every_command_whatever_the_names() {
    let hostile = [
        "a|b<script>_%&$#",
        "\"quotes\" 'and' `ticks` --- ,, ?` !` ~ ^ { } \\",
        &"n".repeat(300),
        "שלום \u{202e}עולם",
        "=cmd|' /C calc'!A0",
        "\\input{/etc/passwd}\\write18{x}^^M^^5cfoo",
        "é ß Ð Þ × ÷ µ … – 漢字 😀 e\u{301}",
        "two\nlines\r\u{1b}[31m%",
        "",
    ];
    let rows = hostile.iter().flat_map(|name| {
        let row = Row { configuration: (*name).to_owned(), domain: (*name).to_owned(), ..Row::sample() };
        let late = Row { instance_id: "late".to_owned(), status: Status::LimitTime, ..row.clone() };
        [row, late]
    });
    let mut run = Run::of(hostile[0], rows.collect());
    run.sources[0].manifest = Some(crate::record::Manifest {
        cpu_model: Some(hostile[0].to_owned()),
        git_revision: Some(hostile[5].to_owned()),
        warnings: hostile.map(str::to_owned).to_vec(),
        ..crate::record::Manifest::default()
    });
    let said = compiled("hostile", &of(&run)).unwrap_or_default();
    assert!(!said.contains("Missing character") && !said.contains("LaTeX Warning: Command"), "{said}");
}

#[test]
fn a_real_latex_sets_runs_at_the_edges() {
    let late = Row { status: Status::LimitTime, limit_wall_ns: Some(1), ..Row::sample() };
    let zero = Row { expanded: Some(0), wall_ns: Some(0), visited_bytes: Some(0), ..Row::sample() };
    for (name, rows) in [("empty", vec![]), ("late", vec![late]), ("zero", vec![zero])] {
        compiled(name, &of(&Run::of("r", rows)));
    }
}
