//! What can be wrong with a text, and where.

use super::assembly::ImpossibleCube;
use super::piece::Piece;
use crate::cube::POSITIONS;
use thiserror::Error;

/// Why a text is no cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormatError {
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    #[error("column {column}: expected {expected}, found {}", found_text(*found))]
    Unexpected {
        /// Place in the text in characters, from 1.
        column: usize,
        expected: &'static str,
        /// Nothing at the end of the text.
        found: Option<char>,
    },
    #[error("{symbol:?} is on {count} facelets, expected 9")]
    ColourCount { symbol: char, count: usize },
    /// The colours clockwise, as the symbols of the text.
    #[error("no {} has the colours {} seen at {place}", place.kind(), harmless(colours))]
    NoSuchPiece { place: Piece, colours: String },
    #[error("expected an index below {POSITIONS}")]
    IndexTooBig,
    #[error("expected {{\"cp\":[8 numbers],\"co\":[8],\"ep\":[12],\"eo\":[12]}}: {}", harmless(.0))]
    Json(String),
    #[error("{name}[{place}] is {value}, expected a number below {end}")]
    OutOfRange {
        name: &'static str,
        place: usize,
        value: u8,
        end: u8,
    },
    #[error(transparent)]
    Impossible(#[from] ImpossibleCube),
}

fn found_text(found: Option<char>) -> String {
    found.map_or("the end".to_owned(), |c| format!("{c:?}"))
}

/// Text to be quoted, without what would begin a line or command a terminal.
fn harmless(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// The most moves that a text may stand for; without it `((R)9999)9999` would fill memory.
pub const MAX_MOVES: usize = 10_000_000;

/// The most brackets inside each other: work at each closing one is bounded by `MAX_MOVES`.
pub(super) const MAX_NESTING: usize = 32;

/// What is wrong with a sequence, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct SequenceError {
    /// Place in the text in characters, from 1.
    pub column: usize,
    pub problem: SequenceProblem,
}

/// What can be wrong with a sequence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SequenceProblem {
    #[error(
        "expected a move (U R F D L B, wide Rw or r, slice M E S, rotation x y z) or a bracket, found {0:?}"
    )]
    NotAMove(char),
    #[error("expected 1, 2 or 3 turns, found {0}")]
    Turns(u32),
    #[error("expected a repeat count from 1 to {MAX_MOVES}")]
    RepeatCount,
    #[error("expected no repeat count or prime: these brackets mean moves on the inverse")]
    SuffixOnInverse,
    #[error("this bracket means moves on the inverse and cannot stand inside another")]
    InverseInsideBracket,
    #[error("expected the moves on the inverse to leave the cube held as it was")]
    RotationOnInverse,
    #[error("{0:?} is never closed")]
    NeverClosed(char),
    #[error("{found:?} closes nothing")]
    ClosesNothing { found: char },
    #[error("expected {expected:?} to close the bracket, found {found:?}")]
    WrongBracket { expected: char, found: char },
    #[error("expected {0:?} only once, directly inside [ ]")]
    Separator(char),
    #[error("expected a commutator [A, B] or a conjugate [A: B], found no ',' or ':'")]
    NoSeparator,
    #[error("more than {MAX_NESTING} brackets inside each other")]
    TooDeep,
    #[error("more than {MAX_MOVES} moves")]
    TooLong,
}
