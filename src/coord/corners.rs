//! Coordinates of the corners.

use super::slices::{FOURS_OF_EIGHT, RANKS_OF_FOUR};
use super::{Aspect, Coordinate};
use crate::cube::{Cube, Exchange, Face, TransformationSet};
use crate::permutation::arrangement;

/// The corner cubies that stand at even positions of a checkerboard: URF, ULB, DLF, DRB.
/// Half turns never mix them with the other four.
const FIRST_TETRAD: [u8; 4] = [0, 2, 5, 7];
const SECOND_TETRAD: [u8; 4] = [1, 3, 4, 6];
const FIRST_TETRAD_MASK: u8 = mask_of(FIRST_TETRAD);

/// Number of ways to choose 4 of 8 positions.
pub const TETRADS: usize = 70;
/// Number of corner orientations: seven are free.
pub const ORIENTATIONS: usize = 2187;

const fn mask_of(corners: [u8; 4]) -> u8 {
    1 << corners[0] | 1 << corners[1] | 1 << corners[2] | 1 << corners[3]
}

/// Which four positions hold the corner cubies URF, ULB, DLF and DRB: 70 values, the ranks of
/// the sets of positions in order of their masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tetrads;

impl Tetrads {
    /// The value for a mask of four of the eight positions.
    pub fn rank(mask: u8) -> usize {
        RANKS_OF_FOUR[mask as usize] as usize
    }

    fn mask(cube: &Cube) -> u8 {
        let in_first = |cubie: u8| FIRST_TETRAD_MASK >> cubie & 1;
        let corners = cube.corners().iter().enumerate();
        corners.fold(0, |mask, (p, &cubie)| mask | in_first(cubie) << p)
    }
}

impl Coordinate for Tetrads {
    fn name(&self) -> String {
        "tetrads".into()
    }

    fn size(&self) -> usize {
        TETRADS
    }

    fn index(&self, cube: &Cube) -> usize {
        Tetrads::rank(Tetrads::mask(cube))
    }

    fn cube(&self, value: usize) -> Cube {
        let corners = place_tetrads(FOURS_OF_EIGHT[value], FIRST_TETRAD, SECOND_TETRAD);
        with_corners(corners, [0; 8])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerPermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::ALL
    }
}

/// The twists of the first seven corner positions relative to the U and D facelets, digits in
/// base 3 with the first position least significant: 2187 values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CornerOrientation;

impl CornerOrientation {
    /// The twist of each position.
    fn twists(value: usize) -> [u8; 8] {
        let mut twists = [0; 8];
        let mut rest = value;
        for twist in &mut twists[..7] {
            *twist = (rest % 3) as u8;
            rest /= 3;
        }
        twists[7] = (3 - twists.iter().sum::<u8>() % 3) % 3;
        twists
    }
}

impl Coordinate for CornerOrientation {
    fn name(&self) -> String {
        "co".into()
    }

    fn size(&self) -> usize {
        ORIENTATIONS
    }

    fn index(&self, cube: &Cube) -> usize {
        let twists = cube.corner_orientations()[..7].iter().rev();
        twists.fold(0, |value, &twist| 3 * value + usize::from(twist))
    }

    fn cube(&self, value: usize) -> Cube {
        with_corners(*Cube::SOLVED.corners(), CornerOrientation::twists(value))
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::keeping_axis(Face::U)
    }
}

/// Which corner cubie is at each position: 8! = 40,320 values, lexicographic ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CornerPermutation;

impl Coordinate for CornerPermutation {
    fn name(&self) -> String {
        "cp".into()
    }

    fn size(&self) -> usize {
        40_320
    }

    fn index(&self, cube: &Cube) -> usize {
        arrangement::rank(cube.corners(), 8) as usize
    }

    fn cube(&self, value: usize) -> Cube {
        with_corners(arrangement::unrank(value as u64, 8), [0; 8])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerPermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::ALL
    }
}

/// What a coset of corners keeps of the corner permutation beside the tetrads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CornerRefinement {
    /// Nothing: 1 value.
    None,
    /// Its parity: 2 values.
    Parity,
    /// All that half turns do not change: 6 values, the ways to match the three pairings of
    /// the first tetrad's positions with those of the second's. Cubies of one tetrad pair off
    /// along each axis (URF with ULB along U-D), and half turns keep pairs together.
    HalfTurn,
}

/// Tetrads and a [`CornerRefinement`], as `refinement · 70 + tetrads`: 70 values times 1, 2
/// or 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefinedTetrads {
    /// What is kept beside tetrads.
    pub refinement: CornerRefinement,
}

impl RefinedTetrads {
    fn refinement_values(&self) -> usize {
        match self.refinement {
            CornerRefinement::None => 1,
            CornerRefinement::Parity => 2,
            CornerRefinement::HalfTurn => 6,
        }
    }

    fn refinement_index(&self, cube: &Cube, mask: u8) -> usize {
        match self.refinement {
            CornerRefinement::None => 0,
            CornerRefinement::Parity => usize::from(cube.is_odd()),
            CornerRefinement::HalfTurn => matching_rank(pairing_matching(cube.corners(), mask)),
        }
    }

