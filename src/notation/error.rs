//! Errors of texts.

use super::impossible::ImpossibleCube;
use super::reader::TextError;
use thiserror::Error;

/// Why a text is no cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Something else was expected at a place of the text.
    #[error(transparent)]
    At(#[from] TextError),
    /// What is wrong with the text as a whole.
    #[error("{0}")]
    Text(String),
    /// The pieces are those of a cube that no moves reach.
    #[error(transparent)]
    Impossible(#[from] ImpossibleCube),
}

/// Most moves of a sequence, with all repeats; without a limit `((R)9999)9999` would fill memory.
pub const MAX_MOVES: usize = 10_000_000;

/// Most brackets inside each other: work at each closing one is bounded by [`MAX_MOVES`].
pub(super) const MAX_NESTING: usize = 32;

/// The largest repeat count.
pub(super) const MAX_REPEATS: u32 = 1_000_000_000;
