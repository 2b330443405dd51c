//! Which entry of a table a cube reads: the plain way, that fast paths are tested against.

use super::edges::{NUMBERING, SliceFlips, slice_masks, symmetric_flips};
use super::spec::Spec;
use crate::coord::corner_classes::CornerClasses;
use crate::cube::Cube;

/// The index of a coset in a table, in its three parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CosetIndex {
    /// Class of the corner coset, `0..spec.corner_classes()`.
    pub corner_class: usize,
    /// Which slice the edge at each position is from, `0..LINES`.
    pub slice_configuration: usize,
    /// Orientation of the edges, `0..spec.edges.entries()`.
    pub flip_index: usize,
}

impl CosetIndex {
    /// The index of the coset of a cube in the table `spec`.
    pub fn new(spec: &Spec, cube: &Cube) -> CosetIndex {
        let (corner_class, s) = CornerClasses::get(spec.corners).locate(cube);
        CosetIndex::in_class(spec, corner_class, &s.apply(cube))
    }

    /// The indices of the cosets of all cubes symmetric to a cube: more than one only where
    /// the corner class has self-symmetries.
    pub fn of_symmetric_cubes(spec: &Spec, cube: &Cube) -> impl Iterator<Item = CosetIndex> {
        let classes = CornerClasses::get(spec.corners);
        let (corner_class, s) = classes.locate(cube);
        let conjugate = s.apply(cube);
        let self_symmetries = classes.self_symmetries(corner_class);
        self_symmetries
            .iter()
            .map(move |q| CosetIndex::in_class(spec, corner_class, &q.apply(&conjugate)))
    }

    /// The index of a cube whose corners are the representative of their class.
    fn in_class(spec: &Spec, corner_class: usize, cube: &Cube) -> CosetIndex {
        let masks = slice_masks(cube);
        let flips = SliceFlips::new(symmetric_flips(cube), &masks);
        CosetIndex {
            corner_class,
            slice_configuration: NUMBERING.line(masks[0], masks[1]),
            flip_index: spec.edges.flip_index(&flips),
        }
    }
}
