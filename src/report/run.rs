//! Recorded runs: their rows, and where each comes from.
use super::instances::{self, Instance};
use crate::record::{self, Layer, Manifest, RecordError, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rows that a report is of.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Where the rows come from, in their order: one, or several that were joined.
    pub sources: Vec<Source>,
    /// The rows, in the order of the files.
    pub rows: Vec<Row>,
    /// The layers of the spaces that the instances lie in, where they were counted; each space once.
    pub layers: Vec<Layer>,
}

/// Where rows come from.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// What people call it: the path it was read from.
    pub name: String,
    /// Where and how it was measured, if that is known.
    pub manifest: Option<Manifest>,
    /// How many rows it has.
    pub rows: usize,
    /// Whether a last line was cut off in writing and left out.
    pub torn: bool,
    /// Its instances by name, as far as they are known.
    pub instances: BTreeMap<String, Instance>,
}

impl Run {
    /// Rows in memory, of which nothing else is known.
    #[must_use]
    pub fn of(name: &str, rows: Vec<Row>) -> Self {
        let source = Source { name: name.to_owned(), rows: rows.len(), ..Source::default() };
        Self { sources: vec![source], rows, layers: Vec::new() }
    }
    /// What people call it: the experiments, or else the files.
    #[must_use]
    pub fn title(&self) -> String {
        let experiment = |source: &Source| source.manifest.as_ref()?.experiment.clone();
        let mut titles: Vec<String> = Vec::new();
        for source in &self.sources {
            let title = experiment(source).unwrap_or_else(|| source.name.clone());
            if !title.is_empty() && !titles.contains(&title) {
                titles.push(title);
            }
        }
        if titles.is_empty() { "a run".to_owned() } else { titles.join(", ") }
    }
    /// Joins runs: the rows of each after those of the one before.
    ///
    /// # Errors
    /// If two of them have different instances under one name: one line, which.
    pub fn join(runs: Vec<Self>) -> Result<Self, String> {
        let mut joined = Self::default();
        for run in runs {
            for source in &run.sources {
                joined.sources.iter().try_for_each(|other| same_instances(other, source))?;
            }
            joined.sources.extend(run.sources);
            joined.rows.extend(run.rows);
            let space = |layer: &Layer| (layer.domain.clone(), layer.size.clone());
            let known: BTreeSet<_> = joined.layers.iter().map(space).collect();
            joined.layers.extend(run.layers.into_iter().filter(|layer| !known.contains(&space(layer))));
        }
        Ok(joined)
    }
}

fn same_instances(one: &Source, other: &Source) -> Result<(), String> {
    let differs = |(id, mine): &(&String, &Instance)| {
        other.instances.get(*id).is_some_and(|theirs| theirs.state_hash != mine.state_hash)
    };
    one.instances.iter().find(differs).map_or(Ok(()), |(id, _)| {
        let (one, other) = (&one.name, &other.name);
        Err(format!(
            "{one} and {other} have different instances under the name {id:?}: their rows cannot be joined"
        ))
    })
}

/// Reads a run folder, or a `results.csv` with the manifest, the instances and the layers beside it, if they are there.
///
/// # Errors
/// If a file cannot be read, or is not what it should be.
pub fn load(path: &Path) -> Result<Run, RecordError> {
    let file = if path.is_dir() { path.join("results.csv") } else { path.to_owned() };
    let records = record::read(&file)?;
    let beside = |name: &str| Some(file.with_file_name(name)).filter(|path| path.is_file());
    let source = Source {
        name: path.display().to_string(),
        manifest: beside("manifest.json").map(|path| Manifest::read(&path)).transpose()?,
        rows: records.rows.len(),
        torn: records.torn.is_some(),
        instances: beside("instances.csv")
            .map(|path| instances::read(&path))
            .transpose()?
            .unwrap_or_default(),
    };
    let layers = beside("layers.csv").map(|path| record::read_layers(&path)).transpose()?;
    Ok(Run { sources: vec![source], rows: records.rows, layers: layers.unwrap_or_default() })
}

/// Reads several runs and joins them.
///
/// # Errors
/// If one cannot be read, or two cannot be joined.
pub fn load_all<P: AsRef<Path>>(paths: &[P]) -> Result<Run, LoadError> {
    let mut seen = BTreeSet::new();
    for path in paths.iter().map(AsRef::as_ref) {
        if !seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned())) {
            return Err(LoadError::Twice(path.display().to_string()));
        }
    }
    let runs: Result<Vec<Run>, RecordError> = paths.iter().map(|path| load(path.as_ref())).collect();
    Run::join(runs?).map_err(LoadError::Incomparable)
}

/// Why runs cannot be reported on together.
#[derive(Debug)]
pub enum LoadError {
    /// One cannot be read.
    Record(RecordError),
    /// One is named twice: its path.
    Twice(String),
    /// They do not belong together: why.
    Incomparable(String),
}
impl From<RecordError> for LoadError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_instance(name: &str, state_hash: &str) -> Run {
        let instance = Instance { size: "3x3".to_owned(), state_hash: state_hash.to_owned() };
        let mut run = Run::of(name, vec![Row::sample()]);
        run.sources[0].instances.insert("i1".to_owned(), instance);
        run
    }

    #[test]
    fn runs_of_the_same_instances_are_joined_and_others_are_not() {
        let joined = Run::join(vec![with_instance("a", "01"), with_instance("b", "01")]).unwrap();
        assert_eq!((joined.rows.len(), joined.sources.len(), joined.title().as_str()), (2, 2, "a, b"));
        let wrong = Run::join(vec![with_instance("a", "01"), with_instance("b", "02")]).unwrap_err();
        assert!(wrong.starts_with("a and b have different instances under the name \"i1\""), "{wrong}");
    }
}
