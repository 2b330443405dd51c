use super::composite::combine;
use super::{Aspect, Composite, Coordinate, Symmetric};
use crate::cube::{Cube, MoveSet, TransformationSet};

/// A symmetric coordinate and a composite one: the cube is transformed so that the base of the
/// symmetric coordinate has the value of its representative, and then the composite value is
/// read. The value is `class · n + composite value` for `n` composite values.
///
/// Where the representative has self-symmetries, several values may stand for the same cubes.
///
/// ```
/// use cubesolve::coord::{Coordinate, CornerOrientation, CornerPermutation, SymmetricComposite};
///
/// let corners = SymmetricComposite::by_common(CornerPermutation, CornerOrientation);
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

    /// `base` reduced by all transformations that act on the values of both, and `rest`.
    ///
    /// # Panics
    /// As [`Symmetric::new`] and [`SymmetricComposite::new`].
    pub fn by_common(
        base: impl Coordinate + 'static,
        rest: impl Coordinate + 'static,
    ) -> SymmetricComposite {
        let group = base.transformations().intersection(rest.transformations());
        let composite = Composite::new(vec![Box::new(rest)]);
        SymmetricComposite::new(Symmetric::new(base, group), composite)
    }

    /// The composite part.
    pub fn composite(&self) -> &Composite {
        &self.composite
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
        let (class, s) = self.symmetric.locate_cube(cube);
        self.composite.size() * class + self.composite.index(&s.apply(cube))
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

    fn symmetric(&self) -> Option<&Symmetric> {
        Some(&self.symmetric)
    }

    fn parts(&self) -> &[Box<dyn Coordinate>] {
        self.composite.parts()
    }
}
