//! The 2x2x2 cube: the corners, up to rotations of the whole cube.
//!
//! It is held so that the corner DBL is solved, which turns of U, R and F leave in place.
//! Turns of the other faces are these and a rotation of the whole cube.

use super::corners::with_corners;
use super::{Aspect, Basic};
use crate::cube::{Cube, Face, Move, MoveSet};
use crate::permutation::arrangement;
use std::sync::LazyLock;

/// The corner that stays in place, DBL: its position and cubie.
const FIXED: usize = 6;

/// The turns that leave that corner in place.
pub(crate) const POCKET_MOVES: MoveSet = MoveSet::of_face(Face::U)
    .union(MoveSet::of_face(Face::R))
    .union(MoveSet::of_face(Face::F));

/// The other places.
const PLACES: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];

impl Basic {
    /// The corners of a 2x2x2 where DBL is solved: 7! = 5040 values, lexicographic ranks.
    pub(crate) fn pocket_permutation() -> Basic {
        let number = |cubie: u8| cubie - u8::from(usize::from(cubie) > FIXED);
        let index = move |cube: &Cube| {
            let corners = PLACES.map(|place| number(cube.corners()[place]));
            arrangement::rank(&corners, 7) as usize
        };
        let cube = |value| {
            let numbers: [u8; 7] = arrangement::unrank(value as u64, 7);
            let mut corners = *Cube::SOLVED.corners();
            for (place, number) in PLACES.into_iter().zip(numbers) {
                corners[place] = PLACES[usize::from(number)] as u8;
            }
            with_corners(corners, [0; 8])
        };
        Basic::new(
            "pocket permutation",
            5040,
            &[Aspect::CornerPermutation],
            index,
            cube,
        )
        .with_moves(POCKET_MOVES)
    }

    /// Their twists, of which six are free: 729 values, digits in base 3.
    pub(crate) fn pocket_orientation() -> Basic {
        let index = |cube: &Cube| {
            let twists = PLACES[..6]
                .iter()
                .rev()
                .map(|place| cube.corner_orientations()[*place]);
            twists.fold(0, |value, twist| 3 * value + usize::from(twist))
        };
        let cube = |mut value| {
            let mut twists = [0; 8];
            for place in &PLACES[..6] {
                twists[*place] = (value % 3) as u8;
                value /= 3;
            }
            twists[PLACES[6]] = (3 - twists.iter().sum::<u8>() % 3) % 3;
            with_corners(*Cube::SOLVED.corners(), twists)
        };
        Basic::new(
            "pocket orientation",
            729,
            &[Aspect::CornerOrientation],
            index,
            cube,
        )
        .with_moves(POCKET_MOVES)
    }
}

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
