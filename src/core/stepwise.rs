//! Depth-first steps: what iterative deepening wants of a space and an estimate together.
use super::{Cost, Heuristic, StateSpace};

/// What became of a node's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Children {
    /// Children produced, those over the bound included; when stopped, only
    /// those up to the one that stopped it.
    pub generated: u32,
    /// The least amount by which a child passed the bound; [`Cost::MAX`] if none did.
    pub over: Cost,
    /// The receiver asked for no more.
    pub stopped: bool,
}

/// Capability of an estimate: it is kept up to date along each edge in a node
/// that stands for a state on the current path, and children over the bound are
/// dropped in one go. To expand such a node costs a few nanoseconds.
pub trait Stepwise<S: StateSpace>: Heuristic<S> {
    /// A search must keep the states of its path apart itself. Without it a path
    /// may cross itself: no harm where the estimate cuts such paths short and a
    /// goal is known to exist, but a finite space without one is never exhausted.
    const CHECK_PATH: bool = false;
    /// A state with its estimate, and whatever makes the next step cheap (the edge it came by).
    type Node: Copy + Send + Sync + 'static;

    /// The node of a path's first state.
    fn root(&self, space: &S, state: S::State) -> Self::Node;
    /// The state of `node`.
    fn state(&self, space: &S, node: Self::Node) -> S::State;
    /// The estimate of `node`: what [`Heuristic::h`] says of its state.
    fn estimate(&self, node: Self::Node) -> Cost;
    /// Whether `node` is a goal.
    #[inline]
    fn is_goal(&self, space: &S, node: Self::Node) -> bool {
        space.is_goal(self.state(space, node))
    }
    /// Gives to `emit`, in the order of [`StateSpace::expand`], each child whose
    /// edge and estimate together stay within `left`, with the edge's cost,
    /// until it returns `true` (stop). The way back to the node's parent is left
    /// out where it never shortens a path: in undirected spaces. `left` is what
    /// a path may still cost from `node` on, at least the node's estimate. Mark
    /// the implementation `#[inline]`.
    fn children(
        &self,
        space: &S,
        node: Self::Node,
        left: Cost,
        emit: impl FnMut(Self::Node, Cost) -> bool,
    ) -> Children;
}

/// Depth-first steps for any estimate, by computing it afresh for each child.
#[derive(Debug)]
pub struct Recompute<H>(H);

impl<S: StateSpace, H: Heuristic<S>> Heuristic<S> for Recompute<H> {
    const NAME: &'static str = H::NAME;
    const ABOUT: &'static str = H::ABOUT;
    const ADMISSIBLE: bool = H::ADMISSIBLE;
    const CONSISTENT: bool = H::CONSISTENT;
    const BLIND: bool = H::BLIND;
    fn new(space: &S) -> Self {
        Self(H::new(space))
    }
    #[inline]
    fn h(&self, space: &S, state: S::State) -> Cost {
        self.0.h(space, state)
    }
    #[inline]
    fn h_next(&self, space: &S, from: (S::State, Cost), child: S::State) -> Cost {
        self.0.h_next(space, from, child)
    }
}

/// A node of [`Recompute`]: the state, the one that it came from, the estimate.
#[derive(Clone, Copy, Debug)]
pub struct Recomputed<K> {
    state: K,
    parent: Option<K>,
    h: Cost,
}

