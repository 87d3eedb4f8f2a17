//! Depth-first steps for estimates that change with the one tile that moves.
use super::{Board, SlidingTile};
use crate::core::{Children, Cost, Heuristic, StateSpace as _, Stepwise};

/// A tile goes from one cell to another.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// The tile.
    pub tile: usize,
    /// Where it was.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
}

/// An estimate that carries something along a path, and needs no more than
/// that and the slide to tell the next estimate.
pub trait Track<B: Board>: Heuristic<SlidingTile<B>> {
    /// What is carried along.
    type Carried: Copy + Send + Sync + 'static;
    /// What belongs to `state`.
    fn carried(&self, space: &SlidingTile<B>, state: B) -> Self::Carried;
    /// What to carry on after `slide`, and how much the estimate changes. Mark
    /// the implementation `#[inline]`.
    fn slide(&self, carried: Self::Carried, slide: Slide) -> (Self::Carried, i32);
}

/// The estimate `H` with depth-first steps.
#[derive(Debug)]
pub struct Tracked<H>(H);

impl<B: Board, H: Heuristic<SlidingTile<B>>> Heuristic<SlidingTile<B>> for Tracked<H> {
    const NAME: &'static str = H::NAME;
    const ABOUT: &'static str = H::ABOUT;
    const ADMISSIBLE: bool = H::ADMISSIBLE;
    const CONSISTENT: bool = H::CONSISTENT;
    fn new(space: &SlidingTile<B>) -> Self {
        Self(H::new(space))
    }
    #[inline]
    fn h(&self, space: &SlidingTile<B>, state: B) -> Cost {
        self.0.h(space, state)
    }
    #[inline]
    fn h_next(&self, space: &SlidingTile<B>, from: (B, Cost), child: B) -> Cost {
        self.0.h_next(space, from, child)
    }
}

/// A board on a depth-first path, with what its estimate carries.
#[derive(Clone, Copy, Debug)]
pub struct TrackedNode<B, C> {
    state: B,
    blank: u8,
    /// The blank's cell in the parent; past the board in the first node.
    parent_blank: u8,
    h: Cost,
    carried: C,
}

impl<B: Board, H: Track<B>> Stepwise<SlidingTile<B>> for Tracked<H> {
    type Node = TrackedNode<B, H::Carried>;
    fn root(&self, space: &SlidingTile<B>, state: B) -> Self::Node {
        let (h, carried) = (self.0.h(space, state), self.0.carried(space, state));
        TrackedNode { state, blank: state.blank() as u8, parent_blank: u8::MAX, h, carried }
    }
    #[inline]
    fn state(&self, _: &SlidingTile<B>, node: Self::Node) -> B {
        node.state
    }
    #[inline]
    fn estimate(&self, node: Self::Node) -> Cost {
        node.h
    }
    #[inline]
    fn is_goal(&self, space: &SlidingTile<B>, node: Self::Node) -> bool {
        node.h == 0 && space.is_goal(node.state)
    }
    #[inline]
    fn children(
        &self,
        space: &SlidingTile<B>,
        node: Self::Node,
        left: Cost,
        mut emit: impl FnMut(Self::Node, Cost) -> bool,
    ) -> Children {
        let mut done = Children { generated: 0, over: Cost::MAX, stopped: false };
        for from in space.blank_moves(usize::from(node.blank)) {
            if from == usize::from(node.parent_blank) {
                continue;
            }
            done.generated += 1;
            let slide =
                Slide { tile: node.state.tile(from) as usize % 32, from, to: usize::from(node.blank) };
            let (carried, change) = self.0.slide(node.carried, slide);
            let h = node.h.wrapping_add_signed(change);
            if h + 1 > left {
                done.over = done.over.min(h + 1 - left);
                continue;
            }
            let (at, to) = (B::CELL_BITS * from as u32, B::CELL_BITS * u32::from(node.blank));
            let state = node.state.slide(at, to);
            if emit(TrackedNode { state, blank: from as u8, parent_blank: node.blank, h, carried }, 1) {
                done.stopped = true;
                break;
            }
        }
        done
    }
}
