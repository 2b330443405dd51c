//! Which entry of a table a cube reads: the plain way, that fast paths are tested against.

use super::edges::{NUMBERING, SliceFlips, slice_masks, symmetric_flips};
use super::filter;
use super::spec::{Encoding, Spec};
use crate::coord::CornerRefinement;
use crate::coord::corner_classes::CornerClasses;
use crate::cube::Cube;

/// The index of a coset in a table, in its three parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CosetIndex {
    /// Class of the corner coset; in a filter `8 · class without refinement + refinement`.
    pub corner_class: usize,
    /// Which slice the edge at each position is from, `0..LINES`.
    pub slice_configuration: usize,
    /// Orientation of the edges, `0..spec.edges.entries()`.
    pub flip_index: usize,
}

impl CosetIndex {
    /// The index of the coset of a cube in the table `spec`.
    pub fn new(spec: &Spec, cube: &Cube) -> CosetIndex {
        let (row, s) = rows(spec).locate(cube);
        CosetIndex::in_row(spec, row, &s.apply(cube))
    }

    /// The indices of the cosets of all cubes symmetric to a cube: more than one only where
    /// the corner class has self-symmetries.
    pub fn of_symmetric_cubes(spec: &Spec, cube: &Cube) -> impl Iterator<Item = CosetIndex> {
        let rows = rows(spec);
        let (row, s) = rows.locate(cube);
        let conjugate = s.apply(cube);
        let self_symmetries = rows.self_symmetries(row);
        self_symmetries
            .iter()
            .map(move |q| CosetIndex::in_row(spec, row, &q.apply(&conjugate)))
    }

    /// The index of a cube whose corners are the representative of a row.
    fn in_row(spec: &Spec, row: usize, cube: &Cube) -> CosetIndex {
        let masks = slice_masks(cube);
        let flips = SliceFlips::new(symmetric_flips(cube), &masks);
        CosetIndex {
            corner_class: match spec.encoding {
                Encoding::TwoBits => row,
                Encoding::Filter { .. } => 8 * row + filter::matching(cube),
            },
            slice_configuration: NUMBERING.line(masks[0], masks[1]),
            flip_index: spec.edges.flip_index(&flips),
        }
    }
}

/// The classes that the rows of a table are for: see [`filter`] for those of filters.
fn rows(spec: &Spec) -> &'static CornerClasses {
    CornerClasses::get(match spec.encoding {
        Encoding::TwoBits => spec.corners,
        Encoding::Filter { .. } => CornerRefinement::None,
    })
}
