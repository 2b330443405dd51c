//! Encoding the blocks of a row.

use super::code::{Block, BlockMembers};
use super::gather::Gatherer;
use super::kernels::Batch;
use crate::host::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use crate::host::cpu::{Avx2, Avx512};

/// Encodes blocks, row after row.
#[derive(Default)]
pub struct RowEncoder {
    members: BlockMembers,
    batch: Batch,
}

impl RowEncoder {
    /// Fills the blocks of a row from number `first` on. Returns the number of members of each set
    /// that are in no narrower one, the widest first.
    pub fn fill(
        &mut self,
        gatherer: &mut Gatherer,
        first: usize,
        blocks: &mut [Block],
    ) -> [u64; 3] {
        let mut counts = [0; 3];
        let gather = |block: usize, members: &mut BlockMembers| {
            gatherer.gather(first + block, members);
            for (count, set) in counts.iter_mut().zip(&members.sets) {
                *count += set.len() as u64;
            }
        };
        let (batch, members) = (&mut self.batch, &mut self.members);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = Avx512::detect() {
            batch.fill(avx512, members, gather, blocks);
            return counts;
        } else if let Some(avx2) = Avx2::detect() {
            batch.fill(avx2, members, gather, blocks);
            return counts;
        }
        batch.fill(Portable, members, gather, blocks);
        counts
    }
}
