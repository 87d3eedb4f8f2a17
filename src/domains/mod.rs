//! Domains. To add one: write its file, then add its two lines below.
mod black_white;
mod matching;
mod solitaire;
mod subsets;
#[cfg(test)]
mod whole_space;

use crate::core::Domain;
pub use black_white::BlackWhite;
pub use matching::Matching;
pub use solitaire::Solitaire;

pub mod four_in_a_row;
pub mod hybrid_knight;

pub mod sliding_tile;

/// A computation over domains.
pub trait Visitor {
    /// Called once a domain.
    fn visit<D: Domain>(&mut self);
}

/// THE registry of domains.
pub fn for_each(visitor: &mut impl Visitor) {
    visitor.visit::<Solitaire>();
    visitor.visit::<BlackWhite>();
    visitor.visit::<four_in_a_row::FourInARow>();
    visitor.visit::<hybrid_knight::HybridKnight>();
    visitor.visit::<sliding_tile::SlidingTile16>();
    visitor.visit::<sliding_tile::SlidingTile25>();
}
