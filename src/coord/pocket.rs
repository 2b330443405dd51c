//! The 2x2x2 cube: the corners, whichever of its sides is called which.
//!
//! It is held so that the corner DBL is solved, which turns of U, R and F leave in place.
//! Turns of the other faces are these and a rotation of the whole.

use super::corners::with_corners;
use super::{Aspect, Coordinate, CornerOrientation};
use crate::cube::{Cube, Face, Move, MoveSet, Transformation, TransformationSet};
use crate::permutation::arrangement;
use std::sync::LazyLock;

/// The corner that stays in place, DBL: its position and cubie.
const FIXED: usize = 6;

/// The positions that move.
const OTHERS: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];

const OWN_MOVES: MoveSet = MoveSet(
    MoveSet::of_face(Face::U).0 | MoveSet::of_face(Face::R).0 | MoveSet::of_face(Face::F).0,
);

/// The corners of `r · x` for the rotation `r` that makes its DBL solved, as moves of both
/// layers of an axis make it: the edges are of no account.
pub fn held_by_dbl(cube: &Cube) -> Cube {
    let mut held = ROTATIONS.iter().map(|rotation| rotation.product(cube));
    let is_solved =
        |cube: &Cube| cube.corners()[FIXED] == 6 && cube.corner_orientations()[FIXED] == 0;
    held.find(is_solved)
        .expect("one of 24 rotations brings any corner home")
}

/// The 24 rotations: on corners alone, turning both layers of an axis the same way.
static ROTATIONS: LazyLock<Vec<Cube>> = LazyLock::new(|| {
    let same_corners = |a: &Cube, b: &Cube| {
        a.corners() == b.corners() && a.corner_orientations() == b.corner_orientations()
    };
    let mut rotations = vec![Cube::SOLVED];
    let mut at = 0;
    while at < rotations.len() {
        for face in [Face::U, Face::R, Face::F] {
            let layers = [Move::new(face, 1), Move::new(face.opposite(), 3)];
            let turned = rotations[at].apply_all(layers);
            if !rotations.iter().any(|r| same_corners(r, &turned)) {
                rotations.push(turned);
            }
        }
        at += 1;
    }
    rotations
});

/// Of cubes that have DBL solved, which of the other corner cubies is at each of the other
/// positions: 7! = 5040 values, lexicographic ranks. For turns of U, R and F.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PocketPermutation;

impl Coordinate for PocketPermutation {
    fn name(&self) -> String {
        "2x2x2-permutation".into()
    }

    fn size(&self) -> usize {
        5040
    }

    fn moves(&self) -> MoveSet {
        OWN_MOVES
    }

    fn index(&self, cube: &Cube) -> usize {
        let corners = OTHERS.map(|p| cube.corners()[p]);
        arrangement::rank(&corners.map(|c| c - u8::from(c > 6)), 7) as usize
    }

    fn cube(&self, value: usize) -> Cube {
        let mut corners = [FIXED as u8; 8];
        let others: [u8; 7] = arrangement::unrank(value as u64, 7);
        for (p, cubie) in OTHERS.into_iter().zip(others) {
            corners[p] = cubie + u8::from(cubie >= 6);
        }
        with_corners(corners, [0; 8])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerPermutation]
    }

    fn transformations(&self) -> TransformationSet {
        std::iter::once(Transformation::IDENTITY).collect()
    }
}

/// Of cubes that have DBL solved, the twists of the other corners: 3⁶ = 729 values, those of
/// [`CornerOrientation`]. For turns of U, R and F.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PocketOrientation;

impl Coordinate for PocketOrientation {
    fn name(&self) -> String {
        "2x2x2-orientation".into()
    }

    fn size(&self) -> usize {
        729
    }

    fn moves(&self) -> MoveSet {
        OWN_MOVES
    }

    fn index(&self, cube: &Cube) -> usize {
        CornerOrientation.index(cube)
    }

    fn cube(&self, value: usize) -> Cube {
        CornerOrientation.cube(value)
    }

    fn reads(&self) -> Vec<Aspect> {
        CornerOrientation.reads()
    }

    fn transformations(&self) -> TransformationSet {
        std::iter::once(Transformation::IDENTITY).collect()
    }
}
