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
pub const ROW_BYTES: usize = 2 * ROW_OFFSETS;

/// Keys, such as those at one distance: two bytes each, and two for each line of a row that has
/// any.
pub struct Members {
    /// For each row that has any, where its offsets are.
    rows: Vec<Option<usize>>,
    /// Where the entries of each block of lines begin, by row.
    starts: Vec<[usize; SUBSETS]>,
    /// Offsets of the lines of each such row, from the start of their block.
    offsets: HugePages,
    entries: HugePages,
}

impl Members {
    /// Puts rows together, on huge pages: they are read here and there.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(rows: Vec<RowKeys>) -> io::Result<Members> {
        assert_eq!(rows.len(), ROWS);
        let some = rows.iter().filter(|row| !row.entries.is_empty()).count();
        let count: usize = rows.iter().map(|row| row.entries.len()).sum();
        let mut members = Members {
            rows: vec![],
            starts: vec![],
            offsets: HugePages::zeroed((ROW_BYTES * some).max(1))?,
            entries: HugePages::zeroed(2 * (count + ROOM))?,
        };
        let offsets: &mut [u16] = bytemuck::cast_slice_mut(&mut members.offsets);
        let entries: &mut [u16] = bytemuck::cast_slice_mut(&mut members.entries);
        let mut at = 0;
        for row in rows {
            if row.entries.is_empty() {
                members.rows.push(None);
                continue;
            }
            let i = members.starts.len();
            members.rows.push(Some(i));
            let starts = std::array::from_fn(|block| at + row.starts[block] as usize);
            members.starts.push(starts);
            offsets[ROW_OFFSETS * i..][..ROW_OFFSETS].copy_from_slice(&row.offsets);
            entries[at..][..row.entries.len()].copy_from_slice(&row.entries);
            at += row.entries.len();
        }
        Ok(members)
    }

    /// The number of keys.
    pub fn count(&self) -> usize {
        self.entries.len() / 2 - ROOM
    }

    /// The keys of a row.
    pub fn row(&self, row: usize) -> Option<RowMembers<'_>> {
        let i = self.rows[row]?;
        let offsets: &[u16] = bytemuck::cast_slice(&self.offsets);
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
    offsets: &'a [u16],
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
        let [from, to] = [self.offsets[at], self.offsets[at + 1]].map(usize::from);
        &self.entries[self.starts[block]..][from..to]
    }
}

/// The keys of a row in the making.
#[derive(Default)]
pub struct RowKeys {
    starts: Vec<u32>,
    offsets: Vec<u16>,
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
        let offset = u16::try_from(self.entries.len() - *start as usize);
        self.offsets.push(offset.expect("few entries in a block"));
    }

    /// Adds an entry to the line.
    #[inline(always)]
    pub fn push(&mut self, entry: u16) {
        self.entries.push(entry);
    }

    /// Ends the last line; returns the keys, without room to spare.
    pub fn take(&mut self) -> RowKeys {
        self.push_offset();
        assert_eq!(self.offsets.len(), ROW_OFFSETS);
        let keys = RowKeys {
            starts: self.starts.as_slice().into(),
            offsets: self.offsets.as_slice().into(),
            entries: self.entries.as_slice().into(),
        };
        self.starts.clear();
        self.offsets.clear();
        self.entries.clear();
        keys
    }
}

const _: () = assert!(LINES == BLOCK * SUBSETS);
