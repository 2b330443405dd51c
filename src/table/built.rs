//! Building tables.

use super::build::{self, BuildProgress, Planes};
use super::file::{Description, Partial, Section, TableError};
use super::filter;
use super::huge_pages::HugePages;
use super::loaded::{Storage, Table};
use super::shallow::ShallowDistances;
use super::spec::{Encoding, Spec};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A table just built.
pub struct BuiltTable {
    pub spec: Spec,
    /// Entries at each distance that it tells from greater ones.
    pub counts: Vec<u64>,
    codes: BuiltCodes,
    shallow: ShallowDistances,
}

/// What it stores of its entries.
enum BuiltCodes {
    TwoBits(Planes),
    Filter(HugePages),
}

/// Builds the table `spec`.
///
/// # Errors
/// When there is not enough memory, or `stop` was set meanwhile.
pub fn build(
    spec: &Spec,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(BuildProgress) + Sync),
) -> Result<BuiltTable, TableError> {
    // first, to have what it works with back before the rest
    let shallow = ShallowDistances::search(spec, stop).map_err(|error| spec.no_memory(error))?;
    let (counts, codes) = match spec.encoding {
        Encoding::TwoBits => {
            let (counts, planes) = build::build(spec, stop, on_progress)?;
            (counts, BuiltCodes::TwoBits(planes))
        }
        Encoding::Filter { lines } => {
            let (counts, blocks) = filter::build(spec, lines, stop, on_progress)?;
            (counts, BuiltCodes::Filter(blocks))
        }
    };
    Ok(BuiltTable {
        spec: *spec,
        counts,
        codes,
        shallow,
    })
}

impl Table {
    /// Builds the table `spec` in memory, without a file.
    ///
    /// # Errors
    /// When there is not enough memory, or `stop` was set meanwhile.
    pub fn build(
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(BuildProgress) + Sync),
    ) -> Result<Table, TableError> {
        let built = build(spec, stop, on_progress)?;
        built.into_table().map_err(|error| spec.no_memory(error))
    }
}

impl BuiltTable {
    /// The table, ready to be read, in memory of its own.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn into_table(self) -> io::Result<Table> {
        let codes = match self.codes {
            BuiltCodes::TwoBits(planes) => {
                let mut codes = HugePages::zeroed(self.spec.code_bytes())?;
                planes.copy_codes(0, &mut codes);
                codes
            }
            BuiltCodes::Filter(blocks) => blocks,
        };
        Ok(Table::new(self.spec, Storage::Copied(codes), self.shallow))
    }

    /// Writes the table to its file. `on_progress` gets the number of bytes written.
    ///
    /// # Errors
    /// When the disk is full or fails, or `stop` was set.
    pub fn write(
        &self,
        file: Partial,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> Result<PathBuf, TableError> {
        let description = Description {
            name: self.spec.name.to_owned(),
            metric: self.spec.metric,
            base: self.spec.base,
            counts: self.counts.clone(),
        };
        let shallow = self.shallow.bytes();
        file.write(&description, &[self, &shallow], stop, on_progress)
    }
}

/// The codes, in the form they have in a file.
impl Section for BuiltTable {
    fn length(&self) -> u64 {
        self.spec.code_bytes() as u64
    }

    fn copy_to(&self, offset: u64, out: &mut [u8]) {
        match &self.codes {
            BuiltCodes::TwoBits(planes) => planes.copy_codes(offset as usize, out),
            BuiltCodes::Filter(blocks) => (&**blocks).copy_to(offset, out),
        }
    }
}
