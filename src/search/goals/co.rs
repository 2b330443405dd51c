use super::{Bound, Goal};
use crate::coord::CornerOrientation;
use crate::cube::MoveSet;

/// All corners oriented relative to the U-D axis: a U or D colour on U and D at each.
pub fn goal() -> Goal {
    let bound = Bound::basic(CornerOrientation, MoveSet::ALL);
    Goal::new("co", MoveSet::ALL, vec![bound])
}
