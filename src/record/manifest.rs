//! `manifest.json` of a run folder: where, when and with what the rows were measured.
use super::RecordError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Whether the rows are all there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// Every planned run has its row.
    Complete,
    /// The run was stopped, or is still going on.
    #[default]
    Interrupted,
}

/// The provenance of a run. `None` and empty mean unknown; unknown fields of later versions are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Manifest {
    /// Whether the rows are all there.
    pub status: Completion,
    /// Name of the experiment.
    pub experiment: Option<String>,
    /// What the experiment says about itself.
    pub description: Option<String>,
    /// Digest of the experiment's file, in hexadecimal.
    pub experiment_digest: Option<String>,
    /// Digest of the instances, in hexadecimal.
    pub instances_digest: Option<String>,
    /// Version of the tool.
    pub tool_version: Option<String>,
    /// Git revision that the tool was built from.
    pub git_revision: Option<String>,
    /// Whether the sources differed from that revision.
    pub git_dirty: Option<bool>,
    /// Version of the compiler.
    pub rustc: Option<String>,
    /// Build profile.
    pub profile: Option<String>,
    /// Operating system and its version.
    pub os: Option<String>,
    /// Model of the processor.
    pub cpu_model: Option<String>,
    /// Logical cores that the process may use.
    pub cores: Option<u32>,
    /// Limit of the control group, in hundredths of a core.
    pub cgroup_quota_percent: Option<u32>,
    /// Frequency governor of the cores.
    pub governor: Option<String>,
    /// Load average over one minute at the start.
    pub load_average: Option<LoadAverage>,
    /// Memory of the machine, in bytes.
    pub memory_bytes: Option<u64>,
    /// Seed of the order of runs.
    pub seed: Option<u64>,
    /// Runs at a time.
    pub jobs: Option<u32>,
    /// The cores that the runs were pinned to; empty if they were not.
    pub pinned_cores: Vec<u32>,
    /// Whether each run had a process of its own.
    pub isolated: bool,
    /// Rows planned.
    pub planned: Option<u64>,
    /// Rows written.
    pub rows: Option<u64>,
    /// Start, in UTC (ISO 8601).
    pub start_utc: Option<String>,
    /// End, in UTC (ISO 8601).
    pub end_utc: Option<String>,
    /// The command line, an argument an entry.
    pub command_line: Vec<String>,
    /// The environment variables of the allow-list that were set.
    pub environment: BTreeMap<String, String>,
    /// What may make the measurement doubtful, a sentence each.
    pub warnings: Vec<String>,
}

/// A load average in hundredths, so that it compares and prints exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct LoadAverage(pub u32);
impl From<f64> for LoadAverage {
    #[expect(clippy::cast_sign_loss, reason = "clamped to what is positive first")]
    fn from(load: f64) -> Self {
        Self((load.clamp(0.0, 1e6) * 100.0).round() as u32)
    }
}
impl From<LoadAverage> for f64 {
    fn from(load: LoadAverage) -> Self {
        Self::from(load.0) / 100.0
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// If the file cannot be read or is no manifest.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let text = fs::read_to_string(path).map_err(|error| RecordError::io(path, error))?;
        serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| RecordError::malformed(path, error.line() as u64, error.to_string()))
    }
    /// Writes it, whole or not at all: beside the target first, then renamed over it.
    ///
    /// # Errors
    /// If the file cannot be written.
    #[expect(clippy::missing_panics_doc, reason = "plain fields are JSON")]
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let text = serde_json::to_string_pretty(self).expect("a manifest holds only plain fields");
        let beside = path.with_extension("json.new");
        fs::write(&beside, text + "\n")
            .and_then(|()| fs::rename(&beside, path))
            .map_err(|error| RecordError::io(path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_back_as_it_was_written() {
        let path = std::env::temp_dir().join(format!("searchrig-manifest-{}.json", std::process::id()));
        let manifest = Manifest {
            status: Completion::Complete,
            seed: Some(u64::MAX),
            load_average: Some(0.29.into()),
            command_line: vec!["searchrig".to_owned(), "run".to_owned(), "a \"b\"".to_owned()],
            ..Manifest::default()
        };
        manifest.write(&path).unwrap();
        assert_eq!(Manifest::read(&path).unwrap(), manifest);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_is_absent_is_unknown_and_what_is_new_is_ignored() {
        let manifest: Manifest = serde_json::from_str(r#"{"cores":2,"later":1}"#).unwrap();
        assert_eq!(manifest, Manifest { cores: Some(2), ..Manifest::default() });
        assert_eq!(manifest.status, Completion::Interrupted);
    }
}
