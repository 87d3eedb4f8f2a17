//! Linear conflict: the Manhattan distance, and 2 for each tile that must leave
//! its line to let others of that line pass (O. Hansson, A. Mayer, M. Yung 1992,
//! "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics", Information Sciences 63). The tiles that leave are as few as can
//! be, line by line, looked up in a table. Consistent.
use super::{Board, Size, Slide, SlidingTile, Track};
use crate::core::{Cost, Heuristic};

/// What a tile in a cell adds.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    distance: u16,
    /// To the code of its row and of its column; 0 if its goal lies in another line.
    row: u16,
    column: u16,
}

/// Manhattan distance with linear conflicts.
#[derive(Debug)]
pub struct LinearConflict {
    share: Box<[[Share; 32]; 25]>,
    /// By the code of a row, and of a column: the moves that its conflicts cost.
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// Row and column of each cell.
    lines: [(u8, u8); 25],
}

/// The code of every line of a board.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    rows: [u16; 5],
    columns: [u16; 5],
}

/// The code of a line has a digit a cell in base `length + 1`: 1 + the goal
/// position of a tile that belongs to the line, else 0.
fn digit(length: usize, position: usize, goal: usize) -> u16 {
    let weight = (length + 1).pow(position as u32);
    ((goal + 1) * weight) as u16
}

/// For each code of a line: twice the tiles that have to leave it, the ones that
/// are not in a longest increasing run of goal positions.
fn conflicts(length: usize) -> Vec<u8> {
    let moves = |code: usize| {
        let digits = (0..length as u32).map(|i| code / (length + 1).pow(i) % (length + 1));
        let goals: Vec<usize> = digits.filter(|&digit| digit > 0).collect();
        // The longest increasing run that ends at each tile.
        let mut longest = vec![0u8; goals.len()];
        for i in 0..goals.len() {
            let before = (0..i).filter(|&j| goals[j] < goals[i]).map(|j| longest[j]);
            longest[i] = 1 + before.max().unwrap_or(0);
        }
        2 * (goals.len() as u8 - longest.into_iter().max().unwrap_or(0))
    };
    (0..(length + 1).pow(length as u32)).map(moves).collect()
}

impl LinearConflict {
    fn of<B: Board>(size: Size<B>) -> Self {
        let (rows, columns) = (size.rows(), size.columns());
        let mut share = Box::new([[Share::default(); 32]; 25]);
        for cell in 0..size.cells() {
            for tile in 1..size.cells() {
                let (row, column) = (cell / columns, cell % columns);
                let (goal_row, goal_column) = (tile / columns, tile % columns);
                share[cell][tile] = Share {
                    distance: size.distance(cell, tile) as u16,
                    row: if row == goal_row { digit(columns, column, goal_column) } else { 0 },
                    column: if column == goal_column { digit(rows, row, goal_row) } else { 0 },
                };
            }
        }
        let lines = std::array::from_fn(|cell| ((cell / columns) as u8, (cell % columns) as u8));
        Self { share, rows: conflicts(columns), columns: conflicts(rows), lines }
    }
}

impl<B: Board> Heuristic<SlidingTile<B>> for LinearConflict {
    const NAME: &'static str = "linear-conflict";
    const ABOUT: &'static str =
        "Manhattan distance, and two for each tile that must leave its line (Hansson, Mayer and Yung 1992)";
    const CONSISTENT: bool = true;
    fn new(space: &SlidingTile<B>) -> Self {
        Self::of(space.size())
    }
    #[inline]
    fn h(&self, space: &SlidingTile<B>, state: B) -> Cost {
        let (mut total, mut cell, mut down) = (0, 0, [0u16; 5]);
        for _ in 0..space.size().rows() {
            let mut across = 0;
            for code in &mut down[..space.size().columns()] {
                let share = self.share[cell][state.tile(cell) as usize % 32];
                total += Cost::from(share.distance);
                across += share.row;
                *code += share.column;
                cell += 1;
            }
            total += Cost::from(self.rows[usize::from(across)]);
        }
        let columns = &down[..space.size().columns()];
        total + columns.iter().map(|&code| Cost::from(self.columns[usize::from(code)])).sum::<Cost>()
    }
}

/// Takes `from` away from the code of one line and adds `to` to that of another;
/// returns by how much their conflicts change.
#[inline]
fn recode(table: &[u8], codes: &mut [u16; 5], from: (u8, u16), to: (u8, u16)) -> i32 {
    let (leaves, enters) = (usize::from(from.0), usize::from(to.0));
    let cost = |codes: &[u16; 5]| {
        i32::from(table[usize::from(codes[leaves])]) + i32::from(table[usize::from(codes[enters])])
    };
    let before = cost(codes);
    codes[leaves] -= from.1;
    codes[enters] += to.1;
    cost(codes) - before
}

impl<B: Board> Track<B> for LinearConflict {
    type Carried = Codes;
    fn carried(&self, space: &SlidingTile<B>, state: B) -> Codes {
        let mut codes = Codes { rows: [0; 5], columns: [0; 5] };
        for cell in 0..space.size().cells() {
            let share = self.share[cell][state.tile(cell) as usize % 32];
            let (row, column) = self.lines[cell];
            codes.rows[usize::from(row)] += share.row;
            codes.columns[usize::from(column)] += share.column;
        }
        codes
    }
    /// Along the line in which it moves a tile passes none, and that line's
    /// conflicts stay: the lines across are the ones that change.
    #[inline]
    fn slide(&self, mut codes: Codes, Slide { tile, from, to }: Slide) -> (Codes, i32) {
        let (old, new) = (self.share[from][tile % 32], self.share[to][tile % 32]);
        let (old_line, new_line) = (self.lines[from], self.lines[to]);
        let along_column = old_line.1 == new_line.1;
        let conflicts = if along_column {
            let column = &mut codes.columns[usize::from(new_line.1)];
            *column = *column - old.column + new.column;
            recode(&self.rows, &mut codes.rows, (old_line.0, old.row), (new_line.0, new.row))
        } else {
            let row = &mut codes.rows[usize::from(new_line.0)];
            *row = *row - old.row + new.row;
            recode(&self.columns, &mut codes.columns, (old_line.1, old.column), (new_line.1, new.column))
        };
        (codes, i32::from(new.distance) - i32::from(old.distance) + conflicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Domain;

    fn h(size: &str, board: &str) -> Cost {
        let space = SlidingTile::<u64>::start(size.parse().unwrap(), Some(board)).unwrap();
        LinearConflict::new(&space).h(&space, space.initial())
    }

    #[test]
    fn conflicts_counted_by_hand() {
        assert_eq!(h("3x3", "0 1 2/3 4 5/6 7 8"), 0);
        // 4 and 3 face each other: Manhattan 2, one of them steps aside.
        assert_eq!(h("3x3", "0 1 2/4 3 5/6 7 8"), 2 + 2);
        // 5 4 3 wait for each other: two must leave.
        assert_eq!(h("3x3", "0 1 2/5 4 3/6 7 8"), 4 + 4);
        // In the column of 2, 5, 8 the order is 2, 8, 5.
        assert_eq!(h("3x3", "0 1 2/3 4 8/6 7 5"), 2 + 2);
        // 7 4 5 6 in the second row of four: 7 alone leaves.
        assert_eq!(h("4x4", "0 1 2 3/7 4 5 6/8 9 10 11/12 13 14 15"), 6 + 2);
    }
}
