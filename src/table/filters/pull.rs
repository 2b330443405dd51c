//! Pulling into a row the keys of its neighbour rows.
//!
//! A turn takes each line of a row to a line of another, so a row has as many neighbour rows as there are
//! turns. All runs of keys there are mapped to this row, whatever their order: line by line, and within a
//! line entry by entry ([`images`](super::images)). Each goes to the bucket of its new place, where it is
//! found again when that place is reached. So memory is read and written from start to end only, and what
//! has no keys takes no time. A bucket fits the second-level cache.

use super::images::{AT_ONCE, EntryMaps, FLIPS, Mapper};
use super::members::Runs;
use super::neighbour::Neighbour;
use super::place::{ORDER, PLACES};
use crate::host::cpu;
use crate::table::dimensions::FILTER_ENTRIES;
use std::ops::Range;

/// Places that share a bucket.
const BUCKET_PLACES: usize = 256;

/// Bits of a key in a bucket below its place.
const ENTRY_BITS: u32 = FILTER_ENTRIES.next_power_of_two().trailing_zeros();

/// Pulls the keys of neighbour rows into one row after another.
pub struct Puller {
    buckets: Vec<Bucket>,
    /// Number of the open bucket.
    open: usize,
    /// The entries of the open bucket by place.
    sorted: Vec<u16>,
    /// Where those of each place start, and the end.
    starts: Box<[u32; BUCKET_PLACES + 1]>,
}

/// The mapped keys for some places: the place within the bucket above the number of the entry.
#[derive(Default)]
struct Bucket {
    keys: Vec<u32>,
    used: usize,
}

impl Default for Puller {
    fn default() -> Puller {
        Puller {
            buckets: (0..PLACES.div_ceil(BUCKET_PLACES))
                .map(|_| Bucket::default())
                .collect(),
            open: usize::MAX,
            sorted: vec![],
            starts: Box::new([0; BUCKET_PLACES + 1]),
        }
    }
}

impl Puller {
    /// Pulls keys, given for each neighbour row, into some places of a row. Returns whether any neighbour row has a
    /// key.
    pub fn start<'a>(
        &mut self,
        neighbours: &[Neighbour],
        from: impl Fn(usize) -> Runs<'a>,
        places: Range<usize>,
    ) -> bool {
        self.open = usize::MAX;
        self.buckets.iter_mut().for_each(|bucket| bucket.used = 0);
        let mut any = false;
        for neighbour in neighbours {
            let runs = from(neighbour.row);
            if !runs.is_empty() {
                self.add_row(neighbour, runs, &places);
                any = true;
            }
        }
        any
    }

    fn add_row(&mut self, neighbour: &Neighbour, runs: Runs, places: &Range<usize>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = cpu::Avx2::detect() {
            // SAFETY: the token proves that the processor has the instructions.
            unsafe { self.add_row_avx2(avx2, neighbour, runs, places) };
            return;
        }
        // elsewhere the instructions are enabled everywhere
        cpu::by_fastest!(mapper => self.add_row_by(mapper, neighbour, runs, places));
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_row_avx2(&mut self, x86: cpu::Avx2, of: &Neighbour, runs: Runs, places: &Range<usize>) {
        self.add_row_by(x86, of, runs, places);
    }

    /// Maps the runs of a neighbour row.
    #[inline(always)]
    fn add_row_by(
        &mut self,
        mapper: impl Mapper,
        neighbour: &Neighbour,
        runs: Runs,
        places: &Range<usize>,
    ) {
        let (order, flips, subsets) = (&*ORDER, &**FLIPS, &neighbour.lines.subsets);
        let sources = neighbour.lines.sources();
        let shifts = sources.map(|slice| 4 * slice as u8);
        for run in runs {
            let ranks = &order.ranks[run.place];
            // one by one: what maps an array might not be inlined
            let (e, to_e) = subsets[usize::from(ranks[sources[0]])];
            let (m, to_m) = subsets[usize::from(ranks[sources[1]])];
            let (_, to_s) = subsets[usize::from(ranks[sources[2]])];
            let place = order.place(e, m);
            if !places.contains(&place) {
                continue;
            }
            let maps = EntryMaps {
                flips: [
                    &flips[usize::from(to_e)],
                    &flips[usize::from(to_m)],
                    &flips[usize::from(to_s)],
                ],
                shifts,
                half_turn_classes: &neighbour.half_turn_classes,
            };
            let added = ((place % BUCKET_PLACES) as u32) << ENTRY_BITS;
            let target = self.buckets[place / BUCKET_PLACES].add(run.len);
            mapper.map(&maps, added, run.len, run.padded(), target);
        }
    }

    /// What was pulled into a place: entries in no order, some of them repeated. Fastest if places are taken in
    /// order.
    #[inline(always)]
    pub fn pulled(&mut self, place: usize) -> &[u16] {
        if self.open != place / BUCKET_PLACES {
            self.open = place / BUCKET_PLACES;
            self.buckets[self.open].sort(&mut self.sorted, &mut self.starts);
        }
        let [start, end] = [0, 1].map(|i| self.starts[place % BUCKET_PLACES + i] as usize);
        &self.sorted[start..end]
    }
}

impl Bucket {
    /// Adds keys; returns where to write them, and [`AT_ONCE`] words more.
    #[inline(always)]
    fn add(&mut self, count: usize) -> &mut [u32] {
        let start = self.used;
        if start + count + AT_ONCE > self.keys.len() {
            self.grow(count);
        }
        self.used += count;
        &mut self.keys[start..]
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        let needed = self.used + count + AT_ONCE;
        self.keys.resize(2 * needed + (1 << 10), 0);
    }

    fn sort(&self, sorted: &mut Vec<u16>, starts: &mut [u32; BUCKET_PLACES + 1]) {
        let keys = &self.keys[..self.used];
        let place = |key: u32| (key >> ENTRY_BITS) as usize % BUCKET_PLACES;
        let mut nexts = [0u32; BUCKET_PLACES];
        for &key in keys {
            nexts[place(key)] += 1;
        }
        let mut start = 0;
        for next in &mut nexts {
            start += std::mem::replace(next, start);
        }
        sorted.resize(keys.len(), 0);
        for &key in keys {
            let next = &mut nexts[place(key)];
            sorted[*next as usize] = (key % (1 << ENTRY_BITS)) as u16;
            *next += 1;
        }
        starts[1..].copy_from_slice(&nexts);
    }
}