impl<S: StateSpace, H: Heuristic<S>> Stepwise<S> for Recompute<H> {
    const CHECK_PATH: bool = true;
    type Node = Recomputed<S::State>;
    fn root(&self, space: &S, state: S::State) -> Self::Node {
        Recomputed { state, parent: None, h: self.0.h(space, state) }
    }
    #[inline]
    fn state(&self, _: &S, node: Self::Node) -> S::State {
        node.state
    }
    #[inline]
    fn estimate(&self, node: Self::Node) -> Cost {
        node.h
    }
    #[inline]
    fn children(
        &self,
        space: &S,
        node: Self::Node,
        left: Cost,
        mut emit: impl FnMut(Self::Node, Cost) -> bool,
    ) -> Children {
        let mut done = Children { generated: 0, over: Cost::MAX, stopped: false };
        space.expand(node.state, |state, cost| {
            if done.stopped || S::UNDIRECTED && node.parent == Some(state) {
                return;
            }
            done.generated += 1;
            let h = self.0.h_next(space, (node.state, node.h), state);
            let need = cost.saturating_add(h);
            if need > left {
                done.over = done.over.min(need - left);
            } else {
                done.stopped = emit(Recomputed { state, parent: Some(node.state), h }, cost);
            }
        });
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 -> 1, 2, 3 at costs 1, 5, 2, and 1 -> 0; with `BOTH_WAYS` it claims to be undirected.
    struct Drawn<const BOTH_WAYS: bool>;
    impl<const BOTH_WAYS: bool> StateSpace for Drawn<BOTH_WAYS> {
        type State = u8;
        const UNDIRECTED: bool = BOTH_WAYS;
        fn initial_states(&self) -> Vec<u8> {
            vec![0]
        }
        fn is_goal(&self, state: u8) -> bool {
            state == 3
        }
        fn expand(&self, state: u8, mut emit: impl FnMut(u8, Cost)) {
            match state {
                0 => [(1, 1), (2, 5), (3, 2)].into_iter().for_each(|(child, cost)| emit(child, cost)),
                1 => emit(0, 1),
                _ => {}
            }
        }
    }
    /// State 1 has 2 to go, state 2 has 1, the others none.
    #[derive(Debug)]
    struct ToGo;
    impl<S: StateSpace<State = u8>> Heuristic<S> for ToGo {
        const NAME: &'static str = "to-go";
        const ABOUT: &'static str = "What is left";
        const CONSISTENT: bool = false;
        fn new(_: &S) -> Self {
            Self
        }
        fn h(&self, _: &S, state: u8) -> Cost {
            [0, 2, 1, 0][usize::from(state)]
        }
    }

    fn seen<S: StateSpace<State = u8>>(space: &S, from: &[u8], left: Cost, stop: u8) -> (Vec<u8>, Children) {
        let steps = Recompute::<ToGo>::new(space);
        let mut node = steps.root(space, from[0]);
        for &next in &from[1..] {
            let mut found = None;
            steps.children(space, node, Cost::MAX, |child, _| {
                found = found.or(Some(child).filter(|&child| steps.state(space, child) == next));
                false
            });
            node = found.expect("the path follows edges");
        }
        let mut states = Vec::new();
        let done = steps.children(space, node, left, |child, _| {
            states.push(steps.state(space, child));
            steps.state(space, child) == stop
        });
        (states, done)
    }

    #[test]
    fn children_over_the_bound_are_counted_and_the_least_excess_is_told() {
        let done = Children { generated: 3, over: 1, stopped: false };
        assert_eq!(seen(&Drawn::<false>, &[0], 2, 9), (vec![3], done));
        let done = Children { generated: 3, over: 3, stopped: false };
        assert_eq!(seen(&Drawn::<false>, &[0], 3, 9), (vec![1, 3], done));
        let done = Children { generated: 3, over: Cost::MAX, stopped: false };
        assert_eq!(seen(&Drawn::<false>, &[0], 6, 9), (vec![1, 2, 3], done));
    }

    #[test]
    fn nothing_is_counted_after_the_child_that_stopped_it() {
        let done = Children { generated: 2, over: Cost::MAX, stopped: true };
        assert_eq!(seen(&Drawn::<false>, &[0], 9, 2), (vec![1, 2], done));
    }

    #[test]
    fn only_undirected_spaces_leave_out_the_way_back() {
        assert_eq!(seen(&Drawn::<false>, &[0, 1], 9, 9).0, [0]);
        assert_eq!(seen(&Drawn::<true>, &[0, 1], 9, 9).0, [0; 0]);
        assert_eq!(seen(&Drawn::<true>, &[1], 9, 9).0, [0]);
    }
}
