//! Text to cube and back; one file per format.

mod assembly;
mod brackets;
mod completion;
mod cycles;
mod error;
pub mod facelets;
mod format;
mod guess;
mod h48;
pub mod incomplete;
mod index;
mod json;
pub mod layers;
pub mod net;
mod pattern;
mod piece;
mod position;
mod reader;
mod reid;
pub(crate) mod rubbik;
mod sequence;
mod speffz;
pub mod svg;
mod turn;
mod turn_list;

pub use assembly::{ImpossibleCube, Reason};
pub use error::{FormatError, MAX_MOVES, SequenceError, SequenceProblem};
pub use format::{Format, UnknownFormat};
pub use pattern::{Pattern, PatternError};
pub use piece::Piece;
pub use position::{Position, Reading, is_comment};
pub use sequence::moves_to_string;
pub use speffz::Buffers;
pub use turn::is_single_move;
pub use turn_list::{Turn, TurnListError, turns};
