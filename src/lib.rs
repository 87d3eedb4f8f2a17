//! A rig for benchmarking state-space search.
pub mod algorithms; // floor 2
pub mod cli; // floor 5
pub mod core; // floor 0
pub mod dataset; // floor 4
pub mod domains; // floor 1
pub mod experiment; // floor 4
pub mod open; // floor 1
pub mod probe; // floor 4
pub mod record; // floor 1
pub mod registry; // floor 3
pub mod report; // floor 4
pub mod statistics; // floor 1
pub mod visited; // floor 1

/// Gives a crate the whole command line: the built-in domains and its own.
#[macro_export]
macro_rules! main {
    ($($domain:ty),* $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::cli::run(&$crate::registry::Registry::builtin()$(.with::<$domain>())*)
        }
    };
}
