//! The source files, for the tests that read them.
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Path below `src`, with `/`, to text.
pub(crate) type Sources = BTreeMap<String, String>;

/// Every Rust file below `src`.
pub(crate) fn sources() -> Sources {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut folders) = (Sources::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("src is there") {
            let path = entry.expect("src can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    found
}

/// One file made up for a negative control.
pub(crate) fn made_up(path: &str, text: &str) -> Sources {
    Sources::from([(path.to_string(), text.to_string())])
}

/// Line numbers and lines of code: no comments, and nothing from the first `#[cfg(test)]` on.
pub(crate) fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    lines.enumerate().map(|(i, line)| (i + 1, line)).filter(|(_, line)| !line.trim_start().starts_with("//"))
}
