//! Comparisons of rows in memory, named after what users of such tools ran into.
use super::*;
use crate::record::{Counts, Row, Status};

fn side(label: &str, rows: &[Row]) -> Side {
    Side::of(label, rows).expect("no key twice")
}
fn compared(base: &[Row], new: &[Row], gate: &str) -> Comparison {
    let gate = gate.parse().expect("a gate");
    compare(&side("old", base), &side("today", new), gate).expect("a common key")
}
fn verdicts(base: &[Row], new: &[Row], gate: &str) -> Vec<Verdict> {
    compared(base, new, gate).keys.into_iter().map(|k| k.verdict).collect()
}
fn on(instance: &str, expanded: u64) -> Row {
    Row { instance_id: instance.to_owned(), expanded: Some(expanded), ..Row::sample() }
}
fn repeats(row: &Row, times: &[u64]) -> Vec<Row> {
    let one = |(i, &ns): (usize, &u64)| Row { repeat: i as u32, wall_ns: Some(ns), ..row.clone() };
    times.iter().enumerate().map(one).collect()
}
fn every_form(comparison: &Comparison) -> [String; 4] {
    let forms = [comparison.table(None), comparison.markdown(), comparison.csv(), comparison.json()];
    for form in &forms {
        let words = form.split(|c: char| !c.is_alphanumeric() && c != '∞').map(str::to_lowercase);
        for word in words {
            assert!(!matches!(word.as_str(), "nan" | "inf" | "infinity" | "∞"), "{form}");
        }
    }
    forms
}

#[test]
fn identical_runs_pass_and_one_more_expansion_fails() {
    let rows = [on("a", 10), on("b", 20)];
    assert_eq!(verdicts(&rows, &rows, "nodes=exact"), [Verdict::Same; 2]);
    let more = [on("a", 10), on("b", 21)];
    let comparison = compared(&rows, &more, "nodes=exact");
    assert!(!comparison.passed());
    assert_eq!(comparison.keys[1].verdict, Verdict::Changed);
    assert_eq!(comparison.keys[1].changes[0].difference, Some(1));
    let table = comparison.table(None);
    assert!(table.contains("+1 (+5.00 %)"), "{table}");
    assert!(
        table.ends_with("gate failed: 2 common keys: 0 coverage, 1 changed, 1 same; 0 new, 0 missing\n"),
        "{table}"
    );
}

#[test]
fn fewer_nodes_are_a_change_until_the_gate_is_loosened() {
    let (base, fewer, more) = ([on("a", 100)], [on("a", 98)], [on("a", 103)]);
    assert_eq!(verdicts(&base, &fewer, "nodes=exact"), [Verdict::Changed]);
    assert_eq!(verdicts(&base, &fewer, "nodes=worse"), [Verdict::Allowed]);
    assert_eq!(verdicts(&base, &more, "nodes=worse"), [Verdict::Changed]);
    assert_eq!(verdicts(&base, &fewer, "nodes=2%"), [Verdict::Allowed]);
    assert_eq!(verdicts(&base, &more, "nodes=2%"), [Verdict::Changed]);
    let dearer = [Row { solution_cost: Some(5), ..on("a", 90) }];
    assert_eq!(verdicts(&base, &dearer, "nodes=worse"), [Verdict::Changed]);
}

#[test]
fn a_gate_that_is_none_says_what_would_be_right() {
    for wrong in ["nodes", "nodes=", "nodes=2", "nodes=-1%", "nodes=NaN%", "time=2%", ""] {
        assert!(wrong.parse::<Gate>().is_err(), "{wrong}");
    }
    assert_eq!("nodes=0.5%".parse(), Ok(Gate { nodes: Nodes::Within(0.5) }));
}

#[test]
fn each_counter_the_length_and_the_status_are_gated() {
    let base = [Row::sample()];
    let changes: [fn(&mut Row); 11] = [
        |r| r.expanded = Some(1),
        |r| r.generated = Some(1),
        |r| r.duplicates = Some(1),
        |r| r.reopened = Some(1),
        |r| r.evaluated = Some(1),
        |r| r.iterations = Some(1),
        |r| r.expanded_before_last = Some(1),
        |r| r.max_frontier = Some(1),
        |r| r.max_visited = Some(1),
        |r| r.solution_length = Some(1),
        |r| r.status = Status::Invalid,
    ];
    for change in changes {
        let mut row = Row::sample();
        change(&mut row);
        assert_eq!(verdicts(&base, std::slice::from_ref(&row), "nodes=exact"), [Verdict::Changed], "{row:?}");
    }
    let bytes = Row { visited_bytes: Some(1), peak_rss_bytes: Some(9), wall_ns: None, ..Row::sample() };
    assert_eq!(verdicts(&base, &[bytes], "nodes=exact"), [Verdict::Same]);
}

