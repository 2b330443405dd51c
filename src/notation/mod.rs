//! Text to cube and back; one file per format.

pub mod facelets;
mod sequence;

pub use sequence::{MAX_MOVES, SequenceError, SequenceProblem, moves_to_string};
