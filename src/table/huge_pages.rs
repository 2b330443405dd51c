//! Large memory on huge pages.

use crate::host;
use memmap2::MmapMut;
use std::io;
use std::ops::{Deref, DerefMut};

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

    /// `bytes` bytes with every bit set.
    pub fn ones(bytes: usize) -> io::Result<HugePages> {
        let mut memory = HugePages::zeroed(bytes)?;
        memory.fill(0xff);
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
