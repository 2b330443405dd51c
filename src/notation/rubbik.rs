//! The offsets of LMY's *Rubbik*: pieces numbered from the lower layer up, all zero when solved.
//!
//! Corners, then edges, are those in [`CORNERS`] and [`EDGES`]. A corner's state is where
//! its U or D facelet points: 0 up or down, 1 front or back, 2 right or left. An edge's state
//! changes with turns of F and B only. Neither parity nor the sums of states are divided out.
//! As text the number is hexadecimal, `0x` before it.

use super::error::FormatError;
use super::impossible::cube_of;
use super::piece::{Piece, at_home};
use crate::cube::{CORNER_NAMES, Cube};
use crate::text::Reader;

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

/// A digit of the number, `0..40`: the places of the corners among those that are free, `0..8`, the
/// states of the corners, `8..16`, the same of the edges, `16..28` and `28..40`.
type Digit = usize;

/// The number of values of a digit.
fn base(digit: Digit) -> u64 {
    match digit {
        0..8 => 8 - digit as u64,
        8..16 => 3,
        16..28 => 28 - digit as u64,
        _ => 2,
    }
}

/// Digits that share a field of bits, in mixed radix, the least significant first.
type Part = Vec<Digit>;

fn count(part: &Part) -> u64 {
    part.iter().map(|digit| base(*digit)).product()
}

fn width(part: &Part) -> u32 {
    (count(part) - 1).ilog2() + 1
}

impl Form {
    /// The parts, the most significant first.
    fn parts(self) -> Vec<Part> {
        match self {
            Form::Pieces => vec![(0..16).collect(), (16..28).collect(), (28..40).collect()],
            Form::Layers => vec![
                (0..4).rev().chain(8..12).collect(),
                (16..24).rev().collect(),
                (28..36).collect(),
                (4..8).rev().chain(12..16).collect(),
                (24..28).rev().collect(),
                (36..40).collect(),
            ],
        }
    }

    /// Cubies and places as they are numbered: in this order each cubie of the solved cube is at the
    /// first place that is free, so that all digits are 0.
    fn in_order(self, some: &[u8]) -> Vec<u8> {
        match self {
            Form::Pieces => some.iter().copied().rev().collect(),
            Form::Layers => some.to_vec(),
        }
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
        let corner_states = CORNERS.map(|cubie| {
            let place = inverse.corners()[usize::from(cubie)];
            corner_state(place, cube.corner_orientations()[usize::from(place)])
        });
        let edge_states = EDGES.map(|cubie| inverse.edge_orientations()[usize::from(cubie)]);
        let digits = [
            places_among_free(&self.in_order(&CORNERS), inverse.corners()),
            corner_states.to_vec(),
            places_among_free(&self.in_order(&EDGES), inverse.edges()),
            edge_states.to_vec(),
        ]
        .concat();
        self.parts().iter().fold(0, |number, part| {
            let digits = part
                .iter()
                .rev()
                .map(|digit| (base(*digit), digits[*digit]));
            let value = digits.fold(0, |value, (base, digit)| base * value + u64::from(digit));
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
        let (corners, edges) = digits.split_at(16);
        let mut cubies = at_home();
        for (cubie, place) in placed(&self.in_order(&CORNERS), corners) {
            let state = state_of(cubie, &CORNERS, corners);
            let twist = (0..3).find(|twist| corner_state(place, *twist) == state);
            let twist = twist.expect("states are below 3");
            cubies[Piece::Corner(place).index()] = (cubie, twist);
        }
        for (cubie, place) in placed(&self.in_order(&EDGES), edges) {
            let flip = state_of(cubie, &EDGES, edges);
            cubies[Piece::Edge(place).index()] = (cubie, flip);
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

/// The axis that the U or D facelet of a corner cubie with a twist points along.
fn corner_state(place: u8, twist: u8) -> u8 {
    match CORNER_NAMES[usize::from(place)].as_bytes()[usize::from(twist)] {
        b'U' | b'D' => 0,
        b'F' | b'B' => 1,
        _ => 2,
    }
}

/// The place of each cubie as its number among the places that those before leave free.
fn places_among_free(order: &[u8], place_of: &[u8]) -> Vec<u8> {
    let mut free = order.to_vec();
    let take = |cubie: &u8| {
        let place = place_of[usize::from(*cubie)];
        let n = free.iter().position(|free| *free == place);
        let n = n.expect("each place has one cubie");
        free.remove(n);
        n as u8
    };
    order.iter().map(take).collect()
}

/// Inverse of [`places_among_free`]: each cubie with its place.
fn placed(order: &[u8], digits: &[u8]) -> Vec<(u8, u8)> {
    let mut free = order.to_vec();
    let cubies = order.iter().zip(digits);
    let placed = cubies.map(|(cubie, digit)| (*cubie, free.remove(usize::from(*digit))));
    placed.collect()
}

/// The state of a cubie, from the digits of its kind.
fn state_of(cubie: u8, all: &[u8], digits: &[u8]) -> u8 {
    let n = all.iter().position(|other| *other == cubie);
    digits[all.len() + n.expect("all cubies are listed")]
}
