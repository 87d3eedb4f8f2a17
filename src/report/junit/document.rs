//! Test cases as XML.
use crate::report::svg::Escaped;
use std::fmt::Write;

/// Cases under one name.
#[derive(Debug)]
pub(in crate::report) struct Suite {
    pub(in crate::report) name: String,
    pub(in crate::report) cases: Vec<TestCase>,
}

/// One case.
#[derive(Debug)]
pub(in crate::report) struct TestCase {
    /// What it belongs to: readers group by it.
    pub(in crate::report) class: String,
    pub(in crate::report) name: String,
    pub(in crate::report) ns: Option<u64>,
    pub(in crate::report) outcome: Outcome,
}

/// How a case came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::report) enum Outcome {
    Passed,
    /// It says nothing: why.
    Skipped(String),
    /// It is wrong: in which way, and what exactly.
    Failed(&'static str, String),
    /// It did not come to its end: in which way, and what it said.
    Error(&'static str, String),
}

/// So many cases of each kind, and the seconds of all.
#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    ns: u128,
}
impl Counts {
    fn of<'a>(cases: impl Iterator<Item = &'a TestCase>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            counts.tests += 1;
            counts.ns += u128::from(case.ns.unwrap_or(0));
            match case.outcome {
                Outcome::Passed => {}
                Outcome::Skipped(_) => counts.skipped += 1,
                Outcome::Failed(..) => counts.failures += 1,
                Outcome::Error(..) => counts.errors += 1,
            }
        }
        counts
    }
    fn attributes(&self) -> String {
        let Self { tests, failures, errors, skipped, ns } = self;
        let time = seconds(*ns);
        format!(
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{time}\""
        )
    }
}

fn seconds(ns: u128) -> String {
    format!("{}.{:09}", ns / 1_000_000_000, ns % 1_000_000_000)
}

/// The suites as one document.
pub(in crate::report) fn document(name: &str, suites: &[Suite]) -> String {
    let all = Counts::of(suites.iter().flat_map(|suite| &suite.cases)).attributes();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {all}>\n",
        Escaped(name)
    );
    for suite in suites {
        let counts = Counts::of(suite.cases.iter()).attributes();
        let _ = writeln!(out, "  <testsuite name=\"{}\" {counts}>", Escaped(&suite.name));
        suite.cases.iter().for_each(|case| one(&mut out, case));
        out.push_str("  </testsuite>\n");
    }
    out + "</testsuites>\n"
}

fn one(out: &mut String, case: &TestCase) {
    let (class, name) = (Escaped(&case.class), Escaped(&case.name));
    let _ = write!(out, "    <testcase classname=\"{class}\" name=\"{name}\"");
    if let Some(ns) = case.ns {
        let _ = write!(out, " time=\"{}\"", seconds(u128::from(ns)));
    }
    let _ = match &case.outcome {
        Outcome::Passed => writeln!(out, "/>"),
        Outcome::Skipped(why) => writeln!(out, "><skipped message=\"{}\"/></testcase>", Escaped(why)),
        Outcome::Failed(kind, what) => {
            writeln!(out, "><failure type=\"{kind}\" message=\"{}\"/></testcase>", Escaped(what))
        }
        Outcome::Error(kind, what) => {
            writeln!(out, "><error type=\"{kind}\" message=\"{}\"/></testcase>", Escaped(what))
        }
    };
}
