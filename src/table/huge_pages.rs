//! Large memory on huge pages.

use memmap2::MmapMut;
use rayon::prelude::*;
use std::io;
use std::ops::{Deref, DerefMut};

/// A large array of bytes in memory that the system backs by huge pages if it can: a random
/// read then seldom waits for the address translation.
pub struct HugePages(MmapMut);

impl HugePages {
    /// `bytes` zeros.
    ///
    /// # Errors
    /// When the system has not that much memory.
    pub fn zeroed(bytes: usize) -> io::Result<HugePages> {
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        // Only a hint: where it is refused, ordinary pages serve as well, slower.
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(HugePages(map))
    }

    /// `bytes` bytes with every bit set.
    ///
    /// # Errors
    /// When the system has not that much memory.
    pub fn ones(bytes: usize) -> io::Result<HugePages> {
        let mut memory = HugePages::zeroed(bytes)?;
        memory
            .par_chunks_mut(1 << 21)
            .for_each(|chunk| chunk.fill(0xff));
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
