//! Which entry of a table a cube reads: the plain way, which the fast paths are tested against.

use super::spec::{Encoding, Spec};
use crate::coord::corner_classes::CornerClasses;
use crate::coord::corners::matching;
use crate::coord::slices::{NUMBERING, extract, slice_masks, symmetric_flips};
use crate::coord::{CornerRefinement, Symmetric};
use crate::cube::Cube;

/// The index of a coset in a table, in three parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CosetIndex {
    /// Class of the corner coset; in a filter `8 · row + matching`.
    pub corner_class: usize,
    /// The slice of the edge at each position, `0..LINES`.
    pub slice_configuration: usize,
    /// Orientation of the edges, `0..spec.edges.entries()`.
    pub flip_index: usize,
}

impl CosetIndex {
    /// The index of the coset of a cube in the table `spec`.
    pub fn new(spec: &Spec, cube: &Cube) -> CosetIndex {
        let (row, s) = rows(spec).locate_cube(cube);
        CosetIndex::in_row(spec, row, &s.apply(cube))
    }

    /// The indices of the cosets of all conjugates of a cube: more than one only where the corner
    /// class has self-symmetries.
    pub fn of_conjugates(spec: &Spec, cube: &Cube) -> impl Iterator<Item = CosetIndex> {
        let rows = rows(spec);
        let (row, s) = rows.locate_cube(cube);
        let conjugate = s.apply(cube);
        let self_symmetries = rows.self_symmetries(row);
        self_symmetries
            .iter()
            .map(move |q| CosetIndex::in_row(spec, row, &q.apply(&conjugate)))
    }

    /// The index of a cube whose corners are the representative of a row.
    fn in_row(spec: &Spec, row: usize, cube: &Cube) -> CosetIndex {
        let masks = slice_masks(cube);
        let flips = symmetric_flips(cube);
        CosetIndex {
            corner_class: match spec.encoding {
                Encoding::TwoBits => row,
                Encoding::Filter { .. } => 8 * row + matching(cube),
            },
            slice_configuration: NUMBERING.line(masks[0], masks[1]),
            flip_index: spec
                .edges
                .flip_index(masks.map(|mask| extract(flips, mask))),
        }
    }
}

/// The corner classes that are the rows of a table; those of a filter have no refinement.
fn rows(spec: &Spec) -> &'static Symmetric {
    let refinement = match spec.encoding {
        Encoding::TwoBits => spec.corners,
        Encoding::Filter { .. } => CornerRefinement::None,
    };
    CornerClasses::get(refinement).symmetric()
}
