//! Lists of keys, by row and line.

use crate::coord::slices::LINES;
use crate::table::dimensions::ROWS;
use crate::table::huge_pages::HugePages;
use std::io;

/// The start of each line of a row, and the end of the last.
const OFFSETS: usize = LINES + 1;

/// Bytes of the offsets of a row.
pub const ROW_BYTES: usize = 4 * OFFSETS;

/// Keys, such as those at one distance: two bytes for each, and four for each line of the rows that
/// have any.
pub struct Members {
    /// The number of each row that has keys, in the order in which rows were added.
    numbers: Vec<Option<usize>>,
    /// The start of the entries of each row, by number.
    starts: Vec<usize>,
    /// Offsets of the lines from there, for each row by number.
    offsets: HugePages,
    entries: HugePages,
    count: usize,
}

impl Members {
    /// An empty list for up to `capacity` keys. Capacity that is never used takes no memory.
    ///
    /// # Errors
    /// When the system has not enough memory.
    pub fn with_capacity(capacity: usize) -> io::Result<Members> {
        Ok(Members {
            numbers: vec![None; ROWS],
            starts: vec![],
            offsets: HugePages::zeroed(ROW_BYTES * ROWS)?,
            entries: HugePages::zeroed(2 * capacity.max(1))?,
            count: 0,
        })
    }

    /// Adds the keys of a row.
    ///
    /// # Panics
    /// If they exceed the capacity.
    pub fn add(&mut self, row: usize, keys: &RowBuilder) {
        if keys.entries.is_empty() {
            return;
        }
        let (number, first) = (self.starts.len(), self.count);
        self.count += keys.entries.len();
        let offsets: &mut [u32] = bytemuck::cast_slice_mut(&mut self.offsets);
        let entries: &mut [u16] = bytemuck::cast_slice_mut(&mut self.entries);
        offsets[OFFSETS * number..][..OFFSETS].copy_from_slice(&keys.offsets);
        entries[first..self.count].copy_from_slice(&keys.entries);
        self.starts.push(first);
        self.numbers[row] = Some(number);
    }

    /// The number of keys.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The keys of a row, if it has any.
    pub fn row(&self, row: usize) -> Option<RowMembers<'_>> {
        let number = self.numbers[row]?;
        let offsets: &[u32] = bytemuck::cast_slice(&self.offsets);
        let entries: &[u16] = bytemuck::cast_slice(&self.entries);
        Some(RowMembers {
            offsets: &offsets[OFFSETS * number..][..OFFSETS],
            entries: &entries[self.starts[number]..],
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
    /// Prefetches the offset of a line.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn prefetch(&self, line: usize) {
        use std::arch::x86_64::*;
        let start = &self.offsets[line];
        // SAFETY: all x86-64 processors have the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(start).cast()) };
    }

    /// The entries of a line.
    #[inline(always)]
    pub fn line(&self, line: usize) -> &'a [u16] {
        &self.entries[self.offsets[line] as usize..self.offsets[line + 1] as usize]
    }
}

/// Collects the keys of a row, line by line.
#[derive(Default)]
pub struct RowBuilder {
    offsets: Vec<u32>,
    entries: Vec<u16>,
}

impl RowBuilder {
    /// Starts the next line.
    #[inline(always)]
    pub fn start_line(&mut self) {
        self.offsets.push(self.entries.len() as u32);
    }

    /// Adds an entry to the line.
    #[inline(always)]
    pub fn push(&mut self, entry: u16) {
        self.entries.push(entry);
    }

    /// Ends the last line.
    pub fn finish(&mut self) {
        self.start_line();
        assert_eq!(self.offsets.len(), OFFSETS);
    }

    /// Empties the builder, for another row.
    pub fn clear(&mut self) {
        self.offsets.clear();
        self.entries.clear();
    }
}
