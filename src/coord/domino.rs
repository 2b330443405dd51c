use super::cubies::{arrange_at, rank_at};
use super::edges::with_edges;
use super::slices::{FOURS_OF_EIGHT, RANKS_OF_FOUR, SLICES, place_fours, slice_masks};
use super::{Aspect, Coordinate};
use crate::cube::{Cube, Face, MoveSet, TransformationSet};
use crate::permutation::arrangement;

/// The generators of the domino group: all turns of U and D, half turns of the other faces.
pub const DOMINO_MOVES: MoveSet = MoveSet::HALF_TURNS
    .union(MoveSet::of_face(Face::U))
    .union(MoveSet::of_face(Face::D));

/// The edge cubies at some positions of a cube in the domino group, where the edges of the E slice
/// stay in it. Its moves are [`DOMINO_MOVES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DominoEdges {
    /// The positions of U and D: 8! = 40,320 values, lexicographic ranks.
    Outer,
    /// The positions of the E slice: 4! = 24 values, lexicographic ranks.
    Slice,
    /// Which positions of U and D hold the edges of the M slice: 70 values, the ranks of the sets of
    /// positions in order of their masks.
    MSlice,
}

impl Coordinate for DominoEdges {
    fn size(&self) -> usize {
        match self {
            DominoEdges::Outer => 40_320,
            DominoEdges::Slice => 24,
            DominoEdges::MSlice => FOURS_OF_EIGHT.len(),
        }
    }

    fn moves(&self) -> MoveSet {
        DOMINO_MOVES
    }

    fn index(&self, cube: &Cube) -> usize {
        match self {
            // the edges are numbered like their positions
            DominoEdges::Outer => arrangement::rank(&cube.edges()[..8], 8) as usize,
            DominoEdges::Slice => rank_at(cube.edges(), SLICES[0]),
            DominoEdges::MSlice => {
                let [_, m, _] = slice_masks(cube);
                RANKS_OF_FOUR[usize::from(m & 0xff)].into()
            }
        }
    }

    fn cube(&self, value: usize) -> Cube {
        let mut edges = *Cube::SOLVED.edges();
        match self {
            DominoEdges::Outer => {
                edges[..8].copy_from_slice(&arrangement::unrank::<8>(value as u64, 8));
            }
            DominoEdges::Slice => arrange_at(value, SLICES[0], &mut edges),
            DominoEdges::MSlice => {
                let [_, m, s] = SLICES;
                edges[..8].copy_from_slice(&place_fours(FOURS_OF_EIGHT[value], m, s));
            }
        }
        with_edges(edges, [0; 12])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::preserving_axis(Face::U)
    }
}
