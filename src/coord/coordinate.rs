use super::basic::acting_on_all;
use super::{Aspect, Basic, CoordError, Distances, Stop, Symmetric, Tables, Tracked};
use crate::cube::{Cube, Metric, MoveSet, Swap, Transformation, TransformationSet};

/// A number in `0..size()` that describes part of a cube: basic coordinates, a symmetric one, or both.
///
/// Basic coordinates taken together are a *composite* one, with the value
/// `v₁ + n₁ · (v₂ + n₂ · (v₃ + …))` for values `v` and sizes `n` of the parts. If there is a symmetric
/// coordinate, too, the cube is transformed so that its base has the value of the representative, and
/// then the parts are read: the value is `class · n + composite value` for `n` composite values. Where
/// the representative has self-symmetries, several values may then stand for the same cubes.
///
/// ```
/// use cubesolve::coord::{Basic, Coordinate};
///
/// let both = Coordinate::composite([Basic::edge_orientation(), Basic::slice_positions()]);
/// assert_eq!(both.size(), 2048 * 495);
/// let corners = Coordinate::by_common(Basic::corner_permutation(), Basic::corner_orientation());
/// assert_eq!(corners.size(), 2768 * 2187);
/// ```
#[derive(Debug)]
pub struct Coordinate {
    symmetric: Option<Symmetric>,
    parts: Vec<Basic>,
    moves: MoveSet,
}

impl From<Basic> for Coordinate {
    fn from(basic: Basic) -> Coordinate {
        Coordinate::composite([basic])
    }
}

impl From<Symmetric> for Coordinate {
    fn from(symmetric: Symmetric) -> Coordinate {
        Coordinate::new(Some(symmetric), vec![])
    }
}

impl Coordinate {
    fn new(symmetric: Option<Symmetric>, parts: Vec<Basic>) -> Coordinate {
        let base = symmetric.as_ref().map(Symmetric::base);
        let moves = base.into_iter().chain(&parts).map(|basic| basic.moves);
        Coordinate {
            moves: moves.fold(MoveSet::ALL, MoveSet::intersection),
            symmetric,
            parts,
        }
    }

    /// Takes basic coordinates together, the least significant first. The moves are those of all parts.
    ///
    /// # Panics
    /// If there is no part, or two read the same array of the cube: then some combinations of
    /// values may not exist.
    pub fn composite(parts: impl Into<Vec<Basic>>) -> Coordinate {
        let parts = parts.into();
        let mut seen = vec![];
        for aspect in parts.iter().flat_map(|part| &part.reads) {
            assert!(!seen.contains(&aspect), "two parts read {aspect:?}");
            seen.push(aspect);
        }
        Coordinate::of_disjoint(parts)
    }

    /// The same for parts that may read the same array of the cube at different positions:
    /// the cube of a value of one part has solved cubies wherever another part reads.
    pub(crate) fn of_disjoint(parts: impl Into<Vec<Basic>>) -> Coordinate {
        let parts = parts.into();
        assert!(!parts.is_empty(), "a composite coordinate has parts");
        Coordinate::new(None, parts)
    }

    /// Takes a symmetric coordinate and basic ones together.
    ///
    /// # Panics
    /// If a transformation of the symmetric coordinate's group does not act on the values of a part,
    /// or their moves differ.
    pub fn symmetric_composite(symmetric: Symmetric, parts: impl Into<Vec<Basic>>) -> Coordinate {
        let parts = parts.into();
        for part in &parts {
            assert!(
                symmetric.group().is_subset(part.transformations),
                "a transformation does not act on {part:?}"
            );
            assert_eq!(part.moves, symmetric.base().moves);
        }
        Coordinate::new(Some(symmetric), parts)
    }

