//! Large memory on huge pages.

use crate::host;
use memmap2::MmapMut;
use rayon::prelude::*;
use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

/// A large array of bytes, on huge pages where the system has them: most random reads then hit the
/// TLB.
pub struct HugePages(MmapMut);

impl HugePages {
    /// `bytes` zeros.
    pub fn zeroed(bytes: usize) -> io::Result<HugePages> {
        let map = MmapMut::map_anon(bytes)?;
        host::prefer_huge_pages(&map);
        Ok(HugePages(map))
    }

    /// `bytes` bytes with every bit set; part of them stays zero if `stop` is set meanwhile, since
    /// memory can be slow to come from a system that is short of it.
    pub fn ones(bytes: usize, stop: &AtomicBool) -> io::Result<HugePages> {
        let mut memory = HugePages::zeroed(bytes)?;
        memory.par_chunks_mut(1 << 21).for_each(|chunk| {
            if !stop.load(Ordering::Relaxed) {
                chunk.fill(0xff);
            }
        });
        Ok(memory)
    }
}

impl Deref for HugePages {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for HugePages {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
