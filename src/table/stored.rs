//! Between tables and their files.

use super::edges::LINES;
use super::file::{TableError, TableFile};
use super::huge_pages::HugePages;
use super::loaded::Storage;
use super::shallow::{SHALLOW_BYTES, ShallowDistances};
use super::spec::Encoding;
use super::{Spec, Table, filter};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How a table file comes into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// Left where it is, pages read when they are first needed: ready at once, and shared
    /// between processes.
    Map,
    /// Copied into memory of its own on huge pages: about twice as fast to search in.
    Copy,
}

/// Length of the files that take but milliseconds to check.
const CHECKED_IN_FULL: u64 = 128 << 20;

/// The sections of a table file.
const CODES: usize = 0;
const SHALLOW: usize = 1;

impl Table {
    /// Opens the table in a file. A small one or a copy is checked in full, a large one that
    /// is mapped only in samples, to be ready at once.
    ///
    /// # Errors
    /// What is wrong with the file, or that there is not enough memory for a copy.
    pub fn open(path: &Path, load: Load) -> Result<Table, TableError> {
        let file = TableFile::open(path)?;
        let spec = *file.spec()?;
        if load == Load::Map && file.length() <= CHECKED_IN_FULL {
            file.verify(&|_| ())?;
        }
        let shallow = ShallowDistances::from_slots(copy_section(&file, SHALLOW)?);
        let storage = match load {
            Load::Map => Storage::Mapped {
                file,
                section: CODES,
            },
            Load::Copy => Storage::Copied(copy_section(&file, CODES)?),
        };
        Ok(Table::new(spec, storage, shallow))
    }
}

fn copy_section(file: &TableFile, section: usize) -> Result<HugePages, TableError> {
    let no_memory = |source| TableError::Memory {
        path: file.path().to_owned(),
        source: Arc::new(source),
    };
    let mut copy = HugePages::zeroed(file.section(section).len()).map_err(no_memory)?;
    file.copy_section(section, &mut copy)?;
    Ok(copy)
}

impl TableFile {
    /// Which table the file holds.
    ///
    /// # Errors
    /// When it is not one of this program's, in just the form that it reads.
    pub fn spec(&self) -> Result<&'static Spec, TableError> {
        let description = self.description();
        Spec::by_name(&description.name)
            .filter(|spec| {
                (description.metric, description.base) == (spec.metric, spec.base)
                    && self.sections() == 2
                    && self.section(CODES).len() == spec.code_bytes()
                    && self.section(SHALLOW).len() == SHALLOW_BYTES
            })
            .ok_or_else(|| TableError::OtherTable {
                path: self.path().to_owned(),
                name: description.name.clone(),
            })
    }
}

impl Spec {
    /// Bytes of the whole table.
    pub const fn table_bytes(&self) -> u64 {
        (self.code_bytes() + self.shallow_bytes()) as u64
    }

    /// Bytes of the exact shallow distances, the same for every table.
    pub const fn shallow_bytes(&self) -> usize {
        SHALLOW_BYTES
    }

    /// Bytes of memory that building and writing the table takes, or, if that is more, the table
    /// itself. Building two-bit values takes the table, the sets of lines on the frontier before and
    /// after a step, and room to work in.
    pub fn build_bytes(&self) -> u64 {
        const ROOM: usize = 32 << 20;
        match self.encoding {
            Encoding::TwoBits => {
                self.table_bytes() + (2 * self.corner_classes() * LINES.div_ceil(8) + ROOM) as u64
            }
            Encoding::Filter { .. } => filter::build_bytes(self).max(self.table_bytes()),
        }
    }

    /// Time that building the table on so many threads takes here, roughly.
    pub fn build_time(&self, threads: usize) -> Duration {
        // with more entries it grows as this power, for h2 to h8 to a fifth
        const FOR_ONE_ENTRY: f64 = 1.46e-5;
        const POWER: f64 = 0.65;
        let thread_seconds = match self.encoding {
            Encoding::TwoBits => FOR_ONE_ENTRY * (self.entries() as f64).powf(POWER),
            Encoding::Filter { lines } => filter::build_seconds(self, lines),
        };
        Duration::from_secs_f64(thread_seconds / threads as f64)
    }
}
