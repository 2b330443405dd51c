use super::{Cube, Sequence, Transformation};

/// A cube together with how it is held.
///
/// Solvers work with the cube whose centres are at home; `orientation` translates their moves
/// into those that the holder makes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[must_use]
pub struct Position {
    pub(crate) cube: Cube,
    /// Never mirrored.
    pub(crate) orientation: Transformation,
    /// Leads to the cube held like this.
    pub(crate) scramble: Option<Sequence>,
}

impl Position {
    /// A cube that is held in some way, as in [`Sequence::orientation`]; `None` if that is mirrored.
    pub fn held(cube: Cube, orientation: Transformation) -> Option<Position> {
        let position = Position {
            cube,
            orientation,
            scramble: None,
        };
        (!orientation.is_mirror()).then_some(position)
    }

    /// The cube with its centres at home.
    pub fn cube(&self) -> Cube {
        self.cube
    }

    /// How it is held, as in [`Sequence::orientation`].
    pub fn orientation(&self) -> Transformation {
        self.orientation
    }

    /// The scramble, if the cube was given by one: an upper bound of the solution's length.
    pub fn scramble(&self) -> Option<&Sequence> {
        self.scramble.as_ref()
    }

    /// The cube with its faces named as its holder sees them.
    pub fn as_held(&self) -> Cube {
        self.orientation.inverse().apply(&self.cube)
    }
}

/// Held with the U centre up and the F centre in front.
impl From<Cube> for Position {
    fn from(cube: Cube) -> Self {
        Position {
            cube,
            ..Position::default()
        }
    }
}

/// After a sequence, held as its rotations leave it.
impl From<Sequence> for Position {
    fn from(scramble: Sequence) -> Self {
        Position {
            cube: scramble.cube(),
            orientation: scramble.orientation(),
            scramble: Some(scramble),
        }
    }
}
