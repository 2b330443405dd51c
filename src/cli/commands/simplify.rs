//! `cubesolve simplify`: moves without brackets, joined where possible.

use crate::cli::input::{Each, Input};
use crate::cli::position::read_moves;
use crate::cli::{Status, filter};
use clap::Args;

/// Print sequences without brackets and with moves of the same face joined
///
/// Moves are joined or cancel each other where only moves of the opposite face stand between
/// them. Wide moves and slices become moves of faces, with the centres fixed; rotations come
/// last. For a shortest sequence, see solve.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve simplify \"R L R U [F, D] (R2)3\"
  cubesolve simplify < scrambles.txt")]
pub struct Arguments {
    /// Sequences; without any, or for -, one is read from each line of stdin
    sequences: Vec<String>,

    #[command(flatten)]
    each: Each,
}

/// Prints an answer for each sequence from the command line or stdin.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let input = Input::new(arguments.sequences, arguments.each);
    filter::run(input, |text| Ok(read_moves(text)?.simplified().to_string()))
}
