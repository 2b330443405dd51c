use super::{Bound, Goal};
use crate::coord::{CornerCubies, EdgeCubies};
use crate::cube::MoveSet;

/// The 2x2x2 block at URF solved: that corner and its three edges UR, UF and FR.
pub fn goal() -> Goal {
    let corner = CornerCubies::new([0]);
    let edges = EdgeCubies::new([0, 1, 8]);
    let bound = Bound::composite(vec![Box::new(corner), Box::new(edges)], MoveSet::ALL);
    Goal::new("block", MoveSet::ALL, vec![bound])
}
