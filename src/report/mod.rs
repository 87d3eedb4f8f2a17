//! Floor 4: what rows say. It reads recorded results and never runs a search.
//! Data and its renderings are apart: [`summary`] computes, the others write text.
pub mod ab;
pub mod compare;
mod grid;
mod html;
mod markdown;
pub(crate) mod people;
mod plots;
mod run;
mod summary;
mod svg;
mod table;
mod tidy;
pub mod verify;

pub use html::html;
pub use markdown::markdown;
pub use plots::{Picture, pictures};
pub use run::{Run, load};
pub use summary::{
    Disagreement, DomainSummary, Failed, Growth, GrowthRow, Line, Penalised, Ratio, SHIFT_NS, Scope, Summary,
    Total, summary, summary_against,
};
pub use table::table;
pub use tidy::{TIDY_COLUMNS, summary_csv};
