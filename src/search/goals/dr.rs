use super::{Bound, Goal, moves_without_quarters};
use crate::coord::{CornerOrientation, EdgeOrientation, SlicePositions};
use crate::cube::{Face, MoveSet};

/// Domino reduction on the U-D axis: solvable by turns of U and D and half turns. Edges and
/// corners are oriented and the edges of the E slice are in it (Kociemba's first phase).
pub fn goal() -> Goal {
    Goal::new("dr", MoveSet::ALL, bounds(MoveSet::ALL))
}

/// The same from edges oriented relative to the F-B axis, which then stay so.
pub fn goal_from_eo() -> Goal {
    let moves = moves_without_quarters(&[Face::F]);
    Goal::new("dr", moves, bounds(moves))
}

/// Two coordinates that share the slice are solved together exactly when all three parts are.
pub fn bounds(moves: MoveSet) -> Vec<Bound> {
    vec![
        Bound::composite(
            vec![Box::new(EdgeOrientation), Box::new(SlicePositions)],
            moves,
        ),
        Bound::composite(
            vec![Box::new(CornerOrientation), Box::new(SlicePositions)],
            moves,
        ),
    ]
}
