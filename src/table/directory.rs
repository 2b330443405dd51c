//! Where table files are kept, which of them to use, and making one that is missing.

use super::build::BuildProgress;
use super::built::build;
use super::file::{EXTENSION, Partial, TableFile, path_of, remove_abandoned};
use super::{Spec, TableError};
use crate::cube::Metric;
use crate::host;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Variable of the environment that says where the tables are.
pub const VARIABLE: &str = "CUBESOLVE_TABLES";

/// A directory of table files, which need not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory(PathBuf);

/// How the making of a table gets on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Making {
    /// Another process is making the same table; it is waited for.
    Waiting,
    /// Distances are being found.
    Building(BuildProgress),
    /// The file is being written.
    Writing {
        /// Bytes written so far.
        written: u64,
        /// Bytes of the whole file, about.
        total: u64,
        /// The part of the work that was done before.
        before: f64,
    },
}

impl Making {
    /// The part of the work that is done, up to 1.
    pub fn part(&self) -> f64 {
        match self {
            Making::Waiting => 0.0,
            Making::Building(progress) => {
                let rows = f64::from(progress.depth - 1)
                    + progress.rows_done as f64 / progress.rows as f64;
                rows / f64::from(progress.last_depth)
            }
            Making::Writing {
                written,
                total,
                before,
            } => before + (1.0 - before) * (*written as f64 / *total as f64).min(1.0),
        }
    }
}

impl Default for Directory {
    /// The one that `CUBESOLVE_TABLES` names in the environment; without it `./tables` if that
    /// holds any table, else the platform's place for data of this program.
    fn default() -> Directory {
        Directory::named(std::env::var_os(VARIABLE).as_deref()).unwrap_or_else(|| {
            let here = Directory("tables".into());
            match host::data_directory() {
                Some(data) if here.files().is_empty() => Directory(data),
                _ => here,
            }
        })
    }
}

impl Directory {
    /// The directory at a path.
    pub fn at(path: impl Into<PathBuf>) -> Directory {
        Directory(path.into())
    }

    /// The directory of a name, which may be missing; an empty one is as good as none.
    pub fn named(name: Option<&OsStr>) -> Option<Directory> {
        let name = name.filter(|name| !name.is_empty());
        name.map(Directory::at)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The table files in it, by name; none if it cannot be read.
    pub fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == EXTENSION) && is_visible(path))
            .collect();
        paths.sort();
        paths
    }

    /// Where the file of a table is, if it is there.
    pub fn find(&self, spec: &Spec) -> Option<PathBuf> {
        let path = path_of(&self.0, spec.name);
        path.exists().then_some(path)
    }

    /// The table to solve with in a metric: of those that fit the memory the fastest, else the
    /// slowest there is, which is the smallest.
    pub fn best(&self, metric: Metric) -> Option<&'static Spec> {
        let memory = host::available_memory().unwrap_or(u64::MAX);
        let mut found = Spec::all_in(metric).filter(|spec| self.find(spec).is_some());
        let slowest = found.next();
        found.rfind(|spec| spec.table_bytes() < memory).or(slowest)
    }

    /// Makes a table unless it is there already. Returns the path of its file. It waits while
    /// another process is making the same. `on_progress` is called from any thread.
    ///
    /// # Errors
    /// When memory or disk do not suffice, the file that is there is not good, or `stop` was set.
    pub fn make(
        &self,
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(Making) + Sync),
    ) -> Result<PathBuf, TableError> {
        if let Some(path) = self.find_good(spec)? {
            return Ok(path);
        }
        Room::of(self).check(spec, self)?;
        let partial = Partial::claim(&self.0, spec.name, stop, || on_progress(Making::Waiting))?;
        // Whoever was waited for has made it.
        if let Some(path) = self.find_good(spec)? {
            return Ok(path);
        }
        // Leftovers only take room, which the table may do without.
        let _ = remove_abandoned(&self.0);
        let built = build(spec, stop, &|progress| {
            on_progress(Making::Building(progress));
        })?;
        let (total, before) = (spec.table_bytes(), built.part_done());
        let on_written = |written| {
            on_progress(Making::Writing {
                written,
                total,
                before,
            });
        };
        on_written(0);
        built.write(partial, stop, &on_written)
    }

    /// The path of a table's file if it is there and good.
    fn find_good(&self, spec: &Spec) -> Result<Option<PathBuf>, TableError> {
        let path = self.find(spec);
        if let Some(path) = &path {
            TableFile::open(path)?.spec()?;
        }
        Ok(path)
    }
}

