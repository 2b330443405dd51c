//! How the program ends.

use super::output::tell;
use cubesolve::table::file::FileError;
use std::io;
use std::process::ExitCode;

/// What the exit code tells; the code is the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Everything asked for was done.
    Success = 0,
    /// Something was wrong: an input, a file, the machine.
    Failure = 1,
    /// Some cube was not solved in the time given.
    TimedOut = 3,
    /// A signal ended the work.
    Interrupted = 130,
}

/// The same for the user; clap itself exits with 2.
pub const HELP: &str = "\
Exit codes:
  0    everything was solved or done
  1    a line was no cube or had no solution within --max-moves, or a command failed
  2    the command line was wrong
  3    a cube was not solved within --timeout
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
    if matches!(error.downcast_ref(), Some(FileError::Interrupted)) {
        return Status::Interrupted;
    }
    tell(format_args!("cubesolve: {error:#}"));
    Status::Failure
}
