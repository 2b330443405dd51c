//! Exact distances of the entries nearest to the subgroup.
//!
//! Two bits tell distances apart where a search spends its time, far from the subgroup, and
//! lump all small ones together. But with few moves left only small ones matter: without
//! them a search keeps wandering about the subgroup. There are so few that a hash table
//! holds them.

use super::Spec;
use super::coset_index::CosetIndex;
use super::huge_pages::HugePages;
use super::layout::Layout;
use crate::cube::Cube;
use rayon::prelude::*;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The greatest of these distances.
pub const SHALLOW_DEPTH: u8 = 7;

/// Slots of the hash table, a power of two. No table of the family has more than 600,000
/// entries this near.
const SLOTS: usize = 1 << 20;

/// Bytes of the hash table.
pub const SHALLOW_BYTES: usize = SLOTS * size_of::<u64>();

/// More slots in a row than are ever full; a bound for what a forged file can make a search
/// look at.
const LONGEST_RUN: usize = 1 << 10;

/// Cubes whose neighbours are found together: enough for all threads, few enough that they
/// take little memory.
const BATCH: usize = 1 << 8;

/// What fills an empty slot.
const EMPTY: u64 = u64::MAX;

/// Distances of entries by address: a hash table of slots `address << 3 | distance`, with
/// linear probing.
pub struct ShallowDistances(HugePages);

impl ShallowDistances {
    /// A table without entries.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn empty() -> io::Result<ShallowDistances> {
        HugePages::ones(SHALLOW_BYTES).map(ShallowDistances)
    }

    /// A table of slots as they were stored.
    ///
    /// # Panics
    /// If there are not [`SHALLOW_BYTES`] bytes.
    pub fn from_slots(bytes: HugePages) -> ShallowDistances {
        assert_eq!(bytes.len(), SHALLOW_BYTES);
        ShallowDistances(bytes)
    }

    /// Finds the entries of `spec` by breadth-first search over cubes, independent of the one
    /// that builds the table: one cube is visited for each entry. Only a part of them, if `stop`
    /// is set meanwhile.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn search(spec: &Spec, stop: &AtomicBool) -> io::Result<ShallowDistances> {
        let (layout, moves) = (Layout::new(spec), spec.metric.generators());
        let mut found = ShallowDistances::empty()?;
        let add = |found: &mut ShallowDistances, cube: &Cube, distance| {
            for index in CosetIndex::of_symmetric_cubes(spec, cube) {
                found.insert(layout.address(&index), distance);
            }
        };
        add(&mut found, &Cube::SOLVED, 0);
        let mut frontier = vec![Cube::SOLVED];
        for distance in 1..=SHALLOW_DEPTH {
            let mut next = vec![];
            for cubes in frontier.chunks(BATCH) {
                if stop.load(Ordering::Relaxed) {
                    return Ok(found);
                }
                let reached: Vec<(u64, Cube)> = cubes
                    .par_iter()
                    .flat_map_iter(|cube| moves.iter().map(|m| cube.apply(m)))
                    .map(|cube| (layout.address(&CosetIndex::new(spec, &cube)), cube))
                    .collect();
                for (address, cube) in reached {
                    if found.reader().distance(address) > SHALLOW_DEPTH {
                        add(&mut found, &cube, distance);
                        next.extend((distance < SHALLOW_DEPTH).then_some(cube));
                    }
                }
            }
            frontier = next;
        }
        Ok(found)
    }

    /// Adds an entry, unless it is there.
    fn insert(&mut self, address: u64, distance: u8) {
        let slots: &mut [u64] = bytemuck::cast_slice_mut(&mut self.0);
        let first = first_slot(address);
        let slot = (first..first + LONGEST_RUN)
            .map(|i| i % SLOTS)
            .find(|&i| slots[i] == EMPTY || slots[i] >> 3 == address)
            .expect("runs are short");
        if slots[slot] == EMPTY {
            slots[slot] = address << 3 | u64::from(distance);
        }
    }

    /// The slots as bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The table, ready to be read.
    pub fn reader(&self) -> ShallowReader<'_> {
        let slots: &[u64] = bytemuck::cast_slice(&self.0);
        ShallowReader(slots.try_into().expect("the length is checked"))
    }

    /// Number of entries at each distance up to [`SHALLOW_DEPTH`].
    #[cfg(test)]
    pub fn counts(&self) -> [u64; SHALLOW_DEPTH as usize + 1] {
        let mut counts = [0; SHALLOW_DEPTH as usize + 1];
        for slot in self.reader().0.iter().filter(|slot| **slot != EMPTY) {
            counts[(slot & 7) as usize] += 1;
        }
        counts
    }
}

/// Reads distances by address.
#[derive(Clone, Copy)]
pub struct ShallowReader<'a>(&'a [u64; SLOTS]);

impl ShallowReader<'_> {
    /// The distance of the entry at an address; `SHALLOW_DEPTH + 1` if it is farther than [`SHALLOW_DEPTH`].
    #[inline]
    pub fn distance(self, address: u64) -> u8 {
        let first = first_slot(address);
        for i in 0..LONGEST_RUN {
            let slot = self.0[(first + i) % SLOTS];
            if slot >> 3 == address {
                return (slot & 7) as u8;
            }
            if slot == EMPTY {
                break;
            }
        }
        SHALLOW_DEPTH + 1
    }
}

/// Where the search for an address begins: by the high bits of a product with 2⁶⁴ over the
/// golden ratio (Knuth, The Art of Computer Programming 3, section 6.4).
#[inline]
fn first_slot(address: u64) -> usize {
    let product = address.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product >> (u64::BITS - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The hash table against the library's: addresses at random, and so many that begin at the
    /// last slots that they go on at the first.
    #[test]
    fn distances_are_found_by_address() {
        let at_the_end = (0..).filter(|&address| first_slot(address) >= SLOTS - 4);
        let spread = (1..50_000).map(|i: u64| i.wrapping_mul(0x1234_5678_9abc_def1) >> 20);
        let mut found = ShallowDistances::empty().unwrap();
        let mut expected = HashMap::new();
        for address in spread.chain(at_the_end.take(40)) {
            let distance = (address >> 3) as u8 % 8;
            expected.entry(address).or_insert(distance);
            found.insert(address, distance);
            found.insert(address, 7 - distance); // it stays what it was
        }
        for address in expected
            .keys()
            .flat_map(|address| address.saturating_sub(1)..address + 2)
        {
            let distance = expected.get(&address).copied();
            let told = found.reader().distance(address);
            assert_eq!(told, distance.unwrap_or(SHALLOW_DEPTH + 1), "{address}");
        }
        // where addresses are is part of the file format
        assert_eq!(
            [0, 1, 2, u64::MAX].map(first_slot),
            [0, 0x9e377, 0x3c6ef, 0x61c88]
        );
    }
}