    /// Corners with the first tetrad at the positions of `mask` and this refinement.
    fn corners(&self, refinement: usize, mask: u8) -> [u8; 8] {
        let [a, b, c, d] = SECOND_TETRAD;
        let placed = |second| place_tetrads(mask, FIRST_TETRAD, second);
        match self.refinement {
            CornerRefinement::None => placed(SECOND_TETRAD),
            CornerRefinement::Parity => {
                let corners = placed(SECOND_TETRAD);
                let is_odd = with_corners(corners, [0; 8]).is_odd();
                if is_odd == (refinement == 1) {
                    corners
                } else {
                    placed([a, b, d, c])
                }
            }
            CornerRefinement::HalfTurn => {
                let orders = [
                    [b, c, d],
                    [b, d, c],
                    [c, b, d],
                    [c, d, b],
                    [d, b, c],
                    [d, c, b],
                ];
                orders
                    .map(|[x, y, z]| placed([a, x, y, z]))
                    .into_iter()
                    .find(|corners| matching_rank(pairing_matching(corners, mask)) == refinement)
                    .expect("the six orders of three cubies give the six matchings")
            }
        }
    }
}

impl Coordinate for RefinedTetrads {
    fn name(&self) -> String {
        let name = match self.refinement {
            CornerRefinement::None => "tetrads",
            CornerRefinement::Parity => "tetrads-parity",
            CornerRefinement::HalfTurn => "tetrads-halfturn",
        };
        name.into()
    }

    fn size(&self) -> usize {
        self.refinement_values() * TETRADS
    }

    fn index(&self, cube: &Cube) -> usize {
        let mask = Tetrads::mask(cube);
        self.refinement_index(cube, mask) * TETRADS + Tetrads::rank(mask)
    }

    fn cube(&self, value: usize) -> Cube {
        let (refinement, tetrads) = (value / TETRADS, value % TETRADS);
        with_corners(self.corners(refinement, FOURS_OF_EIGHT[tetrads]), [0; 8])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerPermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::ALL
    }
}

/// The corners modulo a group that contains all half turns and that all 48 transformations
/// carry to itself: [`RefinedTetrads`] and orientation, as
/// `(refinement · 70 + tetrads) · 2187 + orientation`: 153,090 values times 1, 2 or 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CosetCorners {
    /// What is kept beside tetrads and orientation.
    pub refinement: CornerRefinement,
}

impl CosetCorners {
    fn tetrads(&self) -> RefinedTetrads {
        let refinement = self.refinement;
        RefinedTetrads { refinement }
    }
}

impl Coordinate for CosetCorners {
    fn name(&self) -> String {
        let name = match self.refinement {
            CornerRefinement::None => "corners",
            CornerRefinement::Parity => "corners-parity",
            CornerRefinement::HalfTurn => "corners-halfturn",
        };
        name.into()
    }

    fn size(&self) -> usize {
        self.tetrads().size() * ORIENTATIONS
    }

    fn index(&self, cube: &Cube) -> usize {
        self.tetrads().index(cube) * ORIENTATIONS + CornerOrientation.index(cube)
    }

    fn cube(&self, value: usize) -> Cube {
        let (tetrads, orientation) = (value / ORIENTATIONS, value % ORIENTATIONS);
        let corners = *self.tetrads().cube(tetrads).corners();
        with_corners(corners, CornerOrientation::twists(orientation))
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerPermutation, Aspect::CornerOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::ALL
    }
}

/// For each of the three pairings of the first tetrad's positions, the pairing of the second's
/// whose cubies pair off along the same axis. A pairing's number, `0..3`, tells which of the
/// other three positions, in order, is paired with the lowest.
fn pairing_matching(corners: &[u8; 8], first_positions: u8) -> [usize; 3] {
    let first = pairing_axes(corners, first_positions);
    let second = pairing_axes(corners, !first_positions);
    first.map(|axis| second.iter().position(|a| *a == axis).unwrap_or(0))
}

/// The axis along which each pairing of four positions holds pairs of cubies, as the
/// difference of [`AXIS_CODE`].
fn pairing_axes(corners: &[u8; 8], positions: u8) -> [u8; 3] {
    let mut axes = [0; 3];
    let lowest = corners[positions.trailing_zeros() as usize];
    let mut rest = positions & (positions - 1);
    for axis in &mut axes {
        let cubie = corners[rest.trailing_zeros() as usize];
        *axis = AXIS_CODE[lowest as usize] ^ AXIS_CODE[cubie as usize];
        rest &= rest - 1;
    }
    axes
}

/// Bit 0: on D; bit 1: on L. Within a tetrad these two tell the third axis too, so two of its
/// cubies differ by 1, 2 or 3 according to the one axis along which they agree.
const AXIS_CODE: [u8; 8] = [0, 2, 2, 0, 1, 3, 3, 1];

fn matching_rank(matching: [usize; 3]) -> usize {
    2 * matching[0] + usize::from(matching[1] > matching[2])
}

/// Corners with the cubies of `first` at the positions of `mask`, those of `second` at the
/// others, each in order.
fn place_tetrads(mask: u8, first: [u8; 4], second: [u8; 4]) -> [u8; 8] {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    std::array::from_fn(|p| {
        let tetrad = if mask >> p & 1 == 1 {
            &mut first
        } else {
            &mut second
        };
        tetrad.next().expect("a mask of four of eight positions")
    })
}

/// A cube with these corners; two edges are exchanged if parity demands it.
pub(super) fn with_corners(corners: [u8; 8], orientations: [u8; 8]) -> Cube {
    let edges = *Cube::SOLVED.edges();
    Cube::mended(corners, orientations, edges, [0; 12], Exchange::Edges(0, 1))
        .expect("corners of a cube")
}
