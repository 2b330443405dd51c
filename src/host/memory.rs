//! Memory: how much is free, large arrays, and files mapped into memory.

use super::{Pages, available_memory, fs::File, zeroed_pages};
use memmap2::{Mmap, MmapOptions};
use std::io;
use std::ops::{Deref, DerefMut};

/// Bytes of memory that are taken to be free where the system does not report it.
pub const ASSUMED: u64 = 2 << 30;

/// Bytes of memory for what nobody named: those available, or [`ASSUMED`].
pub fn available_or_assumed() -> u64 {
    available_memory().unwrap_or(ASSUMED)
}

/// A large array of bytes, on huge pages where the system has them: most random reads then hit the
/// TLB. It starts at a multiple of 64, the length of a cache line.
pub struct HugePages(Pages);

impl HugePages {
    pub fn zeroed(bytes: usize) -> io::Result<HugePages> {
        zeroed_pages(bytes).map(HugePages)
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

/// A file mapped into memory, at least a byte long. Another process may change its bytes at any time.
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a file.
    ///
    /// # Errors
    /// When the system refuses, as it does for an empty file and on the web.
    pub fn new(file: &File) -> io::Result<MappedFile> {
        // SAFETY: the map is only read, as bytes. Should another process change the file in place,
        // reads may return any byte, and no memory safety may depend on one: lengths and offsets are to
        // be taken once, from a copy that is checked. If the file is truncated, which this program
        // never does, the system ends the process by SIGBUS rather than let it read anything else.
        let map = unsafe { MmapOptions::new().map(file) };
        map.map(MappedFile)
    }
}

impl Deref for MappedFile {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
