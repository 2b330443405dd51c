//! The 2x2x2 cube: the corners, whichever of its sides is called which.

use super::corners::with_corners;
use super::{Aspect, Coordinate, MoveTable};
use crate::cube::{Cube, Face, Move, MoveSet, Transformation, TransformationSet};
use crate::permutation::arrangement;
use std::sync::LazyLock;

/// The corner that stays in place, DBL: its position and cubie.
const FIXED: usize = 6;
const PERMUTATIONS: usize = 5040;
const ORIENTATIONS: usize = 729;

/// The corners up to rotations of the whole: `729 · permutation + orientation` of the seven
/// others after the colours are renamed so that DBL is solved, 7! · 3⁶ = 3,674,160 values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pocket;

impl Pocket {
    /// The moves that leave DBL in place. Turns of the other faces are these and a rotation
    /// of the whole.
    pub const MOVES: MoveSet = MoveSet(
        MoveSet::of_face(Face::U).0 | MoveSet::of_face(Face::R).0 | MoveSet::of_face(Face::F).0,
    );

    /// The cube `r · x` for the rotation `r` that makes its DBL solved.
    fn renamed(cube: &Cube) -> Cube {
        let renamed = ROTATIONS.iter().map(|rotation| rotation.product(cube));
        let mut solved = renamed.filter(|cube| {
            usize::from(cube.corners()[FIXED]) == FIXED && cube.corner_orientations()[FIXED] == 0
        });
        solved
            .next()
            .expect("one of 24 rotations brings any corner home")
    }

    /// The value of a cube that has DBL solved.
    fn index_renamed(cube: &Cube) -> usize {
        let corners = cube.corners();
        let others = others().map(|p| corners[p] - u8::from(usize::from(corners[p]) > FIXED));
        let twists = others_but_last().map(|p| usize::from(cube.corner_orientations()[p]));
        let orientation = twists
            .iter()
            .rev()
            .fold(0, |value, twist| 3 * value + twist);
        ORIENTATIONS * arrangement::rank(&others, 7) as usize + orientation
    }
}

impl Coordinate for Pocket {
    fn name(&self) -> String {
        "2x2x2".into()
    }

    fn size(&self) -> usize {
        PERMUTATIONS * ORIENTATIONS
    }

    fn index(&self, cube: &Cube) -> usize {
        Pocket::index_renamed(&Pocket::renamed(cube))
    }

    fn cube(&self, value: usize) -> Cube {
        let (permutation, mut orientation) = (value / ORIENTATIONS, value % ORIENTATIONS);
        let mut corners = [FIXED as u8; 8];
        let others_there: [u8; 7] = arrangement::unrank(permutation as u64, 7);
        for (p, cubie) in others().into_iter().zip(others_there) {
            corners[p] = cubie + u8::from(usize::from(cubie) >= FIXED);
        }
        let mut twists = [0; 8];
        for p in others_but_last() {
            twists[p] = (orientation % 3) as u8;
            orientation /= 3;
        }
        twists[7] = (3 - twists.iter().sum::<u8>() % 3) % 3;
        with_corners(corners, twists)
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerPermutation, Aspect::CornerOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::ALL
    }
}

/// The positions that move.
fn others() -> [usize; 7] {
    [0, 1, 2, 3, 4, 5, 7]
}

/// Those whose twists say the last one's.
fn others_but_last() -> [usize; 6] {
    [0, 1, 2, 3, 4, 5]
}

/// The 24 rotations: on corners alone, turning both layers of an axis the same way.
static ROTATIONS: LazyLock<Vec<Cube>> = LazyLock::new(|| {
    let same_corners = |a: &Cube, b: &Cube| {
        a.corners() == b.corners() && a.corner_orientations() == b.corner_orientations()
    };
    let mut rotations = vec![Cube::SOLVED];
    let mut at = 0;
    while at < rotations.len() {
        for face in [Face::U, Face::R, Face::F] {
            let layers = [Move::new(face, 1), Move::new(face.opposite(), 3)];
            let turned = rotations[at].apply_all(layers);
            if !rotations.iter().any(|r| same_corners(r, &turned)) {
                rotations.push(turned);
            }
        }
        at += 1;
    }
    rotations
});

/// The tables of [`Pocket`] for its own moves: permutation and orientation apart, since with
/// DBL in place neither needs the other.
pub struct PocketTables {
    permutation: Vec<[u16; 9]>,
    orientation: Vec<[u16; 9]>,
}

impl Default for PocketTables {
    fn default() -> Self {
        PocketTables::new()
    }
}

impl PocketTables {
    /// Computes the tables.
    pub fn new() -> PocketTables {
        let after = |value: usize, m: usize| {
            Pocket::index_renamed(&Pocket.cube(value).apply(Move::from_index(m)))
        };
        let permutation =
            |p: usize| std::array::from_fn(|m| (after(ORIENTATIONS * p, m) / ORIENTATIONS) as u16);
        let orientation = |o| std::array::from_fn(|m| (after(o, m) % ORIENTATIONS) as u16);
        PocketTables {
            permutation: (0..PERMUTATIONS).map(permutation).collect(),
            orientation: (0..ORIENTATIONS).map(orientation).collect(),
        }
    }
}

impl MoveTable for PocketTables {
    fn size(&self) -> usize {
        PERMUTATIONS * ORIENTATIONS
    }

    /// # Panics
    /// If `m` is not one of [`Pocket::MOVES`].
    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        let permutation = self.permutation[value / ORIENTATIONS][m.index()];
        let orientation = self.orientation[value % ORIENTATIONS][m.index()];
        let value = ORIENTATIONS * usize::from(permutation) + usize::from(orientation);
        (value, Transformation::IDENTITY)
    }

    fn for_each_alias(&self, _value: usize, _each: impl FnMut(usize)) {}
}
