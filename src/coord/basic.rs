use crate::cube::{Cube, Face, MoveSet, Transformation, TransformationSet};
use std::fmt;
use std::sync::Arc;

/// A basic coordinate: a number in `0..size` that describes part of a cube.
///
/// Its moves act on the values: cubes of equal value still have equal values after any of them.
/// To add a coordinate, call [`Basic::new`]; tables and symmetry reduction follow from it.
///
/// ```
/// use cubesolve::Cube;
/// use cubesolve::coord::Basic;
///
/// let twists = Basic::corner_orientation();
/// let cube: Cube = "R U F'".parse()?;
/// let value = twists.index(&cube);
/// assert!(value < twists.size());
/// assert_eq!(twists.index(&twists.cube(value)), value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Basic {
    pub(crate) name: &'static str,
    pub(crate) size: usize,
    pub(crate) reads: Vec<Aspect>,
    /// The moves that act on the values; at first all. A coordinate that is defined for some cubes
    /// only has moves that preserve this set of cubes.
    pub(crate) moves: MoveSet,
    /// The transformations that act on the values: those under which cubes of equal value have
    /// conjugates of equal value. They form a group; at first just the identity.
    pub(crate) transformations: TransformationSet,
    index: Arc<dyn Fn(&Cube) -> usize + Send + Sync>,
    cube: Arc<dyn Fn(usize) -> Cube + Send + Sync>,
}

/// The transformations that act on the values of all parts.
pub(super) fn acting_on_all<'a>(parts: impl IntoIterator<Item = &'a Basic>) -> TransformationSet {
    let of_parts = parts.into_iter().map(|part| part.transformations);
    of_parts.fold(TransformationSet::ALL, TransformationSet::intersection)
}

impl Basic {
    /// A coordinate with the value `index(x)` for a cube `x`, where `cube(value)` is some cube with
    /// that value: `index(&cube(value)) == value` for values below `size`.
    pub fn new(
        name: &'static str,
        size: usize,
        reads: &[Aspect],
        index: impl Fn(&Cube) -> usize + Send + Sync + 'static,
        cube: impl Fn(usize) -> Cube + Send + Sync + 'static,
    ) -> Basic {
        Basic {
            name,
            size,
            reads: reads.to_vec(),
            moves: MoveSet::ALL,
            transformations: std::iter::once(Transformation::IDENTITY).collect(),
            index: Arc::new(index),
            cube: Arc::new(cube),
        }
    }

    /// The same with these moves.
    pub fn with_moves(self, moves: MoveSet) -> Basic {
        Basic { moves, ..self }
    }

    /// The same with these transformations.
    pub fn with_transformations(self, transformations: TransformationSet) -> Basic {
        Basic {
            transformations,
            ..self
        }
    }

    /// What it describes.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Number of values; each is taken by some cube.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The arrays of the cube that the value depends on.
    pub fn reads(&self) -> &[Aspect] {
        &self.reads
    }

    /// The moves that act on the values.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// The transformations that act on the values.
    pub fn transformations(&self) -> TransformationSet {
        self.transformations
    }

    /// The value of a cube, `0..size`.
    pub fn index(&self, cube: &Cube) -> usize {
        (self.index)(cube)
    }

    /// A cube that has this value: `index(&cube(value)) == value`.
    ///
    /// # Panics
    /// May panic unless `value < size`.
    pub fn cube(&self, value: usize) -> Cube {
        (self.cube)(value)
    }

    /// The coordinate, which is relative to the axis of face `from`, relative to that of face `to`:
    /// the value of `x` is that of `s · x · s⁻¹`. So one coordinate serves all axes.
    pub fn turned(self, from: Face, to: Face) -> Basic {
        let s = Transformation::carrying(to, from);
        let back = s.inverse();
        // orientation relative to another axis depends on the permutation, too
        let mut reads = self.reads.clone();
        for (orientation, permutation) in [
            (Aspect::CornerOrientation, Aspect::CornerPermutation),
            (Aspect::EdgeOrientation, Aspect::EdgePermutation),
        ] {
            if reads.contains(&orientation) && !reads.contains(&permutation) {
                reads.push(permutation);
            }
        }
        let conjugate = |t: Transformation| back.product(t).product(s);
        let (index, cube) = (self.index, self.cube);
        Basic {
            reads,
            moves: self.moves.iter().map(|m| back.apply_move(m)).collect(),
            transformations: self.transformations.iter().map(conjugate).collect(),
            index: Arc::new(move |x| index(&s.apply(x))),
            cube: Arc::new(move |value| back.apply(&cube(value))),
            ..self
        }
    }
}

impl fmt::Debug for Basic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
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