#[test]
fn bounded_rows_are_held_to_their_cost_only() {
    let bounded = |row: Row| Row { determinism: Counts::Bounded, ..row };
    let base = [bounded(on("a", 10))];
    assert_eq!(verdicts(&base, &[bounded(on("a", 99))], "nodes=exact"), [Verdict::Same]);
    let dearer = bounded(Row { solution_cost: Some(5), ..on("a", 10) });
    assert_eq!(verdicts(&base, &[dearer], "nodes=worse"), [Verdict::Changed]);
    assert_eq!(verdicts(&[on("a", 10)], &base, "nodes=exact"), [Verdict::Changed], "a promise was dropped");
}

#[test]
fn solved_before_and_stopped_now_is_coverage() {
    let stopped = |status, determinism| Row {
        status,
        determinism,
        solution_cost: None,
        solution_length: None,
        ..on("a", 500)
    };
    let (solved, late) = ([on("a", 10)], [stopped(Status::LimitTime, Counts::Noisy)]);
    assert_eq!(verdicts(&solved, &late, "nodes=worse"), [Verdict::Coverage]);
    let nodes = [stopped(Status::LimitNodes, Counts::Exact)];
    assert_eq!(verdicts(&solved, &nodes, "nodes=worse"), [Verdict::Coverage]);
    assert_eq!(verdicts(&late, &solved, "nodes=exact"), [Verdict::Gained]);
    assert_eq!(verdicts(&nodes, &solved, "nodes=exact"), [Verdict::Changed]);
    let later = [Row { expanded: Some(1), ..late[0].clone() }];
    assert_eq!(verdicts(&late, &later, "nodes=exact"), [Verdict::Noisy]);
    let half = [solved[0].clone(), Row { repeat: 1, ..late[0].clone() }];
    assert_eq!(verdicts(&solved, &half, "nodes=exact"), [Verdict::Coverage], "one repeat of two is late");
}

#[test]
fn repeats_that_disagree_are_nondeterministic_and_never_averaged() {
    let base = [on("a", 10)];
    let two = [on("a", 10), Row { repeat: 1, ..on("a", 11) }];
    let comparison = compared(&base, &two, "nodes=worse");
    assert_eq!(comparison.keys[0].verdict, Verdict::Nondeterministic);
    assert_eq!(
        comparison.keys[0].changes[0].new,
        "expanded 10 in round 0, repeat 0, 11 in round 0, repeat 1"
    );
    assert_eq!(verdicts(&two, &base, "nodes=exact"), [Verdict::Nondeterministic]);
    every_form(&comparison);
}

#[test]
fn p1_a_new_configuration_is_counted_and_breaks_nothing() {
    let new = [on("a", 10), Row { configuration: "astar".to_owned(), ..on("a", 4) }];
    let comparison = compared(&[on("a", 10)], &new, "nodes=exact");
    assert!(comparison.passed());
    assert_eq!(
        comparison.summary().to_string(),
        "1 common keys: 0 coverage, 0 changed, 1 same; 1 new, 0 missing"
    );
}

#[test]
fn p3_geometric_means_are_over_the_common_instances() {
    let six = |instance, expanded| repeats(&on(instance, expanded), &[1_000; 6]);
    let comparison = compared(&[six("A", 100), six("B", 10_000)].concat(), &six("A", 100), "nodes=exact");
    let configured = &comparison.configurations[0];
    assert_eq!((configured.counted, configured.common), (1, 1));
    assert_eq!(format!("{:.2}", configured.expanded_ratio.expect("a ratio")), "1.00");
    assert_eq!(comparison.keys[1].verdict, Verdict::Missing);
    assert!(comparison.table(None).contains("1.0000 (n=1)"));
}

