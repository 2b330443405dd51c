//! One number for a cube: small, but it has to be decoded for every operation.

use super::{Representation, hex_bytes, hex_number};
use crate::cube::{Cube, IndexDigits};

/// [`Cube::index`] in nine bytes, little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IndexBytes([u8; 9]);

impl Representation for IndexBytes {
    const NAME: &'static str = "index";
    const BITS: u32 = 8 * 9;

    fn from_cube(cube: &Cube) -> Self {
        let bytes = cube.index().to_le_bytes();
        IndexBytes(std::array::from_fn(|i| bytes[i]))
    }

    fn cube(&self) -> Cube {
        let mut bytes = [0; 16];
        bytes[..9].copy_from_slice(&self.0);
        Cube::from_index(u128::from_le_bytes(bytes))
    }

    fn hex(&self) -> String {
        let mut bytes = self.0;
        bytes.reverse();
        hex_bytes(&bytes)
    }
}

/// The index as the four digits of a mixed-radix number: permutation and orientation of the
/// corners, then of the edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits(IndexDigits);

impl Representation for Digits {
    const NAME: &'static str = "index digits";
    const BITS: u32 = u16::BITS + u16::BITS + u32::BITS + u16::BITS;

    fn from_cube(cube: &Cube) -> Self {
        Digits(IndexDigits::from(cube))
    }

    fn cube(&self) -> Cube {
        self.0.cube()
    }

    fn hex(&self) -> String {
        let digits = self.0;
        [
            hex_number(digits.corner_permutation, u16::BITS),
            hex_number(digits.corner_orientation, u16::BITS),
            hex_number(digits.edge_permutation, u32::BITS),
            hex_number(digits.edge_orientation, u16::BITS),
        ]
        .join(" ")
    }
}