fn is_visible(path: &Path) -> bool {
    path.file_stem()
        .is_some_and(|stem| !stem.as_encoded_bytes().starts_with(b"."))
}

/// What there is for making a table, in bytes; `None` where the system does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Memory that is available.
    pub memory: Option<u64>,
    /// What is free of the disk.
    pub disk: Option<u64>,
}

impl Room {
    /// What this machine has for tables in a directory.
    pub fn of(directory: &Directory) -> Room {
        Room {
            memory: host::available_memory(),
            disk: host::free_disk(&directory.0),
        }
    }

    /// The same with the part of the memory that a table chosen without being asked for may take.
    pub fn comfortable(self) -> Room {
        const PART: f64 = 0.7;
        Room {
            memory: self.memory.map(|bytes| (bytes as f64 * PART) as u64),
            ..self
        }
    }

    /// The fastest table in a metric that there is room to build and to write.
    pub fn fastest(&self, metric: Metric) -> Option<&'static Spec> {
        Spec::all_in(metric).rfind(|spec| self.suffices(spec))
    }

    /// The fastest one that so many threads build within a few minutes.
    pub fn fastest_soon(&self, metric: Metric, threads: usize) -> Option<&'static Spec> {
        const PATIENCE: Duration = Duration::from_secs(180);
        let is_soon = |spec: &Spec| spec.build_time(threads) <= PATIENCE;
        Spec::all_in(metric).rfind(|spec| is_soon(spec) && self.suffices(spec))
    }

    /// Whether there is room to build a table and to write it.
    pub fn suffices(&self, spec: &Spec) -> bool {
        let too_little = self.too_little_memory(spec).or(self.too_little_disk(spec));
        too_little.is_none()
    }

    /// The memory there is, if that is too little to build a table.
    fn too_little_memory(&self, spec: &Spec) -> Option<u64> {
        self.memory.filter(|memory| *memory < spec.build_bytes())
    }

    /// The space on the disk, if that is too little to write a table.
    fn too_little_disk(&self, spec: &Spec) -> Option<u64> {
        self.disk.filter(|disk| *disk < file_bytes(spec))
    }

    /// Refuses a table that there is no room for.
    fn check(&self, spec: &Spec, directory: &Directory) -> Result<(), TableError> {
        let name = spec.name;
        if let Some(available) = self.too_little_memory(spec) {
            return Err(TableError::LittleMemory {
                name,
                needed: spec.build_bytes(),
                available,
            });
        }
        if let Some(free) = self.too_little_disk(spec) {
            return Err(TableError::LittleDisk {
                name,
                directory: directory.0.clone(),
                needed: file_bytes(spec),
                free,
            });
        }
        Ok(())
    }
}

/// Bytes of a table's file: the checksums and filling take far less than a thousandth.
fn file_bytes(spec: &Spec) -> u64 {
    spec.table_bytes() + spec.table_bytes() / 1000 + (64 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With as much as a table takes it can be made, with a byte less it cannot.
    #[test]
    fn room_is_enough_to_the_last_byte() {
        let h2 = Spec::by_name("h2").unwrap();
        let directory = Directory::at("somewhere");
        let check = |memory, disk| Room { memory, disk }.check(h2, &directory);
        let (memory, disk) = (h2.build_bytes(), file_bytes(h2));
        assert!(check(Some(memory), Some(disk)).is_ok() && check(None, None).is_ok());
        match check(Some(memory - 1), None) {
            Err(TableError::LittleMemory {
                needed, available, ..
            }) => assert_eq!((needed, available), (memory, memory - 1)),
            other => panic!("{other:?}"),
        }
        match check(None, Some(disk - 1)) {
            Err(TableError::LittleDisk { needed, free, .. }) => {
                assert_eq!((needed, free), (disk, disk - 1));
            }
            other => panic!("{other:?}"),
        }
        // a thousandth more than the table takes, and some pages
        let beyond = disk - h2.table_bytes() - h2.table_bytes() / 1000;
        assert!((32 << 10..128 << 10).contains(&beyond));
    }
}
