use super::{Bound, Goal};
use crate::coord::{
    Composite, Coordinate, CornerOrientation, CornerPermutation, Symmetric, SymmetricComposite,
};
use crate::cube::MoveSet;

/// All corners solved. The bound is the exact distance.
pub fn goal() -> Goal {
    let group = CornerOrientation.transformations();
    let coordinate = SymmetricComposite::new(
        Symmetric::new(CornerPermutation, group),
        Composite::new(vec![Box::new(CornerOrientation)]),
    );
    Goal::new("corners", MoveSet::ALL, vec![Bound::symmetric(coordinate)])
}
