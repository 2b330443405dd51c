//! Rows, lines and cache lines of tables: the numbers that everything else here is built on.
//!
//! A *row* holds the entries of one corner class, a *line* of it those of one slice configuration.

use crate::coord::slices::LINES;

/// Rows of a table: classes of the corners without the half-turn refinement.
pub const ROWS: usize = 3393;

/// Values of the half-turn refinement of the corners: the *matchings*.
pub const MATCHINGS: usize = 6;

/// Entries of a line: all flips, for each matching.
pub const FILTER_ENTRIES: usize = MATCHINGS * 2048;

/// Bytes of a block: a cache line.
pub const BLOCK_BYTES: usize = 64;

/// Lines far apart whose entries are distributed evenly over their blocks, and have checks of their
/// own. Where more lines share a block, every eighth of them is not distinguished.
pub const LINES_PER_GROUP: usize = 8;

/// Bytes of the hash table of shallow distances.
pub const SHALLOW_BYTES: usize = 8 << 20;

/// Number of blocks that [`LINES_PER_GROUP`] lines share, or more lines if these share a block, with
/// `half_lines` half lines to a block.
pub const fn group_blocks(half_lines: usize) -> usize {
    assert!(half_lines.is_power_of_two());
    if half_lines < 2 * LINES_PER_GROUP {
        2 * LINES_PER_GROUP / half_lines
    } else {
        1
    }
}

/// Number of blocks of a row, with `half_lines` half lines to a block.
pub const fn row_blocks(half_lines: usize) -> usize {
    let blocks = group_blocks(half_lines);
    (2 * LINES).div_ceil(half_lines * blocks) * blocks
}

/// Bytes of all blocks of a filter with `half_lines` half lines to a block.
pub const fn filter_bytes(half_lines: usize) -> u64 {
    (ROWS * row_blocks(half_lines)) as u64 * BLOCK_BYTES as u64
}
