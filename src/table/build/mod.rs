//! Building a table of two-bit values: breadth-first search row by row.
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

use super::TableError;
use super::coset_index::CosetIndex;
use super::edges::LINES;
use super::huge_pages::HugePages;
use super::layout::interleave;
use super::spec::Spec;
use crate::coord::corner_classes::CornerClasses;
use crate::cube::Cube;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use step::Step;

/// Where a build is: for a progress display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildProgress {
    /// The distance being marked, from 1.
    pub depth: u8,
    /// The last distance that will be marked; of a filter, as it is written.
    pub last_depth: u8,
    /// Rows done at this depth.
    pub rows_done: usize,
    /// Rows of the table.
    pub rows: usize,
}

impl Spec {
    /// That there is not enough memory to build the table.
    pub(super) fn no_memory(&self, source: io::Error) -> TableError {
        TableError::BuildMemory {
            name: self.name,
            source: Arc::new(source),
        }
    }
}

/// The two bit planes of a table.
pub struct Planes {
    spec: Spec,
    reached: HugePages,
    unmarked: HugePages,
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

/// Builds the planes of the table `spec`. Returns also the number of entries at each distance, up
/// to `base + 2`.
///
/// # Errors
/// When there is not enough memory, or `stop` was set meanwhile.
pub fn build(
    spec: &Spec,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(BuildProgress) + Sync),
) -> Result<(Vec<u64>, Planes), TableError> {
    let rows = CornerClasses::get(spec.corners);
    let mut planes = Planes::new(spec, stop).map_err(|error| spec.no_memory(error))?;
    let mut active = Active::new(spec);
    planes.seed(&mut active);
    let mut counts = vec![1];
    let last_depth = spec.base + 2;
    for depth in 1..=last_depth {
        let step = Step {
            spec,
            rows,
            depth,
            stop,
            on_progress,
        };
        let marked = step.run(&mut planes, &mut active);
        counts.push(marked.ok_or(TableError::Interrupted)?);
        if depth < last_depth {
            planes.age(stop);
        }
    }
    Ok((counts, planes))
}

impl Planes {
    /// Without meaning if `stop` is set.
    fn new(spec: &Spec, stop: &AtomicBool) -> io::Result<Planes> {
        let bytes = spec.corner_classes() * spec.plane_bytes();
        Ok(Planes {
            spec: *spec,
            reached: HugePages::zeroed(bytes)?,
            unmarked: HugePages::ones_unless(stop, bytes)?,
        })
    }

    /// Makes the coset of the solved cube one that is reached, and its line one to go on from.
    fn seed(&mut self, active: &mut Active) {
        let index = CosetIndex::new(&self.spec, &Cube::SOLVED);
        let (row, line) = (index.corner_class, index.slice_configuration);
        let bit = line * self.spec.edges.entries() + index.flip_index;
        let byte = row * self.spec.plane_bytes() + bit / 8;
        self.reached[byte] |= 1 << (bit % 8);
        let words = &mut active.words[row * active.row_words..][..active.row_words];
        Active::mark(words, line);
    }

    /// Makes the marked entries the frontier and the frontier old, unless `stop` is set.
    fn age(&mut self, stop: &AtomicBool) {
        use rayon::prelude::*;
        const CHUNK: usize = 1 << 20;
        self.reached
            .par_chunks_mut(CHUNK)
            .zip(self.unmarked.par_chunks_mut(CHUNK))
            .for_each(|(reached, unmarked)| {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                for (r, u) in reached.iter_mut().zip(unmarked) {
                    (*r, *u) = (*r | !*u, *r | *u);
                }
            });
    }

    /// Copies two-bit values in the [layout](super::layout) that they are read in, from the byte
    /// `offset` on, which is even.
    pub fn copy_codes(&self, offset: usize, out: &mut [u8]) {
        let (at, length) = (offset / 2, out.len() / 2);
        interleave(
            self.spec.edges.entries(),
            &self.reached[at..][..length],
            &self.unmarked[at..][..length],
            out,
        );
    }
}
