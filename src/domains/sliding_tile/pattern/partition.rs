//! Which tiles make a pattern.
use std::fmt::Write as _;

/// A pattern: some tiles of a board, which databases are built for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// At most six tiles, in ascending order.
    pub(super) tiles: Vec<u8>,
}
impl Shape {
    /// A text that tells it from every other.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}x{}", self.rows, self.columns);
        for tile in &self.tiles {
            write!(text, " {tile}").expect("a string takes every text");
        }
        text
    }
}

/// A letter for the pattern of each tile, at its goal: compact blocks, since
/// tiles that meet often are better known together.
const DRAWN: [(usize, usize, &str); 5] = [
    (3, 3, ".aa baa bbb"),
    (3, 4, ".bbb aabb aaab"),
    (4, 3, ".aa baa bba bbb"),
    (4, 4, ".aaa bbcc bbcc bbcc"),
    (5, 5, ".aabb aabbb ccddd ccdde ceeee"),
];

/// The patterns of a board, largest sets of tiles that take a few megabytes
/// each: up to 6 tiles on at most 16 cells, up to 5 on more.
pub(super) fn partition(rows: usize, columns: usize) -> Vec<Shape> {
    let cells = rows * columns;
    let drawn = DRAWN.iter().find(|drawn| (drawn.0, drawn.1) == (rows, columns));
    let mut patterns: Vec<Vec<u8>> = Vec::new();
    if let Some((_, _, letters)) = drawn {
        for (tile, letter) in letters.bytes().filter(|&letter| letter != b' ').enumerate().skip(1) {
            let pattern = usize::from(letter - b'a');
            patterns.resize(patterns.len().max(pattern + 1), Vec::new());
            patterns[pattern].push(tile as u8);
        }
    } else {
        let tiles: Vec<u8> = (1..cells as u8).collect();
        patterns = tiles.chunks(if cells <= 16 { 6 } else { 5 }).map(<[u8]>::to_vec).collect();
    }
    patterns.into_iter().map(|tiles| Shape { rows, columns, tiles }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_one_pattern_of_a_size_that_fits() {
        for (rows, columns) in (2..=5).flat_map(|rows| (2..=5).map(move |columns| (rows, columns))) {
            let cells = rows * columns;
            let patterns = partition(rows, columns);
            let mut tiles: Vec<u8> = patterns.iter().flat_map(|shape| shape.tiles.clone()).collect();
            tiles.sort_unstable();
            assert_eq!(tiles, (1..cells as u8).collect::<Vec<_>>(), "{rows}x{columns}");
            let most = if cells <= 16 { 6 } else { 5 };
            for shape in patterns {
                assert!(shape.tiles.len() <= most && shape.tiles.is_sorted(), "{}", shape.text());
            }
        }
    }
}
