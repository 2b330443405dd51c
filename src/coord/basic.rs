use super::{CoordError, Distances, Stop, Symmetric, Tables, Tracked};
use crate::cube::{Cube, Metric, MoveSet, Transformation, TransformationSet};
use std::fmt::Debug;

/// A number in `0..size()` that describes part of a cube.
///
/// Its [`moves`](Coordinate::moves) act on the values: cubes of equal value still have equal
/// values after any of them. To add a coordinate, implement this; tables and symmetry reduction
/// follow from it.
///
/// ```
/// use cubesolve::Cube;
/// use cubesolve::coord::{Coordinate, CornerOrientation};
///
/// let cube: Cube = "R U F'".parse()?;
/// let value = CornerOrientation.index(&cube);
/// assert!(value < CornerOrientation.size());
/// assert_eq!(CornerOrientation.index(&CornerOrientation.cube(value)), value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Coordinate: Debug + Send + Sync {
    /// Number of values; each is taken by some cube.
    fn size(&self) -> usize;

    /// The moves that act on the values; all by default. A coordinate that is defined for some
    /// cubes only has moves that preserve this set of cubes.
    fn moves(&self) -> MoveSet {
        MoveSet::ALL
    }

    /// The value of a cube, `0..size()`.
    fn index(&self, cube: &Cube) -> usize;

    /// A cube that has this value: `index(&cube(value)) == value`.
    ///
    /// # Panics
    /// May panic unless `value < size()`.
    fn cube(&self, value: usize) -> Cube;

    /// The arrays of the cube that the value depends on.
    fn reads(&self) -> Vec<Aspect>;

    /// The transformations that act on the values: those under which cubes of equal value have
    /// conjugates of equal value. They form a group; by default just the identity.
    fn transformations(&self) -> TransformationSet {
        std::iter::once(Transformation::IDENTITY).collect()
    }

    /// The symmetric coordinate that it is or contains; by default none.
    fn symmetric(&self) -> Option<&Symmetric> {
        None
    }

    /// The basic coordinates that it is composed of, besides the symmetric one, the least
    /// significant first; by default none.
    fn parts(&self) -> &[Box<dyn Coordinate>] {
        &[]
    }
}

impl dyn Coordinate + '_ {
    /// The name of its type.
    pub fn kind(&self) -> &'static str {
        match (self.symmetric().is_some(), self.parts().is_empty()) {
            (false, true) => "basic",
            (false, false) => "composite",
            (true, true) => "symmetric",
            (true, false) => "symmetric-composite",
        }
    }

    /// The value of a cube and the transformation under which the cube has it, to be followed
    /// through the [`Tables`].
    pub fn track(&self, cube: &Cube) -> Tracked {
        let offset = |symmetric: &Symmetric| symmetric.locate_cube(cube).1;
        Tracked {
            value: self.index(cube),
            offset: self.symmetric().map_or(Transformation::IDENTITY, offset),
        }
    }

    /// The distances of all values from that of the solved cube, by the coordinate's moves.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn distances(&self, metric: Metric, stop: Stop) -> Result<Distances, CoordError> {
        let goals = [self.index(&Cube::SOLVED)];
        Distances::new(
            &Tables::new(self, stop)?,
            self.moves(),
            &goals,
            metric,
            stop,
        )
    }
}

/// One of the four arrays that a cube consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// The corner cubie at each position.
    CornerPermutation,
    /// The twist at each corner position.
    CornerOrientation,
    /// The edge cubie at each position.
    EdgePermutation,
    /// The flip at each edge position.
    EdgeOrientation,
}
