//! Errors of texts, with their place.

use super::impossible::{ImpossibleCube, Reason, harmless};
use crate::cube::CubeError;
use thiserror::Error;

/// Why a text is no cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages and the fields say what they are
pub enum FormatError {
    /// The text is no sequence of moves.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// A character that does not belong there. Columns count characters from 1.
    #[error("column {column}: expected {expected}, found {}", found_text(*found))]
    Unexpected {
        column: usize,
        expected: &'static str,
        /// The character; `None` at the end of the text.
        found: Option<char>,
    },
    #[error("expected 54 facelets, faces in the order U R F D L B, found {0}")]
    FaceletCount(usize),
    #[error(
        "expected six faces of nine facelets, or the lines of a net with 3, 3, 3, 12, 12, 12, 3, 3 and 3"
    )]
    FaceletLines,
    #[error("the centres of {0} and {1} are exchanged")]
    SwappedCentres(char, char),
    #[error("expected {what} below {end}")]
    TooBig { what: &'static str, end: u128 },
    #[error("expected {{\"cp\":[8 numbers],\"co\":[8],\"ep\":[12],\"eo\":[12]}}: {}", harmless(.0))]
    Json(String),
    #[error(
        "expected a KPattern of the 3x3x3, {{\"EDGES\":{{\"pieces\":[12 numbers],\"orientation\":[12]}},\"CORNERS\":{{…}},\"CENTERS\":{{…}}}}: {}",
        harmless(.0)
    )]
    KPattern(String),
    /// A number out of range in the JSON.
    #[error(transparent)]
    OutOfRange(#[from] CubeError),
    /// The pieces are those of a cube that no moves reach.
    #[error(transparent)]
    Impossible(#[from] ImpossibleCube),
}

impl From<Reason> for FormatError {
    fn from(reason: Reason) -> FormatError {
        let reasons = vec![reason];
        ImpossibleCube { reasons }.into()
    }
}

fn found_text(found: Option<char>) -> String {
    found.map_or("the end".to_owned(), |c| format!("{c:?}"))
}

/// Most moves of a sequence, with all repeats; without a limit `((R)9999)9999` would fill memory.
pub const MAX_MOVES: usize = 10_000_000;

/// Most brackets inside each other: work at each closing one is bounded by [`MAX_MOVES`].
pub(super) const MAX_NESTING: usize = 32;

/// The largest repeat count.
pub(super) const MAX_REPEATS: u32 = 1_000_000_000;

/// What is wrong with a sequence, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct SequenceError {
    /// Place in the text in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: SequenceProblem,
}

/// What can be wrong with a sequence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages and the fields say what they are
pub enum SequenceProblem {
    #[error(
        "expected a move (U R F D L B, wide Rw or r, layer 2R, slice M E S, rotation x y z) or a bracket, found {0:?}"
    )]
    NotAMove(char),
    #[error("expected a face (U R F D L B) after the number of a layer, found {}", found_text(*.0))]
    NotAFace(Option<char>),
    #[error(
        "expected layers from 1 to {size}, the first one first (the number of a line is written 1. or 1))"
    )]
    Layers { size: usize },
    /// A number in hexadecimal, which could be in either of two formats.
    #[error("a number in hexadecimal is a cube only in the format rubbik or rubbik-layers")]
    Hexadecimal,
    #[error(
        "expected M, E and S only where there is a middle layer; there is none on the {size}x{size}x{size}"
    )]
    NoMiddleLayer { size: usize },
    #[error("expected 1, 2 or 3 turns, found {0}")]
    Turns(u32),
    #[error("expected a repeat count from 1 to {MAX_REPEATS}")]
    RepeatCount,
    #[error("expected no repeat count or prime: these brackets mean moves on the inverse")]
    SuffixOnInverse,
    #[error("this bracket means moves on the inverse and cannot stand inside another")]
    InverseInsideBracket,
    #[error("expected the moves on the inverse to leave the cube held as it was")]
    RotationOnInverse,
    /// An open bracket or quote that is never closed; the column is its own.
    #[error("{0:?} is never closed")]
    NeverClosed(char),
    #[error("{0:?} closes nothing")]
    ClosesNothing(char),
    #[error(
        "expected {0:?} only once, directly inside [ ], or commas between three single moves or more"
    )]
    Separator(char),
    #[error("expected moves on both sides of {0:?}")]
    EmptyPart(char),
    #[error("expected a space before the ';' of a comment, or moves without ';' between them")]
    Semicolon,
    #[error(
        "expected a commutator [A, B], a conjugate [A: B] or a repeat [A]3, found no ',' or ':'"
    )]
    NoSeparator,
    /// A length in brackets, as `(20f*)`, that is not that of the moves before it.
    #[error("the text says {said} moves, but here are {found}")]
    Length { said: u32, found: usize },
    #[error("more than {MAX_NESTING} brackets inside each other")]
    TooDeep,
    #[error("more than {MAX_MOVES} moves or brackets")]
    TooLong,
    /// A move counter-clockwise in a list of allowed moves: quarter turns are allowed in both
    /// directions or not at all.
    #[error("expected R for all turns of a layer, or R2 for half turns alone")]
    CounterClockwise,
    #[error("expected {0}")]
    Link(&'static str),
    #[error("expected moves, such as R,U or M,U2")]
    NoMoves,
}
