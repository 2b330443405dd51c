//! How the program ends.

use super::output::tell;
use super::size;
use cubesolve::table::TableError;
use std::error::Error;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// What the exit code tells; the code is the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Everything asked for was done.
    Success = 0,
    /// A question had no answer: it was no cube, or nothing was found.
    LineFailed = 1,
    /// Some cube was not solved in the time given.
    TimedOut = 3,
    /// What was asked for as a whole could not be done: a file, the machine.
    CommandFailed = 4,
    /// A signal ended the work.
    Interrupted = 130,
}

/// The same for the user; clap itself exits with 2.
pub const HELP: &str = "\
Exit codes:
  0    everything was solved or done
  1    a line was no cube or had no solution within --max-moves
  2    the command line was wrong
  3    a cube was not solved within --timeout
  4    the command failed: a table, a file, memory, stdin or stdout
  130  interrupted";

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Says what went wrong, in one line on stderr.
///
/// Nobody reading on is no error: the reader has what it wanted.
pub fn report(error: &anyhow::Error) -> Status {
    if let Some(error) = error.downcast_ref::<io::Error>()
        && error.kind() == io::ErrorKind::BrokenPipe
    {
        return Status::Success;
    }
    if matches!(error.downcast_ref(), Some(TableError::Interrupted)) {
        return Status::Interrupted;
    }
    let words: Vec<String> = error.chain().map(words).collect();
    tell(format_args!("cubesolve: {}", words.join(": ")));
    Status::CommandFailed
}

/// What an error says; where this program can help, with what to do about it.
fn words(error: &(dyn Error + 'static)) -> String {
    let Some(error) = error.downcast_ref::<TableError>() else {
        return error.to_string();
    };
    let make = |how: &str, path: &Path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        format!("{error}; {how} `cubesolve gen-tables --table {name}`")
    };
    match error {
        TableError::Missing { path } => make("make it with", path),
        TableError::NotATable { path }
        | TableError::Version { path, .. }
        | TableError::ForeignByteOrder { path }
        | TableError::WrongLength { path, .. }
        | TableError::Corrupted { path, .. }
        | TableError::OtherTable { path, .. } => make("delete it and run", path),
        TableError::Permission { .. } => {
            format!("{error}; choose another directory with --tables, or change its permissions")
        }
        TableError::Memory { .. } => format!("{error}, which --load map need not do"),
        TableError::LittleMemory {
            name,
            needed,
            available,
        } => format!(
            "{name} takes {} of memory to build, and {} are available; choose a smaller table",
            size::show(*needed),
            size::show(*available)
        ),
        TableError::LittleDisk {
            name,
            directory,
            needed,
            free,
        } => format!(
            "{name} takes {} of disk, and {} are free for {}; make room, or choose a smaller \
             table or another directory",
            size::show(*needed),
            size::show(*free),
            directory.display()
        ),
        _ => error.to_string(),
    }
}
