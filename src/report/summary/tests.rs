//! A small run with numbers to follow by hand, and runs at the edges.
use super::*;
use crate::record::{Completion, Counts, Manifest};
use crate::report::{bencher, github_action_benchmark, json, junit, latex, markdown, summary_csv, table};

/// Two repeats of a solved instance that take the same time.
fn solved(
    configuration: &str,
    instance: &str,
    (cost, expanded, ms): (u64, u64, u64),
) -> impl Iterator<Item = Row> {
    let (algorithm, heuristic) = if configuration == "bfs" { ("bfs", "") } else { ("astar", "manhattan") };
    let row = Row {
        instance_id: instance.to_owned(),
        algorithm: algorithm.to_owned(),
        heuristic: heuristic.to_owned(),
        configuration: configuration.to_owned(),
        solution_cost: Some(cost),
        solution_length: Some(cost),
        expanded: Some(expanded),
        generated: Some(2 * expanded),
        wall_ns: Some(ms * 1_000_000),
        limit_wall_ns: Some(1_000_000_000),
        ..Row::sample()
    };
    (0..2).map(move |repeat| Row { repeat, ..row.clone() })
}
fn timed_out(configuration: &str, instance: &str) -> impl Iterator<Item = Row> {
    solved(configuration, instance, (0, 7, 1000)).map(|row| Row {
        status: Status::LimitTime,
        determinism: Counts::Noisy,
        solution_cost: None,
        solution_length: None,
        ..row
    })
}

/// `bfs` answers two of three instances, `astar` all.
pub(in crate::report) fn small() -> Run {
    let rows = solved("bfs", "a", (4, 100, 3))
        .chain(solved("bfs", "b", (6, 400, 7)))
        .chain(timed_out("bfs", "c"))
        .chain(solved("astar[manhattan]", "a", (4, 10, 1)))
        .chain(solved("astar[manhattan]", "b", (6, 40, 3)))
        .chain(solved("astar[manhattan]", "c", (8, 1000, 15)));
    Run::of("small", rows.collect())
}

fn close(value: Option<f64>, expected: f64) {
    let value = value.expect("it can be computed");
    assert!((value / expected - 1.0).abs() < 1e-9, "{value}, not {expected}");
}

#[test]
fn the_numbers_of_a_small_run_are_those_computed_by_hand() {
    let summary = summary(&small());
    let domain = &summary.domains[0];
    assert_eq!((domain.instances, domain.common, domain.reference), (3, 2, 0));
    let (bfs, astar) = (&domain.lines[0], &domain.lines[1]);
    assert_eq!((bfs.configuration.as_str(), bfs.solved(), bfs.instances, bfs.runs), ("bfs", 2, 3, 6));
    assert_eq!((bfs.count(Status::LimitTime), astar.solved(), astar.determinism), (1, 3, Counts::Exact));
    close(bfs.par2.mean_ns, 670e6); // (3 + 7 + 2·1000) / 3 ms
    close(astar.par2.mean_ns, 19e6 / 3.0);
    close(bfs.common.mean_ns, (32f64.sqrt() - 1.0) * 1e6); // √((3+1)(7+1)) − 1 ms
    close(astar.common.mean_ns, (8f64.sqrt() - 1.0) * 1e6);
    close(astar.own.mean_ns, (128f64.cbrt() - 1.0) * 1e6);
    assert_eq!((astar.own.median_ns, astar.common.median_ns), (Some(3_000_000), Some(2_000_000)));
    assert_eq!((astar.own.expanded.total, astar.common.expanded.total), (Some(1050), Some(50)));
    close(bfs.common.expanded.geometric_mean, 200.0);
    close(astar.common.generated.geometric_mean, 40.0);
    close(astar.time_ratio.value, 7f64.recip().sqrt()); // √(1/3 · 3/7)
    close(astar.expanded_ratio.value, 0.1);
    // Of four draws of two instances one is a twice and one b twice: the ratios 1/3 and 3/7 are the ends.
    close(astar.time_ratio.interval.map(|ends| ends.low), 1.0 / 3.0);
    close(astar.time_ratio.interval.map(|ends| ends.high), 3.0 / 7.0);
    assert_eq!((bfs.time_ratio.interval, astar.expanded_ratio.interval), (None, None));
    assert_eq!((astar.time_ratio.instances, bfs.expanded_ratio.instances), (2, 2));
    close(bfs.own.nodes_per_second, 50e3); // 500 in 10 ms
    assert_eq!((bfs.visited_bytes, bfs.bytes_per_state, bfs.own.spread), (Some(420), Some(20.0), Some(0.0)));
}

