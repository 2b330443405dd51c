//! From the text of a question to a cube, and from moves to text as its holder sees them.

use cubesolve::cube::{Cube, Move, Sequence, Transformation};
use cubesolve::notation::{Format, FormatError, moves_to_string};

/// How to read a cube.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    pub format: Format,
    /// Whether brackets hold moves on the inverse.
    pub niss: bool,
}

/// A cube in somebody's hands.
pub struct Position {
    pub cube: Cube,
    /// How it is held.
    orientation: Transformation,
}

impl Reading {
    /// Reads a cube.
    pub fn parse(&self, text: &str) -> Result<Position, FormatError> {
        let sequence = match self.format {
            Format::Moves if self.niss => Sequence::parse_niss(text)?,
            Format::Moves => Sequence::parse(text)?,
            other => {
                return Ok(Position {
                    cube: other.parse(text)?,
                    orientation: Transformation::IDENTITY,
                });
            }
        };
        Ok(Position {
            cube: sequence.cube(),
            orientation: sequence.orientation(),
        })
    }
}

impl Position {
    /// Writes moves of the cube with fixed centres as its holder makes them.
    pub fn show(&self, moves: &[Move]) -> String {
        let as_held = self.orientation.inverse();
        let held: Vec<Move> = moves.iter().map(|m| as_held.apply_move(*m)).collect();
        moves_to_string(&held)
    }
}