    /// `base` reduced by all transformations that act on the values of both, and `rest`.
    ///
    /// # Panics
    /// As [`Symmetric::new`] and [`Coordinate::symmetric_composite`].
    pub fn by_common(base: Basic, rest: Basic) -> Coordinate {
        let group = base.transformations.intersection(rest.transformations);
        Coordinate::symmetric_composite(Symmetric::new(base, group), [rest])
    }

    /// The same coordinate with only those of its moves that are in `moves`.
    pub fn restricted_to(mut self, moves: MoveSet) -> Coordinate {
        self.moves = self.moves.intersection(moves);
        self
    }

    /// Number of values.
    pub fn size(&self) -> usize {
        let parts: usize = self.parts.iter().map(|part| part.size).product();
        self.symmetric().map_or(1, Symmetric::classes) * parts
    }

    /// The moves that act on the values.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// The symmetric coordinate that it is or contains.
    pub fn symmetric(&self) -> Option<&Symmetric> {
        self.symmetric.as_ref()
    }

    /// The transformations that act on the values: those of the reduction, or that act on those of all parts.
    pub fn transformations(&self) -> TransformationSet {
        match &self.symmetric {
            Some(symmetric) => symmetric.group(),
            None => acting_on_all(&self.parts),
        }
    }

    /// The basic coordinates that it is composed of, besides the symmetric one, the least
    /// significant first.
    pub fn parts(&self) -> &[Basic] {
        &self.parts
    }

    /// The name of its type.
    pub fn kind(&self) -> &'static str {
        match (self.symmetric.is_some(), self.parts.len()) {
            (false, 1) => "basic",
            (false, _) => "composite",
            (true, 0) => "symmetric",
            (true, _) => "symmetric-composite",
        }
    }

    /// The value of a cube, `0..size()`.
    pub fn index(&self, cube: &Cube) -> usize {
        self.track(cube).value
    }

    /// The value of a cube and the transformation under which the cube has it, to be followed
    /// through the [`Tables`].
    pub fn track(&self, cube: &Cube) -> Tracked {
        let (class, offset, seen) = match &self.symmetric {
            None => (0, Transformation::IDENTITY, *cube),
            Some(symmetric) => {
                let (class, s) = symmetric.locate_cube(cube);
                (class, s, s.apply(cube))
            }
        };
        let parts = self.parts.iter().rev();
        Tracked {
            value: parts.fold(class, |value, part| part.size * value + part.index(&seen)),
            offset,
        }
    }

    /// A cube that has this value: `index(&cube(value)) == value`.
    ///
    /// # Panics
    /// May panic unless `value < size()`.
    pub fn cube(&self, value: usize) -> Cube {
        let mut rest = value;
        let mut values: Vec<(&Basic, usize)> = vec![];
        for part in &self.parts {
            values.push((part, rest % part.size));
            rest /= part.size;
        }
        if let Some(symmetric) = &self.symmetric {
            values.push((symmetric.base(), symmetric.representative(rest)));
        }
        match values[..] {
            [(basic, value)] => basic.cube(value),
            _ => combine(&values).expect("two cubies are in no part and can be swapped"),
        }
    }

    /// The distances of all values from that of the solved cube, by the coordinate's moves.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn distances(&self, metric: Metric, stop: Stop) -> Result<Distances, CoordError> {
        let goals = [self.index(&Cube::SOLVED)];
        let tables = Tables::new(self, stop)?;
        Distances::new(&tables, self.moves, &goals, metric, stop)
    }
}

/// A cube on which each coordinate has the value beside it, for coordinates that read
/// different arrays or positions. If the parities of corners and edges then disagree, two
/// cubies are swapped that no value depends on; `None` if each pair of cubies is in some part.
pub(super) fn combine(values: &[(&Basic, usize)]) -> Option<Cube> {
    let (mut corners, mut edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
    let (mut twists, mut flips) = ([0; 8], [0; 12]);
    for (basic, value) in values {
        let cube = basic.cube(*value);
        for aspect in &basic.reads {
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
    cubes.find(has_values)
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
