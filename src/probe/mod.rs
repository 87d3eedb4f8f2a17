//! Floor 4: what on this machine harms measurements, and how to mend it.
mod finding;
mod linux;
mod power;

pub use finding::{Finding, Level};
pub use linux::examine;
