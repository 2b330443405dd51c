//! The web: memory of the allocator, clock and random numbers of JavaScript, and no files.

use bytemuck::{Pod, Zeroable};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::ops::{Add, Deref, DerefMut, Sub};
use std::path::Path;
use std::time::Duration;

// What JavaScript has to provide to the module: src/web/package/worker.js does.
#[link(wasm_import_module = "cubesolve")]
unsafe extern "C" {
    /// Milliseconds since some instant, as `performance.now()` has them.
    safe fn now() -> f64;
    /// Random bits.
    safe fn random() -> u64;
}

/// [`std::time::Instant`] by the clock of JavaScript: the time since some instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    pub fn now() -> Instant {
        Instant(Duration::from_secs_f64(now() / 1000.0))
    }

    pub fn elapsed(self) -> Duration {
        Instant::now() - self
    }

    pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
        self - earlier
    }

    pub fn checked_add(self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;
    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;
    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// A generator of random numbers whose seed is of the system.
pub fn rng() -> impl rand::Rng {
    let seed = [random(), random(), random(), random()];
    ChaCha12Rng::from_seed(bytemuck::cast(seed))
}

/// Whether a program can have more than one thread.
pub const HAS_THREADS: bool = cfg!(target_feature = "atomics");

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
    None
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
