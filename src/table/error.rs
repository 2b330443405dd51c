//! Errors of tables and their files.

use super::spec::Spec;
use crate::cube::Metric;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Why a table cannot be opened or generated.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum TableError {
    /// No table has this name.
    #[error("there is no table called {name:?}, only {}", successor_or_all(*.successor))]
    UnknownTable {
        name: String,
        /// The table that replaced one of this name.
        successor: Option<&'static str>,
    },
    /// The table is not installed, and may not be generated.
    #[error("table {name} is not installed in {}", directory.display())]
    NotInstalled {
        name: &'static str,
        directory: PathBuf,
    },
    /// The table that was chosen is for another metric.
    #[error("table {name} does not serve the metric {metric}")]
    OtherMetric { name: &'static str, metric: Metric },
    /// Less memory is available than the generation needs, in bytes.
    #[error(
        "generating {name} takes {} MB of memory, {} MB are available",
        needed / 1_000_000,
        available / 1_000_000
    )]
    NotEnoughMemory {
        name: &'static str,
        needed: u64,
        available: u64,
    },
    /// Less space is free on the disk than the file needs, in bytes.
    #[error(
        "{name} takes {} MB of disk space, {} MB are free in {}",
        needed / 1_000_000,
        free / 1_000_000,
        directory.display()
    )]
    NotEnoughDisk {
        name: &'static str,
        directory: PathBuf,
        needed: u64,
        free: u64,
    },
    /// The system has no memory for the generation.
    #[error("not enough memory to generate {name}")]
    GenerationMemory {
        name: &'static str,
        source: Arc<io::Error>,
    },
    /// The caller set the flag to stop.
    #[error("interrupted")]
    Interrupted,
    /// A table file or its directory cannot be used.
    #[error("{} {problem}", path.display())]
    File { path: PathBuf, problem: FileProblem },
    /// What was read as a table file cannot be used.
    #[error("the table's file {problem}")]
    Read { problem: FileProblem },
}

/// Why a table file or its directory cannot be used: the predicate of a sentence about it.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum FileProblem {
    /// There is no such file.
    #[error("does not exist")]
    Missing,
    /// It does not start like a table file.
    #[error("is not a table file")]
    NotATable,
    /// What should be the directory of tables is a file.
    #[error("is not a directory")]
    NotADirectory,
    /// It is a directory, pipe or device.
    #[error("is not a regular file")]
    NotRegular,
    /// It belongs to another user, and anyone can change it.
    #[error(
        "belongs to another user and anyone may write to it, so its content cannot be trusted; \
         copy it, or have its owner remove the permission (chmod o-w)"
    )]
    Untrusted,
    /// It has another version of the format.
    #[error("has format version {found}, this program reads version {expected}")]
    Version { found: u32, expected: u32 },
    /// Its numbers have the other byte order.
    #[error("was generated on a machine of the other byte order")]
    ForeignByteOrder,
    /// It was truncated or extended: it has not as many bytes as its header says.
    #[error("has {actual} bytes instead of {expected}")]
    WrongLength { expected: u64, actual: u64 },
    /// The checksum of these bytes does not match.
    #[error("is corrupted: bytes {}..{} do not match their checksum", bytes.start, bytes.end)]
    Corrupted { bytes: Range<u64> },
    /// It is intact and holds the table `found`, but is named after another.
    #[error("holds the table {found}; rename it to {found}.table")]
    WrongName { found: String },
    /// It is intact, but its table `name` is none of [`Spec::ALL`](crate::table::Spec::ALL).
    #[error("holds something other than this program's table {name}")]
    OtherTable { name: String },
    /// The disk became full while it was written; how many bytes it needs.
    #[error(
        "cannot be written: no space left on the disk ({needed} bytes needed); free some, or \
         choose another directory or a smaller table"
    )]
    DiskFull { needed: u64 },
    /// The system reports an error, such as missing permission or too little memory for a copy.
    #[error("cannot be {action}: {source}")]
    Io {
        /// What was attempted: `read`, `written`, `created`, `locked` or `copied into memory`.
        action: &'static str,
        source: Arc<io::Error>,
    },
}

impl FileProblem {
    /// The error for this problem of a file.
    pub(super) fn of(self, path: &Path) -> TableError {
        let (path, problem) = (path.to_owned(), self);
        TableError::File { path, problem }
    }

    /// The problem that the system reports when something is attempted.
    pub(super) fn io(action: &'static str, source: io::Error) -> FileProblem {
        match source.kind() {
            io::ErrorKind::NotFound => FileProblem::Missing,
            _ => FileProblem::Io {
                action,
                source: source.into(),
            },
        }
    }
}

impl TableError {
    /// The error for a failed operation on `path`.
    pub(super) fn io(action: &'static str, path: &Path, source: io::Error) -> TableError {
        FileProblem::io(action, source).of(path)
    }

    /// The error for a generation that was stopped, or did not get memory.
    pub(crate) fn generation(name: &'static str, source: io::Error) -> TableError {
        match is_stop(&source) {
            true => TableError::Interrupted,
            false => TableError::GenerationMemory {
                name,
                source: source.into(),
            },
        }
    }

    /// The problem with a file, if that is the error.
    pub fn file_problem(&self) -> Option<&FileProblem> {
        match self {
            TableError::File { problem, .. } | TableError::Read { problem } => Some(problem),
            _ => None,
        }
    }

    /// Whether the system refused memory to map, copy or generate a table.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        match (self, self.file_problem()) {
            (TableError::GenerationMemory { .. }, _) => true,
            (_, Some(FileProblem::Io { source, .. })) => {
                source.kind() == io::ErrorKind::OutOfMemory
            }
            _ => false,
        }
    }

    /// Whether a checksum of a file does not match.
    pub(crate) fn is_corruption(&self) -> bool {
        matches!(self.file_problem(), Some(FileProblem::Corrupted { .. }))
    }
}

/// Why a generation ends once its caller has set the flag to stop.
#[derive(Debug, Error)]
#[error("stopped")]
struct Stopped;

/// An error that [`is_stop`] recognises, once `stop` is set.
pub(super) fn check_stop(stop: &AtomicBool) -> io::Result<()> {
    match stop.load(Ordering::Relaxed) {
        true => Err(io::Error::other(Stopped)),
        false => Ok(()),
    }
}

/// Whether an error says that the caller set the flag to stop, and not what the system reports.
pub(super) fn is_stop(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Stopped>())
}

/// The successor of a table, or the names of all tables.
fn successor_or_all(successor: Option<&str>) -> String {
    match successor {
        Some(name) => format!("its successor {name}"),
        None => {
            let names: Vec<&str> = Spec::ALL.iter().map(|spec| spec.name).collect();
            names.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_the_system_refuses_is_told_from_other_problems() {
        let of =
            |kind: io::ErrorKind| TableError::io("mapped", Path::new("128M.table"), kind.into());
        assert!(of(io::ErrorKind::OutOfMemory).is_out_of_memory());
        assert!(!of(io::ErrorKind::StorageFull).is_out_of_memory());
        assert!(!TableError::Interrupted.is_out_of_memory());
        let while_generating = TableError::GenerationMemory {
            name: "128M",
            source: Arc::new(io::ErrorKind::OutOfMemory.into()),
        };
        assert!(while_generating.is_out_of_memory());
    }
}
