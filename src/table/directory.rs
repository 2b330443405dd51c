//! Where table files are kept, which are installed, and generating one that is missing.

use super::error::TableError;
use super::file::{EXTENSION, Partial, TableFile, directory_error, path_of, remove_abandoned};
use super::free_space::FreeSpace;
use super::generate::{find_entries, in_pool};
use super::pruning_table::spec_of;
use super::spec::Spec;
use crate::cube::Metric;
use crate::host;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The environment variable with the path of the directory of tables.
pub const DIRECTORY_VARIABLE: &str = "CUBESOLVE_TABLES";

/// How far the generation of a table file is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum GenerationProgress {
    /// Waiting for another process that generates the same table.
    Waiting,
    /// The fraction of the work that is done, `0.0..=1.0`.
    Running(f64),
}

impl GenerationProgress {
    /// The fraction of the work that is done, `0.0..=1.0`.
    pub fn fraction(&self) -> f64 {
        match self {
            GenerationProgress::Waiting => 0.0,
            GenerationProgress::Running(fraction) => *fraction,
        }
    }
}

/// A directory of table files, which need not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory(PathBuf);

impl Default for Directory {
    /// The directory in the environment variable `CUBESOLVE_TABLES`; without it `./tables` if that
    /// holds any table, else the platform's directory for this program's data.
    fn default() -> Directory {
        Directory::in_variable().unwrap_or_else(|| {
            let here = Directory::at("tables");
            let holds_tables = here.files().is_ok_and(|files| !files.is_empty());
            match host::data_directory() {
                Some(data) if !holds_tables => Directory(data),
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

    /// The directory with a name, unless the name is missing or empty.
    pub fn named(name: Option<&OsStr>) -> Option<Directory> {
        let name = name.filter(|name| !name.is_empty());
        name.map(Directory::at)
    }

    /// The directory in the environment variable, unless that is missing or empty.
    pub(crate) fn in_variable() -> Option<Directory> {
        Directory::named(host::variable(DIRECTORY_VARIABLE).as_deref())
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The name of the table for quick solutions, which is no pruning table.
    pub(crate) const QUICK: &str = "fast";

    /// The pruning table files in it, sorted by name; none if the directory does not exist.
    ///
    /// # Errors
    /// [`TableError::File`] when it is a file or cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>, TableError> {
        let entries = match crate::host::fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            Err(error) => return Err(directory_error("read", &self.0, error)),
        };
        let is_table = |path: &PathBuf| {
            let is_hidden = |stem: &OsStr| stem.as_encoded_bytes().starts_with(b".");
            path.extension().is_some_and(|e| e == EXTENSION)
                && !path
                    .file_stem()
                    .is_some_and(|stem| is_hidden(stem) || stem == Directory::QUICK)
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<PathBuf> = paths.filter(is_table).collect();
        paths.sort_unstable();
        Ok(paths)
    }

    /// The path of a table's file, if it exists.
    pub fn find(&self, spec: &Spec) -> Option<PathBuf> {
        let path = path_of(&self.0, spec.name);
        path.exists().then_some(path)
    }

    /// The path of a table's file.
    ///
    /// # Errors
    /// [`TableError::NotInstalled`] if there is none.
    pub fn require(&self, spec: &Spec) -> Result<PathBuf, TableError> {
        self.find(spec).ok_or_else(|| TableError::NotInstalled {
            name: spec.name,
            directory: self.0.clone(),
        })
    }

    /// Whether the file of a table exists and belongs to another user than this one and the
    /// administrator. `false` where files have no owners.
    pub fn is_owned_by_another_user(&self, spec: &Spec) -> bool {
        host::is_owned_by_another_user(&path_of(&self.0, spec.name))
    }

    /// The installed tables of a metric in the order in which to try them: those that fit into the available
    /// memory from the fastest, then the others from the smallest.
    pub fn installed(&self, metric: Metric) -> Vec<&'static Spec> {
        let installed = Spec::all_in(metric).filter(|spec| self.find(spec).is_some());
        let memory = host::memory::available_or_assumed();
        in_order_of_preference(installed.collect(), memory)
    }

    /// The first of [`Directory::installed`].
    pub fn best(&self, metric: Metric) -> Option<&'static Spec> {
        self.installed(metric).first().copied()
    }

    /// Generates a table unless it is installed, and returns the path of its file. Waits while
    /// another process generates the same table. `on_progress` is called from any thread.
    ///
    /// # Errors
    /// - [`TableError::NotEnoughMemory`], [`TableError::NotEnoughDisk`]: it would not fit.
    /// - [`TableError::GenerationMemory`]: it turned out not to fit.
    /// - [`TableError::Interrupted`]: `stop` was set.
    /// - [`TableError::File`]: the file cannot be written, or one exists that cannot be read.
    pub fn generate(
        &self,
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(GenerationProgress) + Sync),
    ) -> Result<PathBuf, TableError> {
        if let Some(path) = self.find_intact(spec)? {
            return Ok(path);
        }
        FreeSpace::of(&self.0).check(spec, &self.0)?;
        let on_wait = || on_progress(GenerationProgress::Waiting);
        let partial = Partial::claim(&self.0, spec.name, stop, on_wait)?;
        // the process that was waited for may have generated it
        if let Some(path) = self.find_intact(spec)? {
            return Ok(path);
        }
        // abandoned files only take space, which the table may not need
        let _ = remove_abandoned(&self.0);
        let report = |fraction| on_progress(GenerationProgress::Running(fraction));
        let generated = in_pool(spec, || find_entries(spec, stop, &report))?;
        let before = generated.fraction_done();
        let on_written = |written: u64| {
            let fraction = (written as f64 / spec.table_bytes() as f64).min(1.0);
            report(before + (1.0 - before) * fraction);
        };
        on_written(0);
        // Windows refuses to replace a file that is mapped: then another program has put the table here meanwhile
        generated
            .write(partial, stop, &on_written)
            .or_else(|error| self.find_intact(spec)?.ok_or(error))
    }

    /// The path of a table's file, if it exists.
    fn find_intact(&self, spec: &Spec) -> Result<Option<PathBuf>, TableError> {
        let path = self.find(spec);
        if let Some(path) = &path {
            spec_of(&TableFile::open(path)?)?;
        }
        Ok(path)
    }
}

/// See [`Directory::installed`].
fn in_order_of_preference(tables: Vec<&'static Spec>, memory: u64) -> Vec<&'static Spec> {
    let mut tables = Spec::smallest_first(tables);
    let fitting = tables.partition_point(|spec| spec.table_bytes() < memory);
    tables[..fitting].reverse();
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preference_falls_from_the_largest_that_fits() {
        let table = |name| Spec::by_name(name).unwrap();
        let order = |names: &[&'static str], memory| -> Vec<&str> {
            let tables = names.iter().map(|name| table(name)).collect();
            let tables = in_order_of_preference(tables, memory);
            tables.iter().map(|spec| spec.name).collect()
        };
        let names = ["4G", "128M", "512M", "32M", "1G"];
        assert_eq!(order(&names, u64::MAX), ["4G", "1G", "512M", "128M", "32M"]);
        let of_f1 = table("1G").table_bytes();
        assert_eq!(
            order(&names, of_f1 + 1),
            ["1G", "512M", "128M", "32M", "4G"]
        );
        assert_eq!(order(&names, of_f1), ["512M", "128M", "32M", "1G", "4G"]);
        // where none fits, the smallest comes first
        assert_eq!(order(&["8G", "512M", "4G"], 1 << 20), ["512M", "4G", "8G"]);
        assert_eq!(order(&[], u64::MAX), [""; 0]);
    }
}
