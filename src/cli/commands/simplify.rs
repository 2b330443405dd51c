//! `cubesolve simplify`: the same moves in plain writing.

use crate::cli::input::{Each, Input};
use crate::cli::position::read_moves;
use crate::cli::{Status, filter};
use clap::Args;

/// Print sequences without brackets and with moves of the same face joined
///
/// Moves are joined or cancel each other where only moves of the opposite face stand between
/// them. Wide moves and slices become moves of faces, with the centres fixed; rotations come
/// last. The sequence need not be a shortest one to make its cube: for that, see solve.
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

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments, quiet: bool) -> anyhow::Result<Status> {
    let input = Input::new(arguments.sequences, arguments.each, quiet);
    filter::run(input, |text| Ok(read_moves(text)?.cleaned().to_string()))
}
