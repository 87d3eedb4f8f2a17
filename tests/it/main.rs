//! The one integration binary: each module tests one promise of the crate.
mod agreement;
mod floors;
mod graph;
mod random_graphs;
mod registries;
mod sources;
