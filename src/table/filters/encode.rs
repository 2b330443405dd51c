//! Encoding the blocks of a row.

use super::code::{Block, BlockMembers};
use super::kernels::Batch;
use crate::host::cpu;

/// Encodes blocks, row after row.
#[derive(Default)]
pub struct RowEncoder {
    batch: Batch,
}

impl RowEncoder {
    /// Fills blocks; `gather` gets the number of each and writes its members. Returns the number of members of
    /// each set that are in no narrower one, the widest first.
    pub fn fill(
        &mut self,
        mut gather: impl FnMut(usize, &mut BlockMembers),
        blocks: &mut [Block],
    ) -> [u64; 3] {
        let mut counts = [0; 3];
        let gather_counted = |block: usize, members: &mut BlockMembers| {
            gather(block, members);
            for (count, set) in counts.iter_mut().zip(&members.sets) {
                *count += set.len() as u64;
            }
        };
        let batch = &mut self.batch;
        cpu::by_fastest!(kernels => batch.fill(kernels, gather_counted, blocks));
        counts
    }
}
