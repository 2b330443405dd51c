//! Generating a filter: breadth-first search on lists of keys, whose last step is done block by block
//! while these are written.

use super::code::Block;
use super::encode::RowEncoder;
use super::gather::{Gatherer, Part};
use super::key::Key;
use super::levels::{members_of, next_members};
use super::members::ROW_BYTES;
use crate::cube::{Metric, MoveSet};
use crate::host::cpu::InstructionSet;
use crate::table::dimensions::{BLOCK_BYTES, ROWS, row_blocks};
use crate::table::error::check_stop;
use crate::table::nearest::nearest;
use crate::table::spec::Spec;
use rayon::prelude::*;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Up to this distance there are so few keys that visiting cubes is faster than going through all
/// lines.
const BY_CUBES: u8 = 8;

/// Number of keys up to a distance, or up to the greatest that is known: estimated from that number, by
/// how much it grows with each move.
fn keys_within(spec: &Spec, distance: u8) -> u64 {
    let (greatest, keys, growth) = match spec.metric {
        Metric::HalfTurn => (10, 1_199_608_429.0, 12.65_f64),
        Metric::QuarterTurn => (12, 5_749_431_267.0, 9.01),
    };
    let nearer = greatest - i32::from(distance).min(greatest);
    (keys / growth.powi(nearer)) as u64
}

/// The distances up to which the three sets of a filter go, the widest first: those within `base`,
/// those a step of the metric farther, and those within one more. In quarter turns a step is two, since
/// the distances of a coset, which determines the parity of the corners, are all odd or all even: the
/// widest set only adds those whose parity differs from that of the base.
pub const fn reaches(spec: &Spec) -> [u8; 3] {
    let middle = spec.base + spec.metric.length_step();
    [middle + 1, middle, spec.base]
}

/// Bytes of memory needed to generate a filter: lists of all keys but those at the greatest distance,
/// with the first few distances in two parts.
pub fn memory(spec: &Spec) -> u64 {
    // move tables, and the search over cubes
    const WORK: u64 = 256 << 20;
    let parts = 2 + usize::from((reaches(spec)[0] - 1).saturating_sub(BY_CUBES));
    2 * keys_within(spec, reaches(spec)[0] - 1) + (parts * ROWS * ROW_BYTES) as u64 + WORK
}

/// Approximate seconds to generate a filter with `half_lines` half lines to a block on one thread: fitted to f1,
/// f4, f8 and f2-qtm on a Zen 5, and a tenth more.
pub fn thread_seconds(spec: &Spec, half_lines: usize) -> f64 {
    const WITHOUT_AVX512: f64 = 3.0;
    match InstructionSet::in_use() {
        InstructionSet::Avx512 => seconds(spec, half_lines),
        _ => WITHOUT_AVX512 * seconds(spec, half_lines),
    }
}

/// [`thread_seconds`] with AVX-512.
fn seconds(spec: &Spec, half_lines: usize) -> f64 {
    const BLOCK: f64 = 2.0e-6;
    let blocks = (ROWS * row_blocks(half_lines)) as f64;
    search_seconds(spec, reaches(spec)[0]) + blocks * BLOCK
}

/// The part of [`seconds`] in which the keys up to a distance are found.
fn search_seconds(spec: &Spec, depth: u8) -> f64 {
    // for each move of the metric
    const STEP: f64 = 2.0;
    const NEARER_KEY: f64 = 6.7e-9;
    let steps = f64::from(depth.saturating_sub(BY_CUBES));
    let nearer = keys_within(spec, depth.saturating_sub(1)) as f64;
    spec.metric.generators().len() as f64 * (steps * STEP + nearer * NEARER_KEY)
}

/// The fraction of the work that is done before any block is encoded.
pub fn fraction_before_blocks(spec: &Spec, half_lines: usize) -> f64 {
    search_seconds(spec, reaches(spec)[0] - 1) / seconds(spec, half_lines)
}

/// The blocks of a filter, encoded on request, so that they are never all in memory.
pub struct FilterBlocks {
    half_lines: usize,
    moves: MoveSet,
    /// All members but those at the greatest distance, the farthest in the last part.
    parts: Vec<Part>,
    /// Their number at each distance.
    counts: Vec<u64>,
    /// Number of members at the greatest distance in the blocks encoded so far: those that only the
    /// widest set has.
    farthest: AtomicU64,
}

/// Finds the members of a filter with `half_lines` half lines to a block.
pub fn generate(
    spec: &Spec,
    half_lines: usize,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(f64) + Sync),
) -> io::Result<FilterBlocks> {
    let all_seconds = seconds(spec, half_lines);
    let on_seconds = |seconds| on_progress(seconds / all_seconds);
    let (counts, parts) = search(spec, BY_CUBES, stop, &on_seconds)?;
    Ok(FilterBlocks {
        half_lines,
        moves: spec.metric.generators(),
        parts,
        counts,
        farthest: AtomicU64::new(0),
    })
}

impl FilterBlocks {
    /// Encodes whole blocks from byte `offset` on, which is a multiple of the blocks of
    /// [`LEVELLED`](crate::table::dimensions::LEVELLED) lines. [`FilterBlocks::counts`] is right only if
    /// every block is encoded once.
    pub fn copy_to(&self, offset: usize, out: &mut [u8]) {
        let row_blocks = row_blocks(self.half_lines);
        let mut next = offset / BLOCK_BYTES;
        let mut rest: &mut [Block] = bytemuck::cast_slice_mut(out);
        let mut encoder = RowEncoder::default();
        while !rest.is_empty() {
            let (row, first) = (next / row_blocks, next % row_blocks);
            let (blocks, remaining) = rest.split_at_mut(rest.len().min(row_blocks - first));
            let mut gatherer = Gatherer::new(self.half_lines, row, self.moves, &self.parts);
            let [widest, ..] = encoder.fill(&mut gatherer, first, blocks);
            self.farthest.fetch_add(widest, Ordering::Relaxed);
            next += blocks.len();
            rest = remaining;
        }
    }

