//! Rows, lines and blocks of tables: the numbers that everything else here is built on.
//!
//! A *row* holds the entries of one corner class, a *line* of it those of one slice configuration, and a *block*
//! is a cache line that the members of a few lines share. Lines per block are counted in quarters, since the largest
//! table has four blocks to a line.

use crate::coord::slices::LINES;

/// Rows of a table: classes of the corners without their half-turn class.
pub const ROWS: usize = 3393;

/// Half-turn classes of the corners.
pub const HALF_TURN_CLASSES: usize = 6;

/// Entries of a line: all flips, for each half-turn class.
pub const FILTER_ENTRIES: usize = HALF_TURN_CLASSES * 2048;

/// Bytes of a block: a cache line.
pub const BLOCK_BYTES: usize = 64;

/// Lines far apart whose entries are distributed evenly over their blocks, and have checks of their
/// own. Where more lines share a block, every eighth of them is not distinguished.
pub const LINES_PER_GROUP: usize = 8;

/// Bytes of the hash table of shallow distances.
pub const SHALLOW_BYTES: usize = 8 << 20;

/// Number of blocks that [`LINES_PER_GROUP`] lines share, or more lines if these share a block.
pub const fn group_blocks(quarters_per_block: usize) -> usize {
    assert!(quarters_per_block.is_power_of_two());
    if quarters_per_block < 4 * LINES_PER_GROUP {
        4 * LINES_PER_GROUP / quarters_per_block
    } else {
        1
    }
}

pub const fn row_blocks(quarters_per_block: usize) -> usize {
    let blocks = group_blocks(quarters_per_block);
    (4 * LINES).div_ceil(quarters_per_block * blocks) * blocks
}

pub const fn filter_bytes(quarters_per_block: usize) -> u64 {
    (ROWS * row_blocks(quarters_per_block)) as u64 * BLOCK_BYTES as u64
}