#[test]
fn p4_zeros_have_no_ratio_and_no_infinity() {
    let counts = |n, ns| Row { reopened: Some(n), wall_ns: Some(ns), ..Row::sample() };
    let comparison = compared(&[counts(0, 0)], &[counts(7, 5)], "nodes=exact");
    assert_eq!(comparison.configurations[0].times.verdict.to_string(), "incomparable: below resolution");
    assert!(!comparison.passed());
    let reopened = records(&comparison).into_iter().find(|r| r.metric == "reopened").expect("a record");
    assert_eq!((reopened.difference, reopened.ratio), (Some(7), None));
    assert_eq!(reopened.verdict, "changed");
    let table = &every_form(&comparison)[0];
    assert!(table.contains("+7") && !table.contains("+7 ("), "{table}");
    let at_goal = Row { solution_cost: Some(0), solution_length: Some(0), ..on("a", 0) };
    let at_goal = Row { generated: Some(0), duplicates: Some(0), ..at_goal };
    let same = compared(std::slice::from_ref(&at_goal), std::slice::from_ref(&at_goal), "nodes=2%");
    assert!(same.passed());
    every_form(&same);
}

#[test]
fn p5_identical_samples_have_a_spread_of_zero_and_a_verdict() {
    let (base, new) = (repeats(&on("a", 1), &[1_000_000; 10]), repeats(&on("a", 1), &[800_000; 10]));
    let comparison = compared(&base, &new, "nodes=exact");
    assert_eq!(comparison.configurations[0].times.verdict, TimeVerdict::Improved);
    let wall = records(&comparison).into_iter().find(|r| r.metric == "wall_ns").expect("a record");
    assert_eq!((wall.sd_base, wall.sd_new, wall.ratio), (Some(0.0), Some(0.0), Some(0.8)));
    every_form(&comparison);
    let slower = compared(&new, &base, "nodes=exact");
    assert_eq!(slower.configurations[0].times.verdict, TimeVerdict::Regressed);
    assert!(slower.passed(), "times are advisory");
}

#[test]
fn p6_one_repeat_shows_no_spread_and_no_verdict() {
    let comparison = compared(&[on("a", 1)], &[on("a", 1)], "nodes=exact");
    let times = &comparison.configurations[0].times;
    assert_eq!((times.interval, times.verdict.to_string().as_str()), (None, "inconclusive (n=1)"));
    let wall = records(&comparison).into_iter().find(|r| r.metric == "wall_ns").expect("a record");
    assert_eq!((wall.sd_base, wall.sd_new), (None, None));
}

#[test]
fn six_instances_are_tested_over_the_instances() {
    let run = |factor: u64| -> Vec<Row> {
        let one =
            |i: u64| repeats(&on(&format!("i{i}"), 5), &[1, 2, 3, 4, 5].map(|n| (1_000 * i + n) * factor));
        (1..=6).flat_map(one).collect()
    };
    let verdict = |base: &[Row], new: &[Row]| {
        compared(base, new, "nodes=exact").configurations[0].times.verdict.clone()
    };
    assert_eq!(verdict(&run(10), &run(12)), TimeVerdict::Regressed);
    assert_eq!(verdict(&run(10), &run(8)), TimeVerdict::Improved);
    assert_eq!(verdict(&run(10), &run(10)), TimeVerdict::Equivalent);
    assert_eq!(verdict(&run(10)[..15], &run(12)).to_string(), "inconclusive (3 instances)");
    let contended: Vec<Row> = run(9).into_iter().map(|row| Row { contended: true, ..row }).collect();
    assert_eq!(verdict(&run(10), &contended).to_string(), "incomparable: contended");
}

#[test]
fn times_of_another_machine_are_refused() {
    let machine = |cores| Machine { cpu_model: Some("A".to_owned()), cores: Some(cores), profile: None };
    let rows = repeats(&on("a", 1), &[5, 6, 7, 8, 9]);
    let on_machine = |cores| Side { machine: Some(machine(cores)), ..side("x", &rows) };
    let comparison = compare(&on_machine(2), &on_machine(4), Gate::default()).expect("a common key");
    assert_eq!(comparison.configurations[0].times.verdict.to_string(), "incomparable: another machine");
    assert!(comparison.passed(), "counts are compared all the same");
    let same = compare(&on_machine(2), &on_machine(2), Gate::default()).expect("a common key");
    assert!(same.configurations[0].times.ratio.is_some() && same.notes.is_empty());
}

