//! A table ready to be read: in memory, or mapped from its file.

use super::address::address;
use super::coset_index::CosetIndex;
use super::dimensions::SHALLOW_BYTES;
use super::entries::Entries;
use super::error::{FileProblem, TableError};
use super::file::{Description, Section, TableFile, read_in_order, write_in_order};
use super::filters::read::Filter;
use super::filters::sample_row;
use super::shallow::ShallowDistances;
use super::spec::Spec;
use crate::cube::{Cube, Metric};
use crate::host::{self, memory::HugePages};
use rand::seq::IndexedRandom;
use std::fmt;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A pruning table: the stored entries, and the exact distances of the nearest ones.
///
/// ```
/// use cubesolve::table::{Spec, Table};
/// use cubesolve::Cube;
/// use std::sync::atomic::AtomicBool;
///
/// let spec = Spec::by_name("32M").expect("32M is a table");
/// let table = Table::generate(spec, &AtomicBool::new(false), &|_| ())?;
/// let cube: Cube = "R U F'".parse()?;
/// assert!(table.lower_bound(&cube) <= 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    pub(super) spec: Spec,
    pub(super) storage: Storage,
    pub(super) shallow: ShallowDistances,
    pub(super) counts: Vec<u64>,
}

/// An entry whose bound exceeds the number of moves that lead to the cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("an entry gives the bound {bound} for a cube at distance {moves} at most")]
#[non_exhaustive]
pub struct WrongEntry {
    /// The bound that the entry gives.
    pub bound: u8,
    /// Number of moves that lead to the cube.
    pub moves: u8,
}

/// Where the entries are stored.
pub(super) enum Storage {
    /// In memory of this process.
    Memory(HugePages),
    /// In a section of a file, which stays mapped.
    Mapped(TableFile),
}

/// How a table file is brought into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// Map it, so that the system reads pages when they are first needed: ready at once, and shared
    /// between processes. If another program truncates the file, the system ends the process (SIGBUS).
    Map,
    /// Copy it into huge pages: a search is then about twice as fast.
    Copy,
}

/// Files up to this length are checked in full when they are mapped, which takes milliseconds.
const MAX_CHECKED_LENGTH: u64 = 128 << 20;

/// The sections of a table file.
const ENTRIES: usize = 0;
const SHALLOW: usize = 1;

impl Table {
    /// A table of the default size to measure the speed of a search: each row is the same one, with as many random
    /// entries in its sets as real rows have.
    pub(crate) fn sample() -> io::Result<Table> {
        let spec = *Spec::default_in(Metric::HalfTurn);
        let row = sample_row(&spec)?;
        let mut entries = HugePages::zeroed(spec.entry_bytes() as usize)?;
        for blocks in entries.chunks_exact_mut(size_of_val(row.as_slice())) {
            blocks.copy_from_slice(bytemuck::cast_slice(&row));
        }
        Ok(Table {
            spec,
            storage: Storage::Memory(entries),
            shallow: ShallowDistances::empty()?,
            counts: vec![],
        })
    }

    /// Opens a table file. A copy, or a small file, is checked in full; of a large file that is
    /// mapped only samples are, so that it is ready at once.
    ///
    /// # Errors
    /// [`TableError::File`], with what is wrong with the file; [`FileProblem::Io`] also when there is
    /// not enough memory for a copy.
    pub fn open(path: &Path, load: Load) -> Result<Table, TableError> {
        let file = TableFile::open(path)?;
        if load == Load::Copy {
            return Table::copy(&file);
        }
        let spec = *spec_of(&file)?;
        if file.length() <= MAX_CHECKED_LENGTH {
            file.verify(&|_| ())?;
        }
        Ok(Table {
            spec,
            shallow: ShallowDistances::from_slots(copy_section(&file, SHALLOW)?),
            counts: file.description().counts.clone(),
            storage: Storage::Mapped(file),
        })
    }

    /// Reads a table file of this length in bytes from its start on, and checks all of it: for systems without files.
    ///
    /// # Errors
    /// [`TableError::Read`], with what is wrong with the file; [`FileProblem::Io`] also when there is not enough memory.
    pub fn read(file: &mut dyn io::Read, length: u64) -> Result<Table, TableError> {
        let error = |problem| TableError::Read { problem };
        let (description, mut sections) = read_in_order(file, length).map_err(error)?;
        let lengths: Vec<u64> = sections
            .iter()
            .map(|section| section.len() as u64)
            .collect();
        let spec = *spec_with(&description, &lengths).map_err(error)?;
        let (shallow, entries) = (sections.swap_remove(SHALLOW), sections.swap_remove(ENTRIES));
        Ok(Table {
            spec,
            shallow: ShallowDistances::from_slots(shallow),
            counts: description.counts,
            storage: Storage::Memory(entries),
        })
    }

