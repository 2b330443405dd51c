use super::{Bound, Goal};
use crate::coord::{
    Composite, Coordinate, EdgeCubies, EdgeOrientation, Slices, Symmetric, SymmetricComposite,
};
use crate::cube::MoveSet;

/// All edges solved.
///
/// The four edges of a slice are solved when their places are, so one table serves the three
/// slices. All orientations with the slices see further while few edges are in place.
pub fn goal() -> Goal {
    let slices = SymmetricComposite::new(
        Symmetric::new(Slices, EdgeOrientation.transformations()),
        Composite::new(vec![Box::new(EdgeOrientation)]),
    );
    let slice = Bound::basic(EdgeCubies::new([8, 9, 10, 11]), MoveSet::ALL);
    let mut bounds = vec![Bound::symmetric(slices)];
    bounds.extend(slice.on_each_axis());
    Goal::new("edges", MoveSet::ALL, bounds)
}
