//! Permutations as lists, orientations as bits.

use super::{Representation, hex_bytes, hex_number, pack, unpack};
use crate::cube::{Cube, Move};
use std::sync::LazyLock;

/// Lists of a byte for a cubie, orientations of two bits and of one bit: 24 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PermutationArrays {
    corners: [u8; 8],
    /// Two bits for each corner, the first lowest.
    twists: u16,
    edges: [u8; 12],
    /// One bit for each edge, the first lowest.
    flips: u16,
}

impl Representation for PermutationArrays {
    const NAME: &'static str = "permutation arrays";
    const BITS: u32 = 8 * size_of::<Self>() as u32;

    fn from_cube(cube: &Cube) -> Self {
        PermutationArrays {
            corners: *cube.corners(),
            twists: pack(cube.corner_orientations(), 2) as u16,
            edges: *cube.edges(),
            flips: pack(cube.edge_orientations(), 1) as u16,
        }
    }

    fn cube(&self) -> Cube {
        let twists = unpack(self.twists.into(), 2);
        let flips = unpack(self.flips.into(), 1);
        let cube = Cube::new(self.corners, twists, self.edges, flips);
        cube.expect("it is a position of the cube")
    }

    fn apply(&self, m: Move) -> Self {
        static MOVES: LazyLock<[PermutationArrays; 18]> =
            LazyLock::new(|| Move::ALL.map(|m| PermutationArrays::from_cube(m.cube())));
        self.product(&MOVES[m.index()])
    }

    fn product(&self, other: &Self) -> Self {
        let twist = |i: usize, &from: &u8| {
            let sum = field(self.twists, from.into(), 2) + field(other.twists, i, 2);
            (sum % 3) << (2 * i)
        };
        let flip = |i: usize, &from: &u8| field(self.flips, from.into(), 1) << i;
        PermutationArrays {
            corners: other.corners.map(|from| self.corners[usize::from(from)]),
            twists: (0..)
                .zip(&other.corners)
                .fold(0, |all, (i, from)| all | twist(i, from)),
            edges: other.edges.map(|from| self.edges[usize::from(from)]),
            flips: (0..)
                .zip(&other.edges)
                .fold(other.flips, |all, (i, from)| all ^ flip(i, from)),
        }
    }

    fn hex(&self) -> String {
        [
            hex_bytes(&self.corners),
            hex_number(self.twists, u16::BITS),
            hex_bytes(&self.edges),
            hex_number(self.flips, u16::BITS),
        ]
        .join(" ")
    }
}

/// Like [`PermutationArrays`], with three bits for a corner and four for an edge, each list
/// in one word: 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedPermutations {
    corners: u32,
    twists: u16,
    edges: u64,
    flips: u16,
}

impl PackedPermutations {
    fn pack(arrays: &PermutationArrays) -> Self {
        PackedPermutations {
            corners: pack(&arrays.corners, 3) as u32,
            twists: arrays.twists,
            edges: pack(&arrays.edges, 4),
            flips: arrays.flips,
        }
    }

    fn unpack(&self) -> PermutationArrays {
        PermutationArrays {
            corners: unpack(self.corners.into(), 3),
            twists: self.twists,
            edges: unpack(self.edges, 4),
            flips: self.flips,
        }
    }
}

impl Representation for PackedPermutations {
    const NAME: &'static str = "permutations, packed";
    const BITS: u32 = 8 * size_of::<Self>() as u32;

    fn from_cube(cube: &Cube) -> Self {
        Self::pack(&PermutationArrays::from_cube(cube))
    }

    fn cube(&self) -> Cube {
        self.unpack().cube()
    }

    fn apply(&self, m: Move) -> Self {
        Self::pack(&self.unpack().apply(m))
    }

    fn product(&self, other: &Self) -> Self {
        Self::pack(&self.unpack().product(&other.unpack()))
    }

    fn hex(&self) -> String {
        [
            hex_number(self.corners, u32::BITS),
            hex_number(self.twists, u16::BITS),
            hex_number(self.edges, u64::BITS),
            hex_number(self.flips, u16::BITS),
        ]
        .join(" ")
    }
}

/// [`PackedPermutations`] without its unused bits: 13 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TightPermutations([u8; 13]);

impl TightPermutations {
    fn tighten(packed: &PackedPermutations) -> Self {
        let mut bytes = [0; 13];
        bytes[..3].copy_from_slice(&packed.corners.to_le_bytes()[..3]);
        bytes[3..9].copy_from_slice(&packed.edges.to_le_bytes()[..6]);
        bytes[9..11].copy_from_slice(&packed.twists.to_le_bytes());
        bytes[11..].copy_from_slice(&packed.flips.to_le_bytes());
        TightPermutations(bytes)
    }

    fn loosen(&self) -> PackedPermutations {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m] = self.0;
        PackedPermutations {
            corners: u32::from_le_bytes([a, b, c, 0]),
            edges: u64::from_le_bytes([d, e, f, g, h, i, 0, 0]),
            twists: u16::from_le_bytes([j, k]),
            flips: u16::from_le_bytes([l, m]),
        }
    }
}

impl Representation for TightPermutations {
    const NAME: &'static str = "permutations, tight";
    const BITS: u32 = 8 * size_of::<Self>() as u32;

    fn from_cube(cube: &Cube) -> Self {
        Self::tighten(&PackedPermutations::from_cube(cube))
    }

    fn cube(&self) -> Cube {
        self.loosen().cube()
    }

    fn apply(&self, m: Move) -> Self {
        Self::tighten(&self.loosen().apply(m))
    }

    fn product(&self, other: &Self) -> Self {
        Self::tighten(&self.loosen().product(&other.loosen()))
    }

    fn hex(&self) -> String {
        hex_bytes(&self.0)
    }
}

/// Field `i` of a list of orientations.
fn field(word: u16, i: usize, width: usize) -> u16 {
    word >> (i * width) & ((1 << width) - 1)
}