#[test]
fn expansions_grow_with_the_least_cost_found() {
    let growth = summary(&small()).domains.remove(0).growth;
    let rows: Vec<_> = growth.rows.iter().map(|row| (row.cost, row.instances, row.medians.clone())).collect();
    assert_eq!(growth.strategies, [0, 1]);
    assert_eq!(
        rows,
        [
            (4, 1, vec![Some((100, 1)), Some((10, 1))]),
            (6, 1, vec![Some((400, 1)), Some((40, 1))]),
            (8, 1, vec![None, Some((1000, 1))]),
        ]
    );
}

/// Every form of a run, checked to hold no number that is none.
fn forms(rows: Vec<Row>) -> [String; 3] {
    let run = Run::of("edge", rows);
    let summary = summary(&run);
    let forms = [table(&summary, None), markdown(&run, &summary), summary_csv(&summary)];
    let parsed = [json(&run, &summary), bencher(&summary), github_action_benchmark(&summary)];
    for json in &parsed {
        serde_json::from_str::<serde_json::Value>(json).expect("JSON");
    }
    let others = [latex(&run, &summary), junit(&run, &summary)];
    for form in forms.iter().chain(&parsed).chain(&others) {
        let words = form.split(|c: char| !c.is_alphanumeric());
        assert!(words.into_iter().all(|word| !matches!(word, "NaN" | "inf" | "Infinity")), "{form}");
        assert!(!form.contains('∞'), "{form}");
    }
    forms
}

#[test]
fn an_empty_run_renders() {
    let [table, markdown, csv] = forms(Vec::new());
    assert!(table.starts_with("There are no rows.") && markdown.contains("There are no rows."));
    assert_eq!(csv, "domain,configuration,threads,scope,metric,value,unit,n,note\n");
}

#[test]
fn one_run_shows_no_spread() {
    let other = Row { configuration: "other".to_owned(), ..Row::sample() };
    let [_, _, csv] = forms(vec![Row::sample(), other]);
    assert!(csv.contains("tiles,bfs,1,own,time_spread,,ratio,1,\n"), "{csv}");
    assert!(csv.contains("tiles,other,1,reference,time_ratio_low,,ratio,1,"), "{csv}");
}

#[test]
fn a_start_that_is_a_goal_in_no_time_renders() {
    let zero = Row {
        solution_cost: Some(0),
        solution_length: Some(0),
        expanded: Some(0),
        generated: Some(0),
        max_visited: Some(0),
        visited_bytes: Some(0),
        wall_ns: Some(0),
        ..Row::sample()
    };
    let other = Row { configuration: "other".to_owned(), wall_ns: Some(5), ..zero.clone() };
    let [_, _, csv] = forms(vec![zero, other]);
    assert!(csv.contains(
        "tiles,other,1,reference,time_ratio,,ratio,0,to bfs with 1 thread; without 1 where a side is 0\n"
    ));
    assert!(
        csv.contains("tiles,bfs,1,own,expanded_geometric_mean,,states,0,without 1 that are 0\n"),
        "{csv}"
    );
    assert!(csv.contains("tiles,bfs,1,own,expanded_total,0,states,1,\n"), "{csv}");
}

#[test]
fn a_run_of_time_outs_renders_and_has_a_par_2() {
    let [_, _, csv] = forms(timed_out("bfs", "a").chain(timed_out("astar", "a")).collect());
    assert!(csv.contains("tiles,bfs,1,all,par2,2000000000,ns,1,\n"), "{csv}");
    assert!(csv.contains("tiles,bfs,1,own,time_median,,ns,0,\n"), "{csv}");
}

#[test]
fn without_a_limit_an_unanswered_instance_leaves_no_par_2_and_the_reason() {
    let stopped = Row { status: Status::LimitNodes, ..Row::sample() };
    let [_, markdown, csv] = forms(vec![stopped]);
    assert!(csv.contains("par2,,ns,1,\"an instance has no answer, and there is no time limit\"\n"), "{csv}");
    assert!(markdown.contains("No PAR-2 of bfs: an instance has no answer"), "{markdown}");
}

