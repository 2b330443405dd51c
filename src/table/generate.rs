//! Generating tables, into memory or into their files.

use super::cosets;
use super::cosets::generate::Planes;
use super::cosets::row_map::Turn;
use super::dimensions::HALF_TURN_ROWS;
use super::error::{TableError, check_stop};
use super::file::{Description, Partial, Section};
use super::filters;
use super::filters::generate::FilterBlocks;
use super::huge_pages::HugePages;
use super::pruning_table::{Storage, Table};
use super::shallow::ShallowDistances;
use super::spec::{Encoding, Spec};
use crate::host::cpu;
use rayon::prelude::*;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

impl Spec {
    /// Bytes of memory that generating and writing the table needs, and at least those of the table.
    pub fn generation_memory(&self) -> u64 {
        // move tables, and the buffers in which the file is written
        const WORK: usize = 32 << 20;
        let bytes = match self.encoding {
            Encoding::TwoBits => self.table_bytes() + (HALF_TURN_ROWS + WORK) as u64,
            Encoding::Filter { .. } => filters::generate::memory(self),
        };
        bytes.max(self.table_bytes())
    }

    /// Approximate time that generating the table takes on this machine with `threads` threads.
    pub fn generation_time(&self, threads: usize) -> Duration {
        // fits h2 and h2c6 to a fifth
        const ONE_ENTRY: f64 = 1.46e-5;
        const POWER: f64 = 0.65;
        let thread_seconds = match self.encoding {
            Encoding::TwoBits => ONE_ENTRY * (self.entries() as f64).powf(POWER),
            Encoding::Filter { half_lines } => filters::generate::thread_seconds(self, half_lines),
        };
        Duration::from_secs_f64(thread_seconds / threads as f64)
    }
}

/// A table after the breadth-first search, not yet in the form in which it is read.
pub struct GeneratedTable {
    pub spec: Spec,
    entries: GeneratedEntries,
    shallow: ShallowDistances,
}

enum GeneratedEntries {
    TwoBits(Planes),
    Filter(FilterBlocks),
}

/// Bytes of entries that are converted at a time.
const PIECE: usize = 1 << 20;

/// Runs the generation of the table `spec` in the thread pool.
pub fn in_pool<T: Send>(
    spec: &Spec,
    work: impl FnOnce() -> io::Result<T> + Send,
) -> Result<T, TableError> {
    let done = cpu::in_pool(work).unwrap_or_else(|error| Err(error.into()));
    done.map_err(|error| TableError::generation(spec.name, error))
}

/// Generates the table `spec`, in the thread pool. `on_progress` is called with the fraction of the
/// work that is done.
pub fn generate(
    spec: &Spec,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(f64) + Sync),
) -> io::Result<GeneratedTable> {
    // first, so that the memory it works in is free again for the rest
    let shallow = ShallowDistances::search(spec, stop)?;
    let entries = match spec.encoding {
        Encoding::TwoBits => {
            let turns = Turn::generators(spec.metric);
            let planes = cosets::generate::generate(spec, &turns, stop, on_progress)?;
            GeneratedEntries::TwoBits(planes)
        }
        Encoding::Filter { half_lines } => {
            let blocks = filters::generate::generate(spec, half_lines, stop, on_progress)?;
            GeneratedEntries::Filter(blocks)
        }
    };
    Ok(GeneratedTable {
        spec: *spec,
        entries,
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
        in_pool(spec, || generate(spec, stop, on_progress)?.into_table(stop))
    }

    /// Generates a table of two-bit values in memory whose distances are by turns of faces and slices, such
    /// as [`Spec::SLICE_TURNS`]. It has no exact distances: only bounds above its base are right.
    pub(crate) fn in_slice_turns(
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Table, TableError> {
        in_pool(spec, || {
            let turns: Vec<Turn> = Turn::all().collect();
            let planes = cosets::generate::generate(spec, &turns, stop, on_progress)?;
            let table = GeneratedTable {
                spec: *spec,
                entries: GeneratedEntries::TwoBits(planes),
                shallow: ShallowDistances::empty()?,
            };
            table.into_table(stop)
        })
    }
}

impl GeneratedTable {
    /// The table, ready to be read.
    pub fn into_table(self, stop: &AtomicBool) -> io::Result<Table> {
        let mut bytes = HugePages::zeroed(self.spec.entry_bytes())?;
        let pieces = bytes.par_chunks_mut(PIECE).enumerate();
        pieces.try_for_each(|(i, piece)| {
            check_stop(stop)?;
            self.copy_to((i * PIECE) as u64, piece);
            Ok::<(), io::Error>(())
        })?;
        Ok(Table {
            spec: self.spec,
            storage: Storage::Memory(bytes),
            counts: self.counts(),
            shallow: self.shallow,
        })
    }

    /// Entries at each distance that the table distinguishes from greater ones. The last count of a
    /// filter is known only after all entries have been copied.
    pub fn counts(&self) -> Vec<u64> {
        match &self.entries {
            GeneratedEntries::TwoBits(planes) => planes.counts.clone(),
            GeneratedEntries::Filter(blocks) => blocks.counts(),
        }
    }

    /// The fraction of the work that is done: the last step of a filter is done while it is written.
    pub fn fraction_done(&self) -> f64 {
        match self.spec.encoding {
            Encoding::TwoBits => 1.0,
            Encoding::Filter { half_lines } => {
                filters::generate::fraction_before_blocks(&self.spec, half_lines)
            }
        }
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
        self.spec.entry_bytes() as u64
    }

    fn copy_to(&self, offset: u64, out: &mut [u8]) {
        match &self.entries {
            GeneratedEntries::TwoBits(planes) => planes.copy_values(offset as usize, out),
            GeneratedEntries::Filter(blocks) => blocks.copy_to(offset as usize, out),
        }
    }
}
