//! `JUnit` XML, which continuous integration shows as tests.
mod document;
mod run;

pub(super) use document::{Outcome, Suite, TestCase, document};
pub use run::junit;
