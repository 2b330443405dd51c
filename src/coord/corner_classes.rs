//! The corner classes of the pruning tables, and how moves lead from one to another.

use super::{Coordinate, CornerRefinement, CosetCorners, MoveTable, Symmetric, SymmetricTables};
use crate::cube::{Cube, Move, Transformation, TransformationSet};
use std::sync::LazyLock;

/// The classes of [`CosetCorners`] under all 48 transformations, with their moves.
///
/// A pruning table has a row of entries for each class.
pub struct CornerClasses {
    symmetric: Symmetric<CosetCorners>,
    tables: SymmetricTables,
}

impl CornerClasses {
    /// The classes for a refinement, computed once.
    pub fn get(refinement: CornerRefinement) -> &'static CornerClasses {
        static CLASSES: [LazyLock<CornerClasses>; 3] = [
            LazyLock::new(|| CornerClasses::new(CornerRefinement::None)),
            LazyLock::new(|| CornerClasses::new(CornerRefinement::Parity)),
            LazyLock::new(|| CornerClasses::new(CornerRefinement::HalfTurn)),
        ];
        &CLASSES[refinement as usize]
    }

    fn new(refinement: CornerRefinement) -> CornerClasses {
        let symmetric = Symmetric::new(CosetCorners { refinement }, TransformationSet::ALL);
        let tables = SymmetricTables::new(&symmetric);
        CornerClasses { symmetric, tables }
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        self.symmetric.classes()
    }

    /// Of each corner coset, in order: its class, and a transformation that brings it to the
    /// representative.
    pub fn cosets(&self) -> impl Iterator<Item = (usize, Transformation)> {
        (0..self.symmetric.base().size()).map(|coset| self.symmetric.locate(coset))
    }

    /// The corner coset of a cube.
    pub fn coset(&self, cube: &Cube) -> usize {
        self.symmetric.base().index(cube)
    }

    /// The class that `m` leads to from the representative of `class`, and the transformation
    /// that brings the moved representative to that of the new class.
    pub fn neighbour(&self, class: usize, m: Move) -> (usize, Transformation) {
        self.tables.step(class, m)
    }

    /// The transformations that leave the representative of a class as it is.
    pub fn self_symmetries(&self, class: usize) -> TransformationSet {
        self.symmetric.self_symmetries(class)
    }

    /// The class of a cube and the transformation that brings it to the representative.
    pub fn locate(&self, cube: &Cube) -> (usize, Transformation) {
        self.symmetric.locate(self.coset(cube))
    }
}
