//! The estimate: what the databases of disjoint patterns say, added up.
//!
//! Admissible, since a move moves one tile, of one pattern. **Not consistent**:
//! an entry is the least over where the blank may be, and a move can leave the
//! blank on the wrong side of the pattern's tiles, where it would cost more.
use super::super::{Board, SlidingTile};
use super::prepare::{Databases, prepare};
use crate::core::{Cost, Heuristic};
use std::sync::Arc;

/// Additive disjoint pattern databases.
#[derive(Debug)]
pub struct Pattern(Arc<Databases>);

impl Pattern {
    /// The databases, with what it took to get them ready.
    #[must_use]
    pub fn databases(&self) -> &Databases {
        &self.0
    }
}

impl<B: Board> Heuristic<SlidingTile<B>> for Pattern {
    const NAME: &'static str = "pattern";
    const CONSISTENT: bool = false;
    fn new(space: &SlidingTile<B>) -> Self {
        Self(prepare(space.size().rows(), space.size().columns()))
    }
    #[inline]
    fn h(&self, space: &SlidingTile<B>, state: B) -> Cost {
        let mut cell_of = [0u8; 32];
        for cell in 0..space.size().cells() {
            cell_of[state.tile(cell) as usize % 32] = cell as u8;
        }
        self.0.list().iter().map(|database| Cost::from(database.moves(&cell_of))).sum()
    }
}
