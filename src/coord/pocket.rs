//! The 2x2x2 cube: the corners, up to rotations of the whole cube.
//!
//! It is held so that the corner DBL is solved, which turns of U, R and F leave in place.
//! Turns of the other faces are these and a rotation of the whole cube.

use super::corners::{orientation, twists, with_corners};
use super::cubies::corners_at;
use super::{Aspect, Basic};
use crate::cube::{Cube, Face, Move, MoveSet};
use std::sync::LazyLock;

/// The corner that stays in place, DBL: its position and cubie.
const FIXED: usize = 6;

/// The positions that move.
const OTHERS: [u8; 7] = [0, 1, 2, 3, 4, 5, 7];

const OWN_MOVES: MoveSet = MoveSet::of_face(Face::U)
    .union(MoveSet::of_face(Face::R))
    .union(MoveSet::of_face(Face::F));

/// `r · x` for the rotation `r` that solves the corner DBL of `x`. Only the corners are
/// meaningful: the rotation is made of turns of both outer layers of an axis.
pub fn held_by_dbl(cube: &Cube) -> Cube {
    let mut held = ROTATIONS.iter().map(|rotation| rotation.product(cube));
    let held = held.find(|x| x.corners()[FIXED] == 6 && x.corner_orientations()[FIXED] == 0);
    held.expect("one of 24 rotations brings any corner home")
}

/// The 24 rotations of the corners, some repeated: up to three quarter turns about each axis.
static ROTATIONS: LazyLock<Vec<Cube>> = LazyLock::new(|| {
    let quarter_turn = |face: Face| [Move::new(face, 1), Move::new(face.opposite(), 3)];
    let rotation = |turns: [usize; 3]| {
        let axes = [Face::U, Face::R, Face::F].into_iter().zip(turns);
        Cube::from_moves(axes.flat_map(|(face, n)| quarter_turn(face).repeat(n)))
    };
    (0..64)
        .map(|i| rotation([i % 4, i / 4 % 4, i / 16]))
        .collect()
});

impl Basic {
    /// The corner cubie at each position but DBL, while that is solved: 7! = 5040 values, lexicographic
    /// ranks. The moves are turns of U, R and F.
    pub fn pocket_permutation() -> Basic {
        corners_at("pocket cube permutation", OTHERS).with_moves(OWN_MOVES)
    }

    /// The twists while DBL is solved: 3⁶ = 729 values, those of [`Basic::corner_orientation`]. The moves
    /// are turns of U, R and F.
    pub fn pocket_orientation() -> Basic {
        let cube = |value| with_corners(*Cube::SOLVED.corners(), twists(value));
        let aspect = Aspect::CornerOrientation;
        Basic::new("pocket cube orientation", 729, &[aspect], orientation, cube)
            .with_moves(OWN_MOVES)
    }
}
