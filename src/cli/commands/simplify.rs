//! `cubesolve simplify`: moves without brackets, joined where possible.

use crate::cli::cubes::Sequences;
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
    #[command(flatten)]
    sequences: Sequences,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    filter::run(arguments.sequences.open(), false, |text| {
        Ok(Some(read_moves(text)?.simplified().to_string()))
    })
}
