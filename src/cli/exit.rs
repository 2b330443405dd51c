//! Exit codes, and the message on stderr before an exit with an error.

use super::output::message;
use super::{signals, terminal};
use cubesolve::coord::CoordError;
use cubesolve::table::FileProblem;
use cubesolve::{SolveError, TableError};
use std::error::Error;
use std::io;

/// Result of a command. (clap itself exits with 2.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Status {
    #[default]
    Success,
    /// A cube was not solved within the timeout.
    TimedOut,
    /// A line could not be read or solved.
    LineFailed,
    /// The command as a whole failed.
    CommandFailed,
    /// A signal stopped the command.
    Interrupted,
}

/// The end of the help: examples, and the exit codes.
pub fn after_help(examples: &str) -> String {
    format!("Examples:\n  {examples}\n\n{CODES}")
}

const CODES: &str = "\
Exit codes:
  0    success
  1    a line could not be read or is wrong, or had no solution within --max-moves
  2    wrong command line
  3    a cube was not solved within --timeout
  4    the command failed: a table, a file, memory, stdin or stdout
  130  interrupted by Ctrl-C (129 by SIGHUP, 149 by Ctrl-Break; SIGTERM: 143, serve 0)";

impl Status {
    pub fn code(self) -> u8 {
        match self {
            Status::Success => 0,
            Status::LineFailed => 1,
            Status::TimedOut => 3,
            Status::CommandFailed => 4,
            // as shells report a process that was killed by the signal
            Status::Interrupted => 128 + signals::received().unwrap_or(0) as u8,
        }
    }
}

/// Prints an error as one line on stderr and returns the status to exit with.
///
/// A broken pipe counts as success: the reader of stdout has all it needs.
pub fn report(error: &anyhow::Error) -> Status {
    if let Some(error) = error.downcast_ref::<io::Error>()
        && error.kind() == io::ErrorKind::BrokenPipe
    {
        return Status::Success;
    }
    terminal::remove(0);
    let is_stopped = matches!(table_error(error.as_ref()), Some(TableError::Interrupted))
        || matches!(error.downcast_ref(), Some(CoordError::Stopped));
    if is_stopped {
        return Status::Interrupted;
    }
    warn(error);
    Status::CommandFailed
}

/// Whether an error, of a table or of memory, concerns the command and not only the cube at which it occurred.
pub fn concerns_command(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(SolveError::Table(_) | SolveError::Coord(_))
    )
}

/// Prints an error as one line on stderr.
pub fn warn(error: &anyhow::Error) {
    let messages: Vec<String> = error.chain().map(text_with_advice).collect();
    message(format_args!("cubesolve: {}", messages.join(": ")));
}

/// The text of an error; of a table error with what the user can do about it.
fn text_with_advice(error: &(dyn Error + 'static)) -> String {
    match table_error(error).and_then(advice) {
        Some(advice) => format!("{error}; {advice}"),
        None => error.to_string(),
    }
}

fn advice(error: &TableError) -> Option<String> {
    Some(match error {
        TableError::NotInstalled { name, .. } => {
            format!("generate it with `cubesolve gen-tables --table {name}`")
        }
        TableError::NotEnoughMemory { .. } => "choose a smaller table".into(),
        TableError::NotEnoughDisk { .. } => {
            "free some, or choose a smaller table or another directory".into()
        }
        TableError::File { path, problem } => match problem {
            FileProblem::NotATable
            | FileProblem::Version { .. }
            | FileProblem::ForeignByteOrder
            | FileProblem::WrongLength { .. }
            | FileProblem::Corrupted { .. }
            | FileProblem::OtherTable { .. } => {
                let option = match &*path.file_stem().unwrap_or_default().to_string_lossy() {
                    "fast" => "--fast".to_owned(),
                    name => format!("--table {name}"),
                };
                format!("delete it and run `cubesolve gen-tables {option}`")
            }
            FileProblem::Io { source, .. } => match source.kind() {
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    "choose another directory with --tables, or change its permissions".into()
                }
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    })
}

fn table_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a TableError> {
    match error.downcast_ref() {
        Some(SolveError::Table(error)) => Some(error),
        _ => error.downcast_ref(),
    }
}