#[test]
fn a_renamed_configuration_is_compared_under_its_new_name() {
    let new = [Row { configuration: "b=2".to_owned(), ..on("a", 10) }];
    let base = [Row { configuration: "a=1".to_owned(), ..on("a", 10) }];
    assert!(compare(&side("old", &base), &side("new", &new), Gate::default()).is_err());
    let mut old = side("old", &base);
    let (from, to) = old.split_rename("a=1=b=2").expect("a known name");
    assert_eq!((from, to), ("a=1", "b=2"));
    old.rename("a=1", "b=2").expect("free");
    assert!(compare(&old, &side("new", &new), Gate::default()).expect("common").passed());
    assert!(old.split_rename("c=d").is_err());
    let mut both = side("old", &[base, new].concat());
    assert!(both.rename("a=1", "b=2").is_err(), "two would become one");
}

#[test]
fn p12_a_key_twice_is_listed() {
    let error = Side::of("run", &[on("a", 1), on("b", 1), on("b", 1)]).expect_err("twice").to_string();
    let key = r#"instance "b", configuration "bfs", threads 1, round 0, repeat 0"#;
    assert_eq!(error, format!("run: keys that occur more than once: {key} (2 times)"));
}

#[test]
fn a_baseline_comes_back_as_it_was_written_and_holds_what_must_repeat() {
    let hostile = Row { configuration: "a,b \"x\"\n".to_owned(), ..on("z", 3) };
    let bounded = Row { determinism: Counts::Bounded, ..on("b", 7) };
    let rows = [on("c", 3), hostile, bounded, on("a", 1)];
    let text = write_baseline(&side("run", &rows)).expect("a whole run");
    assert_eq!(text.lines().nth(1), Some("1,a,bfs,1,solved,exact,4,4,1,30,10,0,0,0,9,8,21"));
    assert_eq!(text.lines().nth(2), Some("1,b,bfs,1,solved,bounded,4,,,,,,,,,,"));
    let mut turned = rows.clone();
    turned.reverse();
    assert_eq!(write_baseline(&side("run", &turned)).expect("a whole run"), text, "the order is stable");
    let path = std::path::Path::new("baseline.csv");
    let keys = baseline::parse(path, text.as_bytes()).expect("a baseline");
    let stored = Side { label: "base".to_owned(), keys, machine: None, partial: None };
    let comparison = compare(&stored, &side("run", &rows), Gate::default()).expect("common keys");
    assert_eq!(comparison.summary().of(Verdict::Same), 4);
    assert_eq!(
        comparison.configurations[0].times.verdict.to_string(),
        "incomparable: no times on both sides"
    );
    assert!(comparison.notes.is_empty());
    every_form(&comparison);
    let later = text.replacen("\n1,", "\n2,", 1);
    assert!(matches!(baseline::parse(path, later.as_bytes()), Err(CompareError::Incomparable(_))));
    let twice = format!("{text}{}\n", text.lines().nth(1).expect("a row"));
    let error = baseline::parse(path, twice.as_bytes()).expect_err("twice").to_string();
    assert!(error.starts_with("baseline.csv: keys that occur more than once: instance \"a\""), "{error}");
}

#[test]
fn p7_names_with_separators_survive_every_form() {
    let hostile = Row { configuration: "a,b | \"x\"\n<i>".to_owned(), ..on("i", 3) };
    let more = Row { expanded: Some(4), ..hostile.clone() };
    let [table, markdown, csv, json] = every_form(&compared(&[hostile], &[more], "nodes=exact"));
    assert!(table.lines().any(|line| line.contains("a,b | \"x\"\\n<i>")));
    assert!(markdown.contains("a,b \\| \"x\"\\\\n&lt;i&gt;"));
    let read = csv::Reader::from_reader(csv.as_bytes()).records().next().expect("a record").expect("CSV");
    assert_eq!(&read[2], "a,b | \"x\"\n<i>");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["values"][0]["configuration"], "a,b | \"x\"\n<i>");
    assert_eq!((json["passed"].clone(), json["keys"]["changed"].clone()), (false.into(), 1.into()));
}
