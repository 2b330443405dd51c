//! Generating two-bit values: breadth-first search row by row.
//!
//! Meanwhile the table is two bit planes, each with a bit per entry. In Gray code:
//!
//! | reached | marked | |
//! |---|---|---|
//! | 0 | 0 | not seen yet |
//! | 0 | 1 | marked in this step |
//! | 1 | 1 | the frontier: marked in the step before |
//! | 1 | 0 | older |
//!
//! A step pulls into each row the reached entries of its neighbour rows: one neighbour for each of
//! the 18 moves, of the 12 quarter turns, or of the 27 turns of faces and slices. Pulling older entries
//! along with the frontier is harmless, since all their neighbours have been seen. So a step reads only
//! the first plane and writes only the second, and any number of threads can do the rows in any order.
//! After the last step the two planes together, the second inverted, are the two-bit values.
//!
//! Where a corner class has self-symmetries, several entries stand for equivalent cosets. A search
//! that goes forward from the frontier reaches only one of them, under the one transformation that
//! the move tables store, so the procedure in Tronto's *Cube coordinates* copies it to the others.
//! Pulling needs no such loop: each entry reads its own neighbours, and whichever entry of a
//! neighbour it reads has the neighbour's distance, if all of them have it. The solved cube, which
//! every transformation fixes, has only one entry; so by induction on the distance, all entries of
//! all cosets get theirs.

use super::row;
use super::row_map::{PADDING, RowMap, Turn};
use super::two_bits::interleave;
use crate::coord::Tracked;
use crate::coord::corner_classes::CornerClasses;
use crate::coord::slices::LINES;
use crate::cube::{Cube, Transformation};
use crate::table::coset_index::CosetIndex;
use crate::table::error::check_stop;
use crate::table::huge_pages::HugePages;
use crate::table::spec::Spec;
use rayon::prelude::*;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The two bit planes of a table.
pub struct Planes {
    spec: Spec,
    reached: HugePages,
    marked: HugePages,
    /// Number of entries at each distance.
    pub counts: Vec<u64>,
}

/// Generates the planes of the table `spec`, with distances by these turns up to `base + 2`.
pub fn generate(
    spec: &Spec,
    turns: &[Turn],
    stop: &AtomicBool,
    on_progress: &(dyn Fn(f64) + Sync),
) -> io::Result<Planes> {
    let bytes = spec.corner_classes() * spec.plane_bytes();
    let mut planes = Planes {
        spec: *spec,
        reached: HugePages::zeroed(bytes)?,
        marked: HugePages::zeroed(bytes)?,
        counts: vec![1],
    };
    let mut frontier_rows = vec![false; spec.corner_classes()];
    frontier_rows[planes.insert_solved()] = true;
    let last_depth = spec.base + 2;
    for depth in 1..=last_depth {
        let rows_done = AtomicUsize::new(0);
        let on_row = || {
            let rows = rows_done.fetch_add(1, Ordering::Relaxed) + 1;
            let depths = f64::from(depth - 1) + rows as f64 / spec.corner_classes() as f64;
            on_progress(depths / f64::from(last_depth));
            check_stop(stop)
        };
        let marked = planes.mark(turns, &frontier_rows, &on_row)?;
        planes.counts.push(marked.iter().sum());
        frontier_rows = marked.iter().map(|&count| count > 0).collect();
        if depth < last_depth {
            planes.age();
        }
    }
    Ok(planes)
}

impl Planes {
    /// Makes the solved cube's entry the frontier; returns its row.
    fn insert_solved(&mut self) -> usize {
        let index = CosetIndex::new(&self.spec, &Cube::SOLVED);
        let bit = index.slice_configuration * self.spec.edges.entries() + index.flip_index;
        let byte = index.corner_class * self.spec.plane_bytes() + bit / 8;
        self.reached[byte] |= 1 << (bit % 8);
        self.marked[byte] |= 1 << (bit % 8);
        index.corner_class
    }

