//! A digit to base 24 for each cubie.

use super::{Representation, hex_number};
use crate::cube::Cube;

/// Twenty digits to base 24: `cubie + 8 · twist` for each corner position, then
/// `cubie + 12 · flip` for each edge position, the first digit lowest. Corners have as many
/// states as edges, 8 · 3 = 12 · 2, but most numbers are no cubes: 26 bits are wasted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Base24(u128);

impl Representation for Base24 {
    const NAME: &'static str = "base 24";
    const BITS: u32 = (24u128.pow(20) - 1).ilog2() + 1;

    fn from_cube(cube: &Cube) -> Self {
        let corners = cube.corners().iter().zip(cube.corner_orientations());
        let corners = corners.map(|(cubie, twist)| cubie + 8 * twist);
        let edges = cube.edges().iter().zip(cube.edge_orientations());
        let digits = corners.chain(edges.map(|(cubie, flip)| cubie + 12 * flip));
        Base24(
            digits
                .rev()
                .fold(0, |number, digit| 24 * number + u128::from(digit)),
        )
    }

    fn cube(&self) -> Cube {
        let digits: [u8; 20] = std::array::from_fn(|i| (self.0 / 24u128.pow(i as u32) % 24) as u8);
        let cube = Cube::new(
            std::array::from_fn(|i| digits[i] % 8),
            std::array::from_fn(|i| digits[i] / 8),
            std::array::from_fn(|i| digits[8 + i] % 12),
            std::array::from_fn(|i| digits[8 + i] / 12),
        );
        cube.expect("they are the digits of a cube")
    }

    fn hex(&self) -> String {
        hex_number(self.0, Self::BITS)
    }
}
