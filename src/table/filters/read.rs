//! Reading the entries of a filter.

use super::code::{Block, CHECKS_OF_ENTRIES, Checks};
use super::gather::{block_in_row, entry_in_block};
use super::kernels::Kernels;
use super::place::place_of;
use crate::cube::Metric;
use crate::host::cpu;
use crate::table::address::{CLASS_SHIFT, LINE_SHIFT};
use crate::table::dimensions::{BLOCK_BYTES, row_blocks};

/// Bits of a location for the number of the entry in its block: half of it, so that each half is read by itself.
const LOCATION_SHIFT: u32 = 32;

/// The blocks of a filter.
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    blocks: &'a [Block],
    quarters_per_block: usize,
    row_blocks: u32,
    /// How much farther the widest set but one goes than the narrowest: 1, or 2 in quarter turns.
    step: u8,
    checks: &'static Checks,
}

impl<'a> Filter<'a> {
    pub fn new(bytes: &'a [u8], metric: Metric, quarters_per_block: usize) -> Filter<'a> {
        Filter {
            blocks: bytemuck::cast_slice(bytes),
            quarters_per_block,
            row_blocks: row_blocks(quarters_per_block) as u32,
            step: metric.length_step(),
            checks: &CHECKS_OF_ENTRIES,
        }
    }

    /// The block of the entry at a location, and the entry's number there.
    #[inline(always)]
    fn entry(&self, location: u64) -> (&'a Block, usize) {
        let block = (location >> LOCATION_SHIFT) as usize;
        (&self.blocks[block], location as u32 as usize)
    }

    /// The number of sets that each entry is missing from.
    #[inline(always)]
    fn sets_without(&self, locations: &[u64], sets: &mut [u8]) {
        let entry = |location: u64| self.entry(location);
        cpu::by_fastest!(kernels => kernels.sets_without(self.checks, entry, locations, sets));
    }

    /// The value of an entry that is missing from this number of sets.
    #[inline(always)]
    fn value_without(&self, sets: u8) -> u8 {
        sets + (self.step - 1) * (sets / 2)
    }

    /// The bytes that hold the values.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self.blocks)
    }

    /// Where the entry with an [address](crate::table::address::address) is stored: the number of the block, and
    /// below it, in [`LOCATION_SHIFT`] bits, that of the entry there.
    #[inline(always)]
    pub fn location(&self, address: u64) -> u64 {
        let row = (address >> (CLASS_SHIFT + 3)) as u32;
        let place = place_of((address >> LINE_SHIFT) as usize & 0xffff);
        let flips = address as usize & 0x7ff;
        let half_turn_class = (address >> CLASS_SHIFT) as usize & 7;
        let bit = flips | half_turn_class << 11;
        // in 32 bits, which vector instructions can multiply
        let first = (row * self.row_blocks) as usize;
        let block = first + block_in_row(place, self.quarters_per_block, bit);
        (block as u64) << LOCATION_SHIFT | entry_in_block(place, bit) as u64
    }

    /// Replaces `locations` by those of the entries at these addresses.
    #[inline(always)]
    pub fn locate(&self, addresses: &[u64], locations: &mut Vec<u64>) {
        locations.resize(addresses.len(), 0);
        let addresses = &addresses[..locations.len()];
        for (i, location) in locations.iter_mut().enumerate() {
            *location = self.location(addresses[i]);
        }
    }

    /// The index of a byte in the cache line that holds the entry at a location.
    #[inline(always)]
    pub fn byte(&self, location: u64) -> usize {
        (location >> LOCATION_SHIFT) as usize * BLOCK_BYTES
    }

    /// The values of entries, by how much their distances exceed the base: 0 if they do not. They may be smaller
    /// than that. Both slices have the same length.
    #[inline(always)]
    pub fn values(&self, locations: &[u64], values: &mut [u8]) {
        self.sets_without(locations, values);
        for value in values {
            *value = self.value_without(*value);
        }
    }

    /// The value of one entry, by the simplest code.
    #[cfg(test)]
    pub fn value(&self, location: u64) -> u8 {
        let (block, entry) = self.entry(location);
        self.value_without(self.checks.sets_without(block, entry))
    }

    /// The greatest value of an entry.
    pub fn max_value(&self) -> u8 {
        2 + self.step
    }
}
