//! Edges of cubes in the domino group: those that turns of U and D and half turns of the other
//! faces make. The edges of the E slice then stay in it.

use super::edges::with_edges;
use super::{Aspect, Coordinate};
use crate::cube::{Cube, Face, MoveSet, TransformationSet};
use crate::permutation::arrangement;

/// The moves that make the group.
pub const DOMINO_MOVES: MoveSet =
    MoveSet(MoveSet::HALF_TURNS.0 | MoveSet::of_face(Face::U).0 | MoveSet::of_face(Face::D).0);

/// Which edge cubie is at each position of U and D: 8! = 40,320 values, lexicographic ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OuterEdges;

impl Coordinate for OuterEdges {
    fn name(&self) -> String {
        "domino-outer".into()
    }

    fn size(&self) -> usize {
        40_320
    }

    fn moves(&self) -> MoveSet {
        DOMINO_MOVES
    }

    fn index(&self, cube: &Cube) -> usize {
        arrangement::rank(&cube.edges()[..8], 8) as usize
    }

    fn cube(&self, value: usize) -> Cube {
        let mut edges = *Cube::SOLVED.edges();
        edges[..8].copy_from_slice(&arrangement::unrank::<8>(value as u64, 8));
        with_edges(edges, [0; 12])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::keeping_axis(Face::U)
    }
}

/// Which edge cubie is at each position of the E slice: 4! = 24 values, lexicographic ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SliceEdges;

impl Coordinate for SliceEdges {
    fn name(&self) -> String {
        "domino-slice".into()
    }

    fn size(&self) -> usize {
        24
    }

    fn moves(&self) -> MoveSet {
        DOMINO_MOVES
    }

    fn index(&self, cube: &Cube) -> usize {
        let edges: [u8; 4] = std::array::from_fn(|i| cube.edges()[8 + i] - 8);
        arrangement::rank(&edges, 4) as usize
    }

    fn cube(&self, value: usize) -> Cube {
        let mut edges = *Cube::SOLVED.edges();
        let slice = arrangement::unrank::<4>(value as u64, 4).map(|edge| edge + 8);
        edges[8..].copy_from_slice(&slice);
        with_edges(edges, [0; 12])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::keeping_axis(Face::U)
    }
}
