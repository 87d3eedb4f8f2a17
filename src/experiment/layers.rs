//! The layers of the spaces that a run's instances lie in, where a space is small enough to be visited whole.
use crate::core::{Limits, Setup};
use crate::dataset::InstanceSet;
use crate::record::{Layer, Status};
use crate::registry::{Registry, Task};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The visited set that is smallest where the states are numbered; other spaces may have no end.
const VISITED: &str = "bitset";
/// Memory for it: two million states, which take a second at most.
const MEMORY: u64 = 256 << 10;
/// At most so many spaces.
const SPACES: usize = 16;

/// The layers of each domain and size, from the start of its first instance.
#[must_use]
pub fn layers(set: &InstanceSet, registry: &Registry) -> Vec<Layer> {
    let mut seen = HashSet::new();
    let firsts = set
        .entries
        .iter()
        .filter(|entry| seen.insert((entry.group, set.groups[entry.group].instances.size(entry.number))));
    let spaces = firsts.filter_map(|entry| {
        let group = &set.groups[entry.group];
        let domain = registry.domains().find(|domain| domain.name() == group.domain)?;
        let explorer = domain.explorers().iter().position(|of| of.visited == Some(VISITED))?;
        let setup = Setup { memory_bytes: MEMORY, ..Setup::default() };
        // A domain that panics has its rows to say so.
        let counted = catch_unwind(AssertUnwindSafe(|| {
            let mut session = group.instances.open(Task::Explore, explorer, entry.number, &setup).ok()?;
            session.search(entry.number, &Limits::default());
            (session.verdict().status != Status::LimitMemory).then(|| session.stats().clone())
        }));
        let counted = counted.ok()??;
        let layer = |(depth, (&states, &edges)): (usize, (&u64, &u64))| Layer {
            domain: group.domain.to_owned(),
            size: group.instances.size(entry.number),
            instance_id: entry.id.clone(),
            depth: depth as u64,
            states,
            edges,
        };
        let edges = counted.edges.iter().chain(std::iter::repeat(&0));
        Some(counted.layers.iter().zip(edges).enumerate().map(layer).collect::<Vec<_>>())
    });
    spaces.take(SPACES).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset;

    #[test]
    fn every_space_is_visited_once_and_one_too_large_is_left_out() {
        let registry = Registry::builtin();
        let path = std::env::temp_dir().join(format!("searchrig-spaces-{}.csv", std::process::id()));
        let text = "instance_id,domain,size,initial,goal\n\
                    a,hybrid-knight,20,1,2\nb,hybrid-knight,20,2,3\n\
                    c,sliding-tile,4x4,1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0,0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n\
                    d,black-white,4x4:8,1111/1111/0000/0000,0000/0000/1111/1111\n";
        std::fs::write(&path, text).unwrap();
        let set = dataset::load(&registry, None, path.to_str().unwrap()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let layers = layers(&set, &registry);
        let total = |id: &str| layers.iter().filter(|l| l.instance_id == id).map(|l| l.states).sum::<u64>();
        // 400 squares × 3 forms; 16 over 8 boards.
        assert_eq!(["a", "b", "c", "d"].map(total), [1200, 0, 0, 12_870]);
        let first = layers.iter().find(|l| l.instance_id == "d").unwrap();
        // Four swaps join the two halves of the board.
        assert_eq!((first.depth, first.states, first.edges), (0, 1, 4));
    }
}
