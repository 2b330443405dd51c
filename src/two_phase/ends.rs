//! The ends of paths into the domino group: where a path leads is followed by tables, and nearly all that are not
//! continued by a short second phase are rejected by one read.
//!
//! The permutations of corners are reduced by the 16 transformations that keep the U-D axis to 2768 classes; with the
//! 8! permutations of the edges of U and D as the representative has them these are 112 million values; only the edges of E
//! are left out (H. Kociemba, <https://kociemba.org/math/twophase.htm>). The table has their distances in the domino group
//! in two bits: at most 8, 9, 10, or more.

use super::generate::GeneratedTables;
use crate::coord::{Basic, CoordError, DOMINO_MOVES, Stop, Symmetric};
use crate::cube::{Cube, Face, Move, TransformationSet};
use crate::host::cpu::prefetch;

/// Number of classes of the permutations of corners.
pub const CORNER_CLASSES: usize = 2768;
/// Number of permutations of the corners, and of the edges of U and D.
pub const PERMUTATIONS: usize = 40_320;
/// Length of the tables by the positions of four pieces.
pub const HALVES: usize = 1 << 12;

/// Distances up to this one are not distinguished, since few positions are that near.
const NEAREST: u8 = 8;
/// The greatest distance that is known.
const FARTHEST: u8 = NEAREST + 2;

/// The positions of the corners, and of the edges of U and D: of two pieces in each byte.
pub type Place = [u8; 8];

/// The place of a cube.
pub fn place(cube: &Cube) -> Place {
    let positions = cube.inverse();
    let pairs = |positions: &[u8], i: usize| positions[2 * i] << 4 | positions[2 * i + 1];
    std::array::from_fn(|i| match i.checked_sub(4) {
        None => pairs(positions.corners(), i),
        Some(i) => pairs(positions.edges(), i),
    })
}

/// By move the positions of two corners, and of two edges, after it: tables that are small enough for the first-level
/// cache.
pub struct PairMoves([[[u8; 256]; 2]; Move::COUNT]);

impl PairMoves {
    pub fn new() -> PairMoves {
        let pairs = |after: &[u8]| {
            let mut pairs = [0; 256];
            for (i, a) in after.iter().enumerate() {
                for (j, b) in after.iter().enumerate() {
                    pairs[i << 4 | j] = a << 4 | b;
                }
            }
            pairs
        };
        PairMoves(Move::ALL.map(|m| {
            let after = m.cube().inverse();
            [pairs(after.corners()), pairs(after.edges())]
        }))
    }

    /// The place after a move, given by its number.
    #[inline]
    pub fn after(&self, place: &Place, m: usize) -> Place {
        let mut after = *place;
        for (i, pair) in after.iter_mut().enumerate() {
            *pair = self.0[m][i / 4][usize::from(*pair)];
        }
        after
    }
}

/// The number of the positions of four pieces in two pairs, each of which is below 8.
#[inline]
fn half(pairs: &[u8]) -> usize {
    let six_bits = |pair: u8| usize::from(pair >> 1 & 0o70 | pair & 7);
    six_bits(pairs[0]) << 6 | six_bits(pairs[1])
}

/// What the tables consist of, in the form in which they are read.
#[derive(Clone, Copy)]
pub struct EndTables<'a> {
    /// Codes of distances, by class of the corners, then by positions of the edges of U and D.
    pub distances: &'a [u8],
    /// By positions of the corners their class, and from bit 16 on the number of the transformation that brings them
    /// to the representative.
    pub classes: &'a [u32],
    /// The positions of the edges of U and D transformed: by number of the transformation, then by value.
    pub conjugates: &'a [u16],
    /// What the positions of each half of the pieces, those that belong in U and in D, add to the number of the positions
    /// of all: of the corners, and of the edges of U and D of cubes in the domino group.
    pub parts: [[&'a [u16]; 2]; 2],
}

/// The tables that are made quickly.
pub struct FollowTables {
    pub classes: Vec<u32>,
    pub parts: [[Vec<u16>; 2]; 2],
}

/// The permutations of the corners in classes.
pub fn corner_classes() -> Symmetric {
    Symmetric::new(
        Basic::corner_permutation(),
        TransformationSet::preserving_axis(Face::U),
    )
}

/// Generates the distances: 112 MB of memory.
///
/// # Errors
/// Any [`CoordError`].
pub fn distances(
    classes: &Symmetric,
    edges: Basic,
    stop: Stop,
) -> Result<GeneratedTables, CoordError> {
    GeneratedTables::new(classes, edges, DOMINO_MOVES, FARTHEST, stop)
}

/// The two bits of a distance.
pub fn code(distance: u8) -> u8 {
    distance.clamp(NEAREST, FARTHEST + 1) - NEAREST
}

impl FollowTables {
    pub fn new(classes: &Symmetric) -> FollowTables {
        let corners = |value| classes.base().cube(value).inverse();
        let class_of = |value| {
            let (class, s) = classes.locate_cube(&corners(value));
            class as u32 | ((s.index() as u32) << 16)
        };
        let edges = Basic::domino_edge_positions();
        FollowTables {
            classes: (0..classes.base().size()).map(class_of).collect(),
            parts: [
                parts(|value| place(&corners(value))[..4].try_into().unwrap()),
                parts(|value| place(&edges.cube(value))[4..].try_into().unwrap()),
            ],
        }
    }
}

/// What each half adds to the rank of all eight positions, of which these are the pairs.
fn parts(pairs: impl Fn(usize) -> [u8; 4]) -> [Vec<u16>; 2] {
    /// The orders of the second half: the positions of the first are more significant.
    const ORDERS: usize = 24;
    let mut parts = [0, 1].map(|_| vec![0; HALVES]);
    for value in 0..PERMUTATIONS {
        let (pairs, order) = (pairs(value), value % ORDERS);
        parts[0][half(&pairs[..2])] = (value - order) as u16;
        parts[1][half(&pairs[2..])] = order as u16;
    }
    parts
}

impl EndTables<'_> {
    /// Where the positions of the edges of a place in the domino group are transformed, and the class of its corners.
    #[inline]
    pub fn conjugate(&self, place: &Place) -> (usize, u16) {
        let [corners, edges] = [0, 1].map(|i| {
            let [first, second] = self.parts[i];
            let pairs = &place[4 * i..][..4];
            usize::from(first[half(&pairs[..2])] + second[half(&pairs[2..])])
        });
        let class = self.classes[corners];
        (PERMUTATIONS * (class >> 16) as usize + edges, class as u16)
    }

    /// The number of a place among the distances.
    #[inline]
    pub fn value(&self, (conjugate, class): (usize, u16)) -> usize {
        PERMUTATIONS * usize::from(class) + usize::from(self.conjugates[conjugate])
    }

    /// A lower bound of the second phase from a value.
    #[inline]
    pub fn bound(&self, value: usize) -> u8 {
        match (self.distances[value / 4] >> (2 * (value % 4))) & 3 {
            0 => 0,
            code => NEAREST + code,
        }
    }

    /// Prefetches what [`EndTables::value`] reads.
    #[inline]
    pub fn prefetch_conjugate(&self, (conjugate, _): (usize, u16)) {
        prefetch(&raw const self.conjugates[conjugate]);
    }

    /// Prefetches what [`EndTables::bound`] reads.
    #[inline]
    pub fn prefetch(&self, value: usize) {
        prefetch(&raw const self.distances[value / 4]);
    }
}
