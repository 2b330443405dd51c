//! Parses the command line, runs the command, turns an error into one line on
//! stderr and an exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(status) => status.into(),
        Err(error) => cli::report(&error).into(),
    }
}
