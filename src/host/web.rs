//! The web: one thread, memory of the allocator, the clock of the browser or of Node.js, and no files.

use bytemuck::{Pod, Zeroable};
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

pub use web_time::Instant;

/// Whether a program can have more than one thread.
pub const HAS_THREADS: bool = false;

/// There is one process only.
pub fn process_id() -> u32 {
    0
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct CacheLine([u8; 64]);

/// Memory of its own for an array.
pub struct Pages {
    lines: Vec<CacheLine>,
    bytes: usize,
}

/// An array of zeros.
pub fn zeroed_pages(bytes: usize) -> io::Result<Pages> {
    let lines = bytemuck::allocation::try_zeroed_vec(bytes.div_ceil(size_of::<CacheLine>()));
    let lines = lines.map_err(|()| io::ErrorKind::OutOfMemory)?;
    Ok(Pages { lines, bytes })
}

impl Deref for Pages {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.lines)[..self.bytes]
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.bytes]
    }
}

/// Bytes by which the module's memory can still grow, to 4 GiB.
#[cfg(target_arch = "wasm32")]
pub fn available_memory() -> Option<u64> {
    const PAGE: u64 = 1 << 16;
    let pages = core::arch::wasm32::memory_size(0) as u64;
    Some((1 << 32) - PAGE * pages)
}

#[cfg(not(target_arch = "wasm32"))]
pub fn available_memory() -> Option<u64> {
    None
}

pub fn free_disk(_: &Path) -> Option<u64> {
    Some(0)
}

pub fn open_without_blocking(path: &Path) -> io::Result<File> {
    File::open(path)
}

pub fn distrust_directory(_: &mut OpenOptions) {}

pub fn read_exact_at(_: &File, _: u64, _: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn is_writable_by_strangers(_: &Metadata) -> bool {
    false
}

pub fn is_owned_by_another_user(_: &Path) -> bool {
    false
}

pub fn try_lock(_: &File) -> Result<(), TryLockError> {
    Err(TryLockError::Error(io::ErrorKind::Unsupported.into()))
}

pub fn is_at(_: &File, _: &Path) -> bool {
    false
}

pub fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
