//! Lists of keys, by row.

use super::key::{address_of, bit_of};
use super::place::line_at;
use crate::host::memory::HugePages;
use crate::table::dimensions::ROWS;
use std::io;

/// Words before the entries of a run: its place and the number of its entries.
pub const HEADER: usize = 2;

/// Words that may be read after the last run, so that entries can be read 32 at a time.
pub const PADDING: usize = 32;

/// Keys, such as those at one distance: for each line that has any a *run*, which is the line's
/// [place](super::place) in its row, the number of entries, and the entries, of 16 bits each. The runs of a
/// row are in order of place.
pub struct Members {
    words: HugePages,
    /// Where the runs of each row start and end.
    rows: Vec<(usize, usize)>,
    used: usize,
    count: usize,
}

impl Members {
    /// An empty list for up to `keys` keys in up to `lines` lines. Capacity that is never used takes no
    /// memory.
    ///
    /// # Errors
    /// When the system has not enough memory.
    pub fn with_capacity(keys: usize, lines: usize) -> io::Result<Members> {
        Ok(Members {
            words: HugePages::zeroed(2 * (keys + HEADER * lines + PADDING))?,
            rows: vec![(0, 0); ROWS],
            used: 0,
            count: 0,
        })
    }

    /// Adds the keys of a row.
    ///
    /// # Panics
    /// If they exceed the capacity.
    pub fn add(&mut self, row: usize, keys: &RowBuilder) {
        let (start, end) = (self.used, self.used + keys.words.len());
        let words: &mut [u16] = bytemuck::cast_slice_mut(&mut self.words);
        assert!(end + PADDING <= words.len(), "more keys than expected");
        words[start..end].copy_from_slice(&keys.words);
        self.rows[row] = (start, end);
        self.used = end;
        self.count += keys.count;
    }

    /// The number of keys.
    pub fn count(&self) -> usize {
        self.count
    }

    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        (0..ROWS).flat_map(move |row| {
            self.row(row).flat_map(move |run| {
                let line = line_at(run.place).expect("a run is of a line");
                let entries = run.entries().iter();
                entries.map(move |&entry| address_of(row, line, entry))
            })
        })
    }

    pub fn row(&self, row: usize) -> Runs<'_> {
        let (start, end) = self.rows[row];
        let words: &[u16] = bytemuck::cast_slice(&self.words);
        Runs {
            words: &words[start..end + PADDING],
        }
    }
}

#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub place: usize,
    /// The number of entries.
    pub len: usize,
    /// The entries, and at least [`PADDING`] more words.
    padded: &'a [u16],
}

impl<'a> Run<'a> {
    #[inline(always)]
    pub fn entries(&self) -> &'a [u16] {
        &self.padded[..self.len]
    }

    /// The numbers of the entries.
    #[inline(always)]
    pub fn bits(&self) -> impl Iterator<Item = u16> {
        self.entries().iter().map(|&entry| bit_of(entry))
    }

    /// The entries, and at least [`PADDING`] more words.
    #[inline(always)]
    pub fn padded(&self) -> &'a [u16] {
        self.padded
    }
}

/// The runs of a row, in order of place.
#[derive(Clone, Copy)]
pub struct Runs<'a> {
    /// The runs that are left, and the padding.
    words: &'a [u16],
}

impl<'a> Runs<'a> {
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.words.len() <= PADDING
    }

    /// The next run if it is at a place, which is not beyond any run that is left.
    #[inline(always)]
    pub fn next_at(&mut self, place: usize) -> Option<Run<'a>> {
        if self.next_place() == place {
            self.next()
        } else {
            None
        }
    }

    /// The place of the next run; `usize::MAX` if there is none.
    #[inline(always)]
    pub fn next_place(&self) -> usize {
        match self.is_empty() {
            true => usize::MAX,
            false => self.words[0].into(),
        }
    }

    /// Skips the runs before a place.
    #[inline(always)]
    pub fn skip_to(&mut self, place: usize) {
        while self.next_place() < place {
            self.next();
        }
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Run<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Run<'a>> {
        if self.is_empty() {
            return None;
        }
        let (header, rest) = self.words.split_at(HEADER);
        let [place, len] = [header[0], header[1]].map(usize::from);
        self.words = &rest[len..];
        Some(Run {
            place,
            len,
            padded: rest,
        })
    }
}

/// The keys of one row.
#[derive(Default)]
pub struct RowKeys {
    /// The runs, and padding.
    words: Vec<u16>,
    /// The number of keys.
    pub count: usize,
}

impl RowKeys {
    pub fn runs(&self) -> Runs<'_> {
        Runs { words: &self.words }
    }
}

/// Collects the keys of a row.
#[derive(Default)]
pub struct RowBuilder {
    words: Vec<u16>,
    count: usize,
}

impl RowBuilder {
    /// Adds a run, unless it is empty. Runs are added in order of place.
    #[inline(always)]
    pub fn push(&mut self, place: usize, entries: impl ExactSizeIterator<Item = u16>) {
        let len = entries.len();
        if len > 0 {
            self.words.extend([place as u16, len as u16]);
            self.words.extend(entries);
            self.count += len;
        }
    }

    /// Replaces `keys` by those collected. Empties the builder.
    pub fn move_to(&mut self, keys: &mut RowKeys) {
        self.words.extend([0; PADDING]);
        std::mem::swap(&mut self.words, &mut keys.words);
        keys.count = self.count;
        self.clear();
    }

    /// Empties the builder, for another row.
    pub fn clear(&mut self) {
        self.words.clear();
        self.count = 0;
    }
}
