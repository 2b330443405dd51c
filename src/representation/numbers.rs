//! A cube as one number, or a few: small, but it has to be decoded for every operation.

use super::{Representation, hex_bytes, hex_number};
use crate::cube::{Cube, IndexDigits, first_facelets, from_first_facelets};
use crate::notation::rubbik::Form;

/// Twenty digits to base 24: `cubie + 8 · twist` for each corner position, then
/// `cubie + 12 · flip` for each edge position, the first digit lowest. Corners have as many
/// states as edges, 8 · 3 = 12 · 2, but most numbers are no cubes: 26 bits are wasted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Base24(u128);

impl Representation for Base24 {
    const NAME: &'static str = "base 24";
    const BITS: u32 = (24u128.pow(20) - 1).ilog2() + 1;

    fn from_cube(cube: &Cube) -> Self {
        let digits = first_facelets(cube).into_iter().rev();
        Base24(digits.fold(0, |number, digit| 24 * number + u128::from(digit)))
    }

    fn cube(&self) -> Cube {
        let digit = |i: usize| (self.0 / 24u128.pow(i as u32) % 24) as u8;
        from_first_facelets(&std::array::from_fn(digit))
    }

    fn hex(&self) -> String {
        hex_number(self.0, Self::BITS)
    }
}

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

/// Rubbik's shortest form, 69 bits: corners with their states, edges, states of edges. 0 is
/// solved.
pub type PieceOffsets = RubbikOffset<false>;

/// Rubbik's form for solving layer by layer, 71 bits: the lower corners with their states,
/// lower and middle edges, their states, the same of the upper layer. 0 is solved, and the
/// value falls as the layers are solved.
pub type LayerOffsets = RubbikOffset<true>;

/// A number of Rubbik's, by layers or for the whole cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RubbikOffset<const LAYERS: bool>(u128);

impl<const LAYERS: bool> RubbikOffset<LAYERS> {
    const FORM: Form = if LAYERS { Form::Layers } else { Form::Pieces };
}

impl<const LAYERS: bool> Representation for RubbikOffset<LAYERS> {
    const NAME: &'static str = if LAYERS {
        "Rubbik, layers"
    } else {
        "Rubbik, pieces"
    };
    const BITS: u32 = Self::FORM.bits();

    fn from_cube(cube: &Cube) -> Self {
        RubbikOffset(Self::FORM.number(cube))
    }

    fn cube(&self) -> Cube {
        let cube = Self::FORM.cube(self.0);
        cube.expect("it is the number of a cube")
    }

    fn hex(&self) -> String {
        hex_number(self.0, Self::BITS)
    }
}
