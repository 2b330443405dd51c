//! Exact distances of the entries nearest to the subgroup.
//!
//! The stored values distinguish distances far from the subgroup, where a search spends its time, and
//! none below the base. But with few moves left only small distances matter: without them a search
//! keeps wandering about the subgroup. So few entries are this near that a hash table holds them.

use super::dimensions::SHALLOW_BYTES;
use crate::host::memory::HugePages;
use std::io;

/// The greatest of these distances, or the base of the table if that is smaller; one less in slice turns, since
/// more entries are this near.
pub const SHALLOW_DEPTH: u8 = 7;

/// Slots of the hash table, a power of two. No table has more than 600,000 entries this near.
const SLOTS: usize = SHALLOW_BYTES / size_of::<u64>();

/// More consecutive slots than are ever full; limits what a forged file can make a search read.
const MAX_RUN: usize = 1 << 10;

const EMPTY: u64 = u64::MAX;

/// Distances of entries by address: a hash table of slots `address << 3 | distance`, with linear
/// probing.
pub struct ShallowDistances(HugePages);

impl ShallowDistances {
    /// A hash table without entries.
    pub fn empty() -> io::Result<ShallowDistances> {
        HugePages::ones(SHALLOW_BYTES).map(ShallowDistances)
    }

    /// A hash table from the bytes of its slots.
    pub fn from_slots(bytes: HugePages) -> ShallowDistances {
        assert_eq!(bytes.len(), SHALLOW_BYTES);
        ShallowDistances(bytes)
    }

    /// Adds an entry unless it exists.
    pub fn insert(&mut self, address: u64, distance: u8) {
        let slots: &mut [u64] = bytemuck::cast_slice_mut(&mut self.0);
        let first = first_slot(address);
        let slot = (first..first + MAX_RUN)
            .map(|i| i % SLOTS)
            .find(|&i| slots[i] == EMPTY || slots[i] >> 3 == address)
            .expect("runs are short");
        if slots[slot] == EMPTY {
            slots[slot] = address << 3 | u64::from(distance);
        }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// For reading a hash table that holds all entries up to the distance `depth`.
    pub fn reader(&self, depth: u8) -> ShallowReader<'_> {
        let slots: &[u64] = bytemuck::cast_slice(&self.0);
        let slots = slots.try_into().expect("the length is checked");
        ShallowReader { slots, depth }
    }
}

/// Reads distances by address.
#[derive(Clone, Copy)]
pub struct ShallowReader<'a> {
    slots: &'a [u64; SLOTS],
    /// The greatest distance of an entry in the hash table.
    depth: u8,
}

impl ShallowReader<'_> {
    /// The distance of the entry at an address; one more than the greatest if it is not in the hash table.
    #[inline]
    pub fn distance(self, address: u64) -> u8 {
        let first = first_slot(address);
        for i in 0..MAX_RUN {
            let slot = self.slots[(first + i) % SLOTS];
            if slot >> 3 == address {
                return (slot & 7) as u8;
            }
            if slot == EMPTY {
                break;
            }
        }
        self.depth + 1
    }
}

/// The slot to look at first: multiplicative hashing with 2⁶⁴ divided by the golden ratio (Knuth, The
/// Art of Computer Programming 3, section 6.4).
#[inline]
fn first_slot(address: u64) -> usize {
    let product = address.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product >> (u64::BITS - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Compared with a [`HashMap`], also for runs that wrap from the last slot to the first.
    #[test]
    fn inserted_distances_are_found_by_address() {
        let at_the_end = (0..).filter(|&address| first_slot(address) >= SLOTS - 4);
        let spread = (1..50_000).map(|i: u64| i.wrapping_mul(0x1234_5678_9abc_def1) >> 20);
        let mut found = ShallowDistances::empty().unwrap();
        let mut expected = HashMap::new();
        for address in spread.chain(at_the_end.take(40)) {
            let distance = (address >> 3) as u8 % 8;
            expected.entry(address).or_insert(distance);
            found.insert(address, distance);
            found.insert(address, 7 - distance); // must not overwrite
        }
        for address in expected
            .keys()
            .flat_map(|address| address.saturating_sub(1)..address + 2)
        {
            let distance = expected.get(&address).copied();
            let expected = distance.unwrap_or(SHALLOW_DEPTH + 1);
            assert_eq!(
                found.reader(SHALLOW_DEPTH).distance(address),
                expected,
                "{address}"
            );
        }
        // the hash is part of the file format
        assert_eq!(
            [0, 1, 2, u64::MAX].map(first_slot),
            [0, 0x9e377, 0x3c6ef, 0x61c88]
        );
    }
}
