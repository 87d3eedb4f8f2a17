//! The report for a paper: definitions to `\input` in the preamble. A command sets a table with
//! booktabs and siunitx; a command a value lets the text cite numbers instead of copying them.
mod escape;
mod macros;
mod number;
mod tables;
#[cfg(test)]
mod tests;

use super::people::{shortened, visible};
use super::{Run, Summary};
use std::fmt::Write;

const HEAD: &str = "\
% Numbers and tables of a benchmark, for a paper:
%
%   \\documentclass{article}
%   \\usepackage{booktabs,siunitx}
%   \\input{this-file}
%   \\begin{document}
%   \\begin{table}\\centering\\rigTable\\caption{\\rigCaption}\\end{table}
%   We searched \\rigRuns{} times.
%   \\end{document}
%
% Below each name of a domain or configuration stand the commands about it.
% A dash is: not measured, or not to be computed. docs/formats.md explains every command.
\\providecommand{\\rigchar}[1]{\\ifdefined\\Umathcode\\char\"#1\\relax\\else\\texttt{U+#1}\\fi}
";

/// Writes the definitions.
#[must_use]
pub fn latex(run: &Run, summary: &Summary) -> String {
    let mut text = HEAD.to_owned();
    for note in &summary.notes {
        let _ = writeln!(text, "% Before reading: {}", visible(&shortened(note, 400)));
    }
    text + &macros::definitions(&macros::macros(run, summary, tables::tables(summary)))
}
