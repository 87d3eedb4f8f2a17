//! Reading boards: the numbers of the cells, row by row, 0 for the blank.
use super::{Board, Size};
use crate::core::{TextError, Token, ends_early, tokens};

/// The board whose numbers are `words`, one a cell.
fn board<B: Board>(size: Size<B>, words: &[Token<'_>]) -> Result<Vec<u8>, TextError> {
    let mut tiles = Vec::with_capacity(words.len());
    for word in words {
        let tile = word.number("a tile", 0, size.cells() as u32 - 1)? as u8;
        if tiles.contains(&tile) {
            let missing = format!(
                "this tile stands on the board twice; each of 0 to {} belongs there once",
                size.cells() - 1
            );
            return Err(word.error(missing));
        }
        tiles.push(tile);
    }
    Ok(tiles)
}

/// The boards of `text`, one after another.
pub(super) fn boards<B: Board>(size: Size<B>, text: &str) -> Result<Vec<Vec<u8>>, TextError> {
    let words: Vec<_> = tokens(text).collect();
    let whole = words.chunks(size.cells()).enumerate().map(|(i, chunk)| {
        let tiles = board(size, chunk)?;
        if chunk.len() == size.cells() {
            return Ok(tiles);
        }
        let (number, has) = (i + 1, chunk.len());
        Err(ends_early(text, format_args!("board {number} has {has} of {} numbers", size.cells())))
    });
    whole.collect()
}

/// The one board of `text`, whose rows may also be parted by `/`.
pub(super) fn one_board<B: Board>(size: Size<B>, text: &str) -> Result<Vec<u8>, TextError> {
    let text = text.replace('/', "\n");
    if let Some(extra) = tokens(&text).nth(size.cells()) {
        return Err(
            extra.error(format_args!("expected the end: a {size} board has {} numbers", size.cells()))
        );
    }
    let mut found = boards(size, &text)?;
    found
        .pop()
        .ok_or_else(|| ends_early(&text, format_args!("expected the {} numbers of a board", size.cells())))
}
