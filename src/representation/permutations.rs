//! Permutations as lists, orientations as bits.

use super::{Representation, hex_bytes, hex_number};
use crate::cube::{Cube, Move};
use std::sync::LazyLock;

/// Lists of a byte for a cubie, orientations of two bits and of one bit: 24 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PermutationArrays {
    corners: [u8; 8],
    /// Two bits for each corner, the first lowest.
    corner_orientations: u16,
    edges: [u8; 12],
    /// One bit for each edge, the first lowest.
    edge_orientations: u16,
}

impl Representation for PermutationArrays {
    const NAME: &'static str = "permutation arrays";
    const BITS: u32 = 8 * size_of::<Self>() as u32;

    fn from_cube(cube: &Cube) -> Self {
        PermutationArrays {
            corners: *cube.corners(),
            corner_orientations: pack(cube.corner_orientations(), 2) as u16,
            edges: *cube.edges(),
            edge_orientations: pack(cube.edge_orientations(), 1) as u16,
        }
    }

    fn cube(&self) -> Cube {
        valid(
            self.corners,
            self.corner_orientations,
            self.edges,
            self.edge_orientations,
        )
    }

    fn apply(&self, m: Move) -> Self {
        static MOVES: LazyLock<[PermutationArrays; 18]> = LazyLock::new(moves);
        self.product(&MOVES[m.index()])
    }

    fn product(&self, other: &Self) -> Self {
        PermutationArrays {
            corners: other.corners.map(|from| self.corners[usize::from(from)]),
            corner_orientations: twists(
                self.corner_orientations,
                &other.corners,
                other.corner_orientations,
            ),
            edges: other.edges.map(|from| self.edges[usize::from(from)]),
            edge_orientations: flips(
                self.edge_orientations,
                &other.edges,
                other.edge_orientations,
            ),
        }
    }

    fn hex(&self) -> String {
        [
            hex_bytes(&self.corners),
            hex_number(self.corner_orientations, u16::BITS),
            hex_bytes(&self.edges),
            hex_number(self.edge_orientations, u16::BITS),
        ]
        .join(" ")
    }
}

/// Like [`PermutationArrays`], with three bits for a corner and four for an edge, each list
/// in one word: 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedPermutations {
    corners: u32,
    corner_orientations: u16,
    edges: u64,
    edge_orientations: u16,
}

impl Representation for PackedPermutations {
    const NAME: &'static str = "permutations, packed";
    const BITS: u32 = 8 * size_of::<Self>() as u32;

    fn from_cube(cube: &Cube) -> Self {
        PackedPermutations {
            corners: pack(cube.corners(), 3) as u32,
            corner_orientations: pack(cube.corner_orientations(), 2) as u16,
            edges: pack(cube.edges(), 4),
            edge_orientations: pack(cube.edge_orientations(), 1) as u16,
        }
    }

    fn cube(&self) -> Cube {
        valid(
            unpack(self.corners.into(), 3),
            self.corner_orientations,
            unpack(self.edges, 4),
            self.edge_orientations,
        )
    }

    fn apply(&self, m: Move) -> Self {
        static MOVES: LazyLock<[PackedPermutations; 18]> = LazyLock::new(moves);
        self.product(&MOVES[m.index()])
    }

    fn product(&self, other: &Self) -> Self {
        let corners: [u8; 8] = unpack(other.corners.into(), 3);
        let edges: [u8; 12] = unpack(other.edges, 4);
        PackedPermutations {
            corners: rearranged(self.corners.into(), &corners, 3) as u32,
            corner_orientations: twists(
                self.corner_orientations,
                &corners,
                other.corner_orientations,
            ),
            edges: rearranged(self.edges, &edges, 4),
            edge_orientations: flips(self.edge_orientations, &edges, other.edge_orientations),
        }
    }

    fn hex(&self) -> String {
        [
            hex_number(self.corners, u32::BITS),
            hex_number(self.corner_orientations, u16::BITS),
            hex_number(self.edges, u64::BITS),
            hex_number(self.edge_orientations, u16::BITS),
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
        bytes[9..11].copy_from_slice(&packed.corner_orientations.to_le_bytes());
        bytes[11..].copy_from_slice(&packed.edge_orientations.to_le_bytes());
        TightPermutations(bytes)
    }

    fn loosen(&self) -> PackedPermutations {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m] = self.0;
        PackedPermutations {
            corners: u32::from_le_bytes([a, b, c, 0]),
            edges: u64::from_le_bytes([d, e, f, g, h, i, 0, 0]),
            corner_orientations: u16::from_le_bytes([j, k]),
            edge_orientations: u16::from_le_bytes([l, m]),
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

/// All moves in this form.
fn moves<R: Representation>() -> [R; 18] {
    Move::ALL.map(|m| R::from_cube(m.cube()))
}

fn valid(corners: [u8; 8], twists: u16, edges: [u8; 12], flips: u16) -> Cube {
    let cube = Cube::new(
        corners,
        unpack(twists.into(), 2),
        edges,
        unpack(flips.into(), 1),
    );
    cube.expect("it is a position of the cube")
}

/// The items in fields of `width` bits, the first lowest.
fn pack(items: &[u8], width: u32) -> u64 {
    items
        .iter()
        .rfold(0, |word, &item| word << width | u64::from(item))
}

fn unpack<const N: usize>(word: u64, width: u32) -> [u8; N] {
    std::array::from_fn(|i| field(word, i, width) as u8)
}

fn field(word: u64, i: usize, width: u32) -> u64 {
    word >> (i as u32 * width) & ((1 << width) - 1)
}

/// The fields of `word` in the order in which `sources` names them.
fn rearranged(word: u64, sources: &[u8], width: u32) -> u64 {
    let append = |out, &from: &u8| out << width | field(word, from.into(), width);
    sources.iter().rfold(0, append)
}

/// Twists in the order in which `sources` names them, each with another one added.
fn twists(twists: u16, sources: &[u8; 8], added: u16) -> u16 {
    let moved = rearranged(twists.into(), sources, 2);
    let twist = |i: usize| ((field(moved, i, 2) + field(added.into(), i, 2)) % 3) as u8;
    pack(&std::array::from_fn::<u8, 8, _>(twist), 2) as u16
}

/// Flips in the order in which `sources` names them, each with another one added.
fn flips(flips: u16, sources: &[u8; 12], added: u16) -> u16 {
    rearranged(flips.into(), sources, 1) as u16 ^ added
}
