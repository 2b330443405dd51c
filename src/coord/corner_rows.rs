//! The rows of the pruning tables: classes of corner cosets, and how moves lead from one to
//! another.

use super::{
    Coordinate, CornerRefinement, CosetCorners, Symmetric, SymmetricTransitions, Transitions,
};
use crate::cube::{Cube, Move, Transformation, TransformationSet};
use std::sync::LazyLock;

/// The classes of [`CosetCorners`] under all 48 transformations, with their moves.
pub struct CornerRows {
    symmetric: Symmetric<CosetCorners>,
    transitions: SymmetricTransitions,
}

impl CornerRows {
    /// The rows for a refinement, computed once.
    pub fn get(refinement: CornerRefinement) -> &'static CornerRows {
        static ROWS: [LazyLock<CornerRows>; 3] = [
            LazyLock::new(|| CornerRows::new(CornerRefinement::None)),
            LazyLock::new(|| CornerRows::new(CornerRefinement::Parity)),
            LazyLock::new(|| CornerRows::new(CornerRefinement::HalfTurn)),
        ];
        &ROWS[refinement as usize]
    }

    fn new(refinement: CornerRefinement) -> CornerRows {
        let symmetric = Symmetric::new(CosetCorners { refinement }, TransformationSet::ALL);
        let transitions = SymmetricTransitions::new(&symmetric);
        CornerRows {
            symmetric,
            transitions,
        }
    }

    /// Number of rows.
    pub fn count(&self) -> usize {
        self.symmetric.classes()
    }

    /// Row of each coset, and a transformation to the row's representative.
    pub fn places(&self) -> impl Iterator<Item = (usize, Transformation)> {
        (0..self.symmetric.base().size()).map(|coset| self.symmetric.locate(coset))
    }

    /// The coset of a cube.
    pub fn coset(&self, cube: &Cube) -> usize {
        self.symmetric.base().index(cube)
    }

    /// The row that `m` leads to from `row`, and the transformation to its representative.
    pub fn neighbour(&self, row: usize, m: Move) -> (usize, Transformation) {
        self.transitions.step(row, m)
    }

    /// The transformations that leave the representative of a row as it is.
    pub fn self_symmetries(&self, row: usize) -> TransformationSet {
        self.symmetric.self_symmetries(row)
    }

    /// The row of a cube and the transformation that brings it to the representative.
    pub fn locate(&self, cube: &Cube) -> (usize, Transformation) {
        self.symmetric.locate(self.coset(cube))
    }
}
