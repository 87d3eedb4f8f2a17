//! Paths without parent pointers: read back through the layers of a search.
use crate::core::StateSpace;

/// Extends `path` from its last state, which lies one layer beyond `layers`,
/// back to the first layer: always to the smallest state that leads on. So the
/// path is the same for any number of threads, and nothing is stored for it.
pub(super) fn read_back<'a, S: StateSpace, L>(
    space: &S,
    layers: impl DoubleEndedIterator<Item = L>,
    path: &mut Vec<S::State>,
) where
    L: IntoIterator<Item = &'a [S::State]>,
    S::State: 'a,
{
    for layer in layers.rev() {
        let child = path[path.len() - 1];
        let states = layer.into_iter().flatten().copied();
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
        path.push(parent.expect("every state of a layer has a parent in the layer before"));
    }
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
