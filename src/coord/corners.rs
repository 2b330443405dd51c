//! Coordinates of the corners.

use super::slices::{FOURS_OF_EIGHT, RANKS_OF_FOUR, place_fours};
use super::{Aspect, Basic};
use crate::cube::{Cube, Face, Swap, TransformationSet};
use crate::permutation::arrangement;

/// The corner cubies at the even positions of a checkerboard: URF, ULB, DLF, DRB.
/// Half turns never mix them with the other four.
pub(super) const FIRST_TETRAD: [u8; 4] = [0, 2, 5, 7];
pub(crate) const FIRST_TETRAD_MASK: u8 = 0b1010_0101;
pub(super) const SECOND_TETRAD: [u8; 4] = [1, 3, 4, 6];

/// Number of 4-subsets of the 8 corner positions.
pub const TETRADS: usize = 70;
/// Number of corner orientations: seven of eight twists are free.
pub const ORIENTATIONS: usize = 2187;
/// Number of corner cosets without refinement.
pub const PLAIN_COSETS: usize = TETRADS * ORIENTATIONS;

impl Basic {
    /// The twists of the first seven corner positions relative to the U and D facelets, digits in
    /// base 3 with the first position least significant: 2187 values.
    pub fn corner_orientation() -> Basic {
        Basic::new(
            "corner orientation",
            ORIENTATIONS,
            &[Aspect::CornerOrientation],
            orientation,
            |value| with_corners(*Cube::SOLVED.corners(), twists(value)),
        )
        .with_transformations(TransformationSet::preserving_axis(Face::U))
    }

    /// The corner cubie at each position: 8! = 40,320 values, lexicographic ranks.
    pub fn corner_permutation() -> Basic {
        Basic::new(
            "corner permutation",
            40_320,
            &[Aspect::CornerPermutation],
            |cube| arrangement::rank(cube.corners(), 8) as usize,
            |value| with_corners(arrangement::unrank(value as u64, 8), [0; 8]),
        )
        .with_transformations(TransformationSet::ALL)
    }

    /// Which four positions hold the corner cubies URF, ULB, DLF and DRB, and the value of the refinement:
    /// `value · 70 + rank` for the ranks of the sets of positions in order of their masks, 70 values times
    /// 1 or 6.
    pub fn tetrads(refinement: CornerRefinement) -> Basic {
        Basic::new(
            "tetrads",
            refinement.values() * TETRADS,
            &[Aspect::CornerPermutation],
            move |cube| refinement.tetrads(cube),
            move |value| with_corners(refinement.corners(value), [0; 8]),
        )
        .with_transformations(TransformationSet::ALL)
    }

    /// The corners modulo a group that contains all half turns and that all 48 transformations
    /// carry to itself: [`Basic::tetrads`] and orientation, as `tetrads · 2187 + orientation`:
    /// 153,090 values times 1 or 6.
    pub fn coset_corners(refinement: CornerRefinement) -> Basic {
        Basic::new(
            "corner coset",
            refinement.values() * PLAIN_COSETS,
            &[Aspect::CornerPermutation, Aspect::CornerOrientation],
            move |cube| refinement.tetrads(cube) * ORIENTATIONS + orientation(cube),
            move |value| {
                let corners = refinement.corners(value / ORIENTATIONS);
                with_corners(corners, twists(value % ORIENTATIONS))
            },
        )
        .with_transformations(TransformationSet::ALL)
    }
}

/// The value of [`Basic::corner_orientation`].
#[inline]
fn orientation(cube: &Cube) -> usize {
    let twists = cube.corner_orientations()[..7].iter().rev();
    twists.fold(0, |value, &twist| 3 * value + usize::from(twist))
}

#[inline]
fn twists(orientation: usize) -> [u8; 8] {
    let mut twists = [0; 8];
    let mut rest = orientation;
    for twist in &mut twists[..7] {
        *twist = (rest % 3) as u8;
        rest /= 3;
    }
    twists[7] = (3 - twists.iter().sum::<u8>() % 3) % 3;
    twists
}

/// What [`Basic::tetrads`] and [`Basic::coset_corners`] contain of the corner permutation besides the
/// positions of both *tetrads*: the four corners that half turns can bring to the place of URF, and the other four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CornerRefinement {
    /// Nothing: 1 value.
    None,
    /// The half-turn class, which is all that half turns preserve: 6 values, the ways to match the three
    /// pairings of the first tetrad's positions with those of the second's. Cubies of one tetrad pair off
    /// along each axis (URF with ULB along U-D), and half turns keep pairs together.
    HalfTurn,
}

impl CornerRefinement {
    fn values(self) -> usize {
        match self {
            CornerRefinement::None => 1,
            CornerRefinement::HalfTurn => 6,
        }
    }

    /// The value for corners whose first tetrad is at the positions of `mask`.
    fn index(self, corners: &[u8; 8], mask: u8) -> usize {
        match self {
            CornerRefinement::None => 0,
            CornerRefinement::HalfTurn => {
                let matched = matched_pairings(corners, mask);
                2 * matched[0] + usize::from(matched[1] > matched[2])
            }
        }
    }

    /// The value of [`Basic::tetrads`].
    fn tetrads(self, cube: &Cube) -> usize {
        let mask = first_tetrad_positions(cube);
        let rank = usize::from(RANKS_OF_FOUR[usize::from(mask)]);
        self.index(cube.corners(), mask) * TETRADS + rank
    }

    /// Corners with this value of [`Basic::tetrads`].
    fn corners(self, value: usize) -> [u8; 8] {
        let mask = FOURS_OF_EIGHT[value % TETRADS];
        let [first, others @ ..] = SECOND_TETRAD;
        // one order of the second tetrad for each half-turn class
        let mut orders = (0..6).map(|n| {
            let [x, y, z] = arrangement::unrank(n, 3).map(|i: u8| others[usize::from(i)]);
            place_fours(mask, FIRST_TETRAD, [first, x, y, z])
        });
        let found = orders.find(|corners| self.index(corners, mask) == value / TETRADS);
        found.expect("some order has the refinement")
    }
}

/// The *half-turn class* of a cube's corners, `0..6`: the value of [`CornerRefinement::HalfTurn`].
pub fn half_turn_class(cube: &Cube) -> usize {
    CornerRefinement::HalfTurn.index(cube.corners(), first_tetrad_positions(cube))
}

fn first_tetrad_positions(cube: &Cube) -> u8 {
    let in_first = |cubie: u8| FIRST_TETRAD_MASK >> cubie & 1;
    let corners = cube.corners().iter().enumerate();
    corners.fold(0, |mask, (p, &cubie)| mask | in_first(cubie) << p)
}

/// For each of the three pairings of the first tetrad's positions, the pairing of the second's
/// whose cubies pair off along the same axis. A pairing's number, `0..3`, is that of the
/// position paired with the lowest, among the other three in order.
fn matched_pairings(corners: &[u8; 8], first_positions: u8) -> [usize; 3] {
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

/// Bit 0: on D; bit 1: on L. Within a tetrad these two determine the third axis, so two of its
/// cubies differ by 1, 2 or 3 according to the one axis along which they agree.
pub(crate) const AXIS_CODE: [u8; 8] = [0, 2, 2, 0, 1, 3, 3, 1];

/// A cube with these corners; two edges are swapped if parity requires it.
pub(super) fn with_corners(corners: [u8; 8], orientations: [u8; 8]) -> Cube {
    let edges = *Cube::SOLVED.edges();
    Cube::with_parity_fixed(corners, orientations, edges, [0; 12], Swap::Edges(0, 1))
        .expect("corners of a cube")
}
