//! From cubes and transformations to text.

pub use cubesolve::notation::{Position, Reading};

use cubesolve::cube::{Cube, Face, Metric, Transformation};
use cubesolve::notation::{Format, moves_to_string};
use cubesolve::search::TwoPhase;

/// Writes cubes in any notation, moves too.
pub struct Printer {
    format: Format,
    /// Finds moves, if that is the notation.
    two_phase: Option<TwoPhase>,
}

impl Printer {
    pub fn new(format: Format) -> Printer {
        let two_phase =
            matches!(format, Format::Moves | Format::Niss).then(|| TwoPhase::new(Metric::HalfTurn));
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
