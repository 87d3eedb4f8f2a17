//! One side of a comparison: a run folder, its `results.csv`, or a baseline.
use super::baseline::{self, is_baseline};
use super::{CompareError, Key, Observed};
use crate::record::{self, Completion, Manifest, RecordError, Row};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What times depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Model of the processor.
    pub cpu_model: Option<String>,
    /// Logical cores.
    pub cores: Option<u32>,
    /// Build profile.
    pub profile: Option<String>,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What people call it.
    pub label: String,
    /// Every key with its repeats.
    pub keys: BTreeMap<Key, Observed>,
    /// Where it was measured, if it says so.
    pub machine: Option<Machine>,
    /// Why rows may be missing, if they may.
    pub partial: Option<String>,
}
impl Side {
    /// Reads a run folder, a `results.csv` (with the manifest beside it, if there is one) or a baseline.
    ///
    /// # Errors
    /// If it cannot be read, is neither, or holds a key twice.
    pub fn read(label: &str, path: &Path) -> Result<Self, CompareError> {
        let file = if path.is_dir() { path.join("results.csv") } else { path.to_owned() };
        let bytes = fs::read(&file).map_err(|error| RecordError::Io { path: file.clone(), error })?;
        let label = label.to_owned();
        if is_baseline(&bytes) {
            let keys = baseline::parse(&file, &bytes)?;
            return Ok(Self { label, keys, machine: None, partial: None });
        }
        let records = record::parse(&file, &bytes)?;
        let manifest = file.with_file_name("manifest.json");
        let manifest = if manifest.is_file() { Some(Manifest::read(&manifest)?) } else { None };
        let shown = file.display();
        let partial = match &manifest {
            _ if records.torn.is_some() => Some(format!("{shown}: its last line was cut off in writing")),
            Some(manifest) if manifest.status == Completion::Interrupted => {
                Some(format!("{shown}: the manifest says that the run was interrupted"))
            }
            _ => None,
        };
        let keys = group(&records.rows).map_err(|twice| CompareError::Input(format!("{shown}: {twice}")))?;
        let machine = manifest.filter(|m| m.cpu_model.is_some() || m.cores.is_some()).map(|m| Machine {
            cpu_model: m.cpu_model,
            cores: m.cores,
            profile: m.profile,
        });
        Ok(Self { label, keys, machine, partial })
    }
    /// A side of rows in memory.
    ///
    /// # Errors
    /// If a key occurs twice: which.
    pub fn of(label: &str, rows: &[Row]) -> Result<Self, CompareError> {
        let keys = group(rows).map_err(|twice| CompareError::Input(format!("{label}: {twice}")))?;
        Ok(Self { label: label.to_owned(), keys, machine: None, partial: None })
    }
    /// Calls configuration `from` by the name `to`.
    ///
    /// # Errors
    /// If there is no `from`, or a key `to` exists already.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), CompareError> {
        if !self.keys.keys().any(|key| key.configuration == from) {
            let message = format!("--rename: {}: it has no configuration {from:?}", self.label);
            return Err(CompareError::Input(message));
        }
        for (key, observed) in std::mem::take(&mut self.keys) {
            let renamed = key.configuration == from;
            let configuration = if renamed { to.to_owned() } else { key.configuration };
            let key = Key { configuration, ..key };
            if self.keys.insert(key, observed).is_some() {
                let message = format!("--rename: {}: it has configurations {from:?} and {to:?}", self.label);
                return Err(CompareError::Input(message));
            }
        }
        Ok(())
    }
    /// Splits the text of `--rename A=B` so that A is a configuration of this side, whatever `=` its name has.
    ///
    /// # Errors
    /// If no `=` does that.
    pub fn split_rename<'a>(&self, text: &'a str) -> Result<(&'a str, &'a str), CompareError> {
        let known = |name: &str| self.keys.keys().any(|key| key.configuration == name);
        let places = text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
        places.into_iter().find(|(from, to)| known(from) && !to.is_empty()).ok_or_else(|| {
            CompareError::Input(format!(
                "--rename {text}: expected A=B, where A is a configuration of {}",
                self.label
            ))
        })
    }
}

/// The rows by key; an error lists those that occur twice.
fn group(rows: &[Row]) -> Result<BTreeMap<Key, Observed>, String> {
    let twice: Vec<String> =
        record::duplicates(rows).iter().map(|(key, times)| format!("{key} ({times} times)")).collect();
    if !twice.is_empty() {
        return Err(format!("keys that occur more than once: {}", twice.join("; ")));
    }
    let mut groups: BTreeMap<Key, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        let key = Key {
            instance_id: row.instance_id.clone(),
            configuration: row.configuration.clone(),
            threads: row.threads,
        };
        groups.entry(key).or_default().push(row);
    }
    Ok(groups.into_iter().map(|(key, rows)| (key, Observed::of(&rows))).collect())
}
