//! Building a filter: breadth-first search on lists of keys, the last step of which goes into the
//! blocks.

use super::code::Block;
use super::encode::RowEncoder;
use super::gather::Gatherer;
use super::key::{Key, ROWS};
use super::levels::{members_of, next_members};
use super::members::{Members, ROW_BYTES};
use super::nearest::nearest_keys;
use super::{bytes, row_blocks};
use crate::cpu::Level;
use crate::table::build::BuildProgress;
use crate::table::huge_pages::HugePages;
use crate::table::{Spec, TableError};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Up to this distance keys are so few that it is faster to visit cubes than to go through all
/// lines.
const BY_CUBES: u8 = 8;

/// Keys up to each distance.
const KEYS_WITHIN: [u64; 11] = [
    1,
    2,
    6,
    40,
    373,
    4_204,
    49_822,
    602_192,
    7_513_871,
    94_848_599,
    1_199_608_429,
];

/// Keys nearer than the widest set of a filter reaches.
fn nearer_keys(spec: &Spec) -> u64 {
    KEYS_WITHIN[usize::from(spec.base + 1).min(KEYS_WITHIN.len() - 1)]
}

/// Bytes of memory that building a filter takes: its blocks and the lists of the keys nearer than
/// its widest set reaches, in four parts at most.
pub fn build_bytes(spec: &Spec) -> u64 {
    const ROOM: u64 = 256 << 20;
    spec.table_bytes() + 2 * nearer_keys(spec) + 4 * (ROWS * ROW_BYTES) as u64 + ROOM
}

/// Seconds that building a filter with so many lines to a block takes one thread, by what they were
/// on one machine. Without AVX-512 they are more.
pub fn build_seconds(spec: &Spec, lines: usize) -> f64 {
    const A_STEP: f64 = 35.0;
    const A_NEARER_KEY: f64 = 1.3e-7;
    const A_BLOCK: f64 = 3.2e-6;
    const WITHOUT_AVX512: f64 = 3.0;
    let steps = f64::from(spec.base + 2 - BY_CUBES);
    let blocks = (ROWS * row_blocks(lines)) as f64;
    let seconds = steps * A_STEP + nearer_keys(spec) as f64 * A_NEARER_KEY + blocks * A_BLOCK;
    match Level::in_use() {
        Level::Avx512 => seconds,
        _ => WITHOUT_AVX512 * seconds,
    }
}

/// Builds the blocks of a filter with so many lines to a block. Returns also the number of keys at
/// each distance, up to `base + 2`.
///
/// # Errors
/// When there is not enough memory, or `stop` was set meanwhile.
pub fn build(
    spec: &Spec,
    lines: usize,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(BuildProgress) + Sync),
) -> Result<(Vec<u64>, HugePages), TableError> {
    let search = Search {
        spec,
        stop,
        on_progress,
    };
    let (mut counts, near) = search.keys_nearer()?;
    let (last, near) = near.split_last().expect("there are two parts at least");
    let mut blocks = HugePages::zeroed(bytes(lines)).map_err(|error| spec.no_memory(error))?;
    let step = search.step(spec.base + 2);
    let widest = bytemuck::cast_slice_mut::<u8, Block>(&mut blocks)
        .par_chunks_mut(row_blocks(lines))
        .enumerate()
        .map_init(RowEncoder::default, |encoder, (row, blocks)| {
            if !step.on_row() {
                return 0;
            }
            let mut gatherer = Gatherer::new(lines, row, near, last);
            encoder.fill(&mut gatherer, blocks)[0]
        })
        .sum();
    step.end()?;
    counts.push(widest);
    Ok((counts, blocks))
}

struct Search<'a> {
    spec: &'a Spec,
    stop: &'a AtomicBool,
    on_progress: &'a (dyn Fn(BuildProgress) + Sync),
}

impl Search<'_> {
    /// The keys nearer than the widest set reaches: how many there are at each distance, and in
    /// parts, the last of which are those at `base + 1`.
    fn keys_nearer(&self) -> Result<(Vec<u64>, Vec<Members>), TableError> {
        let last_depth = self.spec.base + 1;
        let seeds = nearest_keys(last_depth.min(BY_CUBES), &|depth| self.step(depth).end())?;
        let mut counts: Vec<u64> = seeds.iter().map(|keys| keys.len() as u64).collect();
        let (farthest, nearer) = seeds.split_last().expect("there is the solved cube");
        let mut nearer: Vec<Key> = nearer.concat();
        nearer.par_sort_unstable();
        let no_memory = |error| self.spec.no_memory(error);
        let mut parts = vec![
            members_of(&nearer).map_err(no_memory)?,
            members_of(farthest).map_err(no_memory)?,
        ];
        for depth in BY_CUBES + 1..=last_depth {
            let step = self.step(depth);
            let [.., older, last] = &parts[..] else {
                unreachable!("there are two parts from the start")
            };
            let next = next_members(last, older, &|| step.on_row()).map_err(no_memory)?;
            step.end()?;
            counts.push(next.count() as u64);
            parts.push(next);
        }
        Ok((counts, parts))
    }

    fn step(&self, depth: u8) -> Step<'_> {
        Step {
            search: self,
            depth,
            rows: AtomicUsize::new(0),
        }
    }
}

/// The way to one distance.
struct Step<'a> {
    search: &'a Search<'a>,
    depth: u8,
    /// Rows begun.
    rows: AtomicUsize,
}

impl Step<'_> {
    /// Reports a row more; returns whether to go on.
    fn on_row(&self) -> bool {
        self.report(self.rows.fetch_add(1, Ordering::Relaxed));
        !self.search.stop.load(Ordering::Relaxed)
    }

    /// Reports that all rows are done.
    fn end(&self) -> Result<(), TableError> {
        self.report(ROWS);
        match self.search.stop.load(Ordering::Relaxed) {
            true => Err(TableError::Interrupted),
            false => Ok(()),
        }
    }

    fn report(&self, rows_done: usize) {
        (self.search.on_progress)(BuildProgress {
            depth: self.depth,
            last_depth: self.search.spec.base + 2,
            rows_done,
            rows: ROWS,
        });
    }
}
