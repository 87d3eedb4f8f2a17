//! Floor 4: what rows say. It reads recorded results and never runs a search.
//! Data and its renderings are apart: [`summary`] computes, the others write text.
pub mod ab;
pub mod compare;
mod grid;
mod group;
mod html;
mod instances;
mod json;
mod junit;
mod latex;
mod markdown;
pub(crate) mod people;
mod plots;
#[cfg(feature = "png")]
mod png;
mod run;
mod summary;
mod svg;
mod table;
mod tidy;
mod tracking;
pub mod verify;

pub use group::{GroupBy, grouped};
pub use html::html;
pub use instances::Instance;
pub use json::json;
pub use junit::junit;
pub use latex::latex;
pub use markdown::markdown;
pub use plots::{Picture, pictures};
#[cfg(feature = "png")]
pub use png::png;
pub use run::{LoadError, Run, Source, load, load_all};
pub use summary::{
    Disagreement, DomainSummary, Failed, Growth, GrowthRow, Line, Penalised, Ratio, SHIFT_NS, Scope, Summary,
    Total, summary, summary_against,
};
pub use table::table;
pub use tidy::{TIDY_COLUMNS, summary_csv};
pub use tracking::{bencher, github_action_benchmark};
