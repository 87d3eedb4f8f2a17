//! Sets from files and into files.
use super::{InstanceSet, from_judge, read_csv};
use crate::registry::{AnyDomain, Registry};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// Why a set could not be loaded: one line.
#[derive(Debug)]
pub enum LoadError {
    /// The file could not be read.
    Io(String),
    /// What it holds is wrong.
    Input(String),
}

/// The text of a file; `-` is standard input.
///
/// # Errors
/// [`LoadError::Io`] if it cannot be read, [`LoadError::Input`] if it is no UTF-8.
pub fn read_text(path: &str) -> Result<String, LoadError> {
    let mut bytes = Vec::new();
    let read = match path {
        "-" => io::stdin().lock().read_to_end(&mut bytes),
        _ => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|e| LoadError::Io(format!("{}: {e}", shown(path))))?;
    String::from_utf8(bytes).map_err(|wrong| {
        let good = wrong.utf8_error().valid_up_to();
        let line = wrong.as_bytes()[..good].split(|&b| b == b'\n').count();
        LoadError::Input(format!("{}:{line}: a byte that is no UTF-8; expected text in UTF-8", shown(path)))
    })
}

/// What messages call the file.
#[must_use]
pub fn shown(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// Whether the file holds a set as CSV, by its extension, and not a judge's text.
#[must_use]
pub fn is_csv(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

/// Loads a set from a file: CSV if its name ends in `.csv`, else the text of
/// the judge of `domain`, which then must be given with a size.
///
/// # Errors
/// See [`LoadError`].
pub fn load(
    registry: &Registry,
    domain: Option<(&dyn AnyDomain, &str)>,
    path: &str,
) -> Result<InstanceSet, LoadError> {
    let text = read_text(path)?;
    if is_csv(path) {
        return read_csv(registry, path, &text).map_err(LoadError::Input);
    }
    let Some((domain, size)) = domain else {
        let message = format!("{path}: a file that is no .csv holds a judge's text, and needs its domain");
        return Err(LoadError::Input(message));
    };
    from_judge(domain, size, path, &text).map_err(LoadError::Input)
}

/// Writes `text` to a file all at once: readers see the old file or the new
/// one, never a part.
///
/// # Errors
/// One line that names the file.
pub fn save(path: &Path, text: &str) -> Result<(), String> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let part = path.with_file_name(name);
    let written = File::create(&part)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    written.map_err(|e| {
        // The error that counts is the first one.
        let _ = fs::remove_file(&part);
        format!("{}: {e}", path.display())
    })
}
