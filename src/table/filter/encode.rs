//! Filling the blocks of a row.

use super::code::{Block, CHECKS_OF_ENTRIES, Encoder, Shape};
use super::gather::{BlockMembers, Gatherer};
use crate::cpu::Level;

/// What the blocks of rows are made in, one row after the other.
#[derive(Default)]
pub struct RowEncoder {
    members: BlockMembers,
    encoder: Encoder,
    #[cfg(target_arch = "x86_64")]
    batch: super::simd::Batch,
}

impl RowEncoder {
    /// Fills blocks of a row from the block number `first` on; returns the number of members in
    /// each set that are in no narrower one, the widest first.
    pub fn fill(
        &mut self,
        gatherer: &mut Gatherer,
        first: usize,
        blocks: &mut [Block],
    ) -> [u64; 3] {
        let mut counts = [0; 3];
        let mut gather = |block: usize, members: &mut BlockMembers| {
            gatherer.gather(first + block, members);
            for (count, set) in counts.iter_mut().zip(&members.sets) {
                *count += set.len() as u64;
            }
        };
        #[cfg(target_arch = "x86_64")]
        if Level::in_use() == Level::Avx512 {
            // SAFETY: the processor has the instructions.
            unsafe {
                self.batch
                    .fill(&mut self.encoder, &mut self.members, gather, blocks)
            };
            return counts;
        }
        for (i, block) in blocks.iter_mut().enumerate() {
            gather(i, &mut self.members);
            *block = self.encoder.encode(&self.members);
        }
        counts
    }
}

impl Encoder {
    /// The block for these members, of the shape that suits them.
    pub fn encode(&mut self, members: &BlockMembers) -> Block {
        self.encode_as(Shape::of(members), members)
    }

    /// The block of a given shape.
    pub fn encode_as(&mut self, shape: Shape, members: &BlockMembers) -> Block {
        let checks = &**CHECKS_OF_ENTRIES;
        for (set, members) in members.sets.iter().enumerate() {
            for &entry in members {
                let entry = entry as usize;
                let share = checks.kind(entry).1;
                self.add_member(checks, entry, shape.checks(set, share));
            }
        }
        self.finish(shape)
    }
}

impl Shape {
    /// The shape for the members of a block.
    pub fn of(members: &BlockMembers) -> Shape {
        Shape::choose(members.sets.each_ref().map(Vec::len))
    }
}
