//! Errors of tables and their files.

use crate::cube::Metric;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why a table cannot be opened or generated.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file does not exist.
    #[error("there is no file {}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// No table has this name.
    #[error("there is no table called {name:?}")]
    UnknownTable {
        /// The name.
        name: String,
    },
    /// The table is not installed, and may not be generated.
    #[error("table {name} is not installed in {}", directory.display())]
    NotInstalled {
        /// The table.
        name: &'static str,
        /// The directory.
        directory: PathBuf,
    },
    /// The table that was chosen is for another metric.
    #[error("table {name} does not serve the metric {metric}")]
    OtherMetric {
        /// The table.
        name: &'static str,
        /// The metric that is needed.
        metric: Metric,
    },
    /// The file does not start like a table file.
    #[error("{} is not a table file", path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// What should be the directory of tables is a file.
    #[error("{} is not a directory", path.display())]
    NotADirectory {
        /// The file.
        path: PathBuf,
    },
    /// The path is a directory, pipe or device.
    #[error("{} is not a regular file but {kind}; tables are read from regular files only", path.display())]
    NotRegular {
        /// The path.
        path: PathBuf,
        /// What it is instead, in words.
        kind: &'static str,
    },
    /// The file belongs to another user, and anyone can change it.
    #[error(
        "{} belongs to another user and anyone may write to it, so its content cannot be \
         trusted; make a copy of your own, or have its owner remove the permission (chmod o-w)",
        path.display()
    )]
    Untrusted {
        /// The file.
        path: PathBuf,
    },
    /// The file has another version of the format.
    #[error("{} has format version {found}, this program reads version {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version in the header.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// The numbers in the file have the other byte order.
    #[error("{} was generated on a machine of the other byte order", path.display())]
    ForeignByteOrder {
        /// The file.
        path: PathBuf,
    },
    /// The file was truncated or extended.
    #[error("{} has {actual} bytes instead of {expected}", path.display())]
    WrongLength {
        /// The file.
        path: PathBuf,
        /// Its length in bytes according to its header.
        expected: u64,
        /// Its length in bytes.
        actual: u64,
    },
    /// A checksum does not match.
    #[error("{} is corrupted: {part}", path.display())]
    Corrupted {
        /// The file.
        path: PathBuf,
        /// The corrupted part.
        part: FilePart,
    },
    /// The file is intact but named after another table.
    #[error("{} holds the table {found}; rename it to {found}.table", path.display())]
    WrongName {
        /// The file.
        path: PathBuf,
        /// The name in the header.
        found: String,
    },
    /// The file is intact, but its table is none of [`Spec::ALL`](crate::table::Spec::ALL).
    #[error("{} holds something other than this program's table {name}", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// The name in the header.
        name: String,
    },
    /// Less memory is available than the generation needs.
    #[error(
        "generating {name} takes {} MB of memory, {} MB are available",
        needed / 1_000_000,
        available / 1_000_000
    )]
    NotEnoughMemory {
        /// The table.
        name: &'static str,
        /// Bytes needed.
        needed: u64,
        /// Bytes available.
        available: u64,
    },
    /// Less space is free on the disk than the file needs.
    #[error(
        "{name} takes {} MB of disk space, {} MB are free in {}",
        needed / 1_000_000,
        free / 1_000_000,
        directory.display()
    )]
    NotEnoughDisk {
        /// The table.
        name: &'static str,
        /// The directory for the file.
        directory: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        free: u64,
    },
    /// The disk became full while the file was written.
    #[error(
        "no space left on the disk of {} ({needed} bytes needed); free some, or choose \
         another directory or a smaller table",
        directory.display()
    )]
    DiskFull {
        /// The directory of the file.
        directory: PathBuf,
        /// Bytes needed.
        needed: u64,
    },
    /// The system denies permission.
    #[error("no permission to {action} {}", path.display())]
    Permission {
        /// What was attempted.
        action: FileAction,
        /// The file.
        path: PathBuf,
    },
    /// The system has no memory for a copy of the file.
    #[error("cannot copy {} into memory", path.display())]
    CopyMemory {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: Arc<io::Error>,
    },
    /// The system has no memory for the generation.
    #[error("not enough memory to generate {name}")]
    GenerationMemory {
        /// The table.
        name: &'static str,
        /// The system's error.
        source: Arc<io::Error>,
    },
    /// The caller set the flag to stop.
    #[error("interrupted")]
    Interrupted,
    /// The system reports another error.
    #[error("cannot {action} {}", path.display())]
    Io {
        /// What was attempted.
        action: FileAction,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: Arc<io::Error>,
    },
}

/// A part of a table file that has a checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilePart {
    /// The first page.
    Header,
    /// The list of checksums.
    Checksums,
    /// Bytes `start..end` of the file.
    Block {
        /// The first byte.
        start: u64,
        /// The byte after the last.
        end: u64,
    },
}

impl fmt::Display for FilePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilePart::Header => f.write_str("its header does not match its checksum"),
            FilePart::Checksums => f.write_str("its list of checksums does not match its checksum"),
            FilePart::Block { start, end } => {
                write!(f, "bytes {start}..{end} do not match their checksum")
            }
        }
    }
}

/// What was attempted with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileAction {
    /// Reading it.
    Read,
    /// Writing to it.
    Write,
    /// Creating it.
    Create,
    /// Locking it, so that no other process writes to it.
    Lock,
}

impl fmt::Display for FileAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileAction::Read => "read",
            FileAction::Write => "write",
            FileAction::Create => "create",
            FileAction::Lock => "lock",
        })
    }
}

impl TableError {
    /// The error for a failed operation on `path`.
    pub(super) fn io(action: FileAction, path: &Path, source: io::Error) -> TableError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => TableError::Missing { path },
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                TableError::Permission { action, path }
            }
            _ => TableError::Io {
                action,
                path,
                source: source.into(),
            },
        }
    }

    /// The error for memory that the generation of a table did not get.
    pub(super) fn generation_memory(name: &'static str, source: io::Error) -> TableError {
        TableError::GenerationMemory {
            name,
            source: source.into(),
        }
    }
}

impl TableError {
    /// Whether the system refused memory to map, copy or generate a table.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        match self {
            TableError::CopyMemory { .. } | TableError::GenerationMemory { .. } => true,
            TableError::Io { source, .. } => source.kind() == io::ErrorKind::OutOfMemory,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn io_errors_name_action_and_path() {
        let message = |action, kind: io::ErrorKind| {
            TableError::io(action, Path::new("h2.table"), kind.into()).to_string()
        };
        for (action, verb) in [
            (FileAction::Read, "read"),
            (FileAction::Write, "write"),
            (FileAction::Create, "create"),
            (FileAction::Lock, "lock"),
        ] {
            use io::ErrorKind::{BrokenPipe, NotFound, PermissionDenied, ReadOnlyFilesystem};
            for denied in [PermissionDenied, ReadOnlyFilesystem] {
                let expected = format!("no permission to {verb} h2.table");
                assert_eq!(message(action, denied), expected);
            }
            let expected = format!("cannot {verb} h2.table");
            assert_eq!(message(action, BrokenPipe), expected);
            assert_eq!(message(action, NotFound), "there is no file h2.table");
        }
    }
}
