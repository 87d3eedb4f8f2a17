//! The page in a real browser: headless Chromium, at the width of a phone and of a desk, with and without scripts.
//!
//! Where there is no Chromium the tests say so and pass, unless `SEARCHRIG_BROWSER=required` is set, as the gate does.
use super::{good, scratch};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every kind of table and picture: several sizes, threads, sets, time-outs, a depth to grow with.
const EXPERIMENT: &str = r#"name = "page"
rounds = 2
limits = { time = "2s" }
[[instances]]
domain = "black-white"
size = ["4x4:8", "3x3:4"]
count = 3
optimal = "1..4"
[[configurations]]
algorithm = ["bfs", "bfs-layered", "bidirectional-bfs"]
visited = ["hashset", "dashmap-default", "bitset"]
threads = [1, 2]
[[configurations]]
algorithm = ["astar", "iddfs"]
limits = { time = "1us" }
"#;

/// The browser, if it is there and has to be.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn chromium() -> Option<&'static str> {
    let there = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| there(name));
    let required = std::env::var_os("SEARCHRIG_BROWSER").is_some_and(|value| value == "required");
    assert!(found.is_some() || !required, "there is no chromium, and SEARCHRIG_BROWSER=required");
    if found.is_none() {
        eprintln!("skipped: there is no chromium on this machine");
    }
    found
}

/// What the browser makes of the file: its document, and what it wrote of errors on the console.
fn opened(browser: &str, page: &Path) -> (String, Vec<String>) {
    let profile = page.with_extension("profile");
    let _ = fs::remove_dir_all(&profile);
    let output = Command::new("timeout")
        .args([
            "120",
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-dev-shm-usage", "--enable-logging=stderr", "--window-size=1280,900", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser starts");
    assert!(output.status.success(), "{browser} ended with {}", output.status);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let log = text(&output.stderr);
    let console = log.lines().filter(|line| line.contains("CONSOLE"));
    (text(&output.stdout), console.map(str::to_owned).collect())
}

/// Writes a page that shows `report` in frames and says of each: its width and height in `<li>`, then what is wrong.
/// Frames made of text may be looked into, and those of a sandbox run no script.
fn frames(report: &str, folder: &Path) -> PathBuf {
    let escaped = report.replace('&', "&amp;").replace('"', "&quot;");
    let mut page = "<!doctype html><meta charset=\"utf-8\"><body><ul></ul>".to_owned();
    for (width, sandbox) in [
        (390, ""),
        (1280, ""),
        (390, " sandbox=\"allow-same-origin\""),
        (1280, " sandbox=\"allow-same-origin\""),
    ] {
        let _ = write!(
            page,
            "<iframe{sandbox} style=\"border:0;width:{width}px;height:900px\" srcdoc=\"{escaped}\"></iframe>"
        );
    }
    let _ = write!(page, "<script>{}</script>", include_str!("../data/report/look.js"));
    let file = folder.join("frames.html");
    fs::write(&file, page).expect("written");
    file
}

/// Opens `report` and checks it at both widths, with scripts and without.
fn check(browser: &str, report: &Path) {
    let text = fs::read_to_string(report).expect("a report");
    let (document, console) = opened(browser, report);
    assert!(console.is_empty(), "{console:?}");
    assert!(!text.contains("<table") || document.contains("<button type=\"button\">"), "the script ran");
    let folder = report.parent().expect("a folder");
    let (seen, console) = opened(browser, &frames(&text, folder));
    // A sandbox reports that it keeps scripts from running.
    let wrong: Vec<_> = console.iter().filter(|line| !line.contains("sandboxed")).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let list = seen.split("<ul>").nth(1).and_then(|rest| rest.split("</ul>").next()).expect("a list");
    let said: Vec<&str> = list.split("<li>").skip(1).map(|item| item.trim_end_matches("</li>")).collect();
    assert_eq!(said, ["390 fine", "1280 fine", "390 fine", "1280 fine"], "{}", report.display());
}

#[test]
fn the_page_of_a_run_fits_phone_and_desk_and_asks_for_nothing() {
    let Some(browser) = chromium() else { return };
    let folder = scratch("browser-page");
    let experiment = folder.join("page.toml");
    fs::write(&experiment, EXPERIMENT).expect("written");
    let out = folder.join("run");
    super::run(&format!("run {} -o {} --oversubscribe --progress none", experiment.display(), out.display()));
    let page = fs::read_to_string(out.join("report.html")).expect("a report");
    for kind in ["growth-time", "cactus-time", "profile", "scatter", "threads", "inserts", "memory", "layers"]
    {
        assert!(page.contains(&format!("id=\"p0-{kind}\"")), "{kind}");
    }
    check(browser, &out.join("report.html"));
}

#[test]
fn hostile_names_neither_run_nor_widen_the_page() {
    let Some(browser) = chromium() else { return };
    let folder = scratch("browser-hostile");
    let rows = include_str!("../data/report/results.csv");
    let header = rows.lines().next().expect("a header");
    let place = |column: &str| header.split(',').position(|c| c == column).expect("a column");
    let long = "x".repeat(300);
    let names = [
        "a|b<script>alert(1)</script>_%&$#",
        "\"'`</style><img src=x onerror=alert(1)>",
        "=cmd|' /C calc'!A0",
        "\u{202e}שלום \u{202a}\u{1b}[31m",
        long.as_str(),
    ];
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(header.split(',')).expect("memory");
    let sample = csv::Reader::from_reader(rows.as_bytes()).records().next().expect("a row").expect("a row");
    for (i, name) in names.iter().enumerate() {
        for column in ["configuration", "instance_id", "domain", "visited", "detail"] {
            let mut row: Vec<String> = sample.iter().map(str::to_owned).collect();
            row[place(column)] = (*name).to_owned();
            row[place("seq")] = i.to_string();
            csv.write_record(&row).expect("memory");
        }
    }
    fs::write(folder.join("results.csv"), csv.into_inner().expect("memory")).expect("written");
    let out = folder.join("report.html");
    good(&format!("report {} --format html -o {}", folder.display(), out.display()));
    check(browser, &out);
}

#[test]
fn a_page_without_rows_opens() {
    let Some(browser) = chromium() else { return };
    let folder = scratch("browser-empty");
    let header = include_str!("../data/report/results.csv").lines().next().expect("a header");
    fs::write(folder.join("results.csv"), format!("{header}\n")).expect("written");
    let out = folder.join("report.html");
    good(&format!("report {} --format html -o {}", folder.display(), out.display()));
    check(browser, &out);
}
