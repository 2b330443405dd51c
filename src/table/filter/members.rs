//! Lists of keys, row by row and line by line.

use super::key::ROWS;
use crate::table::edges::{BLOCK, LINES, SUBSETS};
use crate::table::huge_pages::HugePages;
use std::io;

/// Entries behind the last one that may be read, so that whole vectors can be loaded.
const ROOM: usize = 32;

/// Where the lines of a block of [`BLOCK`] begin, and where the last of them ends.
const OFFSETS: usize = BLOCK + 1;

/// Offsets of all lines of a row.
const ROW_OFFSETS: usize = OFFSETS * SUBSETS;

/// Bytes of the offsets of a row.
pub const ROW_BYTES: usize = 4 * ROW_OFFSETS;

/// Keys, such as those at one distance: two bytes each, and two for each line of a row that has
/// any. They are on huge pages, since they are read here and there.
pub struct Members {
    /// For each row that has any, in the order in which they were added, its number.
    rows: Vec<Option<usize>>,
    /// Where the entries of each block of lines begin, by that number.
    starts: Vec<[usize; SUBSETS]>,
    /// Offsets of the lines of each such row, from the start of their block.
    offsets: HugePages,
    entries: HugePages,
    count: usize,
}

impl Members {
    /// No keys, and room for so many. Room that is not needed takes no memory.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn with_room(count: usize) -> io::Result<Members> {
        Ok(Members {
            rows: vec![None; ROWS],
            starts: vec![],
            offsets: HugePages::zeroed(ROW_BYTES * ROWS)?,
            entries: HugePages::zeroed(2 * (count + ROOM))?,
            count: 0,
        })
    }

    /// Adds the keys of a row.
    ///
    /// # Panics
    /// If there is no room for them.
    pub fn add(&mut self, row: usize, keys: &RowKeys) {
        if keys.entries.is_empty() {
            return;
        }
        let (number, first) = (self.starts.len(), self.count);
        self.count += keys.entries.len();
        assert!(2 * (self.count + ROOM) <= self.entries.len());
        let offsets: &mut [u32] = bytemuck::cast_slice_mut(&mut self.offsets);
        let entries: &mut [u16] = bytemuck::cast_slice_mut(&mut self.entries);
        offsets[ROW_OFFSETS * number..][..ROW_OFFSETS].copy_from_slice(&keys.offsets);
        entries[first..self.count].copy_from_slice(&keys.entries);
        let starts = std::array::from_fn(|block| first + keys.starts[block] as usize);
        self.starts.push(starts);
        self.rows[row] = Some(number);
    }

    /// The number of keys.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The keys of a row.
    pub fn row(&self, row: usize) -> Option<RowMembers<'_>> {
        let i = self.rows[row]?;
        let offsets: &[u32] = bytemuck::cast_slice(&self.offsets);
        Some(RowMembers {
            starts: &self.starts[i],
            offsets: &offsets[ROW_OFFSETS * i..][..ROW_OFFSETS],
            entries: bytemuck::cast_slice(&self.entries),
        })
    }
}

/// The keys of a row.
#[derive(Clone, Copy)]
pub struct RowMembers<'a> {
    starts: &'a [usize; SUBSETS],
    offsets: &'a [u32],
    entries: &'a [u16],
}

impl<'a> RowMembers<'a> {
    /// The entries of a line.
    #[inline(always)]
    pub fn line(&self, line: usize) -> &'a [u16] {
        self.block_line(line / BLOCK, line % BLOCK)
    }

    /// Prefetches where a line of a block begins.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn prefetch(&self, block: usize, line: usize) {
        use std::arch::x86_64::*;
        let start = &self.offsets[OFFSETS * block + line];
        // SAFETY: all x86-64 processors have the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(start).cast()) };
    }

    /// The entries of a line of a block. There are [`ROOM`] more behind them.
    #[inline(always)]
    pub fn block_line(&self, block: usize, line: usize) -> &'a [u16] {
        let at = OFFSETS * block + line;
        let (from, to) = (self.offsets[at], self.offsets[at + 1]);
        &self.entries[self.starts[block]..][from as usize..to as usize]
    }
}

/// The keys of a row in the making.
#[derive(Default)]
pub struct RowKeys {
    starts: Vec<u32>,
    offsets: Vec<u32>,
    entries: Vec<u16>,
}

impl RowKeys {
    /// Begins the next line.
    #[inline(always)]
    pub fn line(&mut self) {
        if self.offsets.len() % OFFSETS == BLOCK {
            self.push_offset();
        }
        if self.offsets.len().is_multiple_of(OFFSETS) {
            self.starts.push(self.entries.len() as u32);
        }
        self.push_offset();
    }

    fn push_offset(&mut self) {
        let start = self.starts.last().expect("a block has begun");
        self.offsets.push(self.entries.len() as u32 - start);
    }

    /// Adds an entry to the line.
    #[inline(always)]
    pub fn push(&mut self, entry: u16) {
        self.entries.push(entry);
    }

    /// Ends the last line.
    pub fn end(&mut self) {
        self.push_offset();
        assert_eq!(self.offsets.len(), ROW_OFFSETS);
    }

    /// Removes all, for another row.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.offsets.clear();
        self.entries.clear();
    }
}

const _: () = assert!(LINES == BLOCK * SUBSETS);
