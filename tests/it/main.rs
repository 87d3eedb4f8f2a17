//! The one integration binary: each module tests one promise of the crate.
mod agreement;
mod counters;
mod counts;
mod facts;
mod floors;
mod graph;
mod memory;
mod overhead;
mod random_graphs;
mod registries;
mod sources;
mod visited_contract;
