use super::{Bound, Goal};
use crate::coord::EdgeCubies;
use crate::cube::MoveSet;

/// The four edges of D solved.
pub fn goal() -> Goal {
    let bound = Bound::basic(EdgeCubies::new([4, 5, 6, 7]), MoveSet::ALL);
    Goal::new("cross", MoveSet::ALL, vec![bound])
}
