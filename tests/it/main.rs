//! The one integration binary: each module tests one promise of the crate.
mod graph;
mod random_graphs;
