//! `searchrig completions`: what a shell completes.
use super::{Exit, Failure, print, tree};
use clap_complete::Shell;

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Bash reads it from ~/.local/share/bash-completion/completions/searchrig, zsh from a file _searchrig
in a folder of $fpath, fish from ~/.config/fish/completions/searchrig.fish.

Exit codes: 0 done · 2 bad usage

Example: searchrig completions bash > ~/.local/share/bash-completion/completions/searchrig")]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut tree(), "searchrig", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
