//! `searchrig list`: what there is.
use super::{Exit, Failure, print};
use crate::registry::Registry;
use std::fmt::Write;

/// List the domains.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args, registry: &Registry) -> Result<Exit, Failure> {
    let mut text = String::new();
    for domain in registry.domains() {
        let _ = writeln!(text, "{:<16} {}", domain.name(), domain.about());
    }
    print(&text)?;
    Ok(Exit::Done)
}
