//! Large memory on huge pages.

use memmap2::MmapMut;
use rayon::prelude::*;
use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

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
        HugePages::ones_unless(&AtomicBool::new(false), bytes)
    }

    /// The same; what is left to be set when `stop` is set stays zero. Memory that nobody used for
    /// a while can be slow to come.
    pub fn ones_unless(stop: &AtomicBool, bytes: usize) -> io::Result<HugePages> {
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
