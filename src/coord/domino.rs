use super::cubies::edges_at;
use super::edges::with_edges;
use super::slices::{FOURS_OF_EIGHT, RANKS_OF_FOUR, SLICES, place_fours, slice_masks};
use super::{Aspect, Basic};
use crate::cube::{Cube, Face, MoveSet, TransformationSet};

/// The generators of the domino group: all turns of U and D, half turns of the other faces.
pub const DOMINO_MOVES: MoveSet = MoveSet::HALF_TURNS
    .union(MoveSet::of_face(Face::U))
    .union(MoveSet::of_face(Face::D));

impl Basic {
    /// The edge cubies at the positions of U and D, of a cube in the domino group: 8! = 40,320 values,
    /// lexicographic ranks. The moves are [`DOMINO_MOVES`].
    pub fn domino_edges() -> Basic {
        edges_at("edges of U and D", [0, 1, 2, 3, 4, 5, 6, 7]).in_domino()
    }

    /// The positions of the edge cubies of U and D, of a cube in the domino group: 8! = 40,320 values, lexicographic
    /// ranks. The moves are [`DOMINO_MOVES`].
    pub(crate) fn domino_edge_positions() -> Basic {
        let edges = Basic::domino_edges();
        let of_inverse = edges.clone();
        Basic::new(
            "positions of the edges of U and D",
            edges.size(),
            &[Aspect::EdgePermutation],
            move |cube| of_inverse.index(&cube.inverse()),
            move |value| edges.cube(value).inverse(),
        )
        .in_domino()
    }

    /// The edge cubies in the E slice, of a cube in the domino group: 4! = 24 values, lexicographic
    /// ranks. The moves are [`DOMINO_MOVES`].
    pub fn domino_slice() -> Basic {
        edges_at("edges of E", SLICES[0]).in_domino()
    }

    /// Which positions of U and D hold the edges of the M slice, of a cube in the domino group: 70
    /// values, the ranks of the sets of positions in order of their masks. The moves are
    /// [`DOMINO_MOVES`].
    pub fn domino_m_slice() -> Basic {
        Basic::new(
            "positions of M",
            FOURS_OF_EIGHT.len(),
            &[Aspect::EdgePermutation],
            |cube| RANKS_OF_FOUR[usize::from(slice_masks(cube)[1] & 0xff)].into(),
            |value| {
                let [_, m, s] = SLICES;
                let mut edges = *Cube::SOLVED.edges();
                edges[..8].copy_from_slice(&place_fours(FOURS_OF_EIGHT[value], m, s));
                with_edges(edges, [0; 12])
            },
        )
        .in_domino()
    }

    fn in_domino(self) -> Basic {
        self.with_moves(DOMINO_MOVES)
            .with_transformations(TransformationSet::preserving_axis(Face::U))
    }
}
