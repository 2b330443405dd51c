use super::edges::with_edges;
use super::slices::{FOURS_OF_EIGHT, RANKS_OF_FOUR, SLICES, slice_masks};
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
        let rank = |edges: &[u8]| arrangement::rank(edges, edges.len()) as usize;
        match self {
            DominoEdges::Outer => rank(&cube.edges()[..8]),
            DominoEdges::Slice => rank(&cube.edges().map(|edge| edge & 3)[8..]),
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
            DominoEdges::Slice => {
                let slice = arrangement::unrank::<4>(value as u64, 4).map(|edge| edge + 8);
                edges[8..].copy_from_slice(&slice);
            }
            DominoEdges::MSlice => {
                let mask = FOURS_OF_EIGHT[value];
                let [_, mut m, mut s] = SLICES.map(<[u8; 4]>::into_iter);
                for (position, edge) in edges[..8].iter_mut().enumerate() {
                    let slice = if mask >> position & 1 == 1 {
                        &mut m
                    } else {
                        &mut s
                    };
                    *edge = slice.next().expect("four positions of each slice");
                }
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
