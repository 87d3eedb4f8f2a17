//! The same question has the same answer: seeds, processes, threads and limits.
use super::{good, run, scratch};
use searchrig::record::{self, Row, Status};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const BIN: &str = env!("CARGO_BIN_EXE_searchrig");

/// Writes the experiment and carries it out; the folder of the run.
fn carried_out(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let (file, out) = (folder.join(format!("{name}.toml")), folder.join(name));
    fs::write(&file, text).expect("written");
    let done = run(&format!("run {} -o {} --progress none", file.display(), out.display()));
    assert_eq!(done.code, 0, "{}", done.err);
    out
}
fn rows(run: &Path) -> Vec<Row> {
    record::read(&run.join("results.csv")).expect("rows").rows
}

#[test]
fn a_seed_gives_the_same_set_whatever_runs_at_the_same_time() {
    let generate = |threads: &str| {
        let done = Command::new(BIN)
            .args(["generate", "black-white", "--count", "100", "--seed", "9", "--optimal", "2..8"])
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .expect("the program runs");
        assert!(done.status.success());
        done.stdout
    };
    assert!(generate("1") == generate("2") && generate("1") == generate("1"));
    let folder = scratch("steady-jobs");
    let file = folder.join("e.toml");
    let text = "name = \"e\"\nseed = 3\n[[instances]]\ndomain = \"solitaire\"\ncount = 40\noptimal = \"1..3\"\n\
                [[configurations]]\nalgorithm = \"bfs\"\n";
    fs::write(&file, text).expect("written");
    let set = |jobs: usize, name: &str| {
        let out = folder.join(name);
        let line = format!("run {} --jobs {jobs} --oversubscribe -o {}", file.display(), out.display());
        assert_eq!(run(&line).code, 0);
        fs::read(out.join("instances.csv")).expect("the set")
    };
    let one = set(1, "one");
    assert!(one == set(2, "two") && one == set(1, "again"));
}

#[test]
fn a_limit_of_time_holds_and_what_comes_late_is_not_solved() {
    // 65 moves by Manhattan distance and far more in truth: nobody finds the least cost in 50 ms.
    let folder = scratch("steady-limit");
    fs::write(
        folder.join("hard.csv"),
        "instance_id,domain,size,initial,goal\nhard,sliding-tile,4x4,15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0,\n",
    )
    .expect("written");
    let text = "name = \"limit\"\nrounds = 3\nlimits = { time = \"50ms\", memory = \"128MiB\" }\n\
                [[instances]]\nfile = \"hard.csv\"\n\
                [[configurations]]\nalgorithm = \"all\"\nvisited = \"all\"\n";
    let mut least: BTreeMap<String, Duration> = BTreeMap::new();
    for row in rows(&carried_out(&folder, "limit", text)) {
        match row.status {
            Status::LimitTime => {
                assert_eq!((row.solution_cost, row.solution_length), (None, None), "{row:?}");
                let wall = Duration::from_nanos(row.wall_ns.expect("measured"));
                let over = wall.checked_sub(Duration::from_millis(50)).expect("not before its time");
                let entry = least.entry(row.configuration).or_insert(over);
                *entry = over.min(*entry);
            }
            // The inadmissible ones may be that quick; tables may be full before.
            Status::Solved => assert!(row.wall_ns.expect("measured") <= 50_000_000, "{row:?}"),
            status => assert_eq!(status, Status::LimitMemory, "{row:?}"),
        }
    }
    assert!(least.len() > 8, "{least:?}");
    // Of three rounds the quickest to stop: the others may have waited for a busy core.
    assert!(least.values().all(|over| *over < Duration::from_millis(100)), "{least:?}");
}

/// 50 instances of four puzzles, all configurations, one and two threads. Of four in a row there are
/// two: with so many goals, searches from both ends take long.
const EVERYTHING: &str = r#"name = "everything"
seed = 16
limits = { time = "60s" }
[[instances]]
domain = "solitaire"
count = 50
optimal = "1..2"
[[instances]]
domain = "black-white"
size = "3x3:4"
count = 50
[[instances]]
domain = "four-in-a-row"
count = 2
optimal = "1..2"
[[instances]]
domain = "hybrid-knight"
size = "8"
count = 50
[[instances]]
domain = "sliding-tile"
size = "2x3"
count = 50
[[configurations]]
algorithm = "all"
heuristic = "all"
visited = "all"
threads = [1, 2]
"#;