#[test]
fn large_totals_are_exact() {
    let row = |id: &str| Row { instance_id: id.to_owned(), expanded: Some(u64::MAX), ..Row::sample() };
    let [_, _, csv] = forms(vec![row("a"), row("b")]);
    assert!(csv.contains("own,expanded_total,36893488147419103230,states,2,\n"), "{csv}");
}

#[test]
fn repeats_that_disagree_are_flagged_and_never_averaged() {
    let rows = vec![Row::sample(), Row { repeat: 1, expanded: Some(14), ..Row::sample() }];
    let run = Run::of("run", rows);
    let summary = summary(&run);
    let line = &summary.domains[0].lines[0];
    assert_eq!(line.nondeterministic, [("i1".to_owned(), "expanded 12 and 14".to_owned())]);
    assert_eq!(line.own.expanded, Total::default());
    assert!(summary.notes.iter().any(|note| note.contains("bfs with 1 thread is nondeterministic")));
}

#[test]
fn unsolvable_is_an_answer_with_a_time() {
    let rows = vec![Row { status: Status::Unsolvable, solution_cost: None, ..Row::sample() }];
    let summary = summary(&Run::of("run", rows));
    let line = &summary.domains[0].lines[0];
    assert_eq!((line.solved(), line.par2.answered, line.par2.mean_ns), (0, 1, Some(1e6)));
}

#[test]
fn failures_of_one_message_are_one_group() {
    let failed = |id: &str, configuration: &str| Row {
        status: Status::Error,
        detail: "index out of bounds".to_owned(),
        instance_id: id.to_owned(),
        configuration: configuration.to_owned(),
        ..Row::sample()
    };
    let wrong = Row { status: Status::Invalid, detail: "move 3".to_owned(), ..Row::sample() };
    let failures = failures(&[wrong, failed("x", "bfs"), failed("y", "astar")]);
    let shown: Vec<_> =
        failures.iter().map(|f| (f.message.as_str(), f.runs, f.instance_id.as_str())).collect();
    assert_eq!(shown, [("index out of bounds", 2, "x"), ("move 3", 1, "i1")]);
    assert_eq!(failures[0].configurations, ["astar", "bfs"]);
}

#[test]
fn exact_counts_that_depend_on_the_threads_are_noted_and_bounded_ones_are_not() {
    let two = Row { threads: 2, expanded: Some(14), ..Row::sample() };
    let same = Row { threads: 4, ..Row::sample() };
    let notes = |two: Row| summary(&Run::of("run", vec![Row::sample(), two, same.clone()])).notes;
    let expected = "tiles: exact counts of bfs depend on the threads on 1 instances: on i1 it expanded 12 with 1 thread \
                    and 14 with 2 threads.";
    assert!(notes(two.clone()).iter().any(|note| note == expected), "{:?}", notes(two));
    let bounded = Row { determinism: Counts::Bounded, ..two };
    assert!(notes(bounded).iter().all(|note| !note.contains("depend on")));
}

#[test]
fn joined_runs_of_different_machines_or_builds_are_noted() {
    let measured = |name: &str, cpu: &str, revision: &str| {
        let mut run = Run::of(name, vec![Row::sample()]);
        run.sources[0].manifest = Some(Manifest {
            status: Completion::Complete,
            cpu_model: Some(cpu.to_owned()),
            cores: Some(2),
            git_revision: Some(revision.to_owned()),
            git_dirty: Some(false),
            warnings: vec!["The load was 1.5.".to_owned()],
            ..Manifest::default()
        });
        run
    };
    let notes =
        |other: Run| summary(&Run::join(vec![measured("a", "X", "1"), other]).expect("same sets")).notes;
    let different = notes(measured("b", "Y", "2"));
    assert_eq!(
        different[..3],
        [
            "The rows were measured on different machines (X with 2 cores; Y with 2 cores): their times do not compare.",
            "The rows were measured with different builds (1, unknown, unknown; 2, unknown, unknown).",
            "a: The load was 1.5.",
        ]
    );
    let same = notes(measured("b", "X", "1"));
    assert!(same.iter().all(|note| !note.contains("different")), "{same:?}");
    assert!(same.iter().any(|note| note.starts_with("1 keys occur more than once and count as repeats")));
}

#[test]
fn numbers_in_names_are_in_their_own_order() {
    let mut names = ["x16", "x2", "y", "x2[size=10x2]", "x2[size=9x2]", "x"];
    names.sort_by_cached_key(|name| natural(name));
    assert_eq!(names, ["x", "x2", "x2[size=9x2]", "x2[size=10x2]", "x16", "y"]);
}
