use super::{Bound, Goal};
use crate::coord::EdgeOrientation;
use crate::cube::MoveSet;

/// All edges oriented relative to the F-B axis: solvable without quarter turns of F and B.
pub fn goal() -> Goal {
    let bound = Bound::basic(EdgeOrientation, MoveSet::ALL);
    Goal::new("eo", MoveSet::ALL, vec![bound])
}