    /// Writes its file from the start on, for [`Table::read`].
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let description = Description {
            name: self.spec.name.to_owned(),
            metric: self.spec.metric,
            base: self.spec.base,
            counts: self.counts.clone(),
        };
        let sections: [&dyn Section; 2] = [&self.entry_bytes(), &self.shallow.bytes()];
        write_in_order(&description, &sections, out)
    }

    fn copy(file: &TableFile) -> Result<Table, TableError> {
        Ok(Table {
            spec: *spec_of(file)?,
            shallow: ShallowDistances::from_slots(copy_section(file, SHALLOW)?),
            counts: file.description().counts.clone(),
            storage: Storage::Memory(copy_section(file, ENTRIES)?),
        })
    }

    /// Checks every byte of a mapped file against its checksum. `on_progress` is called with the
    /// number of bytes checked so far, from any thread. A table in memory was checked when it was
    /// copied.
    ///
    /// # Errors
    /// [`FileProblem::Corrupted`] for the first chunk that does not match.
    pub fn verify(&self, on_progress: &(dyn Fn(u64) + Sync)) -> Result<(), TableError> {
        match &self.storage {
            Storage::Mapped(file) => file.verify(on_progress),
            Storage::Memory(_) => Ok(()),
        }
    }

    /// Checks entries along 2000 random walks from the solved cube: no bound may exceed the number of
    /// moves. (Bounds that are too small would cost time and nothing else.)
    ///
    /// # Errors
    /// The first wrong entry that is found.
    pub fn check_samples(&self) -> Result<(), WrongEntry> {
        const WALKS: usize = 2000;
        // enough to reach positions of every distance
        const WALK_MOVES: u8 = 30;
        let turns = self.spec().turns();
        for _ in 0..WALKS {
            let mut cube = Cube::SOLVED;
            for moves in 1..=WALK_MOVES {
                let turn = turns.choose(&mut host::rng());
                cube = cube.product(turn.expect("every metric has turns").cube());
                let bound = self.lower_bound(&cube);
                if bound > moves {
                    return Err(WrongEntry { bound, moves });
                }
            }
        }
        Ok(())
    }

    /// Which table it is.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Number of entries at each distance from 0, up to the greatest distance that the table
    /// distinguishes from greater ones.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// A lower bound of the number of moves that solve `cube`, in the metric of the table.
    ///
    /// With `base` as in [`Table::spec`], it is the distance of the cube's coset if that is at most
    /// 7; 8 if it is between that and the base; and at most `base + 1`, `base + 2` or `base + 3` if it is
    /// greater, or `base + 1`, `base + 3` or `base + 4` in quarter turns. It is less for some cubes,
    /// since the sets are approximate.
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        self.entries().lower_bound(address(&CosetIndex::new(cube)))
    }

    /// The stored entries, [`Spec::entry_bytes`] bytes.
    pub(crate) fn entry_bytes(&self) -> &[u8] {
        match &self.storage {
            Storage::Memory(memory) => memory,
            Storage::Mapped(file) => file.section(ENTRIES),
        }
    }

    /// The table as slices, for reading many entries.
    pub(crate) fn entries(&self) -> Entries<'_> {
        Entries {
            values: Filter::new(
                self.entry_bytes(),
                self.spec.metric,
                self.spec.quarters_per_block,
            ),
            shallow: self.shallow.reader(self.spec.shallow_depth()),
            base: self.spec.base,
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_mapped = matches!(self.storage, Storage::Mapped(_));
        f.debug_struct("Table")
            .field("spec", &self.spec)
            .field("is_mapped", &is_mapped)
            .finish_non_exhaustive()
    }
}

/// The table that a file holds.
///
/// # Errors
/// [`FileProblem::OtherTable`] unless it is one of [`Spec::ALL`] in exactly the form read here.
pub(super) fn spec_of(file: &TableFile) -> Result<&'static Spec, TableError> {
    spec_with(file.description(), file.section_lengths()).map_err(|problem| file.error(problem))
}

fn spec_with(description: &Description, lengths: &[u64]) -> Result<&'static Spec, FileProblem> {
    Spec::by_name(&description.name)
        .filter(|spec| {
            (description.metric, description.base) == (spec.metric, spec.base)
                && lengths == [spec.entry_bytes(), SHALLOW_BYTES as u64]
        })
        .ok_or_else(|| FileProblem::OtherTable {
            name: description.name.clone(),
        })
}

fn copy_section(file: &TableFile, section: usize) -> Result<HugePages, TableError> {
    let no_memory = |source| file.error(FileProblem::io("copied into memory", source));
    let mut copy = HugePages::zeroed(file.section(section).len()).map_err(no_memory)?;
    file.copy_section(section, &mut copy)?;
    Ok(copy)
}
