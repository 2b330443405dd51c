//! Reading cubes in a named or guessed notation.

use super::error::FormatError;
use super::format::Format;
use crate::cube::Position;

/// Whether a text is only a comment.
pub fn is_comment(text: &str) -> bool {
    text.trim_start().starts_with(['#', ';']) || text.trim_start().starts_with("//")
}

/// How to read cubes; by default the notation of each is guessed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// The notation; guessed for each cube if `None`.
    pub format: Option<Format>,
}

impl Reading {
    /// The notation to read a text in.
    pub fn format_of(&self, text: &str) -> Format {
        self.format.unwrap_or_else(|| Format::guess(text))
    }

    /// Reads a cube and how it is held.
    ///
    /// # Errors
    /// As [`Format::parse`].
    pub fn parse(&self, text: &str) -> Result<Position, FormatError> {
        self.format_of(text).position(text)
    }
}
