//! Drawing instances at random.
use crate::core::{Cost, Domain, Rng};

/// How an instance is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Uniformly from all of its size.
    Uniform,
    /// Its ends lie a random walk of so many moves apart, drawn between two bounds.
    Walk {
        /// Fewest moves.
        low: u32,
        /// Most moves.
        high: u32,
    },
    /// Its optimal cost lies between two bounds, found by search.
    Optimal {
        /// Least cost.
        low: Cost,
        /// Largest cost.
        high: Cost,
    },
}

pub(super) fn draw<D: Domain>(
    size: D::Size,
    method: Method,
    rng: &mut Rng,
) -> Result<(D, Option<Cost>), String> {
    match method {
        Method::Uniform => Ok((D::uniform(size, rng), None)),
        Method::Walk { low, high } => {
            let steps = rng.between(low, high);
            Ok((D::walk(size, steps, rng), None))
        }
        Method::Optimal { .. } => Err("not yet".to_string()),
    }
}
