//! The sliding-tile puzzles: 8-puzzle, 15-puzzle, 24-puzzle and their oblong
//! relatives. A tile beside the blank slides into it; the goal has the blank
//! first and the tiles in order. R. E. Korf's 100 boards (1985, "Depth-first
//! iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27) have been the field's yardstick since.
//!
//! A domain has one type of state, and 25 cells do not fit the word that makes
//! boards of 16 fast. So there are two domains over the same code, told apart by
//! their [`Board`]: `sliding-tile` (up to 16 cells, a `u64`) and
//! `sliding-tile-wide` (up to 25, a `u128`).
mod board;
mod domain;
mod linear_conflict;
mod manhattan;
pub mod pattern;
mod rank;
mod size;
mod space;
#[cfg(test)]
mod tests;
mod text;
mod track;

pub use board::Board;
pub use linear_conflict::{Codes, LinearConflict};
pub use manhattan::{Manhattan, Node};
pub use pattern::Pattern;
pub use size::Size;
pub use space::SlidingTile;
pub use track::{Slide, Track, Tracked, TrackedNode};

/// `sliding-tile`: boards of up to 16 cells.
pub type SlidingTile16 = SlidingTile<u64>;
/// `sliding-tile-wide`: boards of up to 25 cells.
pub type SlidingTile25 = SlidingTile<u128>;
