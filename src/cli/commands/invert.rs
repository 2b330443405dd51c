//! `cubesolve invert`: moves that undo others.

use crate::cli::cubes::SequenceArguments;
use crate::cli::position::read_moves;
use crate::cli::{Status, filter};
use crate::notation::written_moves_with_notes;
use clap::Args;

/// Print the moves that undo sequences, rotations too
///
/// Slices, wide moves and rotations are kept as they are written; brackets are multiplied out.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve invert \"R U F'\"
  cubesolve invert \"Rw U M'\"
  cubesolve invert < scrambles.txt")]
pub struct Arguments {
    #[command(flatten)]
    sequences: SequenceArguments,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    filter::reply_to_each(arguments.sequences.inputs(), false, |text| {
        let moves = read_moves(text, |notes| written_moves_with_notes(text, notes))?;
        let undo = moves.iter().rev().map(|m| m.inverse().to_string());
        let undo: Vec<String> = undo.collect();
        Ok(Some(undo.join(" ").into()))
    })
}
