//! The offsets of LMY's *Rubbik*: pieces numbered from the lower layer up, all zero when solved.
//!
//! Corners, then edges, are those in [`CORNERS`] and [`EDGES`]. A corner's state is where
//! its U or D facelet points: 0 up or down, 1 front or back, 2 right or left. An edge's state
//! changes with turns of F and B only. Neither parity nor the sums of states are divided out.
//! As text the number is hexadecimal, `0x` before it.

use super::error::FormatError;
use super::impossible::cube_of;
use super::piece::{Piece, at_home};
use super::reader::Reader;
use crate::cube::Cube;

/// Rubbik's corners, as numbers in Kociemba's order: DLF DFR DBL DRB UFL URF ULB UBR.
const CORNERS: [u8; 8] = [5, 4, 6, 7, 1, 0, 2, 3];

/// Rubbik's edges, as numbers in Kociemba's order: DL DF DR DB FL FR BL BR UL UF UR UB.
const EDGES: [u8; 12] = [6, 5, 4, 7, 9, 8, 10, 11, 2, 1, 0, 3];

/// Which parts of the cube share a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The shortest form: corners with their states, edges, states of edges.
    Pieces,
    /// For solving layer by layer: the lower corners with their states, lower and middle
    /// edges, their states, the same of the upper layer. The number falls as the layers are
    /// solved.
    Layers,
}

/// A digit of the number, `0..40`: the place of each cubie among those that are still free, corners
/// first, then the state of each.
type Digit = usize;

/// The number of values of a digit.
fn base(digit: Digit) -> u64 {
    match digit {
        0..8 => 8 - digit as u64,
        8..20 => 20 - digit as u64,
        20..28 => 3,
        _ => 2,
    }
}

/// Digits that share a field of bits, in mixed radix, the least significant first.
type Field = Vec<Digit>;

fn count(part: &Field) -> u64 {
    part.iter().map(|digit| base(*digit)).product()
}

fn width(part: &Field) -> u32 {
    (count(part) - 1).ilog2() + 1
}

impl Form {
    /// The parts, the most significant first.
    fn parts(self) -> Vec<Field> {
        match self {
            Form::Pieces => vec![
                (0..8).chain((20..28).rev()).collect(),
                (8..20).collect(),
                (28..40).rev().collect(),
            ],
            Form::Layers => vec![
                (0..4).rev().chain(20..24).collect(),
                (8..16).rev().collect(),
                (28..36).collect(),
                (4..8).rev().chain(24..28).collect(),
                (16..20).rev().collect(),
                (36..40).collect(),
            ],
        }
    }

    /// Cubies and places in the order of their digits: so each cubie of the solved cube is at the first
    /// place that is free, and all digits are 0.
    fn in_order(self) -> Vec<Piece> {
        let mut corners = CORNERS.map(Piece::Corner);
        let mut edges = EDGES.map(Piece::Edge);
        if self == Form::Pieces {
            corners.reverse();
            edges.reverse();
        }
        corners.into_iter().chain(edges).collect()
    }

    /// Bits of the number: those of its parts side by side.
    pub(crate) const fn bits(self) -> u32 {
        match self {
            Form::Pieces => 69,
            Form::Layers => 71,
        }
    }

    pub(crate) fn number(self, cube: &Cube) -> u128 {
        let inverse = cube.inverse();
        let mut free = self.in_order();
        let mut digits = [0; 40];
        for (i, cubie) in self.in_order().into_iter().enumerate() {
            let place = inverse.piece_at(cubie);
            let n = free.iter().position(|free| *free == place);
            let n = n.expect("each place has one cubie");
            free.remove(n);
            digits[i] = n as u64;
            digits[20 + i] = state(place, cube.at(place).1).into();
        }
        self.parts().iter().fold(0, |number, part| {
            let field_digits = part.iter().rev();
            let value = field_digits.fold(0, |value, digit| base(*digit) * value + digits[*digit]);
            number << width(part) | u128::from(value)
        })
    }

    pub(crate) fn cube(self, number: u128) -> Result<Cube, FormatError> {
        let too_big =
            |what: &str, end: u128| Err(FormatError::Text(format!("expected {what} below {end}")));
        if number >> self.bits() != 0 {
            return too_big("a number", 1 << self.bits());
        }
        let mut digits = [0; 40];
        let mut bits = self.bits();
        for part in self.parts() {
            bits -= width(&part);
            let mut value = (number >> bits) as u64 & ((1 << width(&part)) - 1);
            if value >= count(&part) {
                return too_big("each part of the number", count(&part).into());
            }
            for digit in part {
                digits[digit] = (value % base(digit)) as u8;
                value /= base(digit);
            }
        }
        let mut free = self.in_order();
        let mut cubies = at_home();
        for (i, cubie) in self.in_order().into_iter().enumerate() {
            let place = free.remove(digits[i].into());
            let turned = (0..3).find(|turned| state(place, *turned) == digits[20 + i]);
            let turned = turned.expect("each state is that of an orientation");
            cubies[place.index()] = (cubie.number(), turned);
        }
        Ok(cube_of(cubies)?)
    }

    /// Reads a number in hexadecimal.
    pub(super) fn parse(self, text: &str) -> Result<Cube, FormatError> {
        let mut reader = Reader::new(text);
        reader.skip_spaces();
        reader.skip('0', "0x and a number in hexadecimal")?;
        reader.skip('x', "0x and a number in hexadecimal")?;
        self.cube(reader.number(16, "a hexadecimal digit")?)
    }

    /// All digits of the number in hexadecimal.
    pub(super) fn print(self, cube: &Cube) -> String {
        let digits = self.bits().div_ceil(4) as usize;
        format!("{:#0width$x}", self.number(cube), width = digits + 2)
    }
}

/// The state of a cubie at a place with an orientation.
fn state(place: Piece, turned: u8) -> u8 {
    let Piece::Corner(_) = place else {
        return turned;
    };
    match place.name().as_bytes()[usize::from(turned)] {
        b'U' | b'D' => 0,
        b'F' | b'B' => 1,
        _ => 2,
    }
}
