//! Lists of keys, row by row and line by line.

use super::key::ROWS;
use crate::table::edges::LINES;
use crate::table::huge_pages::HugePages;
use std::io;

/// Entries behind the last one that may be read, so that whole vectors can be loaded.
const ROOM: usize = 32;

/// Where the lines of a row begin, and where the last of them ends.
const OFFSETS: usize = LINES + 1;

/// Bytes of the offsets of a row.
pub const ROW_BYTES: usize = 4 * OFFSETS;

/// Keys, such as those at one distance: two bytes each, and four for each line of a row that has
/// any. They are on huge pages, since they are read here and there.
pub struct Members {
    /// For each row that has any, in the order in which they were added, its number.
    rows: Vec<Option<usize>>,
    /// Where the entries of each such row begin, by that number.
    starts: Vec<usize>,
    /// Offsets of the lines of each such row from there.
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
        offsets[OFFSETS * number..][..OFFSETS].copy_from_slice(&keys.offsets);
        entries[first..self.count].copy_from_slice(&keys.entries);
        self.starts.push(first);
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
        let entries: &[u16] = bytemuck::cast_slice(&self.entries);
        Some(RowMembers {
            offsets: &offsets[OFFSETS * i..][..OFFSETS],
            entries: &entries[self.starts[i]..],
        })
    }
}

/// The keys of a row.
#[derive(Clone, Copy)]
pub struct RowMembers<'a> {
    offsets: &'a [u32],
    entries: &'a [u16],
}

impl<'a> RowMembers<'a> {
    /// Prefetches where a line begins.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn prefetch(&self, line: usize) {
        use std::arch::x86_64::*;
        let start = &self.offsets[line];
        // SAFETY: all x86-64 processors have the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(start).cast()) };
    }

    /// The entries of a line. There are [`ROOM`] more behind them.
    #[inline(always)]
    pub fn line(&self, line: usize) -> &'a [u16] {
        &self.entries[self.offsets[line] as usize..self.offsets[line + 1] as usize]
    }
}

/// The keys of a row in the making.
#[derive(Default)]
pub struct RowKeys {
    offsets: Vec<u32>,
    entries: Vec<u16>,
}

impl RowKeys {
    /// Begins the next line.
    #[inline(always)]
    pub fn line(&mut self) {
        self.offsets.push(self.entries.len() as u32);
    }

    /// Adds an entry to the line.
    #[inline(always)]
    pub fn push(&mut self, entry: u16) {
        self.entries.push(entry);
    }

    /// Ends the last line.
    pub fn end(&mut self) {
        self.line();
        assert_eq!(self.offsets.len(), OFFSETS);
    }

    /// Removes all, for another row.
    pub fn clear(&mut self) {
        self.offsets.clear();
        self.entries.clear();
    }
}
