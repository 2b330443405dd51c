//! From the text of a question to a cube, and from cubes, moves and transformations to text.

use cubesolve::cube::{Cube, Face, Move, Sequence, Transformation};
use cubesolve::notation::{Format, FormatError, moves_to_string};
use cubesolve::search::TwoPhase;

/// How to read a cube.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The notation; guessed for each cube if there is none.
    pub format: Option<Format>,
    /// What to solve to; the solved cube if there is none.
    pub target: Option<Cube>,
}

/// A cube in somebody's hands.
pub struct Position {
    pub cube: Cube,
    /// How it is held, as in [`Sequence::orientation`].
    pub orientation: Transformation,
}

impl Reading {
    /// The notation to read a text in.
    pub fn format_of(&self, text: &str) -> Format {
        self.format.unwrap_or_else(|| Format::guess(text))
    }

    /// Reads a cube, as it is seen when the target is called solved.
    pub fn parse(&self, text: &str) -> Result<Position, FormatError> {
        let position = self.parse_plainly(text)?;
        let cube = match &self.target {
            Some(target) => target.inverse().product(&position.cube),
            None => position.cube,
        };
        Ok(Position { cube, ..position })
    }

    fn parse_plainly(&self, text: &str) -> Result<Position, FormatError> {
        let sequence = match self.format_of(text) {
            Format::Moves => Sequence::parse(text)?,
            Format::Niss => Sequence::parse_niss(text)?,
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

/// Writes cubes in any notation, moves too.
pub struct Printer {
    format: Format,
    /// Finds moves, if that is the notation.
    two_phase: Option<TwoPhase>,
}

impl Printer {
    pub fn new(format: Format) -> Printer {
        let two_phase = matches!(format, Format::Moves | Format::Niss).then(TwoPhase::new);
        Printer { format, two_phase }
    }

    pub fn print(&self, cube: &Cube) -> String {
        let printed = match &self.two_phase {
            Some(two_phase) => Some(moves_to_string(&two_phase.generate(cube))),
            None => self.format.print(cube),
        };
        printed.unwrap_or_default()
    }
}

/// The number of a transformation and where it carries the faces.
pub fn describe_transformation(s: Transformation) -> String {
    let faces = |of: &dyn Fn(Face) -> Face| -> String {
        Face::ALL.map(|face| of(face).letter()).iter().collect()
    };
    let images = faces(&|face| s.apply_face(face));
    let mirror = if s.is_mirror() {
        ", a mirror image"
    } else {
        ""
    };
    format!(
        "{} ({} to {images}{mirror})",
        s.index(),
        faces(&|face| face)
    )
}
