//! Whole spaces with known numbers, through every engine.
use searchrig::core::{Limits, Setup};
use searchrig::registry::{Registry, Task};

/// States a layer of Solitaire from the squares 1 1, 1 2, 2 1, 2 2.
const SOLITAIRE: [u64; 26] = [
    1, 8, 43, 163, 458, 1126, 2474, 4969, 9125, 15285, 23669, 34121, 46133, 58314, 68607, 74564, 74608,
    68180, 56417, 41571, 27262, 15883, 7948, 3281, 990, 176,
];

#[test]
fn every_engine_explores_the_same_layers() {
    let registry = Registry::builtin();
    // Domain, size, states, edges, depth.
    for (name, size, states, edges, depth) in [
        ("solitaire", "8x8:4", 635_376, 8_823_040, 25),
        ("black-white", "4x4:8", 12_870, 164_736, 18),
        ("hybrid-knight", "20", 1_200, 0, 0),
        ("sliding-tile", "3x3", 181_440, 483_840, 31),
    ] {
        let domain = registry.domain(name).expect("registered");
        let set = domain.start(size, None).expect("a standard start");
        let mut first = None;
        for (number, row) in domain.explorers().iter().enumerate() {
            for threads in [1, 2, 4] {
                let setup = Setup { threads, ..Setup::default() };
                let mut session = set.open(Task::Explore, number, 0, &setup).expect("room");
                session.search(0, &Limits::default());
                let found = session.stats();
                let what = format!("{name} {row:?}, {threads} threads");
                assert_eq!(found.layers.iter().sum::<u64>(), states, "{what}");
                assert_eq!(found.expanded, states, "{what}");
                assert_eq!(found.edges.iter().sum::<u64>(), found.generated, "{what}");
                if edges > 0 {
                    assert_eq!((found.generated, found.layers.len()), (edges, depth + 1), "{what}");
                }
                let layers = (found.layers.clone(), found.edges.clone());
                assert_eq!(*first.get_or_insert_with(|| layers.clone()), layers, "{what}");
                if name == "solitaire" {
                    assert_eq!(found.layers, SOLITAIRE, "{what}");
                }
            }
        }
    }
}

/// Spaces that do not fit the caches: domain, size, states, edges, depth.
const LARGE: [(&str, &str, u64, u64, usize); 2] = [
    ("black-white", "5x5:12", 5_200_300, 108_166_240, 38),
    ("solitaire", "8x8:5", 7_624_512, 131_867_360, 31),
];

/// Explores the large spaces with the sets that are `wanted`.
fn explore_large(wanted: impl Fn(&str) -> bool, threads: &[usize]) {
    let registry = Registry::builtin();
    for (name, size, states, edges, depth) in LARGE {
        let domain = registry.domain(name).expect("registered");
        let set = domain.start(size, None).expect("a standard start");
        let mut first = None;
        for (number, row) in domain.explorers().iter().enumerate() {
            if !row.visited.is_some_and(&wanted) {
                continue;
            }
            for &threads in threads {
                let setup = Setup { threads, ..Setup::default() };
                let mut session = set.open(Task::Explore, number, 0, &setup).expect("room");
                session.search(0, &Limits::default());
                let found = session.stats();
                let what = format!("{name} {row:?}, {threads} threads");
                assert_eq!((found.expanded, found.generated), (states, edges), "{what}");
                assert_eq!(found.layers.len(), depth + 1, "{what}");
                let layers = (found.layers.clone(), found.edges.clone());
                assert_eq!(*first.get_or_insert_with(|| layers.clone()), layers, "{what}");
            }
        }
    }
}

#[test]
fn large_spaces_have_their_known_sizes() {
    explore_large(|set| set == "bitset", &[2]);
}

#[test]
#[ignore = "a minute or two: cargo test --release --test it large -- --ignored"]
fn every_engine_explores_the_same_layers_of_large_spaces() {
    explore_large(|_| true, &[1, 2, 4]);
}

#[test]
fn all_boards_of_four_in_a_row_have_their_known_answers() {
    // Every way to place two blanks and seven pieces of each colour on sixteen cells.
    let ways = |cells: &[u32], k: usize| -> Vec<u32> {
        (0u32..1 << cells.len()).filter(|set| set.count_ones() as usize == k).collect()
    };
    let all: Vec<u32> = (0..16).collect();
    let blacks = ways(&all[..14], 7);
    let mut text = String::new();
    for blanks in ways(&all, 2) {
        for &black in &blacks {
            let mut next = 0;
            for cell in 0..16 {
                let letter = if blanks >> cell & 1 == 1 {
                    'O'
                } else {
                    next += 1;
                    if black >> (next - 1) & 1 == 1 { 'B' } else { 'W' }
                };
                text.push(letter);
                if cell % 4 == 3 {
                    text.push('\n');
                }
            }
        }
    }
    let registry = Registry::builtin();
    let domain = registry.domain("four-in-a-row").expect("registered");
    let (boards, _) = domain.read("4x4", &text).expect("boards");
    assert_eq!(boards.len(), 411_840);
    let rows = domain.configurations().iter();
    let number =
        rows.enumerate().find(|(_, row)| row.algorithm.name == "bfs" && row.visited == Some("bitset"));
    let number = number.expect("registered").0;
    let mut session = boards.open(Task::Solve, number, 0, &Setup::default()).expect("room");
    let mut histogram = [0; 8];
    for board in 0..boards.len() {
        session.search(board, &Limits::default());
        histogram[session.verdict().cost.expect("every board is solvable") as usize] += 1;
    }
    assert_eq!(histogram, [141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128]);
}

#[test]
fn all_pairs_of_the_hybrid_knight_have_their_known_answers() {
    let registry = Registry::builtin();
    let domain = registry.domain("hybrid-knight").expect("registered");
    let rows = domain.configurations().iter();
    let number = rows
        .enumerate()
        .find(|(_, row)| row.algorithm.name == "bidirectional-bfs" && row.visited == Some("bitset"));
    let number = number.expect("registered").0;
    let known = include_str!("../data/hybrid_knight.csv").lines().skip(1).take(20);
    for line in known {
        let (n, known) = line.split_once(',').expect("two columns");
        let n: u32 = n.parse().expect("a number");
        let known: Vec<u64> = known.split(' ').map(|count| count.parse().expect("a number")).collect();
        let squares = n * n;
        let pairs = (1..=squares).flat_map(|b| (1..=squares).map(move |e| format!("{b} {e}\n")));
        let text = format!("{n} {}\n{}0 0\n", squares * squares, pairs.collect::<String>());
        let (pairs, _) = domain.read("20", &text).expect("a set");
        let mut session = pairs.open(Task::Solve, number, 0, &Setup::default()).expect("room");
        let mut histogram = vec![0; known.len()];
        for pair in 0..pairs.len() {
            session.search(pair, &Limits::default());
            histogram[session.verdict().cost.expect("every pair is reachable") as usize] += 1;
        }
        assert_eq!(histogram, known, "N = {n}");
    }
}
