use super::{CornerRefinement, CosetCorners, Stop, Symmetric, Tables};
use crate::cube::{Cube, Move, Transformation, TransformationSet};
use std::sync::LazyLock;

/// The classes of [`CosetCorners`] under all 48 transformations, with their moves. A pruning
/// table has a row of entries for each class.
pub struct CornerClasses {
    symmetric: Symmetric,
    tables: Tables,
}

impl CornerClasses {
    /// The classes for a refinement, computed once.
    pub fn get(refinement: CornerRefinement) -> &'static CornerClasses {
        static CLASSES: [LazyLock<CornerClasses>; 2] = [
            LazyLock::new(|| CornerClasses::new(CornerRefinement::None)),
            LazyLock::new(|| CornerClasses::new(CornerRefinement::HalfTurn)),
        ];
        &CLASSES[refinement as usize]
    }

    fn new(refinement: CornerRefinement) -> CornerClasses {
        let symmetric = Symmetric::new(CosetCorners { refinement }, TransformationSet::ALL);
        let tables = Tables::new(&symmetric, Stop::never());
        let tables = tables.expect("memory for 1.4 MB of tables");
        CornerClasses { symmetric, tables }
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        self.symmetric.classes()
    }

    /// For each corner coset in order its class, and a transformation that brings it to the
    /// representative.
    pub fn cosets(&self) -> impl Iterator<Item = (usize, Transformation)> {
        (0..self.symmetric.base().size()).map(|coset| self.symmetric.locate(coset))
    }

    /// The representative of a class: the least of its corner cosets.
    pub fn representative(&self, class: usize) -> usize {
        self.symmetric.representative(class)
    }

    /// The class of the representative of `class` after `m`, and the transformation that brings
    /// the moved representative to that of the new class.
    pub fn neighbour(&self, class: usize, m: Move) -> (usize, Transformation) {
        self.tables.step(class, m)
    }

    /// The transformations that leave the representative of a class unchanged.
    pub fn self_symmetries(&self, class: usize) -> TransformationSet {
        self.symmetric.self_symmetries(class)
    }

    /// The class of a cube and the transformation that brings it to the representative.
    pub fn locate(&self, cube: &Cube) -> (usize, Transformation) {
        self.symmetric.locate_cube(cube)
    }
}
