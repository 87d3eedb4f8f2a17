//! What the harness costs beside the searches: rows written and flushed, in this process.
use searchrig::experiment::{Cancel, Execution, Observer, Output, Plan, Source};
use searchrig::record::{Row, Writer, read};
use searchrig::registry::Registry;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

struct Quiet;
impl Observer for Quiet {
    fn row(&mut self, _: &Row) {}
}

/// The time of `count` runs of four in a row with their rows, and the sum of the rows' own times.
fn times(count: usize) -> (Duration, Duration) {
    let text = format!(
        "name = \"overhead\"\nseed = 1\n[[instances]]\ndomain = \"four-in-a-row\"\ncount = {count}\n\
         [[configurations]]\nalgorithm = \"bfs\"\nvisited = \"bitset\"\n"
    );
    let source = Source { name: "overhead.toml".to_string(), folder: PathBuf::new(), text };
    let file = source.parse().expect("a right file");
    let plan = Plan::new(&file, &source, &Registry::builtin()).expect("a plan");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("overhead-{count}.csv"));
    let _ = std::fs::remove_file(&path);
    let output = Output { results: Writer::open(&path).expect("opened"), solutions: None };
    let execution = Execution {
        plan: &plan,
        earlier: &[],
        jobs: 1,
        isolation: None,
        pinning: None,
        cancel: &Cancel::default(),
    };
    let begun = Instant::now();
    execution.run(output, &mut Quiet).expect("written");
    let whole = begun.elapsed();
    let rows = read(&path).expect("rows").rows;
    assert_eq!(rows.len(), count);
    let of = |row: &Row| {
        let apart = row.setup_ns.unwrap_or(0) + row.teardown_ns.unwrap_or(0);
        apart + row.wall_ns.expect("measured") * u64::from(row.batch)
    };
    std::fs::remove_file(&path).expect("removed");
    (whole, Duration::from_nanos(rows.iter().map(of).sum()))
}

/// Wide enough for an unoptimised build on a busy machine, too narrow for a row that waits for the disk.
#[test]
fn a_row_costs_far_less_than_a_millisecond() {
    let (whole, rows) = times(1_000);
    assert!(whole < rows + Duration::from_millis(500), "{whole:?}, of which {rows:?} are the rows' own");
}

/// Proof 3 of docs/methodology.md, which has the command: optimised, with the machine to itself.
#[test]
#[ignore = "a measurement: needs an optimised build and an idle machine"]
fn ten_thousand_short_runs_cost_five_per_cent_more_than_their_rows_say() {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let (whole, rows) = times(10_000);
        let overhead = whole.as_secs_f64() / rows.as_secs_f64() - 1.0;
        let _ = writeln!(
            std::io::stderr(),
            "{whole:?}, of which {rows:?} are the rows' own: {:.1} % on top",
            overhead * 100.0
        );
        best = best.min(overhead);
    }
    assert!(best <= 0.05, "the harness adds {:.1} %", best * 100.0);
}
