//! The form of a cube that the search works on: a byte for each cubie, for byte shuffles.

use crate::coord::slices::symmetric_flips;
use crate::cube::{Cube, Turn};

/// A cube in the form that the search works on.
///
/// Byte `p` of `corners` is for corner position `p`: bits 0-2 the cubie by
/// [`CORNER_NUMBERS`], bits 4-5 its orientation. Byte `p` of `edges` is for edge position
/// `p < 12`: bits 0-3 the cubie by [`EDGE_NUMBERS`], bit 4 its flip relative to the symmetric
/// reference facelets; the last four bytes are 15.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct PackedCube {
    pub edges: [u8; 16],
    pub corners: [u8; 8],
}

/// The flip bit of an edge byte.
pub const FLIP: u8 = 0x10;

/// The number of each corner: bit 0 is the tetrad, bits 1 and 2 are set if it is on D and on L. So the
/// exclusive or of two cubies of a tetrad gives the half turn that takes one to the other.
pub static CORNER_NUMBERS: [u8; 8] = [0, 5, 4, 1, 3, 6, 7, 2];

/// The number of each edge: bits 2-3 are the slice, bits 0-1 the cubie within it.
pub static EDGE_NUMBERS: [u8; 12] = [8, 4, 9, 5, 10, 6, 11, 7, 0, 1, 2, 3];

impl PackedCube {
    pub const SOLVED: PackedCube = PackedCube {
        edges: [8, 4, 9, 5, 10, 6, 11, 7, 0, 1, 2, 3, 15, 15, 15, 15],
        corners: CORNER_NUMBERS,
    };

    pub fn new(cube: &Cube) -> PackedCube {
        let flips = symmetric_flips(cube);
        let mut packed = PackedCube::SOLVED;
        for p in 0..12 {
            let number = EDGE_NUMBERS[cube.edges()[p] as usize];
            packed.edges[p] = number | ((flips >> p & 1) as u8 * FLIP);
        }
        for p in 0..8 {
            let number = CORNER_NUMBERS[cube.corners()[p] as usize];
            packed.corners[p] = number | cube.corner_orientations()[p] << 4;
        }
        packed
    }
}

/// The action of one turn on packed cubes, as operands of byte shuffles.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub struct PackedTurn {
    /// Right multiplication: the position that each edge comes from.
    pub edge_sources: [u8; 16],
    /// Right multiplication: the flip to add to the byte of each edge.
    pub edge_flips: [u8; 16],
    /// Left multiplication by the inverse move: the new byte of each cubie number.
    pub edge_images: [u8; 16],
    /// Right multiplication: the position that each corner comes from.
    pub corner_sources: [u8; 8],
    /// Right multiplication: the orientation to add to the byte of each corner.
    pub corner_twists: [u8; 8],
    /// Left multiplication by the inverse move: the new byte of each cubie number.
    pub corner_images: [u8; 8],
}

pub static TURNS: [PackedTurn; Turn::COUNT] = {
    let mut turns = [PackedTurn::IDENTITY; Turn::COUNT];
    let mut m = 0;
    while m < Turn::COUNT {
        turns[m] = PackedTurn::new(Turn::from_index(m));
        m += 1;
    }
    turns
};

impl PackedTurn {
    /// The turn that changes nothing.
    pub const IDENTITY: PackedTurn = PackedTurn {
        edge_sources: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        edge_flips: [0; 16],
        edge_images: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        corner_sources: [0, 1, 2, 3, 4, 5, 6, 7],
        corner_twists: [0; 8],
        corner_images: [0, 1, 2, 3, 4, 5, 6, 7],
    };

    /// A quarter turn flips the edges that it moves, a half turn none: see [`slices`](crate::coord::slices).
    const fn new(m: Turn) -> PackedTurn {
        let (cube, inverse) = (m.cube(), m.inverse().cube());
        let flip = if m.is_half_turn() { 0 } else { FLIP };
        let mut turn = PackedTurn::IDENTITY;
        let mut p = 0;
        while p < 12 {
            let (from, to) = (cube.edges()[p], inverse.edges()[p]);
            let flip = if from as usize == p { 0 } else { flip };
            turn.edge_sources[p] = from;
            turn.edge_flips[p] = flip;
            turn.edge_images[EDGE_NUMBERS[p] as usize] = EDGE_NUMBERS[to as usize] | flip;
            p += 1;
        }
        p = 0;
        while p < 8 {
            let twist = inverse.corner_orientations()[p] << 4;
            let image = CORNER_NUMBERS[inverse.corners()[p] as usize] | twist;
            turn.corner_sources[p] = cube.corners()[p];
            turn.corner_twists[p] = cube.corner_orientations()[p] << 4;
            turn.corner_images[CORNER_NUMBERS[p] as usize] = image;
            p += 1;
        }
        turn
    }
}

/// Quarter turns by which cubes are multiplied on the left, as turn numbers, and their images as operands of byte
/// shuffles.
#[repr(C, align(64))]
pub struct LeftFactors {
    /// The new byte of each edge number after multiplication by the inverse of each turn; then for the identity.
    pub edge_images: [[u8; 16]; 8],
    /// The same for the corners.
    pub corner_images: [[u8; 8]; 8],
    /// The turns; the last are not used.
    pub turns: [u8; 8],
}

/// The clockwise quarter turns of the six faces.
pub static FACE_FACTORS: LeftFactors = LeftFactors::new(0, 6);

/// Quarter turns of the three slices.
pub static SLICE_FACTORS: LeftFactors = LeftFactors::new(18, 3);

impl LeftFactors {
    const fn new(first: usize, count: usize) -> LeftFactors {
        let mut factors = LeftFactors {
            edge_images: [PackedTurn::IDENTITY.edge_images; 8],
            corner_images: [PackedTurn::IDENTITY.corner_images; 8],
            turns: [0; 8],
        };
        let mut i = 0;
        while i < count {
            let turn = first + 3 * i;
            factors.edge_images[i] = TURNS[turn].edge_images;
            factors.corner_images[i] = TURNS[turn].corner_images;
            factors.turns[i] = turn as u8;
            i += 1;
        }
        factors
    }
}
