//! The 2x2x2 cube: the corners, up to rotations of the whole cube.
//!
//! It is held so that the corner DBL is solved, which turns of U, R and F leave in place.
//! Turns of the other faces are these and a rotation of the whole cube.

use crate::cube::{Cube, Face, Move};
use std::sync::LazyLock;

/// The corner that stays in place, DBL: its position and cubie.
const FIXED: usize = 6;

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
