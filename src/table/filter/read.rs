//! Reading a filter.

use super::code::{BLOCK_BYTES, Block, CHECKS_OF_ENTRIES, Checks, LEVELLED};
use super::gather::{block_in_row, entry_in_block};
use super::key::ENTRIES;
use super::row_blocks;
use crate::cpu::Level;
use crate::cube::Metric;
use crate::table::loaded::{Codes, one_by_one};

/// An address is `class << CLASS_SHIFT | line << LINE_SHIFT | flips` with a class that is
/// `8 · row + matching`.
pub const CLASS_SHIFT: u32 = 27;
pub const LINE_SHIFT: u32 = 11;

/// Bits for the number of an entry in its block.
const PLACE_SHIFT: u32 = (LEVELLED * ENTRIES.next_power_of_two()).trailing_zeros();

/// The blocks of a filter, and what it takes to read them.
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    blocks: &'a [Block],
    lines: usize,
    row_blocks: u32,
    /// How much farther the distances of a set can be than those of the next narrower one.
    step: u8,
    checks: &'static Checks,
    fast: bool,
}

impl<'a> Filter<'a> {
    /// A filter in a metric, with so many lines to a block, stored in `bytes`.
    pub fn new(bytes: &'a [u8], metric: Metric, lines: usize) -> Filter<'a> {
        Filter {
            blocks: bytemuck::cast_slice(bytes),
            lines,
            row_blocks: row_blocks(lines) as u32,
            step: metric.step(),
            checks: &CHECKS_OF_ENTRIES,
            fast: Level::in_use() == Level::Avx512,
        }
    }

    /// The block that the entry at a place is in, and its number there.
    #[inline(always)]
    fn entry(&self, place: u64) -> (&'a Block, usize) {
        let entry = place as usize % (1 << PLACE_SHIFT);
        (&self.blocks[(place >> PLACE_SHIFT) as usize], entry)
    }

    /// The code of an entry that is not in so many of the sets.
    #[inline(always)]
    fn code_without(&self, sets: u8) -> u8 {
        sets + (self.step - 1) * (sets / 2)
    }
}

impl Codes for Filter<'_> {
    const DIRECT: bool = false;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self.blocks)
    }

    /// The number of the block, and behind it, in [`PLACE_SHIFT`] bits, that of the entry there.
    #[inline(always)]
    fn place(&self, address: u64) -> u64 {
        let row = address >> (CLASS_SHIFT + 3);
        let line = (address >> LINE_SHIFT) as usize & 0xffff;
        let flips = address as usize & 0x7ff;
        let matching = (address >> CLASS_SHIFT) as usize & 7;
        let bit = flips | matching << 11;
        // of numbers of 32 bits, which vectors can multiply
        let first = u64::from(row as u32) * u64::from(self.row_blocks);
        let block = first + block_in_row(line, self.lines, bit) as u64;
        block << PLACE_SHIFT | entry_in_block(line, bit) as u64
    }

    #[inline(always)]
    fn byte(&self, place: u64) -> usize {
        (place >> PLACE_SHIFT) as usize * BLOCK_BYTES
    }

    #[inline(always)]
    fn code(&self, place: u64) -> u8 {
        let (block, entry) = self.entry(place);
        self.code_without(self.checks.sets_without(block, entry))
    }

    #[inline(always)]
    fn codes(&self, places: &[u64], codes: &mut [u8]) {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            let entry = |place: u64| self.entry(place);
            // SAFETY: the processor has the instructions.
            unsafe { super::simd::sets_without(self.checks, entry, places, codes) };
            for code in codes {
                *code = self.code_without(*code);
            }
            return;
        }
        one_by_one(self, places, codes);
    }

    fn greatest(&self) -> u8 {
        2 + self.step
    }
}
