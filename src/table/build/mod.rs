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
//! A step pulls into each row the reached entries of its 18 neighbour rows. Pulling older
//! entries along with the frontier does no harm, their neighbours have all been seen; so a
//! step only reads the one plane and only writes the other, and the rows can be done in
//! any order by any number of threads. After the last step the two planes are just the
//! two-bit code of the distances.

mod fold;
pub mod narrow;
pub mod pass;
mod plane;
#[cfg(target_arch = "x86_64")]
mod simd;
mod step;
#[cfg(test)]
mod tests;
pub mod wide;

pub use plane::Plane;

use crate::coord::corner_classes::CornerClasses;
use crate::cube::Cube;
use crate::table::coset_index::Locator;
use crate::table::edges::LINES;
use crate::table::shallow::ShallowDistances;
use crate::table::spec::Spec;
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
    pub rows: usize,
}

/// A table in the making or just made: planes, near entries and counts.
pub struct BuiltTable {
    pub spec: Spec,
    /// Entries at each distance, up to `base + 2`.
    pub counts: Vec<u64>,
    pub(super) reached: Plane,
    pub(super) unmarked: Plane,
    pub(super) near: ShallowDistances,
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
            words: vec![0; spec.rows() * row_words],
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

/// Builds the table `spec`, or `None` if `stop` was set meanwhile. A folded table is made
/// from its parent, which is built first.
///
/// # Errors
/// When there is not enough memory.
pub fn build(
    spec: &Spec,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(BuildProgress) + Sync),
) -> std::io::Result<Option<BuiltTable>> {
    if let Some(parent) = spec.parent() {
        let built = build(parent, stop, on_progress)?;
        return built.map(|built| built.fold(spec)).transpose();
    }
    let rows = CornerClasses::get(spec.corners);
    let mut table = BuiltTable::new(spec)?;
    let mut active = Active::new(spec);
    table.seed(rows, &mut active);
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
            return Ok(None);
        };
        table.counts.push(marked);
        if depth < last_depth {
            table.age();
        }
    }
    Ok(Some(table))
}

impl BuiltTable {
    fn new(spec: &Spec) -> std::io::Result<BuiltTable> {
        let near = ShallowDistances::search(spec)?; // first, to have its memory back before the planes
        let bytes = spec.rows() * spec.plane_bytes();
        let mut unmarked = Plane::zeroed(bytes)?;
        unmarked.fill_ones();
        Ok(BuiltTable {
            spec: *spec,
            counts: vec![1],
            reached: Plane::zeroed(bytes)?,
            unmarked,
            near,
        })
    }

    /// Puts the coset of the solved cube on the frontier.
    fn seed(&mut self, rows: &CornerClasses, active: &mut Active) {
        let place = Locator::new(&self.spec, rows).locate(&Cube::SOLVED);
        let bit = place.line * self.spec.edges.entries() + place.entry;
        let byte = place.row * self.spec.plane_bytes() + bit / 8;
        self.reached[byte] |= 1 << (bit % 8);
        self.unmarked[byte] &= !(1 << (bit % 8));
        let words = &mut active.words[place.row * active.row_words..][..active.row_words];
        Active::mark(words, place.line);
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
}
