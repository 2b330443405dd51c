use super::EXTENSION;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why a table cannot be read or made.
#[derive(Debug, Clone, Error)]
pub enum TableError {
    /// There is no such file.
    #[error("there is no file {}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// There is no table of this name, in any directory.
    #[error("there is no table called {name:?}")]
    Unknown {
        /// The table.
        name: String,
    },
    /// The file does not begin as table files do.
    #[error("{} is not a table file", path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// A directory, pipe or device.
    #[error("{} is not a regular file but {kind}; tables are read from regular files only", path.display())]
    NotRegular {
        /// The file.
        path: PathBuf,
        /// What it is instead, in words.
        kind: &'static str,
    },
    /// Anyone could change the file.
    #[error(
        "{} belongs to another user and anyone may write to it, so its content cannot be \
         trusted; make a copy of your own, or have its owner take the permission away \
         (chmod o-w)",
        path.display()
    )]
    Untrusted {
        /// The file.
        path: PathBuf,
    },
    /// The file is of another version of the program.
    #[error("{} has format version {found}, this program reads version {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// What the header says.
        found: u32,
        /// What it would have to be.
        expected: u32,
    },
    /// Its numbers have their bytes in the other order.
    #[error("{} was made on a machine of the other byte order", path.display())]
    ForeignByteOrder {
        /// The file.
        path: PathBuf,
    },
    /// The file was cut, or something added.
    #[error("{} has {actual} bytes instead of {expected}", path.display())]
    WrongLength {
        /// The file.
        path: PathBuf,
        /// What it would have to be.
        expected: u64,
        /// What it is.
        actual: u64,
    },
    /// A checksum does not fit.
    #[error("{} is corrupted: {place}", path.display())]
    Corrupted {
        /// The file.
        path: PathBuf,
        /// The part of the file.
        place: Place,
    },
    /// The file is good, but called after another table.
    #[error("{} holds the table {found}; rename it to {found}.{EXTENSION}", path.display())]
    WrongName {
        /// The file.
        path: PathBuf,
        /// What the header says.
        found: String,
    },
    /// The file is good, but its table is none of [`Spec::ALL`](crate::table::Spec::ALL).
    #[error("{} holds something else than this program's table {name}", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// The table.
        name: String,
    },
    /// Less memory is available than building the table takes.
    #[error("{name} takes {needed} bytes of memory to build, and {available} are available")]
    LittleMemory {
        /// The table.
        name: &'static str,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes of memory that there are.
        available: u64,
    },
    /// Less of the disk is free than the file takes.
    #[error(
        "{name} takes {needed} bytes of disk, and {free} are free for {}",
        directory.display()
    )]
    LittleDisk {
        /// The table.
        name: &'static str,
        /// Where the file was to be.
        directory: PathBuf,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes of the disk that are free.
        free: u64,
    },
    /// The disk was full before the file was.
    #[error(
        "no space left on the disk of {} ({needed} bytes needed); make room, or choose \
         another directory or a smaller table",
        directory.display()
    )]
    NoSpace {
        /// Where the file was to be.
        directory: PathBuf,
        /// Bytes that it takes.
        needed: u64,
    },
    /// The system forbids it.
    #[error("no permission to {action} {}", path.display())]
    Permission {
        /// What was tried.
        action: Action,
        /// The file.
        path: PathBuf,
    },
    /// The system gives no memory for a copy.
    #[error("cannot copy {} into memory", path.display())]
    Memory {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: Arc<io::Error>,
    },
    /// The system gives no memory for building.
    #[error("no memory to build {name}")]
    BuildMemory {
        /// The table.
        name: &'static str,
        /// What the system says.
        source: Arc<io::Error>,
    },
    /// The flag to stop was set.
    #[error("interrupted")]
    Interrupted,
    /// The system fails to do it.
    #[error("cannot {action} {}", path.display())]
    Io {
        /// What was tried.
        action: Action,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: Arc<io::Error>,
    },
}

/// The part of a file that a checksum does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The first page.
    Header,
    /// The list of checksums.
    Checksums,
    /// Bytes `start..end` of the file.
    Block {
        /// The first byte.
        start: u64,
        /// The byte behind the last.
        end: u64,
    },
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Header => f.write_str("its header does not fit its checksum"),
            Place::Checksums => f.write_str("its list of checksums does not fit its checksum"),
            Place::Block { start, end } => {
                write!(f, "bytes {start}..{end} do not fit their checksum")
            }
        }
    }
}

/// What was being done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Reading it.
    Read,
    /// Writing to it.
    Write,
    /// Creating it.
    Create,
    /// Keeping others from writing to it.
    Lock,
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Action::Read => "read",
            Action::Write => "write",
            Action::Create => "create",
            Action::Lock => "lock",
        })
    }
}

impl TableError {
    /// The error for a failed operation on `path`.
    pub(super) fn io(action: Action, path: &Path, source: io::Error) -> TableError {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_corrupted_is_told() {
        let said = |place| {
            let path = "h2.table".into();
            TableError::Corrupted { path, place }.to_string()
        };
        for (place, expected) in [
            (Place::Header, "its header does not fit its checksum"),
            (
                Place::Checksums,
                "its list of checksums does not fit its checksum",
            ),
            (
                Place::Block { start: 8, end: 99 },
                "bytes 8..99 do not fit their checksum",
            ),
        ] {
            assert_eq!(said(place), format!("h2.table is corrupted: {expected}"));
        }
    }

    #[test]
    fn what_was_tried_is_told() {
        let said = |action, kind: io::ErrorKind| {
            TableError::io(action, Path::new("h2.table"), kind.into()).to_string()
        };
        for (action, verb) in [
            (Action::Read, "read"),
            (Action::Write, "write"),
            (Action::Create, "create"),
            (Action::Lock, "lock"),
        ] {
            for forbidden in [
                io::ErrorKind::PermissionDenied,
                io::ErrorKind::ReadOnlyFilesystem,
            ] {
                let expected = format!("no permission to {verb} h2.table");
                assert_eq!(said(action, forbidden), expected);
            }
            let expected = format!("cannot {verb} h2.table");
            assert_eq!(said(action, io::ErrorKind::BrokenPipe), expected);
            let expected = "there is no file h2.table";
            assert_eq!(said(action, io::ErrorKind::NotFound), expected);
        }
    }
}