    /// The number of members at each distance, once all blocks have been encoded.
    pub fn counts(&self) -> Vec<u64> {
        let farthest = self.farthest.load(Ordering::Relaxed);
        self.counts.iter().copied().chain([farthest]).collect()
    }
}

/// Finds all members but those at the greatest distance: up to the distance `by_cubes` by visiting cubes,
/// then line by line. Calls `on_progress` with the part of [`search_seconds`] that is done. Returns the
/// number of keys at each distance, and the keys in parts, of which the last has the farthest.
fn search(
    spec: &Spec,
    by_cubes: u8,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(f64) + Sync),
) -> io::Result<(Vec<u64>, Vec<Part>)> {
    let last_depth = reaches(spec)[0] - 1;
    let by_cubes = last_depth.min(by_cubes);
    let on_depth = |depth| on_progress(search_seconds(spec, depth));
    let seeds = nearest(spec, by_cubes, stop, &on_depth)?;
    let seeds: Vec<Vec<Key>> = seeds.into_iter().map(keys_at).collect();
    let mut counts: Vec<u64> = seeds.iter().map(|keys| keys.len() as u64).collect();
    let mut parts = parts_of(spec, &seeds)?;
    drop(seeds);
    for depth in by_cubes + 1..=last_depth {
        let [before, after] = [depth - 1, depth].map(|depth| search_seconds(spec, depth));
        let rows = AtomicUsize::new(0);
        let on_row = || {
            let done = rows.fetch_add(1, Ordering::Relaxed) as f64 / ROWS as f64;
            on_progress(before + (after - before) * done);
            !stop.load(Ordering::Relaxed)
        };
        let [.., older, last] = &parts[..] else {
            unreachable!("there are at least two parts")
        };
        let moves = spec.metric.generators();
        let members = next_members(&last.members, &older.members, moves, &on_row)?;
        check_stop(stop)?;
        on_depth(depth);
        counts.push(members.count() as u64);
        let set = set_of(spec, depth.into());
        parts.push(Part { set, members });
    }
    Ok((counts, parts))
}

/// A part for each set, from the keys at each distance, and one for the farthest keys.
fn parts_of(spec: &Spec, seeds: &[Vec<Key>]) -> io::Result<Vec<Part>> {
    let (farthest, nearer) = seeds.split_last().expect("the solved cube has a key");
    let mut parts = vec![];
    for set in (0..reaches(spec).len()).rev() {
        let of_set = nearer.iter().enumerate();
        let of_set = of_set.filter(|(depth, _)| set_of(spec, *depth) == set);
        let mut keys: Vec<Key> = of_set.flat_map(|(_, keys)| keys).copied().collect();
        keys.par_sort_unstable();
        if !keys.is_empty() {
            let members = members_of(&keys)?;
            parts.push(Part { set, members });
        }
    }
    parts.push(Part {
        set: set_of(spec, nearer.len()),
        members: members_of(farthest)?,
    });
    Ok(parts)
}

/// The number of the narrowest set that contains the keys at a distance.
fn set_of(spec: &Spec, depth: usize) -> usize {
    let reaches = reaches(spec);
    let narrowest = reaches.iter().rposition(|&reach| depth <= reach.into());
    narrowest.expect("no key is farther")
}

/// The keys at some addresses, in order.
fn keys_at(addresses: Vec<u64>) -> Vec<Key> {
    let mut keys: Vec<Key> = addresses.into_par_iter().map(Key::at).collect();
    keys.par_sort_unstable();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measured was a quarter.
    #[test]
    fn search_for_f8_takes_a_part_of_the_time() {
        let f8 = Spec::by_name("f8").unwrap();
        let last = reaches(f8)[0] - 1;
        let part = fraction_before_blocks(f8, 2);
        assert!((0.1..0.3).contains(&part), "{part}");
        assert!(search_seconds(f8, last - 1) < search_seconds(f8, last));
        assert!(search_seconds(f8, BY_CUBES) < 1.0);
    }

    #[test]
    fn searches_by_cubes_and_by_lines_find_the_same_keys() {
        let spec = Spec {
            base: 5,
            ..*Spec::by_name("f8").unwrap()
        };
        for (by_cubes, expected) in [
            (8, vec![(2, 4204), (1, 45_618)]),
            (3, vec![(2, 6), (2, 34), (2, 333), (2, 3831), (1, 45_618)]),
        ] {
            let whole = search_seconds(&spec, 6);
            let stop = AtomicBool::new(false);
            let on_progress = |seconds| assert!((0.0..=whole).contains(&seconds));
            let (nearer, parts) = search(&spec, by_cubes, &stop, &on_progress).unwrap();
            assert_eq!(nearer, [1, 1, 4, 34, 333, 3831, 45_618]);
            let sizes = parts.iter().map(|part| (part.set, part.members.count()));
            assert_eq!(sizes.collect::<Vec<_>>(), expected);
            let [.., older, last] = &parts[..] else {
                panic!("there are at least two parts");
            };
            let none = next_members(&last.members, &older.members, MoveSet::ALL, &|| false);
            assert_eq!(none.unwrap().count(), 0, "it does not stop");
        }
    }
}
