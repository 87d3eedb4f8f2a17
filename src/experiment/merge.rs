//! One run folder of the folders of its shards.
use super::Error;
use super::file::Source;
use super::folder::Folder;
use super::plan::Plan;
use crate::dataset;
use crate::record::{self, Completion, Key, Manifest, Row};
use crate::registry::Registry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// What a merged folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Its rows.
    pub rows: usize,
    /// Rows with a status that is a failure.
    pub failed: usize,
    /// Runs of the experiment of which no folder has a row.
    pub missing: usize,
}

/// Copies the rows of `parts`, in their order and numbered anew, and their paths where
/// they are kept, to the new folder `to`. The parts stay as they are.
///
/// # Errors
/// If the folders hold different experiments or instances, a row twice, or a
/// row that is not of the experiment; if some keep paths and others not; if one cannot be read or `to` not written.
pub fn merge(parts: &[PathBuf], to: &Path, registry: &Registry) -> Result<Merged, Error> {
    let Some(first) = parts.first() else {
        return Err(Error::Input("there is nothing to merge: name the folders of the shards".to_string()));
    };
    let source = Source::read(&first.join("experiment.toml"))?;
    let set = dataset::load(registry, None, &first.join("instances.csv").display().to_string())?;
    let plan = Plan::over(set, &source.parse()?, &source, registry)?;
    let mut owners: HashMap<String, &PathBuf> = HashMap::new();
    let (mut rows, mut manifests): (Vec<Row>, Vec<Manifest>) = (Vec::new(), Vec::new());
    let mut solutions = Vec::new();
    for part in parts {
        let folder = Folder::open(part, &source, &plan)?;
        solutions.extend(folder.solutions().is_file().then(|| folder.solutions()));
        for row in folder.earlier {
            let key = row.key().to_string();
            if let Some(other) = owners.insert(key.clone(), part) {
                let (other, part) = (other.display(), part.display());
                return Err(Error::Input(format!("{part}: the row of {key} is in {other} too")));
            }
            rows.push(row);
        }
        manifests.push(Manifest::read(&part.join("manifest.json"))?);
    }
    if !solutions.is_empty() && solutions.len() < parts.len() {
        let (kept, all) = (solutions.len(), parts.len());
        return Err(Error::Input(format!(
            "{kept} of {all} folders have a solutions.csv; expected shards all run with --solutions, or none"
        )));
    }
    let missing = plan.runs.len() - rows.len();
    let folder = Folder::create(to, &source, &plan)?;
    let mut output = folder.output(!solutions.is_empty())?;
    for (seq, row) in rows.iter_mut().enumerate() {
        row.seq = seq as u64;
        output.results.append(row)?;
    }
    if let Some(merged) = &mut output.solutions {
        let known: HashSet<Key<'_>> = rows.iter().map(Row::key).collect();
        for path in solutions {
            // A path is written before its row: after a crash the last may have none.
            let paths = record::read_solutions(&path)?;
            paths
                .iter()
                .filter(|path| known.contains(&path.key()))
                .try_for_each(|path| merged.append(path))?;
        }
    }
    folder.manifest(&Manifest {
        status: if missing == 0 { Completion::Complete } else { Completion::Interrupted },
        planned: Some(plan.runs.len() as u64),
        rows: Some(rows.len() as u64),
        ..joined(manifests)
    })?;
    folder.layers(&plan, registry)?;
    let failed = rows.iter().filter(|row| row.status.is_failure()).count();
    Ok(Merged { rows: rows.len(), failed, missing })
}

/// One manifest of several: what they do not share is unknown, and a warning says so.
fn joined(manifests: Vec<Manifest>) -> Manifest {
    let mut all = manifests.into_iter();
    let mut joined = all.next().unwrap_or_default();
    let mut different = Vec::new();
    for next in all {
        let mut differ = |what: &str, same: bool| {
            if !same && !different.iter().any(|d| d == what) {
                different.push(what.to_string());
            }
        };
        differ("processors", joined.cpu_model == next.cpu_model);
        differ("revisions", joined.git_revision == next.git_revision);
        differ("builds", joined.profile == next.profile && joined.rustc == next.rustc);
        joined.start_utc = joined.start_utc.min(next.start_utc);
        joined.end_utc = joined.end_utc.max(next.end_utc);
        joined.warnings.extend(next.warnings);
    }
    joined
        .warnings
        .extend(different.iter().map(|what| format!("the shards were measured with different {what}")));
    joined.warnings.sort();
    joined.warnings.dedup();
    joined.load_average = None;
    joined.command_line.clear();
    if different.iter().any(|d| d == "processors") {
        joined.cpu_model = None;
    }
    if different.iter().any(|d| d == "revisions") {
        joined.git_revision = None;
    }
    if different.iter().any(|d| d == "builds") {
        (joined.profile, joined.rustc) = (None, None);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shards_do_not_share_is_unknown_and_said() {
        let one = Manifest {
            cpu_model: Some("a".to_string()),
            git_revision: Some("r".to_string()),
            start_utc: Some("2".to_string()),
            warnings: vec!["busy".to_string()],
            ..Manifest::default()
        };
        let two =
            Manifest { cpu_model: Some("b".to_string()), start_utc: Some("1".to_string()), ..one.clone() };
        let joined = joined(vec![one, two]);
        assert_eq!((joined.cpu_model, joined.git_revision.as_deref()), (None, Some("r")));
        assert_eq!(joined.start_utc.as_deref(), Some("1"));
        assert_eq!(joined.warnings, ["busy", "the shards were measured with different processors"]);
    }
}
