//! Rows and columns of a board.
use super::Board;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Rows and columns, from 2 to 5 each; `3x4` has three rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size<B> {
    rows: u8,
    columns: u8,
    word: PhantomData<B>,
}

impl<B: Board> Size<B> {
    /// Rows.
    #[must_use]
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }
    /// Columns.
    #[must_use]
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }
    /// Cells, the blank's included.
    #[must_use]
    pub fn cells(self) -> usize {
        self.rows() * self.columns()
    }
    /// Moves between two cells for a tile that is alone on the board.
    #[must_use]
    pub fn distance(self, a: usize, b: usize) -> u32 {
        let columns = self.columns();
        ((a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)) as u32
    }
    /// The cell that the blank reaches from `cell` in direction 0 up, 1 left, 2 right, 3 down.
    #[must_use]
    pub fn neighbour(self, cell: usize, direction: usize) -> Option<usize> {
        let columns = self.columns();
        match direction {
            0 => cell.checked_sub(columns),
            1 => (!cell.is_multiple_of(columns)).then(|| cell - 1),
            2 => (cell % columns + 1 < columns).then(|| cell + 1),
            _ => (cell + columns < self.cells()).then_some(cell + columns),
        }
    }
}

impl<B> fmt::Display for Size<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl<B: Board> FromStr for Size<B> {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.as_bytes() {
            [digit @ b'2'..=b'5'] => Some(digit - b'0'),
            _ => None,
        };
        let sides = text.split_once('x').and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
        let right = || {
            format!(
                "expected ROWSxCOLUMNS, each from 2 to 5, at most {} cells for `{}` (boards of 17 to 25 are `{}`)",
                B::CELLS,
                B::NAME,
                u128::NAME
            )
        };
        let (rows, columns) = sides.ok_or_else(right)?;
        let size = Self { rows, columns, word: PhantomData };
        if size.cells() <= B::CELLS { Ok(size) } else { Err(right()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_back_what_they_print_and_refuse_the_rest() {
        for text in u64::SIZES {
            assert_eq!(&text.parse::<Size<u64>>().expect("an offered size").to_string(), text);
        }
        for text in ["", "4", "1x4", "04x4", "4x4x4", "6x2", "+4x4", "4X4"] {
            assert!(text.parse::<Size<u64>>().is_err(), "{text}");
        }
        let refused = "5x5".parse::<Size<u64>>().expect_err("too large for a word");
        assert!(refused.contains("at most 16") && refused.contains("sliding-tile-wide"), "{refused}");
        assert_eq!("5x5".parse::<Size<u128>>().expect("fits").cells(), 25);
    }
}
