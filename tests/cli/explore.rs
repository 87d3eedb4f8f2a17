//! Whole spaces have the sizes that the rules give them.
use super::{good, run, scratch};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

fn explored(line: &str) -> serde_json::Value {
    serde_json::from_str(&good(&format!("explore {line} --format json"))).expect("JSON")
}

#[test]
fn the_spaces_have_their_known_sizes() {
    let solitaire = explored("solitaire");
    assert_eq!((&solitaire["states"], &solitaire["edges"]), (&635_376.into(), &8_823_040.into()));
    let black_white = explored("black-white");
    // Each of the 24 pairs of neighbours differs in 4/15 × 2 of the boards.
    assert_eq!(
        (&black_white["states"], &black_white["edges"]),
        (&12_870.into(), &(12_870 * 24 * 8 / 15).into())
    );
    assert_eq!(black_white["complete"], true);
}

#[test]
fn every_set_and_any_threads_see_the_same_layers() {
    let layers = |options: &str| explored(&format!("black-white {options}"))["layers"].clone();
    let reference = layers("--visited dashmap");
    assert!(reference.as_array().expect("an array").len() > 10);
    let sets: serde_json::Value = serde_json::from_str(&good("list visited --format json")).expect("JSON");
    for set in sets.as_array().expect("an array") {
        let name = set["visited"].as_str().expect("a name");
        let fits = set["domains"].as_array().expect("an array").iter().any(|d| d == "black-white");
        if fits && run(&format!("explore black-white --visited {name}")).code == 0 {
            assert_eq!(layers(&format!("--visited {name} --threads 2")), reference, "{name}");
        }
    }
}

#[test]
fn a_start_of_ones_own_and_a_last_layer() {
    let from = "1010/0101/1010/0101";
    let all = explored(&format!("black-white --from {from}"));
    assert_eq!(all["states"], 12_870);
    let near = explored(&format!("black-white --from {from} --max-depth 2"));
    assert_eq!((&near["complete"], &near["depth"]), (&false.into(), &2.into()));
    assert_eq!(near["layers"][1]["states"], 24, "every pair of neighbours differs");
    assert_eq!(near["layers"][0]["edges"], 24);
}

#[test]
fn a_space_too_big_for_the_memory_is_no_result() {
    let run = run("explore solitaire --visited dashmap --memory 1MiB");
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert!(run.err.starts_with("searchrig: --memory: the visited set does not fit"), "{}", run.err);
}

#[test]
fn csv_holds_the_layers() {
    let csv = good("explore black-white --format csv");
    assert!(csv.starts_with("depth,states,edges\n0,1,"), "{csv}");
    let states: u64 =
        csv.lines().skip(1).map(|l| l.split(',').nth(1).expect("states").parse::<u64>().expect("n")).sum();
    assert_eq!(states, 12_870);
}

#[test]
fn an_interrupted_exploration_goes_on_from_its_file() {
    let file = scratch("explore-interrupted").join("words");
    let line = format!(
        "explore solitaire --size 8x8:5 --visited sweep --threads 2 --format json --checkpoint {}",
        file.display()
    );
    let mut interrupted = 0;
    let done = loop {
        let child = Command::new(env!("CARGO_BIN_EXE_searchrig"))
            .args(line.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Later each time, so that a slow machine comes to the end too.
        if interrupted < 3 {
            std::thread::sleep(Duration::from_millis(200 << interrupted));
            kill(Pid::from_raw(child.id().try_into().expect("a process id")), Signal::SIGINT).expect("sent");
        }
        let output = child.wait_with_output().expect("the program ends");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            break output;
        }
        assert_eq!(output.status.code(), Some(130), "{err}");
        assert!(err.contains("interrupted; the same command goes on"), "{err}");
        interrupted += 1;
    };
    assert!(interrupted > 0, "the first signal comes before the end");
    let space: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let found = ["states", "edges", "depth"].map(|name| space[name].as_u64());
    assert_eq!(found, [Some(7_624_512), Some(131_867_360), Some(31)]);
    assert!(!file.exists(), "nothing is left to go on with");
}

#[test]
fn a_damaged_file_is_refused() {
    let file = scratch("explore-damaged").join("words");
    let line = format!("explore black-white --visited sweep --checkpoint {}", file.display());
    assert_eq!(run(&format!("{line} --max-depth 5")).code, 0);
    let kept = fs::read(&file).expect("it is kept");
    let (mut turned, middle) = (kept.clone(), kept.len() / 2);
    turned[middle] ^= 1;
    let longer = [&kept[..], b"x"].concat();
    for (what, bytes) in [("turned", &turned[..]), ("cut", &kept[..kept.len() - 1]), ("longer", &longer)] {
        fs::write(&file, bytes).expect("written");
        let refused = run(&line);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{what}");
        assert!(refused.err.contains("is damaged; explore from the start"), "{what}: {}", refused.err);
    }
}

#[test]
fn a_finished_exploration_leaves_no_file() {
    let file = scratch("explore-finished").join("words");
    let with = |options: &str| run(&format!("explore black-white {options} --checkpoint {}", file.display()));
    let part = with("--visited sweep --max-depth 5");
    assert_eq!((part.code, part.err.as_str()), (0, ""));
    let other = with("--visited sweep --from 1010/0101/1010/0101");
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains("is of black-white 4x4:8 with sweep from 1111/1111/0000/0000, and"),
        "{}",
        other.err
    );
    let all = with("--visited sweep");
    assert_eq!(all.code, 0);
    assert!(all.err.contains("going on after 6 layers"), "{}", all.err);
    assert!(all.out.contains("states 12870, edges 164736, depth 18"), "{}", all.out);
    assert!(!file.exists(), "nothing is left to go on with");

    fs::write(&file, "something else").expect("written");
    let no_checkpoint = with("--visited sweep");
    assert_eq!(no_checkpoint.code, 2);
    assert!(no_checkpoint.err.contains("is no checkpoint"), "{}", no_checkpoint.err);
    assert_eq!(fs::read_to_string(&file).expect("it is left alone"), "something else");
    let no_sweep = with("--visited bitset");
    assert_eq!(no_sweep.code, 2);
    assert!(no_sweep.err.contains("--checkpoint: expected --visited sweep"), "{}", no_sweep.err);
}
