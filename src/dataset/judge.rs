//! Sets read from a judge's file.
use super::{Entry, Group, InstanceSet};
use crate::registry::{AnyDomain, Instances};

/// Reads a judge's file: its instances, and how many each set of it holds.
///
/// # Errors
/// One line that starts with `file`: where the text, or what of the size, is wrong.
pub fn read_judge(
    domain: &dyn AnyDomain,
    size: &str,
    file: &str,
    text: &str,
) -> Result<(Box<dyn Instances>, Vec<usize>), String> {
    let read = domain.read(size, text);
    read.map_err(|wrong| format!("{file}:{}:{}: {}", wrong.line, wrong.column, wrong.message))
}

/// The instances of a judge's file as a set, named by the file and their number, from 1.
///
/// # Errors
/// As of [`read_judge`].
pub fn from_judge(domain: &dyn AnyDomain, size: &str, file: &str, text: &str) -> Result<InstanceSet, String> {
    let (instances, _) = read_judge(domain, size, file, text)?;
    let name = stem(file);
    let group = Group { domain: domain.name(), instances };
    let entries = (0..group.instances.len()).map(|number| Entry {
        id: format!("{name}-{:04}", number + 1),
        group: 0,
        number,
        seed: None,
        index: None,
        method: "file".to_string(),
        optimal_cost: None,
        hash: group.hash(number),
    });
    Ok(InstanceSet { entries: entries.collect(), groups: vec![group] })
}

/// The file's name without folder and extension, in letters that CSV never quotes.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let plain = |c: char| if c.is_alphanumeric() || "-_:".contains(c) { c } else { '_' };
    let stem: String = stem.chars().map(plain).collect();
    if stem.is_empty() { "file".to_string() } else { stem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_the_file() {
        for (file, name) in [("sets/a b,c.in", "a_b_c"), ("-", "-"), ("x.tar.gz", "x"), (".in", "file")] {
            assert_eq!(stem(file), name);
        }
    }
}
