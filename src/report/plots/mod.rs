//! What the pictures show: from cases to points. [`super::svg`] draws them.
mod bars;
mod cactus;
mod growth;
mod layers;
mod picture;
mod profile;
mod scatter;
mod strategies;
mod threads;

pub(super) use picture::{Drawn, Plot, plots};
pub use picture::{Picture, pictures};
pub(super) use threads::scaling;
