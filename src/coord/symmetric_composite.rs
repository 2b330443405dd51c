use super::composite::combine;
use super::{Aspect, Composite, Coordinate, Symmetric};
use crate::cube::{Cube, MoveSet, Transformation, TransformationSet};

/// A symmetric coordinate and a composite one: the cube is transformed so that the base of the
/// symmetric coordinate is at its representative, and the composite one is read there. The
/// value is `class · n + composite value` for `n` composite values.
///
/// Where the representative has self-symmetries several values may stand for the same cubes.
///
/// ```
/// use cubesolve::coord::{Composite, Coordinate, CornerOrientation, CornerPermutation};
/// use cubesolve::coord::{Symmetric, SymmetricComposite};
///
/// let group = CornerOrientation.transformations();
/// let corners = SymmetricComposite::new(
///     Symmetric::new(CornerPermutation, group),
///     Composite::new(vec![Box::new(CornerOrientation)]),
/// );
/// assert_eq!(corners.size(), 2768 * 2187);
/// ```
pub struct SymmetricComposite<C> {
    symmetric: Symmetric<C>,
    composite: Composite,
}

impl<C: Coordinate> SymmetricComposite<C> {
    /// Puts the two together.
    ///
    /// # Panics
    /// If a transformation of the symmetric coordinate's group does not act on the composite
    /// one's values, or the two are for different moves.
    pub fn new(symmetric: Symmetric<C>, composite: Composite) -> SymmetricComposite<C> {
        assert!(
            symmetric.group().is_subset(composite.transformations()),
            "a transformation does not act on {}",
            composite.name()
        );
        assert_eq!(symmetric.moves(), composite.moves());
        SymmetricComposite {
            symmetric,
            composite,
        }
    }

    /// The symmetric part.
    pub fn symmetric(&self) -> &Symmetric<C> {
        &self.symmetric
    }

    /// The composite part.
    pub fn composite(&self) -> &Composite {
        &self.composite
    }

    /// The value of a cube, and the transformation under which it was read.
    pub fn locate(&self, cube: &Cube) -> (usize, Transformation) {
        let (class, s) = self.symmetric.locate(self.symmetric.base().index(cube));
        let rest = self.composite.index(&s.apply(cube));
        (self.composite.size() * class + rest, s)
    }
}

impl<C: Coordinate> Coordinate for SymmetricComposite<C> {
    fn name(&self) -> String {
        format!("{}+{}", self.symmetric.name(), self.composite.name())
    }

    fn size(&self) -> usize {
        self.symmetric.classes() * self.composite.size()
    }

    fn moves(&self) -> MoveSet {
        self.composite.moves()
    }

    fn index(&self, cube: &Cube) -> usize {
        self.locate(cube).0
    }

    fn cube(&self, value: usize) -> Cube {
        let (class, rest) = (value / self.composite.size(), value % self.composite.size());
        let representative = self.symmetric.representative(class);
        combine(&[
            (self.symmetric.base(), representative),
            (&self.composite, rest),
        ])
    }

    fn reads(&self) -> Vec<Aspect> {
        [self.symmetric.reads(), self.composite.reads()].concat()
    }

    fn transformations(&self) -> TransformationSet {
        self.symmetric.group()
    }
}