    /// Marks the unseen neighbours of the frontier, which lies in `frontier_rows`. Calls `on_row` for each
    /// row. Returns the number of marked entries of each row.
    fn mark(
        &mut self,
        turns: &[Turn],
        frontier_rows: &[bool],
        on_row: &(dyn Fn() -> io::Result<()> + Sync),
    ) -> io::Result<Vec<u64>> {
        let tables = &CornerClasses::get(self.spec.corners).tables;
        let plane_bytes = self.spec.plane_bytes();
        let (spec, reached) = (&self.spec, &*self.reached);
        let row_of = |row: usize| &reached[row * plane_bytes..][..plane_bytes];
        let mark_row = |marks: &mut RowMarks, (row, marked): (usize, &mut [u8])| {
            on_row()?;
            let mut has_frontier = false;
            for turn in turns {
                let start = Tracked {
                    value: row,
                    offset: Transformation::IDENTITY,
                };
                let from = turn.moves().fold(start, |from, m| from.step(tables, m));
                if frontier_rows[from.value] {
                    let map = RowMap::pulling(*turn, from.offset);
                    marks.pull(row_of(from.value), map);
                    has_frontier = true;
                }
            }
            match has_frontier {
                true => Ok(marks.apply(row_of(row), marked)),
                false => Ok(0),
            }
        };
        let rows = self.marked.par_chunks_mut(plane_bytes).enumerate();
        rows.map_init(|| RowMarks::new(spec), mark_row).collect()
    }

    /// Makes the marked entries the frontier and the frontier old.
    fn age(&mut self) {
        const CHUNK: usize = 1 << 20;
        self.reached
            .par_chunks_mut(CHUNK)
            .zip(self.marked.par_chunks_mut(CHUNK))
            .for_each(|(reached, marked)| {
                for (r, m) in reached.iter_mut().zip(marked) {
                    (*r, *m) = (*r | *m, *m & !*r);
                }
            });
    }

    /// Copies two-bit values in the [order](super::two_bits) of files, from byte `offset` on, which
    /// is even.
    pub fn copy_values(&self, offset: usize, out: &mut [u8]) {
        let (start, length) = (offset / 2, out.len() / 2);
        interleave(
            self.spec.edges.entries(),
            &self.reached[start..][..length],
            &self.marked[start..][..length],
            out,
        );
    }
}

/// The entries of one row that a step reaches, collected over the moves.
struct RowMarks {
    entries: usize,
    source: Vec<u8>,
    /// See [`row::pull`].
    marks: [Vec<u8>; 3],
    plane: Vec<u8>,
}

impl RowMarks {
    pub fn new(spec: &Spec) -> RowMarks {
        RowMarks {
            entries: spec.edges.entries(),
            source: vec![0; LINES + PADDING],
            marks: std::array::from_fn(|_| vec![0; LINES + PADDING]),
            plane: vec![0; spec.plane_bytes()],
        }
    }

    /// Adds the images under `map` of the entries reached in another row.
    pub fn pull(&mut self, reached: &[u8], map: &RowMap) {
        row::unpack(reached, self.entries, &mut self.source);
        row::pull(&self.source, map, self.entries, &mut self.marks);
    }

    /// Sets the bits in `marked` of the entries that were collected and are not seen yet, and
    /// empties the collection. Returns the number of new entries.
    pub fn apply(&mut self, reached: &[u8], marked: &mut [u8]) -> u64 {
        row::merge(&mut self.marks);
        row::pack(&self.marks[0], self.entries, &mut self.plane);
        self.marks[0].fill(0);
        let mut count = 0;
        for ((&mark, &reached), marked) in self.plane.iter().zip(reached).zip(marked) {
            let new = mark & !(*marked | reached);
            *marked |= new;
            count += u64::from(new.count_ones());
        }
        count
    }
}
