//! A set of instances: what is known of each, and the instances themselves by domain.
use crate::core::Cost;
use crate::registry::Instances;

/// What is known of one instance beside the instance itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, unique in the set.
    pub id: String,
    /// Its group in [`InstanceSet::groups`].
    pub group: usize,
    /// Its number in that group.
    pub number: usize,
    /// The seed that it was drawn by.
    pub seed: Option<u64>,
    /// Its index under that seed: which stream of random numbers.
    pub index: Option<u64>,
    /// How it was drawn, as in `walk:3..8`; `file` if it was not.
    pub method: String,
    /// Its optimal cost, where it is known.
    pub optimal_cost: Option<Cost>,
    /// See [`state_hash`].
    pub hash: u64,
}

/// The instances of one domain.
#[derive(Debug)]
pub struct Group {
    /// The domain's name.
    pub domain: &'static str,
    /// The instances, in the order of their entries.
    pub instances: Box<dyn Instances>,
}
impl Group {
    /// The [`state_hash`] of instance `number`.
    #[must_use]
    pub fn hash(&self, number: usize) -> u64 {
        let all = &self.instances;
        state_hash(self.domain, &all.size(number), &all.initial_text(number), &all.goal_text(number))
    }
}

/// A set of instances, of one domain or of several.
#[derive(Debug, Default)]
pub struct InstanceSet {
    /// Every instance, in the order of the set.
    pub entries: Vec<Entry>,
    /// The instances by domain, in the order of first use.
    pub groups: Vec<Group>,
}
impl InstanceSet {
    /// Adds everything of `other` after what is there.
    pub fn append(&mut self, other: Self) {
        let placed: Vec<_> = other.groups.into_iter().map(|g| self.push(g.domain, g.instances)).collect();
        self.entries.extend(other.entries.into_iter().map(|entry| {
            let (group, first) = placed[entry.group];
            Entry { group, number: first + entry.number, ..entry }
        }));
    }
    /// Adds instances of `domain` and gives their group and the number of the first there.
    pub(super) fn push(&mut self, domain: &'static str, instance: Box<dyn Instances>) -> (usize, usize) {
        if let Some(group) = self.groups.iter().position(|g| g.domain == domain) {
            let number = self.groups[group].instances.len();
            self.groups[group].instances.append(instance);
            (group, number)
        } else {
            self.groups.push(Group { domain, instances: instance });
            (self.groups.len() - 1, 0)
        }
    }
}

/// What tells two instances apart: 64-bit FNV-1a (Fowler, Noll and Vo 1991)
/// over `domain|size|initial|goal` in UTF-8. Frozen: files carry it.
#[must_use]
pub fn state_hash(domain: &str, size: &str, initial: &str, goal: &str) -> u64 {
    let text = [domain, "|", size, "|", initial, "|", goal];
    text.iter()
        .flat_map(|part| part.bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_frozen() {
        assert_eq!(format!("{:016x}", state_hash("count", "9", "1", "4")), "8c7a8233f07ef714");
    }
}
