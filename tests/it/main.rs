//! The one integration binary: each module tests one promise of the crate.
mod agreement;
mod facts;
mod floors;
mod graph;
mod random_graphs;
mod registry;
