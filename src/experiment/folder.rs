//! The folder of a run: what was run, the rows, and where they were measured.
use super::file::Source;
use super::plan::Plan;
use super::{Error, clock};
use crate::dataset;
use crate::record::{self, Manifest, Row, Writer};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder that runs write to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Rows of an earlier session, in the order of the file.
    pub earlier: Vec<Row>,
    /// Whether the earlier session was cut off in the middle of a line, which was dropped.
    pub torn: bool,
}

impl Folder {
    /// The default folder of an experiment that starts now: `reports/<name>-<time>`.
    #[must_use]
    pub fn default_path(name: &str) -> PathBuf {
        let time: String = clock::utc(SystemTime::now()).chars().filter(|c| !"-:".contains(*c)).collect();
        Path::new("reports").join(format!("{name}-{}Z", time.split('.').next().unwrap_or(&time)))
    }
    /// A new folder with copies of the experiment and its instances.
    ///
    /// # Errors
    /// If there is one already that is not empty, or it cannot be written.
    pub fn create(path: &Path, source: &Source, plan: &Plan) -> Result<Self, Error> {
        let used = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some());
        if used {
            return Err(Error::Input(format!(
                "{}: there are files in it already; choose a new folder, or --resume to go on with the run in it",
                path.display()
            )));
        }
        fs::create_dir_all(path).map_err(|e| Error::io(path, &e))?;
        dataset::save(&path.join("experiment.toml"), &source.text).map_err(Error::Io)?;
        dataset::save(&path.join("instances.csv"), &dataset::write_csv(&plan.set)).map_err(Error::Io)?;
        Ok(Self { path: path.to_path_buf(), earlier: Vec::new(), torn: false })
    }
    /// The folder of an interrupted run of the same experiment. A line that was cut off is dropped.
    ///
    /// # Errors
    /// If it holds another experiment, other instances or other rows, or cannot be read.
    pub fn resume(path: &Path, source: &Source, plan: &Plan) -> Result<Self, Error> {
        for (name, now) in
            [("experiment.toml", &source.text), ("instances.csv", &dataset::write_csv(&plan.set))]
        {
            let file = path.join(name);
            let then = fs::read_to_string(&file).map_err(|e| Error::io(&file, &e))?;
            if then != *now {
                return Err(Error::Input(format!(
                    "{}: it differs from {}; resume the experiment that was begun, or choose a new folder",
                    file.display(),
                    source.name
                )));
            }
        }
        let mut folder = Self { path: path.to_path_buf(), earlier: Vec::new(), torn: false };
        let results = folder.results();
        if !results.exists() {
            return Ok(folder);
        }
        let wrong = |e: record::RecordError| match e {
            record::RecordError::Io { .. } => Error::Io(e.to_string()),
            _ => Error::Input(e.to_string()),
        };
        let records = record::read(&results).map_err(wrong)?;
        if let Some(torn) = records.torn {
            record::drop_torn(&results, torn).map_err(wrong)?;
            folder.torn = true;
        }
        let known: std::collections::HashSet<_> = plan.runs.iter().map(|&run| plan.key(run)).collect();
        if let Some(other) = records.rows.iter().find(|row| !known.contains(&row.key())) {
            return Err(Error::Input(format!(
                "{}: the row of {} is not of this plan; resume with the same --filter and --shard",
                results.display(),
                other.key()
            )));
        }
        if let Some((twice, times)) = record::duplicates(&records.rows).first() {
            return Err(Error::Input(format!("{}: {times} rows of {twice}", results.display())));
        }
        folder.earlier = records.rows;
        Ok(folder)
    }
    /// The folder itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Its `results.csv`.
    #[must_use]
    pub fn results(&self) -> PathBuf {
        self.path.join("results.csv")
    }
    /// Opens `results.csv` for appending.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn writer(&self) -> Result<Writer, Error> {
        Writer::open(&self.results()).map_err(|e| Error::Io(e.to_string()))
    }
    /// Writes `manifest.json`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn manifest(&self, manifest: &Manifest) -> Result<(), Error> {
        manifest.write(&self.path.join("manifest.json")).map_err(|e| Error::Io(e.to_string()))
    }
    /// Writes another file of the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, name: &str, text: &str) -> Result<(), Error> {
        dataset::save(&self.path.join(name), text).map_err(Error::Io)
    }
}
