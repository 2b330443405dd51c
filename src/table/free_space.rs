//! How much memory and disk a generation may use, and which tables fit.

use super::error::TableError;
use super::spec::Spec;
use crate::cube::Metric;
use crate::host;
use std::path::Path;
use std::time::Duration;

/// Free memory and disk for generating tables, in bytes; `None` where the system does not report it. That counts
/// as enough for a table that is named, but as 2 GiB of memory for choosing one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct FreeSpace {
    /// Available memory.
    pub memory: Option<u64>,
    /// Free space on the disk.
    pub disk: Option<u64>,
}

impl FreeSpace {
    /// The available memory of this machine, and the free space of the disk that a directory is on.
    pub fn of(directory: &Path) -> FreeSpace {
        FreeSpace {
            memory: host::available_memory(),
            disk: host::free_disk(directory),
        }
    }

    /// The same with 70% of the memory: what a table may use that the user did not choose.
    pub fn with_reserve(self) -> FreeSpace {
        const FRACTION: f64 = 0.7;
        let memory = self.memory.map(|bytes| (bytes as f64 * FRACTION) as u64);
        FreeSpace { memory, ..self }.for_choice()
    }

    fn for_choice(self) -> FreeSpace {
        FreeSpace {
            memory: self.memory.or(Some(host::memory::ASSUMED)),
            ..self
        }
    }

    /// The fastest table of a metric that can be generated and written.
    pub fn fastest(&self, metric: Metric) -> Option<&'static Spec> {
        let free = self.for_choice();
        Spec::all_in(metric).rfind(|spec| free.fits(spec))
    }

    /// The fastest one that `threads` threads generate within about three minutes.
    pub fn fastest_soon(&self, metric: Metric, threads: usize) -> Option<&'static Spec> {
        const MAX_TIME: Duration = Duration::from_secs(180);
        let is_soon = |spec: &Spec| spec.generation_time(threads) <= MAX_TIME;
        let free = self.for_choice();
        Spec::all_in(metric).rfind(|spec| free.fits(spec) && is_soon(spec))
    }

    /// Whether memory and disk are enough to generate and write a table.
    pub fn fits(&self, spec: &Spec) -> bool {
        self.check(spec, Path::new("")).is_ok()
    }

    /// Checks that memory and disk are enough to generate a table in a directory.
    pub(super) fn check(&self, spec: &Spec, directory: &Path) -> Result<(), TableError> {
        let name = spec.name;
        let (memory, file) = (spec.generation_memory(), file_bytes(spec));
        let short = |space: Option<u64>, needed| space.filter(|space| *space < needed);
        if let Some(available) = short(self.memory, memory) {
            return Err(TableError::NotEnoughMemory {
                name,
                needed: memory,
                available,
            });
        }
        if let Some(free) = short(self.disk, file) {
            return Err(TableError::NotEnoughDisk {
                name,
                directory: directory.to_owned(),
                needed: file,
                free,
            });
        }
        Ok(())
    }
}

/// Bytes of a table's file: checksums and padding take far less than a thousandth.
fn file_bytes(spec: &Spec) -> u64 {
    spec.table_bytes() + spec.table_bytes() / 1000 + (64 << 10)
}
