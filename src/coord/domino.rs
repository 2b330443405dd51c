//! Edges of cubes in the domino group: those that turns of U and D and half turns of the other
//! faces make. The edges of the E slice then stay in it.

use super::edges::with_edges;
use super::{Aspect, Coordinate};
use crate::cube::{Cube, Face, MoveSet, TransformationSet};
use crate::permutation::arrangement;

/// The moves that make the group.
pub const DOMINO_MOVES: MoveSet =
    MoveSet(MoveSet::HALF_TURNS.0 | MoveSet::of_face(Face::U).0 | MoveSet::of_face(Face::D).0);

/// Which edge cubie is at each of some positions, for the moves of the domino group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DominoEdges {
    /// At the positions of U and D: 8! = 40,320 values, lexicographic ranks.
    Outer,
    /// At those of the E slice: 4! = 24 values.
    Slice,
}

impl Coordinate for DominoEdges {
    fn name(&self) -> String {
        match self {
            DominoEdges::Outer => "domino-outer".into(),
            DominoEdges::Slice => "domino-slice".into(),
        }
    }

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
        TransformationSet::keeping_axis(Face::U)
    }
}
