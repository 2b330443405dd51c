use crate::cube::{Cube, MoveSet, TransformationSet};

/// A number in `0..size()` that describes part of a cube, made for certain moves.
///
/// Those moves act on the values: cubes of equal value still have equal values after any of
/// them. To add a coordinate, implement this; tables and symmetry reduction follow from it.
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
pub trait Coordinate: Send + Sync {
    /// A short name, as a user would type it.
    fn name(&self) -> String;

    /// Number of values; each is taken by some cube.
    fn size(&self) -> usize;

    /// The moves it is made for. A coordinate that has a value for some cubes only has moves
    /// that keep these cubes among themselves.
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

    /// Which of the cube's arrays the value depends on.
    fn reads(&self) -> Vec<Aspect>;

    /// The transformations that act on the values: those for which cubes of equal value have
    /// conjugates of equal value. They form a group.
    fn transformations(&self) -> TransformationSet;
}

/// One of the four arrays that make a cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// Which corner cubie is at each position.
    CornerPermutation,
    /// The twist of each.
    CornerOrientation,
    /// Which edge cubie is at each position.
    EdgePermutation,
    /// The flip of each.
    EdgeOrientation,
}
