//! Pulling into a row the keys of its neighbour rows.
//!
//! A turn takes each line of a row to a line of another, so a row has as many neighbour rows as there are
//! turns. All runs of keys there are mapped to this row, whatever their order: line by line, and within a
//! line entry by entry ([`images`](super::images)). Each goes to the bucket of its new place, where it is
//! found again when that place is reached. So memory is read and written from start to end only, and what
//! has no keys takes no time. A bucket fits the second-level cache.

use super::images::{AT_ONCE, EntryMaps, FLIPS, Mapper};
use super::line_set::LineSet;
use super::members::{Members, Runs};
use super::neighbour::Neighbour;
use super::place::{ORDER, PLACES};
#[cfg(target_arch = "x86_64")]
use crate::host::cpu::Avx2;
#[cfg(target_arch = "aarch64")]
use crate::host::cpu::Neon;
use crate::host::cpu::Portable;
use std::ops::Range;

/// Places that share a bucket.
const BUCKET_PLACES: usize = 256;

/// Words of a run in a bucket before its entries: place, number of entries, and the two halves of the
/// position of the run before it for the same place.
const HEADER: usize = 4;

/// Marks the first run of a place.
const NONE: u32 = u32::MAX;

/// Pulls the keys of neighbour rows into one row after another.
pub struct Puller {
    buckets: Vec<Bucket>,
    /// The position of the last run for each place of the open bucket.
    last_runs: Box<[u32; BUCKET_PLACES]>,
    /// Number of the open bucket.
    open: usize,
}

/// The mapped runs for some places, one after the other.
#[derive(Default)]
struct Bucket {
    words: Vec<u16>,
    used: usize,
}

impl Default for Puller {
    fn default() -> Puller {
        Puller {
            buckets: (0..PLACES.div_ceil(BUCKET_PLACES))
                .map(|_| Bucket::default())
                .collect(),
            last_runs: Box::new([NONE; BUCKET_PLACES]),
            open: usize::MAX,
        }
    }
}

impl Puller {
    /// Pulls the keys of `from` into some places of a row with these neighbours. Returns whether any neighbour row has a key.
    pub fn start(
        &mut self,
        neighbours: &[Neighbour],
        from: &Members,
        places: Range<usize>,
    ) -> bool {
        self.open = usize::MAX;
        self.buckets.iter_mut().for_each(|bucket| bucket.used = 0);
        let mut any = false;
        for neighbour in neighbours {
            let runs = from.row(neighbour.row);
            if !runs.is_empty() {
                self.add_row(neighbour, runs, &places);
                any = true;
            }
        }
        any
    }

    fn add_row(&mut self, neighbour: &Neighbour, runs: Runs, places: &Range<usize>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            // SAFETY: the token proves that the processor has the instructions.
            unsafe { self.add_row_avx2(avx2, neighbour, runs, places) };
            return;
        }
        #[cfg(target_arch = "aarch64")]
        if let Some(neon) = Neon::detect() {
            // all 64-bit ARM processors have the instructions, so that they are enabled everywhere
            self.add_row_by(neon, neighbour, runs, places);
            return;
        }
        self.add_row_by(Portable, neighbour, runs, places);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_row_avx2(&mut self, x86: Avx2, of: &Neighbour, runs: Runs, places: &Range<usize>) {
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
                matchings: &neighbour.matchings,
            };
            let target = self.buckets[place / BUCKET_PLACES].add(place % BUCKET_PLACES, run.len);
            mapper.map(&maps, run.len, run.padded(), target);
        }
    }

    /// Whether anything was pulled into a place. Fastest if places are taken in order.
    #[inline(always)]
    pub fn has(&mut self, place: usize) -> bool {
        if self.open != place / BUCKET_PLACES {
            self.open = place / BUCKET_PLACES;
            self.buckets[self.open].link(&mut self.last_runs);
        }
        self.last_runs[place % BUCKET_PLACES] != NONE
    }

    /// Adds to `set` what was pulled into a place that [has](Puller::has) anything.
    #[inline(always)]
    pub fn pull(&self, place: usize, set: &mut LineSet) {
        let words = &self.buckets[self.open].words;
        let mut next = self.last_runs[place % BUCKET_PLACES];
        while next != NONE {
            let run = &words[next as usize..];
            let [_, len, low, high] = *run.first_chunk::<HEADER>().expect("a run has a header");
            set.add_all(&run[HEADER..][..len.into()]);
            next = u32::from(low) | u32::from(high) << 16;
        }
    }
}

impl Bucket {
    /// Adds a run for a place of the bucket; returns where to write its entries, and at least
    /// [`AT_ONCE`] words more.
    #[inline(always)]
    fn add(&mut self, place: usize, len: usize) -> &mut [u16] {
        let entries = self.used + HEADER;
        if entries + len + AT_ONCE > self.words.len() {
            self.grow(len);
        }
        self.words[self.used] = place as u16;
        self.words[self.used + 1] = len as u16;
        self.used = entries + len;
        &mut self.words[entries..]
    }

    #[cold]
    fn grow(&mut self, len: usize) {
        let needed = self.used + HEADER + len + AT_ONCE;
        self.words.resize(2 * needed + (1 << 12), 0);
    }

    /// Links the runs of each place; `last_runs` gets where the last one starts.
    fn link(&mut self, last_runs: &mut [u32; BUCKET_PLACES]) {
        last_runs.fill(NONE);
        let mut at = 0;
        while at < self.used {
            let last = &mut last_runs[usize::from(self.words[at]) % BUCKET_PLACES];
            self.words[at + 2] = *last as u16;
            self.words[at + 3] = (*last >> 16) as u16;
            *last = at as u32;
            at += HEADER + usize::from(self.words[at + 1]);
        }
    }
}
