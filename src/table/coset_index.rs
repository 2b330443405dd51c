//! Which entry of a table a cube reads: the plain way, that fast paths are tested against.

use super::edges::{NUMBERING, SliceFlips, slice_masks, symmetric_flips};
use super::spec::{EdgeQuotient, Spec};
use crate::coord::corner_classes::CornerClasses;
use crate::cube::Cube;

/// The place of a coset in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CosetIndex {
    /// Class of the corners, `0..spec.rows()`.
    pub row: usize,
    /// Slices of the edges, `0..LINES`.
    pub line: usize,
    /// Orientation of the edges, `0..spec.edges.entries()`.
    pub entry: usize,
}

/// Finds the places of cubes in a table.
pub struct Locator<'a> {
    edges: EdgeQuotient,
    rows: &'a CornerClasses,
}

impl Locator<'_> {
    pub fn new<'a>(spec: &Spec, rows: &'a CornerClasses) -> Locator<'a> {
        Locator {
            edges: spec.edges,
            rows,
        }
    }

    /// The place of the coset of a cube.
    pub fn locate(&self, cube: &Cube) -> CosetIndex {
        let (row, s) = self.rows.locate(cube);
        self.place(row, &s.apply(cube))
    }

    /// The places of the cosets of all cubes symmetric to a cube: more than one only where
    /// the row is symmetric itself.
    pub fn images(&self, cube: &Cube) -> impl Iterator<Item = CosetIndex> {
        let (row, s) = self.rows.locate(cube);
        let seen = s.apply(cube);
        let symmetries = self.rows.self_symmetries(row);
        symmetries
            .iter()
            .map(move |q| self.place(row, &q.apply(&seen)))
    }

    /// The place of a cube whose corners are the representative of a row.
    fn place(&self, row: usize, seen: &Cube) -> CosetIndex {
        let masks = slice_masks(seen);
        CosetIndex {
            row,
            line: NUMBERING.line(masks[0], masks[1]),
            entry: self.entry(&SliceFlips::new(symmetric_flips(seen), &masks)),
        }
    }

    fn entry(&self, flips: &SliceFlips) -> usize {
        match self.edges {
            EdgeQuotient::Nothing => 0,
            EdgeQuotient::Parities => {
                let [e, m, _] = flips.parities().map(usize::from);
                e | m << 1
            }
            EdgeQuotient::Flips { whole } => flips.entry() | flips.whole_bits(whole) << 8,
            EdgeQuotient::Folded { folded } => flips.entry() & (0xff >> folded),
        }
    }
}

impl CosetIndex {
    /// The address of the entry: the number of its first bit in the codes.
    pub fn address(&self, spec: &Spec) -> u64 {
        let line = 8 * spec.row_bytes() * self.row + 2 * spec.edges.entries() * self.line;
        let half = 512 * (self.entry / 256) + self.entry % 256;
        (line + half) as u64
    }
}
