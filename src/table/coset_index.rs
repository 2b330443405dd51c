//! Which entry of a table a cube reads: the plain way, which the fast paths are tested against.

use crate::coord::Symmetric;
use crate::coord::corner_classes::CornerClasses;
use crate::coord::corners::half_turn_class;
use crate::coord::slices::{NUMBERING, extract, slice_masks, symmetric_flips};
use crate::cube::Cube;

/// The index of a coset in a table, in three parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CosetIndex {
    /// The row, which is the class of the corners without their half-turn class, and that:
    /// `8 · row + half-turn class`.
    pub corner_class: usize,
    /// The slice of the edge at each position, `0..LINES`.
    pub slice_configuration: usize,
    /// Orientation of the edges, `0..2048`.
    pub flip_index: usize,
}

impl CosetIndex {
    pub fn new(cube: &Cube) -> CosetIndex {
        let (row, s) = rows().locate_cube(cube);
        CosetIndex::in_row(row, &s.apply(cube))
    }

    /// The indices of the cosets of all conjugates of a cube: more than one only where the corner
    /// class has self-symmetries.
    #[cfg(test)]
    pub fn of_conjugates(cube: &Cube) -> impl Iterator<Item = CosetIndex> {
        let rows = rows();
        let (row, s) = rows.locate_cube(cube);
        let conjugate = s.apply(cube);
        let self_symmetries = rows.self_symmetries(row);
        self_symmetries
            .iter()
            .map(move |q| CosetIndex::in_row(row, &q.apply(&conjugate)))
    }

    /// The index of a cube whose corners are the representative of a row.
    fn in_row(row: usize, cube: &Cube) -> CosetIndex {
        let masks = slice_masks(cube);
        let flips = symmetric_flips(cube);
        CosetIndex {
            corner_class: 8 * row + half_turn_class(cube),
            slice_configuration: NUMBERING.line(masks[0], masks[1]),
            flip_index: flip_index(masks.map(|mask| extract(flips, mask))).into(),
        }
    }
}

/// The number of an entry's flips, from those of the cubies of E, M and S, four bits each in order of position:
/// the flips of all edges are even together, so the last one is redundant.
pub const fn flip_index([e, m, s]: [u16; 3]) -> u16 {
    e | m << 4 | (s & 7) << 8
}

/// The corner classes that are the rows of a table.
fn rows() -> &'static Symmetric {
    CornerClasses::get().symmetric()
}
