//! The folder of a run: what was run, the rows, and where they were measured.
use super::file::Source;
use super::layers::layers;
use super::plan::Plan;
use super::{Error, Output, clock};
use crate::dataset;
use crate::record::{self, Key, Manifest, Row, Writer};
use crate::registry::Registry;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder that runs write to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Rows of an earlier session, in the order of the file.
    pub earlier: Vec<Row>,
    /// Where a last row begins that was cut off.
    torn: Option<u64>,
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
        Ok(Self { path: path.to_path_buf(), earlier: Vec::new(), torn: None })
    }
    /// The folder of an earlier run of the same experiment, with its rows; nothing in it is changed.
    ///
    /// # Errors
    /// If it holds another experiment, other instances or other rows, or cannot be read.
    pub fn open(path: &Path, source: &Source, plan: &Plan) -> Result<Self, Error> {
        for (name, now) in
            [("experiment.toml", &source.text), ("instances.csv", &dataset::write_csv(&plan.set))]
        {
            let file = path.join(name);
            let then = fs::read_to_string(&file).map_err(|e| Error::io(&file, &e))?;
            if then != *now {
                return Err(Error::Input(format!(
                    "{}: it differs from {}; expected the same experiment with the same instances",
                    file.display(),
                    source.name
                )));
            }
        }
        let mut folder = Self { path: path.to_path_buf(), earlier: Vec::new(), torn: None };
        let results = folder.results();
        if !results.exists() {
            return Ok(folder);
        }
        let records = record::read(&results)?;
        let known: HashSet<_> = plan.runs.iter().map(|&run| plan.key(run)).collect();
        if let Some(other) = records.rows.iter().find(|row| !known.contains(&row.key())) {
            return Err(Error::Input(format!(
                "{}: the row of {} is not of this plan; expected the same --filter and --shard",
                results.display(),
                other.key()
            )));
        }
        if let Some((twice, times)) = record::duplicates(&records.rows).first() {
            return Err(Error::Input(format!("{}: {times} rows of {twice}", results.display())));
        }
        folder.earlier = records.rows;
        folder.torn = records.torn;
        Ok(folder)
    }
    /// Drops a last row that was cut off, so that others can follow; true if there was one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn drop_torn(&mut self) -> Result<bool, Error> {
        let torn = self.torn.take();
        torn.map(|torn| record::drop_torn(&self.results(), torn)).transpose()?;
        Ok(torn.is_some())
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
    /// Its `solutions.csv`; there is one only where paths are kept.
    #[must_use]
    pub fn solutions(&self) -> PathBuf {
        self.path.join("solutions.csv")
    }
    /// Opens `results.csv` for appending.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn writer(&self) -> Result<Writer, Error> {
        Ok(Writer::open(&self.results())?)
    }
    /// Opens its files for appending; with `paths`, or where the runs before kept them, those of solutions too.
    ///
    /// # Errors
    /// If one cannot be written, or the rows that are there came without paths.
    pub fn output(&self, paths: bool) -> Result<Output, Error> {
        let path = self.solutions();
        let kept = path.is_file();
        if paths && !kept && !self.earlier.is_empty() {
            return Err(Error::Input(format!(
                "{}: the rows that are there were written without --solutions; resume without it",
                self.path.display()
            )));
        }
        if kept {
            self.drop_paths_without_row()?;
        }
        let solutions = (paths || kept).then(|| Writer::open(&path)).transpose()?;
        Ok(Output { results: self.writer()?, solutions })
    }
    /// A path is written before its row; after a crash the last may have none, and is found again.
    fn drop_paths_without_row(&self) -> Result<(), Error> {
        let path = self.solutions();
        let rows: HashSet<Key<'_>> = self.earlier.iter().map(Row::key).collect();
        let solutions = record::read_solutions(&path)?;
        let beside = path.with_extension("csv.new");
        let _ = fs::remove_file(&beside);
        let mut writer = Writer::open(&beside)?;
        for solution in solutions.iter().filter(|solution| rows.contains(&solution.key())) {
            writer.append(solution)?;
        }
        fs::rename(&beside, &path).map_err(|e| Error::io(&path, &e))
    }
    /// Writes `layers.csv`, unless it is there: the spaces of a folder's instances do not change.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn layers(&self, plan: &Plan, registry: &Registry) -> Result<(), Error> {
        let file = self.path.join("layers.csv");
        if file.exists() { Ok(()) } else { Ok(record::write_layers(&file, &layers(&plan.set, registry))?) }
    }
    /// Writes `manifest.json`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn manifest(&self, manifest: &Manifest) -> Result<(), Error> {
        Ok(manifest.write(&self.path.join("manifest.json"))?)
    }
}
