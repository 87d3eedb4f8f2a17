//! `searchrig man`: the help as manual pages.
use super::{Exit, Failure, print, tree};
use std::path::PathBuf;

/// Write the manual pages
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With a folder it writes a page a command; without one it prints the page of searchrig itself.

Exit codes: 0 done · 2 bad usage · 3 a page cannot be written

Example: searchrig man -o ~/.local/share/man/man1")]
pub(super) struct Args {
    /// Folder for the pages
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(folder) = &args.output {
        let failed = |error: std::io::Error| Failure::io(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
        clap_mangen::generate_to(tree(), folder).map_err(failed)?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(tree()).render(&mut page).expect("memory takes every page");
        print(&String::from_utf8_lossy(&page))?;
    }
    Ok(Exit::Done)
}
