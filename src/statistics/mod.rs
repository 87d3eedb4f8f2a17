//! Floor 1: the statistics of measurements, as pure functions of slices.
//! Only the tail of the normal distribution comes from a crate: `libm`'s `erfc`, exact
//! to the last bits and without dependencies; the tests here need exact tails for small
//! samples with ties, which the larger crates do not offer.
mod bimodal;
mod bootstrap;
mod holm;
mod mann_whitney;
mod mean;
mod quantile;
mod rank;
#[cfg(test)]
mod vectors;
mod wilcoxon;

pub use bimodal::looks_bimodal;
pub use bootstrap::{Interval, Paired, Resampling, ratio, ratio_interval};
pub use holm::holm;
pub use mann_whitney::mann_whitney_u;
pub use mean::{geometric_mean, mean, penalised_average, shifted_geometric_mean, standard_deviation};
pub use quantile::{median, median_absolute_deviation, quantile};
pub use rank::Test;
pub use wilcoxon::wilcoxon_signed_rank;
