//! `cubesolve simplify`: moves without brackets, joined where possible.

use crate::cli::cubes::Sequences;
use crate::cli::position::read_moves;
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::cube::Sequence;

/// Print sequences without brackets and with moves of the same face joined
///
/// Moves are joined or cancel each other where only moves of the opposite face stand between
/// them. Wide moves and slices become moves of faces, with the centres fixed; rotations come
/// last. For a shortest sequence, see solve.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve simplify \"R L R U [F, D] (R2)3\"
  cubesolve simplify --niss \"R (F' U) D\"
  cubesolve simplify < scrambles.txt")]
pub struct Arguments {
    #[command(flatten)]
    sequences: Sequences,

    /// Read moves in ( ) as made on the inverse scramble, as solve --niss prints them; they are undone at
    /// the end. An argument may have several lines with comments
    #[arg(long)]
    niss: bool,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let niss = arguments.niss;
    filter::run(arguments.sequences.open(), false, |text| {
        let sequence = match niss {
            true => Sequence::parse_niss_solution(text)?,
            false => read_moves(text)?,
        };
        Ok(Some(sequence.simplified().to_string()))
    })
}
