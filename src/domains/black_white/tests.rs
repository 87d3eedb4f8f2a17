use super::*;
use crate::domains::whole_space::{
    check_estimate, check_graph, check_texts, check_way_back, distances, layers, successors,
};
use std::collections::{BTreeSet, HashSet};

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}
fn drawn(text: &str, count: u64) -> Vec<BlackWhite> {
    (0..count).map(|i| BlackWhite::uniform(size(text), &mut Rng::new(1, i))).collect()
}

/// The rules on an array of cells: swap each cell with its neighbours and keep what changed.
fn naive(size: Size, state: u64) -> Vec<u64> {
    let (rows, columns) = (size.rows as usize, size.columns as usize);
    let board: Vec<bool> = (0..rows * columns).map(|cell| state >> cell & 1 == 1).collect();
    let mut next = BTreeSet::new();
    for row in 0..rows {
        for column in 0..columns {
            for (row_2, column_2) in [(row + 1, column), (row, column + 1)] {
                if row_2 < rows && column_2 < columns {
                    let mut swapped = board.clone();
                    swapped.swap(row * columns + column, row_2 * columns + column_2);
                    if swapped != board {
                        next.insert(swapped.iter().rev().fold(0, |set, &one| set << 1 | u64::from(one)));
                    }
                }
            }
        }
    }
    next.into_iter().collect()
}

#[test]
fn moves_agree_with_the_rules_played_on_an_array() {
    for text in
        ["4x4:8", "3x3:4", "4x5:10", "5x4:7", "6x6:18", "8x8:32", "1x64:30", "64x1:9", "2x32:5", "1x1:1"]
    {
        for instance in drawn(text, 500) {
            let state = instance.start;
            assert_eq!(successors(&instance, state), naive(size(text), state), "{text} {state:x}");
        }
    }
}

#[test]
fn the_judges_space_has_its_known_layers() {
    for (start, known) in [
        (
            "1111/1111/0000/0000",
            &[1, 4, 20, 60, 159, 336, 626, 992, 1406, 1724, 1888, 1796, 1515, 1088, 686, 352, 157, 48, 12][..],
        ),
        ("1010/0101/1010/0101", &[1, 24, 215, 944, 2311, 3488, 3289, 1824, 630, 120, 24]),
        ("1100/1100/0011/0011", &[1, 8, 47, 176, 519, 1156, 2030, 2724, 2785, 2052, 1055, 284, 33]),
        ("1111/0000/1110/0010", &[1, 12, 78, 321, 911, 1825, 2643, 2740, 2119, 1234, 617, 243, 95, 25, 6]),
        ("1010/1010/1010/1010", &[1, 12, 76, 304, 833, 1624, 2370, 2580, 2193, 1460, 826, 372, 159, 48, 12]),
        ("1001/0110/0110/1001", &[1, 16, 124, 568, 1646, 3040, 3588, 2552, 1083, 224, 28]),
    ] {
        let space = BlackWhite::start(size("4x4:8"), Some(start)).expect("a start");
        assert_eq!(layers(&distances(&space, space.start)), known, "{start}");
    }
    let standard = BlackWhite::start(size("4x4:8"), None).expect("a start");
    assert_eq!(standard.initial_text(), "1111/1111/0000/0000");
}

#[test]
fn small_spaces_are_undirected_and_their_index_is_perfect() {
    assert_eq!(check_graph::<BlackWhite>("4x4:8"), 164_736);
    for text in ["3x3:4", "2x7:6", "3x5:15", "4x4:0", "1x9:4", "3x9:3", "9x3:24", "8x8:2", "4x7:4"] {
        check_graph::<BlackWhite>(text);
    }
}

#[test]
fn indices_of_large_spaces_differ_and_lie_in_range() {
    for (text, states) in [("5x5:12", 5_200_300), ("2x13:13", 10_400_600), ("6x6:18", 9_075_135_300)] {
        assert_eq!(drawn(text, 1)[0].indices(), states);
    }
    for text in ["5x5:12", "5x5:3", "2x13:13", "6x6:18", "8x8:32", "7x9:50"] {
        let instances = drawn(text, 2000);
        let states: HashSet<u64> = instances.iter().map(|i| i.start).collect();
        let indices: HashSet<u64> = states.iter().map(|&state| instances[0].index(state)).collect();
        assert_eq!(indices.len(), states.len(), "{text}");
        assert!(indices.iter().all(|&index| index < instances[0].indices()), "{text}");
    }
}

#[test]
fn matching_is_the_distance() {
    assert_eq!(check_estimate::<BlackWhite, Matching>("3x4:6", 9), 0);
    assert_eq!(check_estimate::<BlackWhite, Matching>("3x3:4", 1), 0);
    assert_eq!(check_estimate::<BlackWhite, Matching>("2x5:5", 1), 0);
    assert_eq!(check_estimate::<BlackWhite, Matching>("4x4:8", 601), 0);
    assert_eq!(check_estimate::<BlackWhite, Matching>("4x4:5", 401), 0);
}

