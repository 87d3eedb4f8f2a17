//! From blocks of instances to one set.
use super::Error;
use super::file::{File, InstanceBlock, Method, Source};
use crate::core::unknown_name;
use crate::dataset::{self, InstanceSet, LoadError, Recipe};
use crate::registry::{self, AnyDomain, Registry};
use std::collections::HashSet;
use toml::Spanned;

/// Reads and draws the instances of the experiment.
///
/// # Errors
/// The first mistake, with its line; a file that cannot be read.
pub(super) fn instances(file: &File, source: &Source, registry: &Registry) -> Result<InstanceSet, Error> {
    let mut set = InstanceSet::default();
    let mut names: HashSet<String> = HashSet::new();
    for spanned in &file.instances {
        let head = spanned.span().start..spanned.span().start;
        let block =
            Block { source, registry, asked: spanned, seed: spanned.get_ref().seed.unwrap_or(file.seed) };
        for part in block.sets()? {
            if let Some(twice) = part.entries.iter().find(|e| names.contains(&e.id)) {
                let message =
                    format!("the instance `{}` is in an earlier block already; names are unique", twice.id);
                return Err(source.error(&head, &message));
            }
            names.extend(part.entries.iter().map(|e| e.id.clone()));
            set.append(part);
        }
    }
    if set.entries.is_empty() {
        return Err(Error::Input(format!("{}: the experiment has no instances", source.name)));
    }
    Ok(set)
}

struct Block<'a> {
    source: &'a Source,
    registry: &'a Registry,
    asked: &'a Spanned<InstanceBlock>,
    seed: u64,
}
impl Block<'_> {
    fn wrong(&self, message: &str) -> Error {
        let start = self.asked.span().start;
        self.source.error(&(start..start), message)
    }
    fn domain(&self) -> Result<Option<&dyn AnyDomain>, Error> {
        let Some(name) = &self.asked.get_ref().domain else { return Ok(None) };
        let known: Vec<&str> = self.registry.domains().map(AnyDomain::name).collect();
        let domain = self.registry.domain(name.get_ref());
        domain.map(Some).ok_or_else(|| {
            let message = format!("domain: {}", unknown_name("domain", name.get_ref(), &known));
            self.source.error(&name.span(), &message)
        })
    }
    fn sizes(&self, domain: &dyn AnyDomain) -> Result<Vec<String>, Error> {
        let Some(list) = &self.asked.get_ref().size else {
            let first = domain.sizes().first().copied().unwrap_or_default();
            return domain.size(first).map(|size| vec![size]).map_err(|wrong| self.wrong(&wrong));
        };
        let size = |text: &String| domain.size(text).map_err(|wrong| self.source.error(&list.span(), &wrong));
        list.get_ref().0.iter().map(size).collect()
    }
    fn sets(&self) -> Result<Vec<InstanceSet>, Error> {
        let block = self.asked.get_ref();
        match (&block.file, &block.count) {
            (Some(file), None) => self.load(file).map(|set| vec![set]),
            (None, Some(count)) => {
                let domain =
                    self.domain()?.ok_or_else(|| self.wrong("domain: drawing instances needs one"))?;
                let sizes = self.sizes(domain)?;
                sizes.iter().map(|size| self.draw(domain, size, count)).collect()
            }
            _ => Err(self.wrong("expected either `file` (to read instances) or `count` (to draw them)")),
        }
    }
    fn load(&self, file: &Spanned<std::path::PathBuf>) -> Result<InstanceSet, Error> {
        let block = self.asked.get_ref();
        if block.method.is_some() || block.steps.is_some() || block.optimal.is_some() || block.seed.is_some()
        {
            return Err(
                self.wrong("method, steps, optimal and seed are for drawing: `file` takes none of them")
            );
        }
        let path = self.source.folder.join(file.get_ref()).display().to_string();
        let domain = self.domain()?;
        let sizes = domain.map(|d| self.sizes(d)).transpose()?.unwrap_or_default();
        if sizes.len() > 1 {
            return Err(self.wrong("size: a file has one"));
        }
        let domain = domain.filter(|_| !dataset::is_csv(&path));
        let given = domain.map(|d| (d, sizes[0].as_str()));
        dataset::load(self.registry, given, &path).map_err(|error| match error {
            LoadError::Io(message) => Error::Io(format!("{}: file: {message}", self.source.name)),
            LoadError::Input(message) => self.source.error(&file.span(), &format!("file: {message}")),
        })
    }
    fn draw(&self, domain: &dyn AnyDomain, size: &str, count: &Spanned<u32>) -> Result<InstanceSet, Error> {
        let block = self.asked.get_ref();
        let method = match (block.method.as_ref().map(|m| *m.get_ref()), block.steps, block.optimal) {
            (None | Some(Method::Uniform), None, None) => registry::Method::Uniform,
            (None | Some(Method::Walk), Some(r), None) => registry::Method::Walk { low: r.low, high: r.high },
            (None | Some(Method::Optimal), None, Some(r)) => {
                registry::Method::Optimal { low: r.low, high: r.high }
            }
            _ => {
                return Err(self.wrong(
                    "expected method = \"uniform\" alone, \"walk\" with `steps`, or \"optimal\" with `optimal`",
                ));
            }
        };
        if *count.get_ref() == 0 {
            return Err(self.source.error(&count.span(), "count: expected at least 1"));
        }
        let count = *count.get_ref() as usize;
        let recipe = Recipe { domain, size, count, seed: self.seed, method, duplicates: false };
        dataset::generate(&recipe, |_| ()).map_err(|wrong| self.wrong(&wrong))
    }
}
