//! Runs the command line; `cli` parses it, and turns an error into one line on stderr and an exit
//! code.

use cubesolve::cli;
use std::process::ExitCode;

cubesolve::look_before_main!();

/// The commit that a release was built from, and its date; unknown to all who build it themselves.
const BUILD: Option<&str> = option_env!("CUBESOLVE_BUILD");

fn main() -> ExitCode {
    ExitCode::from(cli::main(std::env::args_os(), BUILD))
}
