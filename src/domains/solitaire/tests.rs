use super::*;
use crate::domains::whole_space::{
    check_estimate, check_graph, check_texts, check_way_back, distances, layers, successors,
};
use std::collections::{BTreeSet, HashSet};

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}
fn drawn(text: &str, count: u64) -> Vec<Solitaire> {
    (0..count).map(|i| Solitaire::uniform(size(text), &mut Rng::new(1, i))).collect()
}

/// The rules on an array of cells, one move at a time.
fn naive(size: Size, state: u64) -> Vec<u64> {
    let (rows, columns) = (i64::from(size.rows), i64::from(size.columns));
    let bit = |row: i64, column: i64| 1_u64 << (8 * row + column);
    let on_board = |row: i64, column: i64| (0..rows).contains(&row) && (0..columns).contains(&column);
    let piece = |row, column| on_board(row, column) && state & bit(row, column) != 0;
    let free = |row, column| on_board(row, column) && state & bit(row, column) == 0;
    let mut next = BTreeSet::new();
    for row in 0..rows {
        for column in (0..columns).filter(|&column| piece(row, column)) {
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let (near, far) = ((row + down, column + right), (row + 2 * down, column + 2 * right));
                if free(near.0, near.1) {
                    next.insert(state - bit(row, column) + bit(near.0, near.1));
                } else if piece(near.0, near.1) && free(far.0, far.1) {
                    next.insert(state - bit(row, column) + bit(far.0, far.1));
                }
            }
        }
    }
    next.into_iter().collect()
}

#[test]
fn moves_agree_with_the_rules_played_on_an_array() {
    for text in
        ["8x8:4", "8x8:5", "8x8:6", "8x8:7", "8x8:8", "5x3:4", "3x8:6", "7x2:3", "8x2:9", "2x2:4", "6x7:16"]
    {
        for instance in drawn(text, 500) {
            let state = instance.start;
            assert_eq!(successors(&instance, state), naive(size(text), state), "{text} {state:x}");
        }
    }
}

#[test]
fn the_judges_space_has_its_known_layers_and_edges() {
    let space = Solitaire::start(size("8x8:4"), None).expect("a start");
    let distances = distances(&space, space.start);
    let known = [
        1, 8, 43, 163, 458, 1126, 2474, 4969, 9125, 15285, 23669, 34121, 46133, 58314, 68607, 74564, 74608,
        68180, 56417, 41571, 27262, 15883, 7948, 3281, 990, 176,
    ];
    assert_eq!(layers(&distances), known);
    let mut edges = 0;
    for &state in distances.keys() {
        space.expand(state, |_, _| edges += 1);
    }
    assert_eq!(edges, 8_823_040);
    let indices: HashSet<u64> = distances.keys().map(|&state| space.index(state)).collect();
    assert_eq!(indices.len(), 635_376);
    assert_eq!(indices.into_iter().max(), Some(635_375));
}

#[test]
fn small_spaces_are_undirected_and_their_index_is_perfect() {
    for text in ["4x4:3", "2x2:1", "3x5:5", "5x3:7", "8x2:2", "2x8:8", "4x4:9", "4x3:12", "7x2:4"] {
        check_graph::<Solitaire>(text);
    }
}

#[test]
fn indices_of_large_spaces_differ_and_lie_in_range() {
    for text in ["8x8:5", "8x8:6", "8x8:7", "8x8:8", "8x8:16", "7x6:4", "6x8:9"] {
        let instances = drawn(text, 2000);
        let states: HashSet<u64> = instances.iter().map(|i| i.start).collect();
        let indices: HashSet<u64> = states.iter().map(|&state| instances[0].index(state)).collect();
        assert_eq!(indices.len(), states.len(), "{text}");
        assert!(indices.iter().all(|&index| index < instances[0].indices()), "{text}");
    }
    let last = |text: &str, state| Solitaire::start(size(text), None).map(|i| i.indices() - i.index(state));
    assert_eq!(last("8x8:7", 0x7f << 57), Ok(1));
    assert_eq!(last("8x8:8", 0xff << 56), Ok(1));
    assert_eq!(last("8x8:16", 0xffff << 48), Ok(1));
}

#[test]
fn matching_is_admissible_and_consistent() {
    assert!(check_estimate::<Solitaire, Matching>("4x4:3", 1) > 0, "it is no perfect estimate");
    check_estimate::<Solitaire, Matching>("5x3:4", 7);
    check_estimate::<Solitaire, Matching>("4x4:6", 401);
}

#[test]
fn matching_looks_back_as_well() {
    for text in ["4x4:3", "5x3:4"] {
        drawn(text, 20).iter().for_each(check_way_back::<Solitaire, Matching>);
    }
}

