//! The estimate: what the databases of disjoint patterns say, added up.
//!
//! Admissible, since a move moves one tile, of one pattern. **Not consistent**:
//! an entry is the least over where the blank may be, and a move can leave the
//! blank on the wrong side of the pattern's tiles, where it would cost more.
use super::super::{Board, Slide, SlidingTile, Track};
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
    const ABOUT: &'static str = "Additive pattern databases (Korf and Felner 2002)";
    const CONSISTENT: bool = false;
    fn new(space: &SlidingTile<B>) -> Self {
        Self(prepare(space.size().rows(), space.size().columns()))
    }
    #[inline]
    fn h(&self, space: &SlidingTile<B>, state: B) -> Cost {
        let cell_of = cell_of(space, state);
        self.0.list().iter().map(|database| Cost::from(database.moves(&cell_of))).sum()
    }
}

/// The cell of each tile.
#[inline]
fn cell_of<B: Board>(space: &SlidingTile<B>, state: B) -> [u8; 32] {
    let mut cell_of = [0; 32];
    for cell in 0..space.size().cells() {
        cell_of[state.tile(cell) as usize % 32] = cell as u8;
    }
    cell_of
}

/// The cell of each tile, and what each database says of them.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    cell_of: [u8; 32],
    moves: [u8; 8],
}

impl<B: Board> Track<B> for Pattern {
    type Carried = Entries;
    fn carried(&self, space: &SlidingTile<B>, state: B) -> Entries {
        let (cell_of, mut moves) = (cell_of(space, state), [0; 8]);
        for (entry, database) in moves.iter_mut().zip(self.0.list()) {
            *entry = database.moves(&cell_of);
        }
        Entries { cell_of, moves }
    }
    /// One pattern holds the tile: the other databases need not be asked.
    #[inline]
    fn slide(&self, mut entries: Entries, slide: Slide) -> (Entries, i32) {
        let pattern = self.0.pattern_of(slide.tile);
        entries.cell_of[slide.tile % 32] = slide.to as u8;
        let moves = self.0.list()[pattern].moves(&entries.cell_of);
        let before = std::mem::replace(&mut entries.moves[pattern], moves);
        (entries, i32::from(moves) - i32::from(before))
    }
}
