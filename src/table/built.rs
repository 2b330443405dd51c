//! Building tables.

use super::build::{self, BuildProgress, Planes};
use super::file::{Description, Partial, Section, TableError};
use super::filter;
use super::huge_pages::HugePages;
use super::loaded::{Storage, Table};
use super::shallow::ShallowDistances;
use super::spec::{Encoding, Spec};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// A table just built, before it has the form in which it is read.
pub struct BuiltTable {
    pub spec: Spec,
    codes: BuiltCodes,
    shallow: ShallowDistances,
}

/// What it stores of its entries.
enum BuiltCodes {
    /// With the number of entries at each distance.
    TwoBits(Planes, Vec<u64>),
    Filter(filter::Blocks),
}

/// Bytes of codes that are put into the form in which they are read at a time.
const PIECE: usize = 1 << 20;

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
    let codes = match spec.encoding {
        Encoding::TwoBits => {
            let (counts, planes) = build::build(spec, stop, on_progress)?;
            BuiltCodes::TwoBits(planes, counts)
        }
        Encoding::Filter { lines } => {
            BuiltCodes::Filter(filter::build(spec, lines, stop, on_progress)?)
        }
    };
    Ok(BuiltTable {
        spec: *spec,
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
        build(spec, stop, on_progress)?.into_table(stop)
    }
}

impl BuiltTable {
    /// The table, ready to be read, in memory of its own.
    ///
    /// # Errors
    /// When there is not enough memory, or `stop` was set meanwhile.
    pub fn into_table(self, stop: &AtomicBool) -> Result<Table, TableError> {
        let spec = self.spec;
        let codes = HugePages::zeroed(spec.code_bytes());
        let mut codes = codes.map_err(|error| spec.no_memory(error))?;
        let pieces = codes.par_chunks_mut(PIECE).enumerate();
        pieces.for_each(|(i, piece)| {
            if !stop.load(Ordering::Relaxed) {
                self.copy_to((i * PIECE) as u64, piece);
            }
        });
        match stop.load(Ordering::Relaxed) {
            true => Err(TableError::Interrupted),
            false => Ok(Table::new(spec, Storage::Copied(codes), self.shallow)),
        }
    }

    /// Entries at each distance that the table tells from greater ones. Those at the last distance
    /// of a filter are not counted before it is written.
    pub fn counts(&self) -> Vec<u64> {
        match &self.codes {
            BuiltCodes::TwoBits(_, counts) => counts.clone(),
            BuiltCodes::Filter(blocks) => blocks.counts(),
        }
    }

    /// The part of all the work that is done, by steps of the breadth-first search: the last one of
    /// a filter comes with the writing.
    pub fn part_done(&self) -> f64 {
        match &self.codes {
            BuiltCodes::TwoBits(..) => 1.0,
            BuiltCodes::Filter(blocks) => blocks.part_done(),
        }
    }

    /// Writes the table to its file. `on_progress` gets the number of bytes written.
    ///
    /// # Errors
    /// When the disk is full or fails, or `stop` was set.
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

/// The codes, in the form they have in a file.
impl Section for BuiltTable {
    fn length(&self) -> u64 {
        self.spec.code_bytes() as u64
    }

    fn copy_to(&self, offset: u64, out: &mut [u8]) {
        match &self.codes {
            BuiltCodes::TwoBits(planes, _) => planes.copy_codes(offset as usize, out),
            BuiltCodes::Filter(blocks) => blocks.copy_to(offset as usize, out),
        }
    }
}
