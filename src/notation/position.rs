//! From the text of a question to a cube, and from moves to text as its holder sees them.

use super::{Format, FormatError, moves_to_string};
use crate::cube::{Cube, Move, Sequence, Transformation};

/// Whether a text says something, but nothing about a cube.
pub fn is_comment(text: &str) -> bool {
    text.trim_start().starts_with(['#', ';']) || text.trim_start().starts_with("//")
}

/// How to read a cube; by default in any notation, to be solved.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// The notation; guessed for each cube if there is none.
    pub format: Option<Format>,
    /// What to solve to; the solved cube if there is none.
    pub target: Option<Cube>,
}

/// A cube in somebody's hands.
pub struct Position {
    /// The cube with its centres at home.
    pub cube: Cube,
    /// How it is held, as in [`Sequence::orientation`].
    pub orientation: Transformation,
    /// The moves that it was given by, if it was and is to be solved: no solution needs more.
    pub scramble: Option<Sequence>,
}

impl Reading {
    /// The notation to read a text in.
    pub fn format_of(&self, text: &str) -> Format {
        self.format.unwrap_or_else(|| Format::guess(text))
    }

    /// Reads a cube, as it is seen when the target is called solved.
    ///
    /// # Errors
    /// Why the text is no cube.
    pub fn parse(&self, text: &str) -> Result<Position, FormatError> {
        let position = self.parse_plainly(text)?;
        Ok(match &self.target {
            Some(target) => Position {
                cube: target.inverse().product(&position.cube),
                scramble: None,
                ..position
            },
            None => position,
        })
    }

    fn parse_plainly(&self, text: &str) -> Result<Position, FormatError> {
        let sequence = match self.format_of(text) {
            Format::Moves => Sequence::parse(text)?,
            Format::Niss => Sequence::parse_niss(text)?,
            other => {
                return Ok(Position {
                    cube: other.parse(text)?,
                    orientation: Transformation::IDENTITY,
                    scramble: None,
                });
            }
        };
        Ok(Position {
            cube: sequence.cube(),
            orientation: sequence.orientation(),
            scramble: Some(sequence),
        })
    }
}

impl Position {
    /// The cube with its faces named as its holder sees them.
    pub fn as_held(&self) -> Cube {
        self.orientation.inverse().apply(&self.cube)
    }

    /// Writes moves of the cube with fixed centres as its holder makes them.
    pub fn show(&self, moves: &[Move]) -> String {
        let as_held = self.orientation.inverse();
        let held: Vec<Move> = moves.iter().map(|m| as_held.apply_move(*m)).collect();
        moves_to_string(&held)
    }
}
