//! Generating tables, into memory or into their files.

use super::error::{TableError, check_stop};
use super::file::{Description, Partial, Section};
use super::filters::{self, FilterBlocks};
use super::pruning_table::{Storage, Table};
use super::shallow::ShallowDistances;
use super::spec::Spec;
use crate::host::memory::HugePages;
use crate::host::threads;
use rayon::prelude::*;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

impl Spec {
    /// Bytes of memory that generating and writing the table needs, and at least those of the table.
    pub fn generation_memory(&self) -> u64 {
        let bytes = filters::memory(self, FilterBlocks::piece_bytes(self));
        bytes.max(self.table_bytes())
    }

    /// The time that generating the table takes on this machine with `threads` threads, measured by a sample of
    /// the work in tenths of a second. A century if there is no memory for the sample.
    pub fn generation_time(&self, threads: usize) -> Duration {
        const CENTURY: f64 = 3.2e9;
        let seconds = filters::Work::of(self).map_or(CENTURY, |work| work.seconds());
        Duration::from_secs_f64(seconds / threads as f64)
    }
}

/// A table after the breadth-first search, not yet in the form in which it is read.
pub struct GeneratedTable {
    pub spec: Spec,
    blocks: FilterBlocks,
    shallow: ShallowDistances,
}

/// Runs the generation of the table `spec` in the thread pool.
pub fn in_pool<T: Send>(
    spec: &Spec,
    work: impl FnOnce() -> io::Result<T> + Send,
) -> Result<T, TableError> {
    let done = threads::in_pool(work).unwrap_or_else(|error| Err(error.into()));
    done.map_err(|error| TableError::generation(spec.name, error))
}

/// Finds the entries of the table `spec`, in the thread pool. `on_progress` is called with the fraction of the
/// work that is done.
pub fn find_entries(
    spec: &Spec,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(f64) + Sync),
) -> io::Result<GeneratedTable> {
    let blocks = FilterBlocks::find_members(spec, stop, on_progress)?;
    let mut shallow = ShallowDistances::empty()?;
    for (distance, addresses) in (0..=spec.shallow_depth()).zip(blocks.addresses()) {
        addresses.for_each(|address| shallow.insert(address, distance));
    }
    Ok(GeneratedTable {
        spec: *spec,
        blocks,
        shallow,
    })
}

impl Table {
    /// Generates the table `spec` in memory, without a file. `on_progress` is called with the fraction of
    /// the work that is done, `0.0..=1.0`, from any thread.
    ///
    /// # Errors
    /// [`TableError::GenerationMemory`] when there is not enough memory, or
    /// [`TableError::Interrupted`] when `stop` was set meanwhile.
    pub fn generate(
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Table, TableError> {
        in_pool(spec, || {
            find_entries(spec, stop, on_progress)?.into_table(stop)
        })
    }
}

impl GeneratedTable {
    /// The table, ready to be read.
    pub fn into_table(self, stop: &AtomicBool) -> io::Result<Table> {
        let length = usize::try_from(self.spec.entry_bytes());
        let length = length.map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut bytes = HugePages::zeroed(length)?;
        let piece = FilterBlocks::piece_bytes(&self.spec);
        let pieces = bytes.par_chunks_mut(piece).enumerate();
        pieces.try_for_each(|(i, bytes)| {
            check_stop(stop)?;
            self.blocks.copy_to(i * piece, bytes);
            Ok::<(), io::Error>(())
        })?;
        Ok(Table {
            spec: self.spec,
            storage: Storage::Memory(bytes),
            counts: self.counts(),
            shallow: self.shallow,
        })
    }

    /// Entries at each distance that the table distinguishes from greater ones. The last count
    /// is known only after all entries have been copied.
    pub fn counts(&self) -> Vec<u64> {
        self.blocks.counts()
    }

    /// The fraction of the work that is done: the last step is done while the table is written.
    pub fn fraction_done(&self) -> f64 {
        self.blocks.fraction_done()
    }

    /// Writes the table to its file. `on_progress` is called with the number of bytes written.
    pub fn write(
        self,
        file: Partial,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> Result<PathBuf, TableError> {
        let describe = || Description {
            name: self.spec.name.to_owned(),
            metric: self.spec.metric,
            base: self.spec.base,
            counts: self.counts(),
        };
        let shallow = self.shallow.bytes();
        file.write(&describe, &[&self, &shallow], stop, on_progress)
    }
}

/// The entries, in the form they have in a file.
impl Section for GeneratedTable {
    fn length(&self) -> u64 {
        self.spec.entry_bytes()
    }

    fn piece(&self) -> usize {
        FilterBlocks::piece_bytes(&self.spec)
    }

    fn copy_to(&self, offset: u64, out: &mut [u8]) {
        self.blocks.copy_to(offset as usize, out);
    }
}
