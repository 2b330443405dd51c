use super::{Cube, Move, Sequence, Transformation};

/// A cube together with how it is held.
///
/// Solvers work with the cube whose centres are at home; `orientation` translates their moves
/// into those that the holder makes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[must_use]
pub struct Position {
    /// The cube with its centres at home.
    pub cube: Cube,
    /// How it is held, as in [`Sequence::orientation`].
    pub orientation: Transformation,
    /// The scramble, if the cube was given by one and is to be solved: an upper bound of the
    /// solution's length.
    pub scramble: Option<Sequence>,
}

impl Position {
    /// The cube with its faces named as its holder sees them.
    pub fn as_held(&self) -> Cube {
        self.orientation.inverse().apply(&self.cube)
    }

    /// Moves of the cube with fixed centres, as its holder makes them.
    pub(crate) fn held_moves(&self, moves: &[Move]) -> Vec<Move> {
        let as_held = self.orientation.inverse();
        moves.iter().map(|m| as_held.apply_move(*m)).collect()
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
