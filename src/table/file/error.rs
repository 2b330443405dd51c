use super::EXTENSION;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a table file cannot be used or made. Each message says what to do about it.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("there is no file {}; {}", path.display(), remedy(path, "make it with"))]
    Missing { path: PathBuf },
    #[error("{} is not a table file; {}", path.display(), remedy(path, "delete it and run"))]
    NotATable { path: PathBuf },
    #[error("{} is not a regular file but {kind}; tables are read from regular files only", path.display())]
    NotRegular { path: PathBuf, kind: &'static str },
    #[error(
        "{} belongs to another user and anyone may write to it, so its content cannot be \
         trusted; make a copy of your own, or have its owner take the permission away \
         (chmod o-w)",
        path.display()
    )]
    Untrusted { path: PathBuf },
    #[error(
        "{} has format version {found}, this program reads version {expected}; {}",
        path.display(), remedy(path, "delete it and run")
    )]
    Version {
        path: PathBuf,
        found: u32,
        expected: u32,
    },
    #[error(
        "{} was made on a machine of the other byte order; {}",
        path.display(), remedy(path, "delete it and run")
    )]
    ForeignByteOrder { path: PathBuf },
    #[error(
        "{} has {actual} bytes instead of {expected}; {}",
        path.display(), remedy(path, "delete it and run")
    )]
    WrongLength {
        path: PathBuf,
        expected: u64,
        actual: u64,
    },
    #[error("{} is corrupted: {place}; {}", path.display(), remedy(path, "delete it and run"))]
    Corrupted { path: PathBuf, place: Place },
    #[error(
        "{} holds the table {found}; rename it to {found}.{EXTENSION}",
        path.display()
    )]
    WrongName { path: PathBuf, found: String },
    #[error(
        "{} holds something else than this program's table {name}; {}",
        path.display(), remedy(path, "delete it and run")
    )]
    OtherTable { path: PathBuf, name: String },
    #[error(
        "no space left on the disk of {} ({needed} bytes needed); make room, or choose \
         another directory or a smaller table",
        directory.display()
    )]
    NoSpace { directory: PathBuf, needed: u64 },
    #[error(
        "no permission to {action} {}; choose another directory with --tables, or change \
         its permissions",
        path.display()
    )]
    Permission { action: Action, path: PathBuf },
    #[error("cannot copy {} into memory, which --load map need not do", path.display())]
    Memory { path: PathBuf, source: io::Error },
    #[error("interrupted")]
    Interrupted,
    #[error("cannot {action} {}", path.display())]
    Io {
        action: Action,
        path: PathBuf,
        source: io::Error,
    },
}

/// The part of a file that a checksum does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Header,
    Checksums,
    /// Bytes `start..end` of the file.
    Block {
        start: u64,
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
    Read,
    Write,
    Create,
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

impl FileError {
    /// The error for a failed operation on `path`.
    pub(super) fn io(action: Action, path: &Path, source: io::Error) -> FileError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => FileError::Missing { path },
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                FileError::Permission { action, path }
            }
            _ => FileError::Io {
                action,
                path,
                source,
            },
        }
    }
}

/// How to come by a good file: "make it with `cubesolve gen-tables --table h2`".
fn remedy(path: &Path, how: &str) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    format!("{how} `cubesolve gen-tables --table {name}`")
}