#[test]
fn the_seed_of_a_hash_changes_no_count() {
    let folder = scratch("steady-hash");
    let of = |process: usize| {
        let out = carried_out(&folder, &format!("p{process}"), EVERYTHING);
        let mut facts: BTreeMap<String, String> = BTreeMap::new();
        for row in rows(&out).into_iter().filter(|row| row.determinism == record::Counts::Exact) {
            let counts = Row { seq: 0, setup_ns: None, wall_ns: None, cpu_ns: None, ..row.clone() };
            let counts = Row { teardown_ns: None, batch: 1, peak_rss_bytes: None, ..counts };
            let counts = Row { start_utc: String::new(), visited_bytes: None, ..counts };
            facts.insert(row.key().to_string(), format!("{counts:?}"));
        }
        facts
    };
    let first = of(0);
    assert!(first.len() > 5_000, "{}", first.len());
    for process in 1..5 {
        let other = of(process);
        assert_eq!(first.len(), other.len());
        for (key, fact) in &first {
            assert_eq!(Some(fact), other.get(key), "process {process}: {key}");
        }
    }
}

#[test]
fn the_seed_of_a_hash_changes_no_path() {
    let folder = scratch("steady-paths");
    let list: serde_json::Value = serde_json::from_str(&good("list algorithms --format json")).expect("JSON");
    for (domain, size) in [("black-white", "3x3:4"), ("sliding-tile", "2x3")] {
        let set = folder.join(format!("{domain}.csv")).display().to_string();
        good(&format!("generate {domain} --size {size} --count 50 --seed 16 -o {set}"));
        for algorithm in list.as_array().expect("an array") {
            if !algorithm["domains"].as_array().expect("an array").iter().any(|d| d == domain) {
                continue;
            }
            let name = algorithm["algorithm"].as_str().expect("a name");
            let steady = algorithm["parallel"] == true && algorithm["parallel_counts"] == "exact";
            for threads in 1..=if steady { 2 } else { 1 } {
                let line = format!(
                    "solve {domain} {set} --algorithm {name} --threads {threads} --path --format json"
                );
                let first = good(&line);
                assert_eq!(first.lines().count(), 50, "{line}");
                assert!(first.lines().all(|line| line.contains("\"path\":[")), "{line}");
                // Four more processes: the lines hold every count and every move, and no time.
                assert!((1..5).all(|_| good(&line) == first), "{line}");
            }
        }
    }
}

/// Searches in one and two threads, in two rounds.
const PARALLEL: &str = r#"name = "parallel"
rounds = 2
[[instances]]
domain = "solitaire"
count = 3
optimal = "4..5"
[[configurations]]
algorithm = ["bfs-layered", "bidirectional-bfs"]
visited = "bitset"
threads = [1, 2]
"#;

/// Writes the rows of a run again, changed.
fn edited(run: &Path, edit: impl Fn(&mut Row)) {
    let mut changed = rows(run);
    changed.iter_mut().for_each(edit);
    let mut writer = csv::Writer::from_path(run.join("results.csv")).expect("opened");
    for row in &changed {
        writer.serialize(row).expect("written");
    }
    writer.flush().expect("written");
}

#[test]
fn a_parallel_search_whose_counts_vary_is_caught() {
    let folder = scratch("steady-parallel");
    let out = carried_out(&folder, "parallel", PARALLEL);
    let shown = out.display();
    assert!(good(&format!("verify {shown}")).ends_with(": 0 findings\n"));
    let sound = rows(&out);
    assert!(sound.len() == 24 && sound.iter().all(|row| row.determinism == record::Counts::Exact));
    let victim =
        sound.iter().position(|row| row.threads == 2 && row.round == 1).expect("a row of two threads");
    let key = sound[victim].key();
    let found = |edit: &dyn Fn(&mut Row)| {
        edited(&out, |row| {
            if row.key() == key {
                edit(row);
            }
        });
        let verified = run(&format!("verify {shown}"));
        let compared = run(&format!("compare {shown} {shown}"));
        edited(&out, |row| *row = sound[row.seq as usize].clone());
        assert_eq!(verified.code, 1, "{}", verified.out);
        // No gate and no baseline takes such a run either.
        assert!(compared.code == 1 && compared.out.contains("nondeterministic"), "{}", compared.out);
        let name = format!("{key}: ");
        let lines = verified.out.lines().filter(|line| line.contains(&name));
        lines.filter_map(|line| line.split(": ").next().map(str::to_string)).collect::<Vec<_>>()
    };
    // One round of two threads differs from the other, and from one thread.
    let more = |n: Option<u64>| n.map(|n| n + 1);
    for checks in
        [found(&|row| row.expanded = more(row.expanded)), found(&|row| row.generated = more(row.generated))]
    {
        assert!(
            checks.contains(&"repeats".to_string()) || checks.contains(&"threads".to_string()),
            "{checks:?}"
        );
    }
    // The order of threads may change how wide the frontier was, but not from round to round.
    assert_eq!(found(&|row| row.max_frontier = more(row.max_frontier)), ["repeats"]);
    assert!(good(&format!("verify {shown}")).ends_with(": 0 findings\n"));
}
