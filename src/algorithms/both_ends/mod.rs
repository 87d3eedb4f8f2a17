//! Heuristic search from both ends: one engine, three orders.
mod bae_star;
mod engine;
mod mm;
mod nbs;

use bae_star::Bae;
use engine::BothEnds;
use mm::Mm;
use nbs::Nbs;

/// Sides that take turns, by both estimates.
pub(super) type BaeStar<S, H> = BothEnds<S, H, Bae>;
/// Sides that meet in the middle.
pub(super) type MeetInTheMiddle<S, H> = BothEnds<S, H, Mm>;
/// Pairs of nodes, one a side, of which one must be expanded.
pub(super) type NearOptimal<S, H> = BothEnds<S, H, Nbs>;
