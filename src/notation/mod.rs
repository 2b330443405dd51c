//! Text to cube and back; one file per format.

pub mod facelets;
mod format;
pub mod h48;
pub mod index;
pub mod json;
pub mod layers;
pub mod net;
mod pieces;
mod reader;
pub mod reid;
mod sequence;
pub mod speffz;
pub mod svg;

pub use format::{Format, FormatError, UnknownFormat};
pub use pieces::{ImpossibleCube, Piece, Reason};
pub use sequence::{MAX_MOVES, SequenceError, SequenceProblem, moves_to_string};
