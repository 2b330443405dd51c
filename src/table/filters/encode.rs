//! Encoding the blocks of a row.

use super::code::{Block, BlockMembers};
use super::kernels::Batch;
use crate::host::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use crate::host::cpu::{Avx2, Avx512};

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
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = Avx512::detect() {
            batch.fill(avx512, gather_counted, blocks);
            return counts;
        } else if let Some(avx2) = Avx2::detect() {
            batch.fill(avx2, gather_counted, blocks);
            return counts;
        }
        batch.fill(Portable, gather_counted, blocks);
        counts
    }
}
