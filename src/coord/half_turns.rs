//! Coordinates of cubes that can be reached by half turns. Their moves are half turns.

use super::corners::{FIRST_TETRAD, SECOND_TETRAD};
use super::cubies::{edges_at, rank_at};
use super::slices::SLICES;
use super::{Aspect, Basic};
use crate::cube::{Cube, MoveSet};

impl Basic {
    /// The corners: 96 values.
    pub(crate) fn half_turn_corners() -> Basic {
        let mut cubes = MoveSet::HALF_TURNS.reached(rank_of_corners);
        cubes.sort_unstable_by_key(rank_of_corners);
        let aspect = Aspect::CornerPermutation;
        let cube = move |value: usize| cubes[value];
        Basic::new(
            "corners of half turns",
            96,
            &[aspect],
            rank_of_corners,
            cube,
        )
        .with_moves(MoveSet::HALF_TURNS)
    }

    /// The edges of one of the three slices, E, M or S: 4! = 24 values.
    pub(crate) fn half_turn_slice(slice: usize) -> Basic {
        edges_at("slice of half turns", SLICES[slice]).with_moves(MoveSet::HALF_TURNS)
    }
}

/// The first tetrad determines the second up to the place of one corner.
fn rank_of_corners(cube: &Cube) -> usize {
    let corners = cube.corners();
    let is_fourth = |place: &u8| corners[usize::from(*place)] == SECOND_TETRAD[0];
    let place = SECOND_TETRAD.iter().position(is_fourth);
    4 * rank_at(corners, FIRST_TETRAD) + place.unwrap_or(0)
}
