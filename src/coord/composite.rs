use super::{Aspect, Coordinate};
use crate::cube::{Cube, TransformationSet};

/// Several coordinates taken together: the value is
/// `v₁ + n₁ · (v₂ + n₂ · (v₃ + …))` for values `v` and sizes `n` of the parts.
pub struct Composite {
    parts: Vec<Box<dyn Coordinate>>,
}

impl Composite {
    /// Puts coordinates together.
    ///
    /// # Panics
    /// If there is no part, or two read the same array of the cube: then not every combination
    /// of values need exist.
    pub fn new(parts: Vec<Box<dyn Coordinate>>) -> Composite {
        assert!(!parts.is_empty(), "a composite coordinate has parts");
        let mut seen = vec![];
        for aspect in parts.iter().flat_map(|part| part.reads()) {
            assert!(!seen.contains(&aspect), "two parts read {aspect:?}");
            seen.push(aspect);
        }
        Composite { parts }
    }

    /// The parts, the least significant first.
    pub fn parts(&self) -> &[Box<dyn Coordinate>] {
        &self.parts
    }
}

impl Coordinate for Composite {
    fn name(&self) -> String {
        let names: Vec<String> = self.parts.iter().map(|part| part.name()).collect();
        names.join("+")
    }

    fn size(&self) -> usize {
        self.parts.iter().map(|part| part.size()).product()
    }

    fn index(&self, cube: &Cube) -> usize {
        let parts = self.parts.iter().rev();
        parts.fold(0, |value, part| part.size() * value + part.index(cube))
    }

    fn cube(&self, value: usize) -> Cube {
        let mut rest = value;
        let values = self.parts.iter().map(|part| {
            let digit = rest % part.size();
            rest /= part.size();
            (part.as_ref() as &dyn Coordinate, digit)
        });
        combine(&values.collect::<Vec<_>>())
    }

    fn reads(&self) -> Vec<Aspect> {
        self.parts.iter().flat_map(|part| part.reads()).collect()
    }

    fn transformations(&self) -> TransformationSet {
        let parts = self.parts.iter().map(|part| part.transformations());
        parts.fold(TransformationSet::ALL, TransformationSet::intersection)
    }
}

/// A cube on which each coordinate has the value beside it, for coordinates that read
/// different arrays: each array is that of the coordinate's own cube. Should the parities of
/// corners and edges disagree then, two cubies are exchanged that no value depends on.
pub(super) fn combine(values: &[(&dyn Coordinate, usize)]) -> Cube {
    let (mut corners, mut edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
    let (mut twists, mut flips) = ([0; 8], [0; 12]);
    for (coordinate, value) in values {
        let cube = coordinate.cube(*value);
        for aspect in coordinate.reads() {
            match aspect {
                Aspect::CornerPermutation => corners = *cube.corners(),
                Aspect::CornerOrientation => twists = *cube.corner_orientations(),
                Aspect::EdgePermutation => edges = *cube.edges(),
                Aspect::EdgeOrientation => flips = *cube.edge_orientations(),
            }
        }
    }
    let has_values = |cube: &Cube| values.iter().all(|(c, value)| c.index(cube) == *value);
    let edges_exchanged = pairs(12).map(|(a, b)| {
        let mut exchanged = edges;
        exchanged.swap(a, b);
        (corners, exchanged)
    });
    let corners_exchanged = pairs(8).map(|(a, b)| {
        let mut exchanged = corners;
        exchanged.swap(a, b);
        (exchanged, edges)
    });
    std::iter::once((corners, edges))
        .chain(edges_exchanged)
        .chain(corners_exchanged)
        .filter_map(|(corners, edges)| Cube::new(corners, twists, edges, flips).ok())
        .find(has_values)
        .expect("the parts leave two cubies free to exchange")
}

/// All pairs of different numbers below `n`.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(|b| (0..b).map(move |a| (a, b)))
}
