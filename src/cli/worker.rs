//! `searchrig worker`: the other end of `searchrig ab` and of `run --isolate`; not for people.
use super::{Exit, Failure};
use crate::experiment::ab;
use crate::registry::Registry;
use std::io;

/// Do runs for `searchrig ab` and `run --isolate`, over standard input and output
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args, registry: &Registry) -> Result<Exit, Failure> {
    // Without its driver it would search on for nobody.
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)
        .map_err(|error| Failure::io(format!("worker: {error}")))?;
    match ab::serve(registry, io::stdin().lock(), io::stdout().lock()) {
        // A driver that went away has no more use for rows.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::io(format!("worker: {error}")))
        }
        _ => Ok(Exit::Done),
    }
}
