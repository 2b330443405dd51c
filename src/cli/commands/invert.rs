//! `cubesolve invert`: moves that undo others.

use crate::cli::cubes::Sequences;
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
    #[command(flatten)]
    sequences: Sequences,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    filter::run(arguments.sequences.open(), false, |text| {
        Ok(Some(read_moves(text)?.inverse().to_string()))
    })
}
