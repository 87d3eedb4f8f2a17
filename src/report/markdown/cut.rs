//! A report that GitHub still shows: the longest sections are cut, and say so.
use std::fmt::Write;

/// The most bytes that GitHub shows of a step's summary.
pub(super) const MOST: usize = (1 << 20) - 1;

/// Title and text.
pub(super) struct Section {
    pub(super) title: String,
    pub(super) body: String,
}

/// Joins the sections that are not empty to a text of at most `most` bytes: what is too long is
/// cut between lines, the longest sections first.
pub(super) fn within(most: usize, title: String, sections: Vec<Section>) -> String {
    let sections: Vec<Section> = sections.into_iter().filter(|section| !section.body.is_empty()).collect();
    let heading = |section: &Section| format!("\n## {}\n\n", section.title);
    let fixed = title.len() + sections.iter().map(|section| heading(section).len()).sum::<usize>();
    let lengths = sections.iter().map(|section| section.body.len()).collect();
    let share = share(lengths, most.saturating_sub(fixed));
    let mut text = title;
    for section in &sections {
        text += &heading(section);
        text += &cut(&section.body, share);
    }
    text
}

/// The most that each may have so that all together have at most `total`.
fn share(mut lengths: Vec<usize>, total: usize) -> usize {
    lengths.sort_unstable();
    let (mut left, mut others) = (total, lengths.len());
    for length in lengths {
        let share = left / others;
        if length > share {
            return share;
        }
        (left, others) = (left - length, others - 1);
    }
    usize::MAX
}

/// The first lines of a text, with a note of how many are left out.
fn cut(body: &str, most: usize) -> String {
    if body.len() <= most {
        return body.to_owned();
    }
    let note = |lines: usize| {
        format!(
            "\n**Cut here:** {lines} more lines of this section are left out, for GitHub shows no more than 1 MiB. \
             `--format html` and `--format csv` have what is in them.\n"
        )
    };
    // As many digits as the note can need.
    let room = most.saturating_sub(note(body.len()).len());
    let mut text = String::new();
    let mut lines = body.split_inclusive('\n').peekable();
    while let Some(line) = lines.next_if(|line| text.len() + line.len() <= room) {
        text.push_str(line);
    }
    let _ = write!(text, "{}", note(lines.count()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_are_cut_first() {
        assert_eq!(share(vec![10, 500, 20, 400], 1000), usize::MAX);
        assert_eq!(share(vec![10, 500, 20, 400], 630), 300);
        assert_eq!(share(vec![10, 500, 20, 400], 4), 1);
    }

    #[test]
    fn a_cut_section_keeps_whole_lines_and_says_how_many_are_missing() {
        let section =
            |title: &str, lines: usize| Section { title: title.to_owned(), body: "| line |\n".repeat(lines) };
        let text =
            within(2000, "# T\n".to_owned(), vec![section("a", 3), section("b", 900), section("c", 0)]);
        assert!(text.len() <= 2000 && text.len() > 1800, "{}", text.len());
        let kept = text.matches("| line |\n").count() - 3;
        assert!(text.contains(&format!("\n**Cut here:** {} more lines", 900 - kept)), "{text}");
        assert!(
            text.starts_with("# T\n\n## a\n\n| line |\n| line |\n| line |\n\n## b\n")
                && !text.contains("## c")
        );
    }
}
