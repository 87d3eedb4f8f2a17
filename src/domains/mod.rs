//! Domains. To add one: write its file, then add its two lines below.
use crate::core::Domain;

/// A computation over domains.
pub trait Visitor {
    /// Called once a domain.
    fn visit<D: Domain>(&mut self);
}

/// THE registry of domains.
pub fn for_each(_visitor: &mut impl Visitor) {}
