//! Runs the command line; `cli` parses it, and turns an error into one line on stderr and an exit
//! code.

use cubesolve::cli;
use std::process::ExitCode;

cubesolve::look_before_main!();

fn main() -> ExitCode {
    ExitCode::from(cli::main(std::env::args_os()))
}
