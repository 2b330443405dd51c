//! Text to cubes and back.
//!
//! - Notations of cubes, a file each: `facelets` (with `symbols` and `wrapping`; `pocket` for the 2x2x2), `reid`, `speffz`, `h48`, `index`, `json`, `kpattern`,
//!   `cycles`, `rubbik`. [`Format`] has their names; `guess` finds out which one a text is in, `lines`
//!   splits an input into cubes.
//! - `reading` has a cube with notes on how it was read. `reader` reads a text character by character; `permutation_cycles` has the cycles of any permutation.
//! - Moves: `nxn_move` reads one, `brackets` the grammar around it, `sequence` and [`layers`] what
//!   they do to the 3x3x3 and to larger cubes, `link` the links that have moves; [`LayerMove`] and
//!   [`AllowedMoves`] are typed moves.
//! - [`Pattern`], and what is wrong with impossible or [`incomplete`] cubes: `completion`, [`Reason`].
//! - Pictures: [`net`] and [`svg`].

mod allowed_moves;
mod brackets;
mod completion;
mod cycles;
mod error;
pub mod facelets;
mod format;
mod guess;
mod h48;
pub(crate) mod heading;
mod impossible;
pub mod incomplete;
mod index;
#[cfg(feature = "cli")]
pub(crate) mod insertion_marks;
mod json;
mod kpattern;
mod layer_move;
pub mod layers;
mod lines;
pub(crate) mod link;
mod markup;
#[cfg(any(feature = "cli", feature = "api"))]
mod misread;
pub mod net;
mod nxn_move;
mod pattern;
mod permutation_cycles;
mod piece;
pub(crate) mod pocket;
pub(crate) mod reader;
mod reading;
mod reid;
#[cfg(feature = "api")]
mod repair;
pub(crate) mod rubbik;
mod sequence;
mod speffz;
pub mod svg;
mod symbols;
mod wrapping;

pub use allowed_moves::AllowedMoves;
pub use error::{FormatError, MAX_MOVES};
pub use format::{Format, UnknownFormat};
pub use impossible::{ImpossibleCube, Reason};
pub use layer_move::{LayerMove, with_slices};
pub(crate) use layer_move::{in_canonical_order, that_can_come_first};
pub use lines::{Line, LineError, Lines, is_comment};
#[cfg(feature = "api")]
pub(crate) use misread::Misread;
#[cfg(feature = "cli")]
pub(crate) use misread::{counted, summary};
pub use nxn_move::is_single_move;
pub use pattern::Pattern;
pub use piece::Piece;
pub(crate) use piece::Placed;
// for the server and the web, and no part of what the library promises
#[doc(hidden)]
pub use reading::Reading;
#[cfg(feature = "api")]
pub(crate) use repair::repairs;
#[cfg(feature = "cli")]
pub(crate) use sequence::written_moves_with_notes;
pub use sequence::{moves_to_string, written_moves};
pub use speffz::Buffers;
