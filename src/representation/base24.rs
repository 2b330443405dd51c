//! A digit to base 24 for each cubie.

use super::{Representation, hex_number};
use crate::cube::{Cube, first_facelets, from_first_facelets};

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
