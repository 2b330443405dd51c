//! Generating a filter: breadth-first search on lists of keys, whose last step is done block by block
//! while these are written.

use super::code::Block;
use super::encode::RowEncoder;
use super::gather::Gatherer;
use super::members::Members;
use super::neighbour::Neighbours;
use super::search::{next_list, solved};
use super::work::Work;
use crate::host::lock::lock;
use crate::table::dimensions::{BLOCK_BYTES, ROWS, row_blocks};
use crate::table::spec::Spec;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The blocks of a filter, encoded on request, so that they are never all in memory.
pub struct FilterBlocks {
    spec: Spec,
    work: Work,
    neighbours: Neighbours,
    /// All members but those at the greatest distance: those at each distance, with the number of the narrowest
    /// set that they are in.
    lists: Vec<(usize, Members)>,
    /// Number of members at the greatest distance in the blocks encoded so far: those that only the
    /// widest set has.
    farthest: AtomicU64,
    /// Encoders at rest.
    encoders: Mutex<Vec<(Gatherer, RowEncoder)>>,
}

impl FilterBlocks {
    /// Finds the members, but for those at the greatest distance. `on_progress` is called with the fraction of the
    /// work that is done.
    pub fn find_members(
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(f64) + Sync),
    ) -> io::Result<FilterBlocks> {
        let neighbours = Neighbours::new(&spec.turns());
        let work = Work::of(spec)?;
        let mut lists = vec![solved()?];
        for depth in 1..spec.reaches()[0] {
            let [before, after] = [depth - 1, depth].map(|depth| work.fraction(depth));
            let rows = AtomicUsize::new(0);
            let on_row = || {
                let done = rows.fetch_add(1, Ordering::Relaxed) as f64 / ROWS as f64;
                on_progress(before + (after - before) * done);
            };
            lists.push(next_list(&lists, &neighbours, stop, &on_row)?);
        }
        let set_of = |depth| {
            let narrowest = spec.reaches().iter().rposition(|&reach| depth <= reach);
            narrowest.expect("no key is farther")
        };
        Ok(FilterBlocks {
            spec: *spec,
            work,
            neighbours,
            lists: (0..).map(set_of).zip(lists).collect(),
            farthest: AtomicU64::new(0),
            encoders: Mutex::default(),
        })
    }

    /// The fraction of the work that is done before any block is encoded.
    pub fn fraction_done(&self) -> f64 {
        self.work.fraction(self.spec.reaches()[0] - 1)
    }

    /// Bytes of blocks to request at once, a multiple of 1 MiB: as many as sixteen rows have, so that little is
    /// lost where two requests share a row.
    pub fn piece_bytes(spec: &Spec) -> usize {
        const ROWS_AT_ONCE: usize = 16;
        let row = row_blocks(spec.halves_per_block) * BLOCK_BYTES;
        (ROWS_AT_ONCE * row).next_multiple_of(1 << 20)
    }

    /// Encodes whole blocks from byte `offset` on, which is a multiple of the blocks of
    /// [`LINES_PER_GROUP`](crate::table::dimensions::LINES_PER_GROUP) lines. [`FilterBlocks::counts`] is right only if
    /// every block is encoded once.
    pub fn copy_to(&self, offset: usize, out: &mut [u8]) {
        let row_blocks = row_blocks(self.spec.halves_per_block);
        let mut next = offset / BLOCK_BYTES;
        let mut rest: &mut [Block] = bytemuck::cast_slice_mut(out);
        let (mut gatherer, mut encoder) = lock(&self.encoders).pop().unwrap_or_default();
        while !rest.is_empty() {
            let (row, first) = (next / row_blocks, next % row_blocks);
            let (blocks, remaining) = rest.split_at_mut(rest.len().min(row_blocks - first));
            let range = first..first + blocks.len();
            let neighbours = self.neighbours.of(row);
            let mut lists = gatherer.start(
                self.spec.halves_per_block,
                row,
                range,
                neighbours,
                &self.lists,
            );
            let [widest, ..] = encoder.fill(
                |block, members| gatherer.gather(&mut lists, first + block, members),
                blocks,
            );
            self.farthest.fetch_add(widest, Ordering::Relaxed);
            next += blocks.len();
            rest = remaining;
        }
        lock(&self.encoders).push((gatherer, encoder));
    }

    /// The number of members at each distance, once all blocks have been encoded.
    pub fn counts(&self) -> Vec<u64> {
        let farthest = self.farthest.load(Ordering::Relaxed);
        let nearer = self.lists.iter().map(|(_, list)| list.count() as u64);
        nearer.chain([farthest]).collect()
    }

    /// The addresses of the keys at each distance but the greatest.
    pub fn addresses(&self) -> impl Iterator<Item = impl Iterator<Item = u64>> {
        self.lists.iter().map(|(_, list)| list.addresses())
    }
}
