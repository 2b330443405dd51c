//! Building a pruning table: breadth-first search row by row.
//!
//! While it is built a table is two bit planes, a bit an entry in each. In Gray code:
//!
//! | reached | unmarked | |
//! |---|---|---|
//! | 0 | 1 | not seen yet |
//! | 0 | 0 | marked in this step |
//! | 1 | 0 | the frontier: marked in the step before |
//! | 1 | 1 | older |
//!
//! A step pulls into each row the reached entries of its neighbour rows: 18 in half turns, 12
//! in quarter turns, of which half turns are made. Pulling older
//! entries along with the frontier does no harm, their neighbours have all been seen; so a
//! step only reads the one plane and only writes the other, and the rows can be done in
//! any order by any number of threads. After the last step the two planes are just the
//! two-bit code of the distances.
//!
//! Where a corner class has self-symmetries several entries stand for the same cosets up to
//! symmetry. A search that goes forward from the frontier reaches but one of them, the one
//! under the transformation that the tables happen to keep, so the procedure in Tronto's *Cube
//! coordinates* must copy it to the others: the loop over self-symmetries. Pulling needs no
//! such loop. Each entry asks its own neighbours, and whichever of the entries of a
//! neighbour it reads has the neighbour's distance if all of them have it. The solved cube,
//! which every transformation leaves as it is, has one entry only; so by induction on the
//! distance all entries of all cosets get theirs.

pub mod narrow;
pub mod pass;
#[cfg(target_arch = "x86_64")]
mod simd;
mod step;
#[cfg(test)]
mod tests;
pub mod wide;

use crate::coord::corner_classes::CornerClasses;
use crate::cube::Cube;
use crate::table::TableError;
use crate::table::coset_index::CosetIndex;
use crate::table::edges::LINES;
use crate::table::huge_pages::HugePages;
use crate::table::layout::interleave;
use crate::table::loaded::{Codes, Table};
use crate::table::shallow::ShallowDistances;
use crate::table::spec::Spec;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use step::Step;

/// Where a build is: for a progress display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildProgress {
    /// The distance being marked, from 1.
    pub depth: u8,
    /// The last distance that will be marked.
    pub last_depth: u8,
    /// Rows done at this depth.
    pub rows_done: usize,
    /// Rows of the table.
    pub rows: usize,
}

/// A table in the making or just made: planes, exact shallow distances and counts.
pub struct BuiltTable {
    pub spec: Spec,
    /// Entries at each distance, up to `base + 2`.
    pub counts: Vec<u64>,
    reached: HugePages,
    unmarked: HugePages,
    pub(super) shallow: ShallowDistances,
}

/// Words of a bitmap with a bit a line.
const LINE_WORDS: usize = LINES.div_ceil(64);

/// The lines of each row that hold frontier entries, a bit each; only whether there are any
/// where lines are pulled by whole rows anyway.
struct Active {
    row_words: usize,
    words: Vec<u64>,
}

impl Active {
    /// No lines.
    fn new(spec: &Spec) -> Active {
        let row_words = match spec.edges.entries() {
            1 | 4 => 1,
            _ => LINE_WORDS,
        };
        Active {
            row_words,
            words: vec![0; spec.corner_classes() * row_words],
        }
    }

    /// The bits of a row.
    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.row_words..][..self.row_words]
    }

    /// Adds a line to the bits of its row.
    fn mark(row: &mut [u64], line: usize) {
        let word = (line / 64).min(row.len() - 1);
        row[word] |= 1 << (line % 64);
    }
}

/// Builds the table `spec`.
///
/// # Errors
/// When there is not enough memory, or `stop` was set meanwhile.
pub fn build(
    spec: &Spec,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(BuildProgress) + Sync),
) -> Result<BuiltTable, TableError> {
    let no_memory = |source| TableError::BuildMemory {
        name: spec.name,
        source: Arc::new(source),
    };
    let rows = CornerClasses::get(spec.corners);
    let mut table = BuiltTable::new(spec).map_err(no_memory)?;
    let mut active = Active::new(spec);
    table.seed(&mut active);
    let last_depth = spec.base + 2;
    for depth in 1..=last_depth {
        let step = Step {
            spec,
            rows,
            depth,
            stop,
            on_progress,
        };
        let Some(marked) = step.run(&mut table, &mut active) else {
            return Err(TableError::Interrupted);
        };
        table.counts.push(marked);
        if depth < last_depth {
            table.age();
        }
    }
    Ok(table)
}

impl BuiltTable {
    fn new(spec: &Spec) -> io::Result<BuiltTable> {
        let bytes = spec.corner_classes() * spec.plane_bytes();
        Ok(BuiltTable {
            spec: *spec,
            counts: vec![1],
            // first, to have what it works with back before the planes
            shallow: ShallowDistances::search(spec)?,
            reached: HugePages::zeroed(bytes)?,
            unmarked: HugePages::ones(bytes)?,
        })
    }

    /// Puts the coset of the solved cube on the frontier.
    fn seed(&mut self, active: &mut Active) {
        let index = CosetIndex::new(&self.spec, &Cube::SOLVED);
        let (row, line) = (index.corner_class, index.slice_configuration);
        let bit = line * self.spec.edges.entries() + index.flip_index;
        let byte = row * self.spec.plane_bytes() + bit / 8;
        self.reached[byte] |= 1 << (bit % 8);
        self.unmarked[byte] &= !(1 << (bit % 8));
        let words = &mut active.words[row * active.row_words..][..active.row_words];
        Active::mark(words, line);
    }

    /// Makes the marked entries the frontier and the frontier old.
    fn age(&mut self) {
        use rayon::prelude::*;
        const CHUNK: usize = 1 << 20;
        self.reached
            .par_chunks_mut(CHUNK)
            .zip(self.unmarked.par_chunks_mut(CHUNK))
            .for_each(|(reached, unmarked)| {
                for (r, u) in reached.iter_mut().zip(unmarked) {
                    (*r, *u) = (*r | !*u, *r | *u);
                }
            });
    }

    /// The table, ready to be read, in memory of its own.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn into_table(self) -> io::Result<Table> {
        let mut codes = HugePages::zeroed(self.spec.code_bytes())?;
        self.copy_codes(0, &mut codes);
        Ok(Table::new(self.spec, Codes::Copied(codes), self.shallow))
    }

    /// Copies two-bit values in the [layout](crate::table::layout) that they are read in, from
    /// the byte `offset` on, which is even.
    pub(super) fn copy_codes(&self, offset: usize, out: &mut [u8]) {
        let (at, length) = (offset / 2, out.len() / 2);
        interleave(
            self.spec.edges.entries(),
            &self.reached[at..][..length],
            &self.unmarked[at..][..length],
            out,
        );
    }
}
