use super::composite::combine;
use super::{Aspect, Composite, Coordinate, Symmetric};
use crate::cube::{Cube, MoveSet, Transformation, TransformationSet};

/// A symmetric coordinate and a composite one: the cube is transformed so that the base of the
/// symmetric coordinate has the value of its representative, and then the composite value is
/// read. The value is `class · n + composite value` for `n` composite values.
///
/// Where the representative has self-symmetries, several values may stand for the same cubes.
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
#[derive(Debug)]
pub struct SymmetricComposite {
    symmetric: Symmetric,
    composite: Composite,
}

impl SymmetricComposite {
    /// Takes the two together.
    ///
    /// # Panics
    /// If a transformation of the symmetric coordinate's group does not act on the composite
    /// one's values, or their moves differ.
    pub fn new(symmetric: Symmetric, composite: Composite) -> SymmetricComposite {
        assert!(
            symmetric.group().is_subset(composite.transformations()),
            "a transformation does not act on {composite:?}"
        );
        assert_eq!(symmetric.moves(), composite.moves());
        SymmetricComposite {
            symmetric,
            composite,
        }
    }

    /// The symmetric part.
    pub fn symmetric(&self) -> &Symmetric {
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

impl Coordinate for SymmetricComposite {
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
