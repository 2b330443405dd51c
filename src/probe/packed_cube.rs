//! A cube in the form the search works on: a byte a cubie, ready for byte shuffles.

use crate::cube::{CORNER_NAMES, Cube, Face, Move};
use crate::table::edges::{SLICES, slice_of, symmetric_flips};
use std::sync::LazyLock;

/// A cube as it is searched.
///
/// Byte `p` of `corners` is for corner position `p`: bits 0-2 the cubie by
/// [`CORNER_NUMBERS`], bits 4-5 its orientation. Byte `p` of `edges` is for edge position
/// `p < 12`: bits 0-3 the cubie by [`EDGE_NUMBERS`], bit 4 its flip relative to the symmetric
/// reference facelets; the last four bytes are 15.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct PackedCube {
    pub edges: [u8; 16],
    pub corners: [u8; 8],
}

/// The bit of an edge byte that tells the flip.
pub const FLIP: u8 = 0x10;

/// The number of each corner: bit 0 tells the tetrad, bits 1 and 2 whether it is on D and on L.
/// So the exclusive or of two cubies of a tetrad is the half turn that carries one to the
/// other.
pub static CORNER_NUMBERS: LazyLock<[u8; 8]> = LazyLock::new(|| {
    CORNER_NAMES.map(|corner| {
        let on = |face| u8::from(corner.contains(face));
        (on('D') ^ on('L') ^ on('B')) | on('D') << 1 | on('L') << 2
    })
});

/// The number of each edge: bits 2-3 tell the slice.
pub static EDGE_NUMBERS: LazyLock<[u8; 12]> = LazyLock::new(|| {
    std::array::from_fn(|edge| {
        let slice = slice_of(edge as u8);
        let place = SLICES[slice].iter().position(|&e| e as usize == edge);
        4 * slice as u8 + place.expect("an edge is in its slice") as u8
    })
});

impl PackedCube {
    /// The packed form of a cube.
    pub fn new(cube: &Cube) -> PackedCube {
        let (corner_numbers, edge_numbers) = (&*CORNER_NUMBERS, &*EDGE_NUMBERS);
        let flips = symmetric_flips(cube);
        let edge =
            |p: usize| edge_numbers[cube.edges()[p] as usize] | ((flips >> p & 1) as u8 * FLIP);
        PackedCube {
            edges: std::array::from_fn(|p| if p < 12 { edge(p) } else { 15 }),
            corners: std::array::from_fn(|p| {
                corner_numbers[cube.corners()[p] as usize] | cube.corner_orientations()[p] << 4
            }),
        }
    }

    /// The solved cube.
    pub fn solved() -> PackedCube {
        static SOLVED: LazyLock<PackedCube> = LazyLock::new(|| PackedCube::new(&Cube::SOLVED));
        *SOLVED
    }
}

/// What one move does to packed cubes, as the operands of byte shuffles.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub struct Turn {
    /// Right multiplication: the position that each edge comes from.
    pub edge_sources: [u8; 16],
    /// Right multiplication: what is added to the byte of each edge.
    pub edge_flips: [u8; 16],
    /// Left multiplication by the inverse move: the new byte of each cubie number.
    pub edge_images: [u8; 16],
    /// Right multiplication: the position that each corner comes from.
    pub corner_sources: [u8; 8],
    /// Right multiplication: what is added to the orientation of each corner.
    pub corner_twists: [u8; 8],
    /// Left multiplication by the inverse move: the new byte of each cubie number.
    pub corner_images: [u8; 8],
}

/// The 18 turns.
pub static TURNS: LazyLock<[Turn; 18]> = LazyLock::new(|| Move::ALL.map(Turn::new));

impl Turn {
    fn new(m: Move) -> Turn {
        let (cube, packed) = (m.cube(), PackedCube::new(m.cube()));
        let inverse = PackedCube::new(m.inverse().cube());
        let mut edge_images = [15; 16];
        for edge in 0..12 {
            edge_images[EDGE_NUMBERS[edge] as usize] = inverse.edges[edge];
        }
        let mut corner_images = [0; 8];
        for corner in 0..8 {
            corner_images[CORNER_NUMBERS[corner] as usize] = inverse.corners[corner];
        }
        Turn {
            edge_sources: std::array::from_fn(|p| if p < 12 { cube.edges()[p] } else { 15 }),
            edge_flips: packed.edges.map(|byte| byte & FLIP),
            edge_images,
            corner_sources: *cube.corners(),
            corner_twists: packed.corners.map(|byte| byte & 0x30),
            corner_images,
        }
    }
}

/// The clockwise quarter turn of each face as a move number.
pub const QUARTER_TURNS: [usize; 6] = {
    let mut quarter_turns = [0; 6];
    let mut face = 0;
    while face < 6 {
        quarter_turns[face] = Move::new(Face::ALL[face], 1).index();
        face += 1;
    }
    quarter_turns
};
