//! Encoding the blocks of a row.

use super::code::{Block, BlockMembers, Encoder};

/// Encodes blocks, row after row.
pub struct RowEncoder {
    members: BlockMembers,
    encoder: Encoder,
    #[cfg(target_arch = "x86_64")]
    batch: Option<super::avx512::Batch>,
}

impl Default for RowEncoder {
    fn default() -> RowEncoder {
        RowEncoder {
            members: BlockMembers::default(),
            encoder: Encoder::default(),
            #[cfg(target_arch = "x86_64")]
            batch: crate::host::cpu::Avx512::detect().map(super::avx512::Batch::new),
        }
    }
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
        let mut gather = |block: usize, members: &mut BlockMembers| {
            gather(block, members);
            for (count, set) in counts.iter_mut().zip(&members.sets) {
                *count += set.len() as u64;
            }
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(batch) = &mut self.batch {
            batch.fill(&mut self.encoder, &mut self.members, gather, blocks);
            return counts;
        }
        for (i, block) in blocks.iter_mut().enumerate() {
            gather(i, &mut self.members);
            *block = self.encoder.encode(&self.members);
        }
        counts
    }
}
