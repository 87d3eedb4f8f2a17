//! Domains. To add one: write its file, then add its two lines below.
use crate::core::Domain;

pub mod sliding_tile;

/// A computation over domains.
pub trait Visitor {
    /// Called once a domain.
    fn visit<D: Domain>(&mut self);
}

/// THE registry of domains.
pub fn for_each(visitor: &mut impl Visitor) {
    visitor.visit::<sliding_tile::SlidingTile16>();
    visitor.visit::<sliding_tile::SlidingTile25>();
}
