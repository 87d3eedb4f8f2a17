//! `searchrig verify`: checks a run, or a set of instances.
use super::say::{self, Mood};
use super::{Exit, Failure, print};
use crate::dataset::{self, InstanceSet, LoadError};
use crate::experiment::{self, Error};
use crate::record::{self, Manifest, Row};
use crate::registry::{AnyDomain, Registry};
use crate::report::verify::{Check, Finding, Known, Promise, verify};
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Check a run, or a set of instances
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Of a run: no row failed; optimal searches agree with each other and with the optimal costs that the
set states; costs keep the bounds of their algorithms; exact rows repeat, whatever the repeat, round
or number of threads; every path in solutions.csv, where it was kept, is replayed by the rules and has
the cost of its row; the copies of experiment and instances are those that were run. Of a set, and of the set in a run folder: every instance is what its hash says.

Exit codes: 0 all checks passed · 1 a check failed · 2 bad usage or input · 3 a file cannot be read

Example: searchrig verify reports/today")]
pub(super) struct Args {
    /// Run folder, results.csv, or a set of instances as CSV
    #[arg(value_name = "RUN|SET")]
    what: PathBuf,
    /// Form of the findings
    #[arg(long, value_enum, default_value = "table")]
    format: Form,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Lines for people
    Table,
    /// One object
    Json,
}

/// What the registry and the set know of rows.
struct Knowledge<'r> {
    registry: &'r Registry,
    optimal: HashMap<String, u64>,
}
impl Known for Knowledge<'_> {
    fn optimal_cost(&self, instance_id: &str) -> Option<u64> {
        self.optimal.get(instance_id).copied()
    }
    fn promise(&self, row: &Row) -> Promise {
        let configurations = self.registry.domain(&row.domain).map_or(&[][..], AnyDomain::configurations);
        let algorithm = configurations.iter().map(|c| c.algorithm).find(|a| a.name == row.algorithm);
        let weight = row.options.split([',', ' ', ';']).find_map(|option| option.strip_prefix("weight="));
        match (algorithm, weight.and_then(|w| w.parse().ok())) {
            (Some(algorithm), _) if algorithm.optimal => Promise::Optimal,
            (Some(_), Some(weight)) => Promise::Within(weight),
            _ => Promise::Nothing,
        }
    }
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let (rows, set) = if args.what.is_dir() {
        let set = args.what.join("instances.csv");
        (
            rows(&args.what.join("results.csv"))?,
            if set.is_file() { Some(load(registry, &set)?) } else { None },
        )
    } else if is_set(&args.what)? {
        (Vec::new(), Some(load(registry, &args.what)?))
    } else {
        (rows(&args.what)?, None)
    };
    let (mut findings, mut optimal, mut instances) = (copies(&args.what)?, HashMap::new(), None);
    match set {
        Some(Ok(set)) => {
            instances = Some(set.entries.len());
            findings.extend(strangers(&rows, &set));
            findings.extend(solutions(&args.what, &rows, &set)?);
            let stated = |e: dataset::Entry| Some((e.id, u64::from(e.optimal_cost?)));
            optimal = set.entries.into_iter().filter_map(stated).collect();
        }
        Some(Err(wrong)) => findings.push(wrong),
        None => {}
    }
    findings.extend(verify(&rows, &Knowledge { registry, optimal }));
    findings.sort_by_key(|finding| finding.check);
    print(&match args.format {
        Form::Table => table(rows.len(), instances, &findings),
        Form::Json => json(rows.len(), instances, &findings),
    })?;
    Ok(if findings.is_empty() { Exit::Done } else { Exit::Gate })
}

/// The rows of a file; keys that occur twice are bad input, for the rows then belong to several runs.
fn rows(path: &Path) -> Result<Vec<Row>, Failure> {
    use crate::report::compare::CompareError;
    let rows = record::read(path).map_err(CompareError::from)?.rows;
    match record::duplicates(&rows).first() {
        Some((key, _)) => Err(Failure::usage(format!("{}: a key occurs twice: {key}", path.display()))),
        None => Ok(rows),
    }
}