#[test]
fn the_standard_start_is_a_block_in_the_corner() {
    let start = |text: &str| Solitaire::start(size(text), None).map(|i| i.start);
    for (text, block) in [
        ("8x8:1", 1),
        ("8x8:4", 0x303),
        ("8x8:5", 0x307),
        ("8x8:6", 0x707),
        ("8x8:7", 0x1_0707),
        ("8x8:8", 0x3_0707),
        ("2x8:5", 0x1_0303),
        ("8x2:16", 0xffff),
        ("8x2:9", 0x0f1f),
    ] {
        assert_eq!(start(text), Ok(block), "{text}");
    }
}

#[test]
fn the_judges_sample_reads_whatever_its_white_space() {
    for text in [
        "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 6\n",
        "\u{feff}4 4 4 5 5 4 6 5\r\n\r\n 2 4 3 3\t3 6 4 6",
        "4 5 6 5 4 4 5 4 2 4 3 3 3 6 4 6",
    ] {
        let read = Solitaire::read(size("8x8:4"), text).expect("a case");
        let sample = &read.instances[0];
        assert_eq!((read.sets, sample.line().as_str()), (vec![1], "4 4 4 5 5 4 6 5/2 4 3 3 3 6 4 6"));
        assert_eq!(distances(sample, sample.start)[&sample.goal], 7);
    }
    assert_eq!(Solitaire::read(size("8x8:4"), " \n").expect("no case").sets, [0]);
}

#[test]
fn texts_read_back_as_written() {
    for text in ["8x8:4", "8x8:8", "3x7:16", "8x2:1"] {
        check_texts(&drawn(text, 20));
    }
}

#[test]
fn bad_texts_are_named_where_they_stand() {
    let read = |text: &str| Solitaire::read(size("8x8:2"), text).expect_err("bad").to_string();
    let good = "1 1 1 2\n8 8 8 7\n";
    assert_eq!(
        read(&format!("{good}1 1 9 2\n8 8 8 7")),
        "line 3, column 5: `9`: expected a row, a number from 1 to 8"
    );
    assert_eq!(read("1 1 1 x"), "line 1, column 7: `x`: expected a column, a number from 1 to 8");
    assert_eq!(read("1 0 1 2"), "line 1, column 3: `0`: expected a column, a number from 1 to 8");
    assert_eq!(
        read("3 4 3 4 1 1 2 2"),
        "line 1, column 5: `3`: a board has two pieces on 3 4; expected different cells"
    );
    assert_eq!(
        read(&format!("{good}1 1 1 2\n8")),
        "line 4, column 2: the text ends here: case 2 has 5 of 8 numbers"
    );
    let parse = |initial: &str, goal: &str| {
        Solitaire::parse(size("8x8:1"), initial, goal).expect_err("bad").to_string()
    };
    assert_eq!(parse("1 1", "2"), "line 1, column 2: the text ends here: the board has 1 of 2 numbers");
    assert_eq!(parse("1 1 2", "2 2"), "line 1, column 5: `2`: expected no more than 2 numbers");
}

#[test]
fn bad_sizes_say_what_would_be_right() {
    for text in ["8x8", "9x8:4", "8x1:4", "8x8:0", "8x8:17", "2x2:5", "8x8:4:1", "ax8:4", ""] {
        let error = text.parse::<Size>().expect_err("bad");
        assert_eq!(
            error,
            "expected COLUMNSxROWS:PIECES, 2 to 8 columns and rows and 1 to 16 pieces that fit the \
                 board, such as 8x8:4"
        );
    }
    assert_eq!(Solitaire::SIZES.iter().filter(|text| size(text).to_string() == **text).count(), 5);
}

#[test]
fn the_answer_is_yes_up_to_eight_moves() {
    let instance = &drawn("8x8:4", 1)[0];
    assert_eq!(instance.answer(Some(&[0])), "YES");
    assert_eq!(instance.answer(Some(&[0; 9])), "YES");
    assert_eq!(instance.answer(Some(&[0; 10])), "NO");
    assert_eq!(instance.answer(None), "NO");
}

#[test]
fn moves_name_the_cells_that_the_piece_leaves_and_enters() {
    let instance = Solitaire::start(size("8x8:4"), Some("4 4 4 5 5 4 6 5")).expect("a start");
    assert_eq!(instance.state_text(instance.start), "4 4 4 5 5 4 6 5");
    let step = instance.start ^ (1 << 44 | 1 << 43);
    assert_eq!(instance.move_name(instance.start, step), "6 5 -> 6 4");
    let jump = instance.start ^ (1 << 27 | 1 << 29);
    assert!(successors(&instance, instance.start).contains(&jump), "4 4 jumps over 4 5");
    assert_eq!(instance.move_name(instance.start, jump), "4 4 -> 4 6");
}

#[test]
fn a_walk_ends_within_its_length() {
    for i in 0..20 {
        let instance = Solitaire::walk(size("4x4:3"), 5, &mut Rng::new(3, i));
        assert!(distances(&instance, instance.start)[&instance.goal] <= 5);
    }
}
