//! What `solve` reads: a judge's file, or a set.
use super::{Failure, args};
use crate::dataset;
use crate::registry::{AnyDomain, Instances, Registry};

/// Instances of one domain to solve.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) instances: Box<dyn Instances>,
    /// Instances in each set of a judge's file.
    pub(super) sets: Vec<usize>,
    /// Names, if the file gives any.
    names: Option<Vec<String>>,
}
impl Problem {
    /// Reads `file`; `None` if it is a set without instances.
    pub(super) fn load(
        registry: &Registry,
        domain: &dyn AnyDomain,
        file: &str,
        size: Option<&str>,
    ) -> Result<Option<Self>, Failure> {
        if dataset::is_csv(file) {
            if size.is_some() {
                return Err(Failure::usage(format!("--size: {file} says the size of each instance itself")));
            }
            return Self::from_set(registry, domain, file);
        }
        let size = args::size(domain, size)?;
        let text = dataset::read_text(file)?;
        let read = dataset::read_judge(domain, &size, dataset::shown(file), &text);
        let (instances, sets) = read.map_err(Failure::usage)?;
        Ok(Some(Self { instances, sets, names: None }))
    }
    fn from_set(registry: &Registry, domain: &dyn AnyDomain, file: &str) -> Result<Option<Self>, Failure> {
        let mut set = dataset::load(registry, None, file)?;
        if let Some(other) = set.groups.iter().find(|group| group.domain != domain.name()) {
            let (found, name) = (other.domain, domain.name());
            return Err(Failure::usage(format!(
                "{file}: it holds instances of {found}; expected {name} alone"
            )));
        }
        let names: Vec<String> = set.entries.into_iter().map(|entry| entry.id).collect();
        let group = set.groups.pop();
        Ok(group.map(|g| Self { sets: vec![g.instances.len()], instances: g.instances, names: Some(names) }))
    }
    /// How people call instance `i`.
    pub(super) fn name(&self, i: usize) -> String {
        self.names.as_ref().map_or_else(|| (i + 1).to_string(), |names| names[i].clone())
    }
}
