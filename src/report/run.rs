//! A recorded run: its rows, and where they come from.
use crate::record::{self, Manifest, RecordError, Row};
use std::path::Path;

/// The rows of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// What people call it: the path it was read from.
    pub name: String,
    /// Where and how it was measured, if that is known.
    pub manifest: Option<Manifest>,
    /// The rows, in the order of the file.
    pub rows: Vec<Row>,
    /// Whether a last line was cut off in writing and left out.
    pub torn: bool,
}

/// Reads a run folder, or a `results.csv` with the manifest beside it, if there is one.
///
/// # Errors
/// If a file cannot be read, or is not what it should be.
pub fn load(path: &Path) -> Result<Run, RecordError> {
    let file = if path.is_dir() { path.join("results.csv") } else { path.to_owned() };
    let records = record::read(&file)?;
    let manifest = file.with_file_name("manifest.json");
    let manifest = if manifest.is_file() { Some(Manifest::read(&manifest)?) } else { None };
    let name = path.display().to_string();
    Ok(Run { name, manifest, rows: records.rows, torn: records.torn.is_some() })
}
