//! A run as test cases: one an instance under a configuration.
use super::{Outcome, Suite, TestCase, document};
use crate::record::Status;
use crate::report::people::threads;
use crate::report::summary::{Case, by_domain, cases_by_line};
use crate::report::{Disagreement, DomainSummary, Run, Summary};

/// Writes `JUnit` XML. What is wrong fails: invalid answers, panics, repeats that contradict each
/// other, exact counts that depend on the threads. What a limit cut off is skipped.
#[must_use]
pub fn junit(run: &Run, summary: &Summary) -> String {
    let domains = summary.domains.iter().zip(by_domain(&run.rows));
    let suites: Vec<Suite> =
        domains.map(|(domain, (_, rows))| suite(domain, &cases_by_line(&rows))).collect();
    document(&run.title(), &suites)
}

fn suite(domain: &DomainSummary, cases: &[Vec<Case<'_>>]) -> Suite {
    let class = |configuration: &str| format!("{}.{configuration}", domain.domain);
    let mut all = Vec::new();
    for (line, cases) in domain.lines.iter().zip(cases) {
        let class = format!("{}, {}", class(&line.configuration), threads(line.threads));
        all.extend(cases.iter().map(|case| TestCase {
            class: class.clone(),
            name: case.instance.to_owned(),
            ns: case.time,
            outcome: outcome(case),
        }));
    }
    all.extend(domain.disagreements.iter().map(|of| TestCase {
        class: class(&of.configuration),
        name: format!("{} count as {}", threads(of.threads[1]), threads(of.threads[0])),
        ns: None,
        outcome: Outcome::Failed("threads", disagreement(of)),
    }));
    Suite { name: domain.domain.clone(), cases: all }
}

fn outcome(case: &Case<'_>) -> Outcome {
    let status = case.status.name();
    match case.status {
        Status::Invalid => Outcome::Failed(status, case.detail.to_owned()),
        Status::Error | Status::Killed => Outcome::Error(status, case.detail.to_owned()),
        _ => match &case.contradiction {
            Some(what) => Outcome::Failed("nondeterministic", format!("repeats disagree: {what}")),
            None if case.is_answered() => Outcome::Passed,
            None => Outcome::Skipped(status.to_owned()),
        },
    }
}

fn disagreement(of: &Disagreement) -> String {
    format!(
        "exact counts depend on the threads on {} instances: on {} it expanded {} with {} and {} with {}",
        of.instances,
        of.instance_id,
        of.expanded[0],
        threads(of.threads[0]),
        of.expanded[1],
        threads(of.threads[1])
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Counts, Row};
    use crate::report::summary;

    #[test]
    fn what_is_wrong_fails_and_what_was_cut_off_is_skipped() {
        let row = |id: &str, status| Row { instance_id: id.to_owned(), status, ..Row::sample() };
        let rows = vec![
            row("a", Status::Solved),
            Row { detail: "move 3 & <4>".to_owned(), ..row("b", Status::Invalid) },
            Row { detail: "a panic\n\u{7}".to_owned(), ..row("c", Status::Error) },
            Row { determinism: Counts::Noisy, ..row("d", Status::LimitTime) },
            row("e", Status::Solved),
            Row { repeat: 1, expanded: Some(13), ..row("e", Status::Solved) },
        ];
        let run = Run::of("a \"run\"", rows);
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="a &quot;run&quot;" tests="5" failures="2" errors="1" skipped="1" time="0.005000000">
  <testsuite name="tiles" tests="5" failures="2" errors="1" skipped="1" time="0.005000000">
    <testcase classname="tiles.bfs, 1 thread" name="a" time="0.001000000"/>
    <testcase classname="tiles.bfs, 1 thread" name="b" time="0.001000000"><failure type="invalid" message="move 3 &amp; &lt;4&gt;"/></testcase>
    <testcase classname="tiles.bfs, 1 thread" name="c" time="0.001000000"><error type="error" message="a panic\n\u{7}"/></testcase>
    <testcase classname="tiles.bfs, 1 thread" name="d" time="0.001000000"><skipped message="limit_time"/></testcase>
    <testcase classname="tiles.bfs, 1 thread" name="e" time="0.001000000"><failure type="nondeterministic" message="repeats disagree: expanded 12 and 13"/></testcase>
  </testsuite>
</testsuites>
"#;
        assert_eq!(junit(&run, &summary(&run)), expected);
    }

    #[test]
    fn exact_counts_that_depend_on_the_threads_fail() {
        let two = Row { threads: 2, expanded: Some(14), ..Row::sample() };
        let run = Run::of("r", vec![Row::sample(), two]);
        let junit = junit(&run, &summary(&run));
        assert!(junit.contains(r#"tests="3" failures="1""#), "{junit}");
        assert!(junit.contains(
            r#"<testcase classname="tiles.bfs" name="2 threads count as 1 thread"><failure type="threads""#
        ));
    }
}
