//! The simplest encoder of blocks, which the fast ones are tested against. It also encodes those blocks that have too
//! many equations for them.

use super::code::{Block, BlockMembers, CHECKS_OF_ENTRIES, COLUMNS, Shape, VECTOR_BYTES};
use crate::table::dimensions::BLOCK_BYTES;

/// The equation that determines each column, as a mask from that column on; 0 if none does.
pub struct Echelon(pub [u32; COLUMNS + 32]);

impl Default for Echelon {
    fn default() -> Self {
        Echelon([0; COLUMNS + 32])
    }
}

impl Echelon {
    /// Adds an equation, as a mask from a column on.
    #[inline(always)]
    pub fn add(&mut self, mut column: usize, mut mask: u32) {
        while mask != 0 {
            let zeros = mask.trailing_zeros();
            column += zeros as usize;
            mask >>= zeros;
            if self.0[column] == 0 {
                self.0[column] = mask;
                return;
            }
            mask ^= self.0[column];
        }
    }
}

/// Gaussian elimination, one equation at a time.
#[derive(Default)]
pub struct Encoder {
    echelon: Echelon,
}

impl Encoder {
    /// The block of some members, of the shape chosen for them.
    #[cfg(test)]
    pub fn encode(&mut self, members: &BlockMembers) -> Block {
        self.encode_as(Shape::of(members), members)
    }

    pub fn encode_as(&mut self, shape: Shape, members: &BlockMembers) -> Block {
        let checks = &**CHECKS_OF_ENTRIES;
        for (set, members) in members.sets.iter().enumerate() {
            for &entry in members {
                let entry = entry as usize;
                let (kind, share) = checks.kind(entry);
                for check in 0..shape.checks(set, share) + shape.extra(entry) {
                    let (start, mask) = checks.check(entry, kind, check);
                    self.echelon.add(8 * start, mask);
                }
            }
        }
        self.solve(shape)
    }

    /// The block that solves all equations, which are removed.
    fn solve(&mut self, shape: Shape) -> Block {
        let mut block = [0; BLOCK_BYTES];
        let mut window = 0u32;
        for column in (0..COLUMNS).rev() {
            let bit = match self.echelon.0[column] {
                0 => free_bit(column),
                row => (row >> 1 & window).count_ones() & 1,
            };
            window = window << 1 | bit;
            block[column / 8] |= (bit as u8) << (column % 8);
        }
        self.echelon = Echelon::default();
        block[VECTOR_BYTES..].copy_from_slice(&shape.pack());
        block
    }
}

/// The value of a bit that no equation determines: ones and zeros without a pattern.
#[inline(always)]
pub fn free_bit(column: usize) -> u32 {
    (column as u32 + 1).wrapping_mul(0x9e37_79b9) >> 31
}
