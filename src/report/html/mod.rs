//! The report as one HTML page that needs nothing else: no network, no script to be read.
//! A little script sorts, filters and hides where it may run. Big runs are cut, and the page says so.
mod coverage;
mod determinism;
mod domain;
mod failures;
mod figure;
mod instances;
mod method;
mod page;
mod provenance;
mod table;
#[cfg(test)]
mod tests;

pub use page::html;
