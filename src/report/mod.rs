//! Floor 4: what rows say. It reads recorded results and never runs a search.
pub mod compare;
pub mod verify;
