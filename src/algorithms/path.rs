//! Paths without parent pointers: read back through the layers of a search.
use crate::core::StateSpace;

/// The smallest state that leads to `child`, of the layer before it, which is in `parts`.
/// So a path is the same for any number of threads, and nothing is stored for it.
pub(super) fn parent<'a, S: StateSpace>(
    space: &S,
    child: S::State,
    parts: &mut dyn Iterator<Item = &'a [S::State]>,
) -> S::State
where
    S::State: 'a,
{
    let states = parts.flatten().copied();
    let parent = if S::UNDIRECTED {
        neighbour_in(space, child, states)
    } else {
        let leads = |&state: &S::State| {
            let mut leads = false;
            space.expand(state, |successor, _| leads |= successor == child);
            leads
        };
        states.filter(leads).min()
    };
    parent.expect("every state of a layer has a parent in the layer before")
}

/// The smallest of `states` that neighbours `child`.
fn neighbour_in<S: StateSpace>(
    space: &S,
    child: S::State,
    states: impl Iterator<Item = S::State>,
) -> Option<S::State> {
    let mut neighbours = Vec::new();
    space.expand(child, |state, _| neighbours.push(state));
    neighbours.sort_unstable();
    let (low, high) = (*neighbours.first()?, *neighbours.last()?);
    states.filter(|s| (low..=high).contains(s) && neighbours.binary_search(s).is_ok()).min()
}
