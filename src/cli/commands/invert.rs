//! `cubesolve invert`: moves that undo others.

use crate::cli::input::{Each, Input};
use crate::cli::position::read_moves;
use crate::cli::{Status, filter};
use clap::Args;

/// Print the moves that undo sequences, rotations too
///
/// They are printed with the centres fixed; rotations come last.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve invert \"R U F'\"
  cubesolve invert < scrambles.txt")]
pub struct Arguments {
    /// Sequences; without any, or for -, one is read from each line of stdin
    sequences: Vec<String>,

    #[command(flatten)]
    each: Each,
}

/// Prints an answer for each sequence from the command line or stdin.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let input = Input::new(arguments.sequences, arguments.each);
    filter::run(input, |text| Ok(read_moves(text)?.inverse().to_string()))
}
