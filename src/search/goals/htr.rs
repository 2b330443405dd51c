use super::{Bound, Goal, dr, moves_without_quarters};
use crate::coord::{CornerRefinement, CosetCorners, SlicesAndFlipParities};
use crate::cube::{Face, MoveSet};

/// Half-turn reduction: solvable by half turns alone (Thistlethwaite's third subgroup).
pub fn goal() -> Goal {
    let mut bounds = half_turn_bounds(MoveSet::ALL);
    let dominoes = dr::bounds(MoveSet::ALL);
    bounds.extend(dominoes.iter().flat_map(Bound::on_each_axis));
    Goal::new("htr", MoveSet::ALL, bounds)
}

/// The same from a domino reduction on the U-D axis, which is kept.
pub fn goal_from_dr() -> Goal {
    let moves = moves_without_quarters(&[Face::R, Face::F]);
    let mut bounds = half_turn_bounds(moves);
    bounds.extend(dr::bounds(moves));
    Goal::new("htr", moves, bounds)
}

/// Corners modulo half turns, and every edge in its slice; a domino reduction adds that the
/// edges are oriented.
fn half_turn_bounds(moves: MoveSet) -> Vec<Bound> {
    let corners = CosetCorners {
        refinement: CornerRefinement::HalfTurn,
    };
    vec![
        Bound::basic(SlicesAndFlipParities, moves),
        Bound::basic(corners, moves),
    ]
}
