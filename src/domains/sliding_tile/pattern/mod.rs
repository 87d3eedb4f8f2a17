//! Additive pattern databases: exact costs of sub-puzzles with disjoint sets of
//! tiles, added up (R. E. Korf and A. Felner 2002, "Disjoint pattern database
//! heuristics", Artificial Intelligence 134).
mod cache;
mod database;
mod heuristic;
mod partition;
mod prepare;

pub use database::Database;
pub use heuristic::{Entries, Pattern};
pub use prepare::{Databases, prepare};
