use super::edges::with_edges;
use super::{Aspect, Coordinate};
use crate::cube::{Cube, Face, MoveSet, TransformationSet};
use crate::permutation::arrangement;

/// The generators of the domino group: all turns of U and D, half turns of the other faces.
pub const DOMINO_MOVES: MoveSet = MoveSet::HALF_TURNS
    .union(MoveSet::of_face(Face::U))
    .union(MoveSet::of_face(Face::D));

/// The edge cubie at each of some positions of a cube in the domino group, where the edges of
/// the E slice stay in it. Its moves are [`DOMINO_MOVES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DominoEdges {
    /// The positions of U and D: 8! = 40,320 values, lexicographic ranks.
    Outer,
    /// The positions of the E slice: 4! = 24 values, lexicographic ranks.
    Slice,
}

impl Coordinate for DominoEdges {
    fn size(&self) -> usize {
        match self {
            DominoEdges::Outer => 40_320,
            DominoEdges::Slice => 24,
        }
    }

    fn moves(&self) -> MoveSet {
        DOMINO_MOVES
    }

    fn index(&self, cube: &Cube) -> usize {
        let rank = match self {
            DominoEdges::Outer => arrangement::rank(&cube.edges()[..8], 8),
            DominoEdges::Slice => arrangement::rank(&cube.edges().map(|edge| edge & 3)[8..], 4),
        };
        rank as usize
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
