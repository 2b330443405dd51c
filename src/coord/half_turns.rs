use super::corners::{FIRST_TETRAD, SECOND_TETRAD};
use super::cubies::{arrange_at, rank_at};
use super::edges::with_edges;
use super::slices::SLICES;
use super::{Aspect, Coordinate};
use crate::cube::{Cube, MoveSet, TransformationSet};
use std::sync::LazyLock;

/// A part of a cube that half turns have made of the solved cube. Its moves are half turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HalfTurnCubies {
    /// The corners: 96 values.
    Corners,
    /// The edges of one of the three slices, E, M or S: 4! = 24 values.
    Slice(usize),
}

/// A corner of the second tetrad, which the first tetrad determines up to its place.
const FOURTH: u8 = SECOND_TETRAD[0];

/// A cube with each value of the corners.
static CORNERS: LazyLock<Vec<Cube>> = LazyLock::new(|| {
    let value = |cube: &Cube| HalfTurnCubies::Corners.index(cube);
    let mut cubes = MoveSet::HALF_TURNS.reached(value);
    cubes.sort_by_key(value);
    cubes
});

impl Coordinate for HalfTurnCubies {
    fn size(&self) -> usize {
        match self {
            HalfTurnCubies::Corners => 96,
            HalfTurnCubies::Slice(_) => 24,
        }
    }

    fn moves(&self) -> MoveSet {
        MoveSet::HALF_TURNS
    }

    fn index(&self, cube: &Cube) -> usize {
        match *self {
            HalfTurnCubies::Slice(slice) => rank_at(cube.edges(), SLICES[slice]),
            HalfTurnCubies::Corners => {
                let corners = cube.corners();
                let at = |place: &u8| corners[usize::from(*place)] == FOURTH;
                4 * rank_at(corners, FIRST_TETRAD) + SECOND_TETRAD.iter().position(at).unwrap_or(0)
            }
        }
    }

    fn cube(&self, value: usize) -> Cube {
        match *self {
            HalfTurnCubies::Corners => CORNERS[value],
            HalfTurnCubies::Slice(slice) => {
                let mut edges = *Cube::SOLVED.edges();
                arrange_at(value, SLICES[slice], &mut edges);
                with_edges(edges, [0; 12])
            }
        }
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![match self {
            HalfTurnCubies::Corners => Aspect::CornerPermutation,
            HalfTurnCubies::Slice(_) => Aspect::EdgePermutation,
        }]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::default()
    }
}
