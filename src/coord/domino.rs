use super::cubies::{arrange_at, rank_at};
use super::edges::with_edges;
use super::slices::{FOURS_OF_EIGHT, RANKS_OF_FOUR, SLICES, place_fours, slice_masks};
use super::{Aspect, Basic};
use crate::cube::{Cube, Face, MoveSet, TransformationSet};
use crate::permutation::arrangement;

/// The generators of the domino group: all turns of U and D, half turns of the other faces.
pub const DOMINO_MOVES: MoveSet = MoveSet::HALF_TURNS
    .union(MoveSet::of_face(Face::U))
    .union(MoveSet::of_face(Face::D));

impl Basic {
    /// The edge cubies at the positions of U and D, of a cube in the domino group: 8! = 40,320 values,
    /// lexicographic ranks.
    pub fn domino_edges() -> Basic {
        domino(
            "edges of U and D",
            40_320,
            // the edges are numbered like their positions
            |cube| arrangement::rank(&cube.edges()[..8], 8) as usize,
            |value, edges| edges[..8].copy_from_slice(&arrangement::unrank::<8>(value as u64, 8)),
        )
    }

    /// The edge cubies in the E slice, of a cube in the domino group: 4! = 24 values, lexicographic
    /// ranks.
    pub fn domino_slice() -> Basic {
        domino(
            "edges of E",
            24,
            |cube| rank_at(cube.edges(), SLICES[0]),
            |value, edges| arrange_at(value, SLICES[0], edges),
        )
    }

    /// Which positions of U and D hold the edges of the M slice, of a cube in the domino group: 70
    /// values, the ranks of the sets of positions in order of their masks.
    pub fn domino_m_slice() -> Basic {
        let [_, m, s] = SLICES;
        domino(
            "positions of M",
            FOURS_OF_EIGHT.len(),
            |cube| RANKS_OF_FOUR[usize::from(slice_masks(cube)[1] & 0xff)].into(),
            move |value, edges| {
                edges[..8].copy_from_slice(&place_fours(FOURS_OF_EIGHT[value], m, s))
            },
        )
    }
}

/// A coordinate of the edges of cubes in the domino group; `arrange` arranges solved edges so that they
/// have a value.
fn domino(
    name: &'static str,
    size: usize,
    index: fn(&Cube) -> usize,
    arrange: impl Fn(usize, &mut [u8; 12]) + Send + Sync + 'static,
) -> Basic {
    let cube = move |value| {
        let mut edges = *Cube::SOLVED.edges();
        arrange(value, &mut edges);
        with_edges(edges, [0; 12])
    };
    Basic::new(name, size, &[Aspect::EdgePermutation], index, cube)
        .with_moves(DOMINO_MOVES)
        .with_transformations(TransformationSet::preserving_axis(Face::U))
}