/// Whether a file is a set and not results: by its columns.
fn is_set(path: &Path) -> Result<bool, Failure> {
    let text = dataset::read_text(&path.to_string_lossy())?;
    let header = text.lines().next().unwrap_or_default();
    let has = |name: &str| header.trim_start_matches('\u{feff}').split(',').any(|column| column == name);
    Ok(has("initial") && !has("status"))
}

/// The set, or what is wrong with an instance of it.
fn load(registry: &Registry, path: &Path) -> Result<Result<InstanceSet, Finding>, Failure> {
    match dataset::load(registry, None, &path.to_string_lossy()) {
        Ok(set) => Ok(Ok(set)),
        Err(LoadError::Input(message)) => Ok(Err(Finding { check: Check::Set, message })),
        Err(error) => Err(error.into()),
    }
}

/// Rows on instances that the set does not hold.
fn strangers(rows: &[Row], set: &InstanceSet) -> Vec<Finding> {
    let known: HashMap<&str, &str> =
        set.entries.iter().map(|e| (e.id.as_str(), set.groups[e.group].domain)).collect();
    let strange = rows.iter().filter(|row| known.get(row.instance_id.as_str()) != Some(&row.domain.as_str()));
    let message = |row: &Row| format!("{}: the set has no such instance of {}", row.key(), row.domain);
    strange.map(|row| Finding { check: Check::Set, message: message(row) }).collect()
}

/// Copies in a run folder that are not what its manifest says was run.
fn copies(folder: &Path) -> Result<Vec<Finding>, Failure> {
    let manifest = folder.join("manifest.json");
    if !manifest.is_file() {
        return Ok(Vec::new());
    }
    let manifest = Manifest::read(&manifest).map_err(Error::from)?;
    let copies =
        [("experiment.toml", manifest.experiment_digest), ("instances.csv", manifest.instances_digest)];
    let mut findings = Vec::new();
    for (name, digest) in copies {
        let Some(digest) = digest else { continue };
        let path = folder.join(name);
        let bytes = std::fs::read(&path).map_err(|error| Error::io(&path, &error))?;
        let found = format!("{:016x}", experiment::digest(&bytes));
        if found != digest {
            let message = format!(
                "{}: its digest is {found}; the manifest says that of the run's was {digest}",
                path.display()
            );
            findings.push(Finding { check: Check::Copies, message });
        }
    }
    Ok(findings)
}

/// Paths in a run folder that do not solve their instance, or not as their row says.
fn solutions(folder: &Path, rows: &[Row], set: &InstanceSet) -> Result<Vec<Finding>, Failure> {
    let path = folder.join("solutions.csv");
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let solutions = record::read_solutions(&path).map_err(Error::from)?;
    let wrong = experiment::check_solutions(rows, &solutions, set);
    Ok(wrong.into_iter().map(|message| Finding { check: Check::Solutions, message }).collect())
}

fn table(rows: usize, instances: Option<usize>, findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "{finding}");
    }
    for check in Check::ALL {
        let count = findings.iter().filter(|finding| finding.check == check).count();
        let said = match count {
            0 => say::word("passed", Mood::Good),
            _ => say::word(&format!("{count} failed"), Mood::Bad),
        };
        let _ = writeln!(text, "{:<10} {said}", check.name());
    }
    let set = instances.map_or(String::new(), |n| format!(", {n} instances"));
    let _ = writeln!(text, "{rows} rows{set}: {} findings", findings.len());
    text
}

fn json(rows: usize, instances: Option<usize>, findings: &[Finding]) -> String {
    let listed: Vec<_> =
        findings.iter().map(|f| json!({ "check": f.check.name(), "message": f.message })).collect();
    let value = json!({
        "rows": rows,
        "instances": instances,
        "passed": findings.is_empty(),
        "findings": listed,
    });
    serde_json::to_string_pretty(&value).expect("plain fields are JSON") + "\n"
}
