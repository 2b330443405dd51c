//! Reading a filter.

use super::code::{BLOCK_BYTES, Block, CHECKS_OF_ENTRIES, Checks};
use super::gather::{block_in_row, entry_in_block};
use super::row_blocks;
use crate::cpu::Level;
use crate::cube::Metric;
use crate::table::loaded::{Codes, one_by_one};

/// An address is `class << CLASS_SHIFT | line << LINE_SHIFT | flips` with a class that is
/// `8 · row + matching`.
pub const CLASS_SHIFT: u32 = 27;
pub const LINE_SHIFT: u32 = 11;

/// The blocks of a filter, and what it takes to read them.
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    blocks: &'a [Block],
    lines: usize,
    row_blocks: usize,
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
            row_blocks: row_blocks(lines),
            step: metric.step(),
            checks: &CHECKS_OF_ENTRIES,
            fast: Level::in_use() == Level::Avx512,
        }
    }

    /// Where an entry is: its block, and its number there.
    #[inline(always)]
    fn locate(&self, address: u64) -> (usize, usize) {
        let row = (address >> (CLASS_SHIFT + 3)) as usize;
        let line = (address >> LINE_SHIFT) as usize & 0xffff;
        let flips = address as usize & 0x7ff;
        let matching = (address >> CLASS_SHIFT) as usize & 7;
        let bit = flips | matching << 11;
        let block = row * self.row_blocks + block_in_row(line, self.lines, bit);
        (block, entry_in_block(line, bit))
    }

    /// The block that an entry is in, and its number there.
    #[inline(always)]
    fn entry(&self, address: u64) -> (&'a Block, usize) {
        let (block, entry) = self.locate(address);
        (&self.blocks[block], entry)
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

    #[inline(always)]
    fn byte(&self, address: u64) -> usize {
        self.locate(address).0 * BLOCK_BYTES
    }

    #[inline(always)]
    fn code(&self, address: u64) -> u8 {
        let (block, entry) = self.entry(address);
        self.code_without(self.checks.sets_without(block, entry))
    }

    #[inline(always)]
    fn codes(&self, addresses: &[u64], codes: &mut [u8]) {
        #[cfg(target_arch = "x86_64")]
        if self.fast {
            let entry = |address: u64| self.entry(address);
            // SAFETY: the processor has the instructions.
            unsafe { super::simd::sets_without(self.checks, entry, addresses, codes) };
            for code in codes {
                *code = self.code_without(*code);
            }
            return;
        }
        one_by_one(self, addresses, codes);
    }

    fn greatest(&self) -> u8 {
        2 + self.step
    }
}
