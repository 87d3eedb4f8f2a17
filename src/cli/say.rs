//! How the command line speaks: what goes to standard error, colour, and the width of the terminal.
use crate::report::people;
use clap::ColorChoice;
use clap::builder::styling::{AnsiColor, Style};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Options of every command.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(super) struct Voice {
    #[arg(help = "Colour: auto is on a terminal, unless NO_COLOR is set, or where CLICOLOR_FORCE is")]
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
    /// Nothing but errors on standard error
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// More on standard error: what was chosen, and each run as it ends
    #[arg(short, long, global = true)]
    verbose: bool,
}

const QUIET: u8 = 0;
const PLAIN: u8 = 1;
const VERBOSE: u8 = 2;
static VOLUME: AtomicU8 = AtomicU8::new(PLAIN);

impl Voice {
    /// From now on the program speaks so.
    pub(super) fn take(&self) {
        let volume = if self.quiet { QUIET } else { PLAIN + u8::from(self.verbose) };
        VOLUME.store(volume, Relaxed);
        choose(self.color);
    }
    /// Takes `--color` from arguments that are not parsed yet, for the help and the errors of parsing.
    pub(super) fn foresee(arguments: impl Iterator<Item = String>) {
        let arguments: Vec<String> = arguments.collect();
        let after = |i: usize| arguments.get(i + 1).map(String::as_str);
        let given = arguments.iter().enumerate().find_map(|(i, argument)| match argument.as_str() {
            "--color" => after(i),
            other => other.strip_prefix("--color="),
        });
        match given {
            Some("always") => choose(ColorChoice::Always),
            Some("never") => choose(ColorChoice::Never),
            _ => {}
        }
    }
}

fn choose(color: ColorChoice) {
    match color {
        ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
        ColorChoice::Never => anstream::ColorChoice::Never,
        ColorChoice::Auto => anstream::ColorChoice::Auto,
    }
    .write_global();
}

/// The memory that something takes, before it does, if that is a gibibyte or more.
pub(super) fn takes(what: &str, bytes: u64) {
    if bytes >= 1 << 30 {
        tell(&format!("{what} takes {}", people::bytes(bytes as f64)));
    }
}

/// What went wrong, whatever the volume.
pub(super) fn error(message: &str) {
    let head = paint(&io::stderr(), "searchrig:", AnsiColor::Red.on_default().bold());
    let _ = writeln!(io::stderr(), "{head} {message}");
}
/// A line on standard error, unless it is to be quiet.
pub(super) fn tell(line: &str) {
    if VOLUME.load(Relaxed) > QUIET {
        let _ = writeln!(io::stderr(), "searchrig: {line}");
    }
}
/// A line on standard error if it is to say more.
pub(super) fn detail(line: impl FnOnce() -> String) {
    if is_verbose() {
        let _ = writeln!(io::stderr(), "searchrig: {}", line());
    }
}
/// Whether nothing but errors is wanted.
pub(super) fn is_quiet() -> bool {
    VOLUME.load(Relaxed) == QUIET
}
/// Whether more is wanted.
pub(super) fn is_verbose() -> bool {
    VOLUME.load(Relaxed) == VERBOSE
}

/// How good a word on standard output is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mood {
    Good,
    Doubtful,
    Bad,
}
/// `word` for standard output, in the colour of its mood where colour is wanted.
pub(super) fn word(word: &str, mood: Mood) -> String {
    let color = match mood {
        Mood::Good => AnsiColor::Green,
        Mood::Doubtful => AnsiColor::Yellow,
        Mood::Bad => AnsiColor::Red,
    };
    paint(&io::stdout(), word, color.on_default())
}

fn paint(stream: &impl anstream::stream::RawStream, word: &str, style: Style) -> String {
    match anstream::AutoStream::choice(stream) {
        anstream::ColorChoice::Never => word.to_string(),
        _ => format!("{style}{word}{style:#}"),
    }
}

/// Columns of the terminal that standard output is; `None` if it is none.
pub(super) fn width() -> Option<u16> {
    let stdout = io::stdout();
    if !stdout.is_terminal() {
        return None;
    }
    terminal_size::terminal_size_of(stdout).map(|(width, _)| width.0)
}
