//! Generating a filter: breadth-first search on lists of keys, whose last step is done block by block
//! while these are written.

use super::code::Block;
use super::encode::RowEncoder;
use super::gather::Gatherer;
use super::members::{Members, Runs};
use super::neighbour::Neighbours;
use super::search::{NearbyRows, next_list, solved};
use super::work::{Work, is_list_missing, last_list};
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
    /// The members at each distance but the greatest, and but the greatest two where the list would be too long.
    lists: Vec<Members>,
    /// Number of members in the blocks encoded so far, at the distance after the lists and at the greatest: those
    /// that only the widest set has.
    after_lists: AtomicU64,
    farthest: AtomicU64,
    /// Encoders at rest.
    encoders: Mutex<Vec<(Gatherer, RowEncoder, NearbyRows)>>,
}

impl FilterBlocks {
    /// Finds the members, but for those at the greatest distance. `on_progress` is called with the fraction of the
    /// work that is done.
    pub fn find_members(
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(f64) + Sync),
    ) -> io::Result<FilterBlocks> {
        FilterBlocks::with_lists(spec, last_list(spec), stop, on_progress)
    }

    /// The same with lists up to the distance `last`, which is the last but one or two.
    pub(super) fn with_lists(
        spec: &Spec,
        last: u8,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(f64) + Sync),
    ) -> io::Result<FilterBlocks> {
        let neighbours = Neighbours::new(&spec.turns());
        let work = Work::of(spec)?;
        let mut lists = vec![solved()?];
        for depth in 1..=last {
            let [before, after] = [depth - 1, depth].map(|depth| work.fraction(depth));
            let rows = AtomicUsize::new(0);
            let on_row = || {
                let done = rows.fetch_add(1, Ordering::Relaxed) as f64 / ROWS as f64;
                on_progress(before + (after - before) * done);
            };
            lists.push(next_list(&lists, &neighbours, stop, &on_row)?);
        }
        Ok(FilterBlocks {
            spec: *spec,
            work,
            neighbours,
            lists,
            after_lists: AtomicU64::new(0),
            farthest: AtomicU64::new(0),
            encoders: Mutex::default(),
        })
    }

    /// Whether the keys at the last distance but one are not listed.
    fn is_list_missing(&self) -> bool {
        self.lists.len() < usize::from(self.spec.reaches()[0])
    }

    /// The fraction of the work that is done before any block is encoded.
    pub fn fraction_done(&self) -> f64 {
        self.work.fraction(self.lists.len() as u8 - 1)
    }

    /// Bytes of blocks to request at once, a multiple of 1 MiB: as many as some rows have, so that little is
    /// lost where two requests share a row, and a request takes some seconds.
    pub fn piece_bytes(spec: &Spec) -> usize {
        let rows_at_once = if is_list_missing(spec) { 4 } else { 16 };
        let row = row_blocks(spec.quarters_per_block) * BLOCK_BYTES;
        (rows_at_once * row).next_multiple_of(1 << 20)
    }

    /// Encodes whole blocks from byte `offset` on, which is a multiple of the blocks of
    /// [`LINES_PER_GROUP`](crate::table::dimensions::LINES_PER_GROUP) lines. [`FilterBlocks::counts`] is right only if
    /// every block is encoded once.
    pub fn copy_to(&self, offset: usize, out: &mut [u8]) {
        let row_blocks = row_blocks(self.spec.quarters_per_block);
        let mut next = offset / BLOCK_BYTES;
        let mut rest: &mut [Block] = bytemuck::cast_slice_mut(out);
        let (mut gatherer, mut encoder, mut nearby) =
            lock(&self.encoders).pop().unwrap_or_default();
        while !rest.is_empty() {
            let (row, first) = (next / row_blocks, next % row_blocks);
            let (blocks, remaining) = rest.split_at_mut(rest.len().min(row_blocks - first));
            let range = first..first + blocks.len();
            let neighbours = self.neighbours.of(row);
            let known = self.lists.iter().map(|list| list.row(row)).enumerate();
            let known = known.map(|(distance, runs)| (self.narrowest_set(distance), runs));
            let mut known: Vec<(usize, Runs)> = known.collect();
            let is_list_missing = self.is_list_missing();
            if is_list_missing {
                nearby.find(row, &self.neighbours, &self.lists);
                let keys = nearby.of(row);
                known.push((self.narrowest_set(self.lists.len()), keys.runs()));
                let count = if first == 0 { keys.count } else { 0 };
                self.after_lists.fetch_add(count as u64, Ordering::Relaxed);
            }
            let last = |row: usize| match is_list_missing {
                true => nearby.of(row).runs(),
                false => self.lists[self.lists.len() - 1].row(row),
            };
            let quarters_per_block = self.spec.quarters_per_block;
            let mut state = gatherer.start(quarters_per_block, range, neighbours, last, known);
            let [widest, ..] = encoder.fill(
                |block, members| gatherer.gather(&mut state, first + block, members),
                blocks,
            );
            self.farthest.fetch_add(widest, Ordering::Relaxed);
            next += blocks.len();
            rest = remaining;
        }
        lock(&self.encoders).push((gatherer, encoder, nearby));
    }

    /// The number of the narrowest set with keys at a distance; the widest is number 0.
    fn narrowest_set(&self, distance: usize) -> usize {
        let reaches = self.spec.reaches();
        let narrowest = reaches.iter().rposition(|&reach| distance <= reach.into());
        narrowest.expect("no key is farther")
    }

    /// The number of members at each distance, once all blocks have been encoded.
    pub fn counts(&self) -> Vec<u64> {
        let listed = self.lists.iter().map(|list| list.count() as u64);
        let after_lists = self.after_lists.load(Ordering::Relaxed);
        let after_lists = self.is_list_missing().then_some(after_lists);
        let farthest = self.farthest.load(Ordering::Relaxed);
        listed.chain(after_lists).chain([farthest]).collect()
    }

    /// The addresses of the keys at each distance whose keys are listed.
    pub fn addresses(&self) -> impl Iterator<Item = impl Iterator<Item = u64>> {
        self.lists.iter().map(|list| list.addresses())
    }
}
