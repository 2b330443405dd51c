use super::{Aspect, Coordinate};
use crate::cube::{Cube, MoveSet, Swap, TransformationSet};

/// Several coordinates taken together: the value is
/// `v₁ + n₁ · (v₂ + n₂ · (v₃ + …))` for values `v` and sizes `n` of the parts. Its moves are
/// those of all parts, or fewer.
///
/// ```
/// use cubesolve::coord::{Composite, Coordinate, EdgeOrientation, SlicePositions};
///
/// let both = Composite::new(vec![Box::new(EdgeOrientation), Box::new(SlicePositions)]);
/// assert_eq!(both.size(), 2048 * 495);
/// ```
#[derive(Debug)]
pub struct Composite {
    parts: Vec<Box<dyn Coordinate>>,
    moves: MoveSet,
}

impl Composite {
    /// Takes coordinates together, the least significant first.
    ///
    /// # Panics
    /// If there is no part, or two read the same array of the cube: then some combinations of
    /// values may not exist.
    pub fn new(parts: Vec<Box<dyn Coordinate>>) -> Composite {
        let mut seen = vec![];
        for aspect in parts.iter().flat_map(|part| part.reads()) {
            assert!(!seen.contains(&aspect), "two parts read {aspect:?}");
            seen.push(aspect);
        }
        Composite::of_disjoint(parts)
    }

    /// The same for parts that may read the same array of the cube at different positions:
    /// the cube of a value of one part has solved cubies wherever another part reads.
    pub(crate) fn of_disjoint(parts: Vec<Box<dyn Coordinate>>) -> Composite {
        assert!(!parts.is_empty(), "a composite coordinate has parts");
        let moves = parts.iter().map(|part| part.moves());
        Composite {
            moves: moves.fold(MoveSet::ALL, MoveSet::intersection),
            parts,
        }
    }

    /// The same coordinate with only those of its moves that are in `moves`.
    pub fn restricted_to(mut self, moves: MoveSet) -> Composite {
        self.moves = self.moves.intersection(moves);
        self
    }
}

impl Coordinate for Composite {
    fn size(&self) -> usize {
        self.parts.iter().map(|part| part.size()).product()
    }

    fn moves(&self) -> MoveSet {
        self.moves
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
            (part.as_ref(), digit)
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

    fn parts(&self) -> &[Box<dyn Coordinate>] {
        &self.parts
    }
}

/// A cube on which each coordinate has the value beside it, for coordinates that read
/// different arrays or positions. If the parities of corners and edges then disagree, two
/// cubies are swapped that no value depends on.
pub(super) fn combine(values: &[(&dyn Coordinate, usize)]) -> Cube {
    let (mut corners, mut edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
    let (mut twists, mut flips) = ([0; 8], [0; 12]);
    for (coordinate, value) in values {
        let cube = coordinate.cube(*value);
        for aspect in coordinate.reads() {
            match aspect {
                Aspect::CornerPermutation => copy_moved(&mut corners, cube.corners()),
                Aspect::CornerOrientation => twists = *cube.corner_orientations(),
                Aspect::EdgePermutation => copy_moved(&mut edges, cube.edges()),
                Aspect::EdgeOrientation => flips = *cube.edge_orientations(),
            }
        }
    }
    let swaps_of_edges = pairs(12).map(|(a, b)| Swap::Edges(a, b));
    let swaps_of_corners = pairs(8).map(|(a, b)| Swap::Corners(a, b));
    let mut cubes = swaps_of_edges
        .chain(swaps_of_corners)
        .filter_map(|swap| Cube::with_parity_fixed(corners, twists, edges, flips, swap).ok());
    let has_values = |cube: &Cube| values.iter().all(|(c, value)| c.index(cube) == *value);
    let found = cubes.find(has_values);
    found.expect("two cubies are in no part and can be swapped")
}

/// Copies the cubies that are not at home in the permutation of one coordinate's cube; the
/// others may be set by coordinates that read the same array.
fn copy_moved<const N: usize>(permutation: &mut [u8; N], of_one: &[u8; N]) {
    for (position, &cubie) in of_one.iter().enumerate() {
        if usize::from(cubie) != position {
            permutation[position] = cubie;
        }
    }
}

/// All pairs of different numbers below `n`.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(|b| (0..b).map(move |a| (a, b)))
}
