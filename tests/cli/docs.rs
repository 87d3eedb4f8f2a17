//! The README and the guide, followed to the letter: their shell blocks run from top to bottom in an empty folder.
use super::scratch;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// A fenced block: its language, its text and its line.
struct Block {
    language: String,
    text: String,
    line: usize,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(language) if !open => {
                blocks.push(Block { language: language.to_string(), text: String::new(), line: number + 1 });
                open = true;
            }
            Some(_) => open = false,
            None if open => {
                let block = blocks.last_mut().expect("one is open");
                block.text += line;
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!open, "a block is never closed");
    blocks
}

/// What the shell says to `script` in `folder`; it must succeed.
fn shell(folder: &Path, script: &str, place: &str) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_searchrig")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", script]).current_dir(folder).env("PATH", path);
    let output = command.output().expect("bash runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{place}: exit {:?}\n{script}\n{said}", output.status.code());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Whether the line fits, where `...` stands for anything.
fn fits(line: &str, pattern: &str) -> bool {
    match pattern.split_once("...") {
        None => line == pattern,
        Some((head, tail)) => {
            line.len() >= head.len() + tail.len() && line.starts_with(head) && line.ends_with(tail)
        }
    }
}

/// Follows a document; returns how many blocks ran.
fn follow(document: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(document)).expect("a document");
    let folder = scratch(&format!("docs-{}", document.replace('/', "-")));
    for name in ["experiments", "datasets"] {
        symlink(root.join(name), folder.join(name)).expect("a link");
    }
    let mut ran = 0;
    for block in blocks(&text) {
        let place = format!("{document}:{}", block.line);
        match block.language.as_str() {
            "sh" => drop(shell(&folder, &block.text, &place)),
            "console" => {
                for part in format!("\n{}", block.text).split("\n$ ").skip(1) {
                    let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
                    let out = shell(&folder, command, &place);
                    let same = out.lines().count() == expected.lines().count()
                        && out.lines().zip(expected.lines()).all(|(line, pattern)| fits(line, pattern));
                    assert!(same, "{place}: $ {command}\n{out}\nand the document says\n{expected}");
                }
            }
            "text" | "yaml" | "toml" | "json" | "rust" => continue,
            other => panic!("{place}: a block in `{other}`: sh and console run, text does not"),
        }
        ran += 1;
    }
    ran
}

#[test]
fn the_readme_is_true() {
    assert!(follow("README.md") >= 2);
}

#[test]
fn the_guide_is_true() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let mut ran = 0;
    for entry in fs::read_dir(folder).expect("the guide") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
            ran += follow(&format!("docs/{name}"));
        }
    }
    assert!(ran >= 12, "only {ran} blocks ran");
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide =
        fs::read_dir(root.join("docs")).expect("the guide").map(|entry| entry.expect("a file").path());
    let top = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "reports/README.md",
        "datasets/README.md",
    ];
    for path in guide
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .chain(top.map(|name| root.join(name)))
    {
        let text = fs::read_to_string(&path).expect("a document");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            if !heading.is_empty() {
                let there = fs::read_to_string(&target).expect("a document");
                let slug = |line: &str| {
                    let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
                    words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect::<String>()
                };
                let known =
                    there.lines().filter(|line| line.starts_with('#')).any(|line| slug(line) == heading);
                assert!(known, "{}: {link}", path.display());
            }
        }
    }
}