#[test]
fn mismatches_are_admissible_and_consistent() {
    assert!(check_estimate::<BlackWhite, Mismatches>("3x4:6", 9) > 0);
    assert!(check_estimate::<BlackWhite, Mismatches>("4x4:8", 601) > 0);
}

#[test]
fn both_estimates_look_back_as_well() {
    for text in ["3x3:4", "2x5:5"] {
        drawn(text, 20).iter().for_each(check_way_back::<BlackWhite, Matching>);
        drawn(text, 20).iter().for_each(check_way_back::<BlackWhite, Mismatches>);
    }
}

#[test]
fn the_count_of_cases_may_be_left_out() {
    let case = "1111\n0000\n1110\n0010\n\n1010\n0101\n1010\n0101\n";
    for text in [format!("2\n{case}{case}"), format!("{case}{case}"), format!("2\r\n{case}\r\n{case}")] {
        let read = BlackWhite::read(size("4x4:8"), &text).expect("two cases");
        assert_eq!(read.sets, [2]);
        assert_eq!(read.instances[1].line(), "1111/0000/1110/0010/1010/0101/1010/0101");
    }
    let thousand = format!("1000\n{}", case.repeat(1000));
    assert_eq!(BlackWhite::read(size("4x4:8"), &thousand).expect("a thousand cases").instances.len(), 1000);
}

#[test]
fn texts_read_back_as_written() {
    for text in ["4x4:8", "5x5:12", "1x64:3", "64x1:60", "2x3:0"] {
        check_texts(&drawn(text, 20));
    }
}

#[test]
fn bad_texts_are_named_where_they_stand() {
    let read = |text: &str| BlackWhite::read(size("2x2:2"), text).expect_err("bad").to_string();
    assert_eq!(
        read("10\n01\n1x\n01"),
        "line 3, column 1: `1x`: expected row 1 of the goal of case 1, 2 digits 0 or 1"
    );
    assert_eq!(
        read("1\n10\n01\n10\n012"),
        "line 5, column 1: `012`: expected row 2 of the goal of case 1, 2 digits 0 or 1"
    );
    assert_eq!(
        read("10\n11\n10\n10"),
        "line 1, column 1: `10`: the start of case 1 begins here and has 3 ones; expected 2 (for 3 ones, the size is 2x2:3)"
    );
    assert_eq!(read("10 01 10"), "line 1, column 9: the text ends here: case 1 has 3 of 4 rows");
    assert_eq!(read("1 10 01 10"), "line 1, column 11: the text ends here: case 1 has 3 of 4 rows");
    assert_eq!(read("2 10 01 10 01"), "line 1, column 1: `2`: expected the number of cases that follow, 1");
    assert_eq!(read("10 01 10 01 10"), "line 1, column 1: `10`: expected the number of cases that follow, 1");
    let parse =
        |text: &str| BlackWhite::start(size("2x2:2"), Some(text)).map(|_| ()).expect_err("bad").to_string();
    assert_eq!(parse("10/01/1"), "line 1, column 7: `1`: expected no more than 2 rows");
    assert_eq!(parse("10"), "line 1, column 3: the text ends here: the start has 1 of 2 rows");
    assert_eq!(parse("10/21"), "line 1, column 4: `21`: expected row 2 of the start, 2 digits 0 or 1");
}

#[test]
fn bad_sizes_say_what_would_be_right() {
    for text in ["4x4", "0x4:1", "8x9:4", "4x4:17", "4294967295x4294967295:1", "4x4:8 "] {
        let error = text.parse::<Size>().expect_err("bad");
        assert_eq!(
            error,
            "expected ROWSxCOLUMNS:ONES, 1 to 64 cells and as many ones at most, such as 4x4:8"
        );
    }
    assert_eq!(BlackWhite::SIZES.iter().filter(|text| size(text).to_string() == **text).count(), 5);
}

#[test]
fn the_answer_lists_the_swaps() {
    let instance = BlackWhite::start(size("4x4:8"), None).expect("a start");
    let path = [0b1, 0b10, 0b10_0000];
    assert_eq!(instance.answer(Some(&path)), "2\n1112\n1222");
    assert_eq!(instance.answer(Some(&path[..1])), "0");
    assert_eq!(instance.answer(None), "-1");
    let long = BlackWhite::start(size("2x10:1"), None).expect("a start");
    assert_eq!(long.answer(Some(&[1 << 8, 1 << 9])), "1\n1 9 1 10");
    assert_eq!(instance.move_name(path[1], path[2]), "1 2 <-> 2 2");
    assert_eq!(instance.state_text(path[2]), "0000/0100/0000/0000");
}

#[test]
fn a_walk_ends_within_its_length() {
    for i in 0..20 {
        let instance = BlackWhite::walk(size("3x3:4"), 3, &mut Rng::new(3, i));
        assert!(distances(&instance, instance.start)[&instance.goal] <= 3);
    }
}
