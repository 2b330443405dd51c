//! The offsets of LMY's *Rubbik*: pieces numbered from the lower layer up, all zero when solved.
//!
//! Corners, then edges, are those in [`CORNERS`] and [`EDGES`]. A corner's state is where
//! its U or D facelet points: 0 up or down, 1 front or back, 2 right or left. An edge's state
//! changes with turns of F and B only. Neither parity nor the sums of states are divided out.
//! As text the number is hexadecimal, `0x` before it.

use super::assembly::Assembly;
use super::error::FormatError;
use super::reader::Reader;
use crate::cube::{CORNER_NAMES, Cube};
use std::ops::Range;

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

/// What a digit says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    CornerPosition,
    CornerState,
    EdgePosition,
    EdgeState,
}

/// A digit of a part of the number, in mixed radix.
struct Digit {
    kind: Kind,
    /// Number of the cubie in Kociemba's order.
    cubie: usize,
    /// How many values it has; for positions those that digits before leave free.
    base: u64,
    /// By how much the part grows if the digit grows by 1.
    weight: u64,
}

/// Digits that share a field of bits.
type Part = Vec<Digit>;

fn count(part: &Part) -> u64 {
    part.iter().map(|digit| digit.base).product()
}

fn width(part: &Part) -> u32 {
    (count(part) - 1).ilog2() + 1
}

/// The states of some cubies, above digits with `below` values together.
fn states(kind: Kind, cubies: &[u8], base: u64, below: u64) -> impl Iterator<Item = Digit> {
    let digit = move |(i, &cubie): (u32, &u8)| Digit {
        kind,
        cubie: cubie.into(),
        base,
        weight: below * base.pow(i),
    };
    (0..).zip(cubies).map(digit)
}

impl Form {
    /// The parts, the most significant first.
    fn parts(self) -> Vec<Part> {
        let sections = match self {
            Form::Pieces => vec![(0..8, 0..12)],
            Form::Layers => vec![(0..4, 0..8), (4..8, 8..12)],
        };
        let mut parts = vec![];
        for (corners, edges) in sections {
            let mut part = self.positions(Kind::CornerPosition, &CORNERS, corners.clone());
            let below = count(&part);
            part.extend(states(Kind::CornerState, &CORNERS[corners], 3, below));
            parts.push(part);
            parts.push(self.positions(Kind::EdgePosition, &EDGES, edges.clone()));
            parts.push(states(Kind::EdgeState, &EDGES[edges], 2, 1).collect());
        }
        parts
    }

    /// The digits of the positions of some cubies, after those before in the order. The first is the
    /// least significant in the formula of [`Form::Pieces`], and the most significant of a layer.
    fn positions(self, kind: Kind, all: &[u8], some: Range<usize>) -> Part {
        let free = (all.len() - some.start) as u64;
        let cubies = self.in_order(&all[some]);
        let bases: Vec<u64> = (1..=free).rev().take(cubies.len()).collect();
        let digit = |(i, &cubie): (usize, &u8)| Digit {
            kind,
            cubie: cubie.into(),
            base: bases[i],
            weight: match self {
                Form::Pieces => bases[..i].iter().product(),
                Form::Layers => bases[i + 1..].iter().product(),
            },
        };
        cubies.iter().enumerate().map(digit).collect()
    }

    /// Cubies or positions as they are numbered. In this order each cubie of the solved cube has
    /// the first position that is free, so that all digits are 0.
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
        let (corner_at, edge_at) = (inverse.corners(), inverse.edges());
        let (mut corners, mut edges) = (self.in_order(&CORNERS), self.in_order(&EDGES));
        let mut digit = |kind, cubie: usize| match kind {
            Kind::CornerPosition => take(corner_at[cubie], &mut corners),
            Kind::EdgePosition => take(edge_at[cubie], &mut edges),
            Kind::CornerState => {
                let position = usize::from(corner_at[cubie]);
                corner_state(position, cube.corner_orientations()[position])
            }
            Kind::EdgeState => cube.edge_orientations()[usize::from(edge_at[cubie])],
        };
        self.parts().iter().fold(0, |number, part| {
            let weighted = |d: &Digit| d.weight * u64::from(digit(d.kind, d.cubie));
            let value: u64 = part.iter().map(weighted).sum();
            number << width(part) | u128::from(value)
        })
    }

    pub(crate) fn cube(self, number: u128) -> Result<Cube, FormatError> {
        let too_big = |what, end| Err(FormatError::TooBig { what, end });
        if number >> self.bits() != 0 {
            return too_big("a number", 1 << self.bits());
        }
        let (mut corners, mut edges) = (self.in_order(&CORNERS), self.in_order(&EDGES));
        let (mut corner_at, mut edge_at) = ([0; 8], [0; 12]);
        let mut assembly = Assembly::from(&Cube::SOLVED);
        let mut bits = self.bits();
        for part in self.parts() {
            bits -= width(&part);
            let value = (number >> bits) as u64 & ((1 << width(&part)) - 1);
            if value >= count(&part) {
                return too_big("each part of the number", count(&part).into());
            }
            for digit in part {
                let cubie = digit.cubie;
                let value = (value / digit.weight % digit.base) as usize;
                match digit.kind {
                    Kind::CornerPosition => {
                        corner_at[cubie] = usize::from(corners.remove(value));
                        assembly.corners[corner_at[cubie]] = cubie as u8;
                    }
                    Kind::EdgePosition => {
                        edge_at[cubie] = usize::from(edges.remove(value));
                        assembly.edges[edge_at[cubie]] = cubie as u8;
                    }
                    Kind::CornerState => {
                        let position = corner_at[cubie];
                        let is_state = |t: &u8| usize::from(corner_state(position, *t)) == value;
                        let twist = (0..3).find(is_state).expect("states are below 3");
                        assembly.corner_orientations[position] = twist;
                    }
                    Kind::EdgeState => assembly.edge_orientations[edge_at[cubie]] = value as u8,
                }
            }
        }
        Ok(assembly.into_cube()?)
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
fn corner_state(position: usize, twist: u8) -> u8 {
    match CORNER_NAMES[position].as_bytes()[usize::from(twist)] {
        b'U' | b'D' => 0,
        b'F' | b'B' => 1,
        _ => 2,
    }
}

/// Takes a position from those that are free, and returns its place among them.
fn take(position: u8, free: &mut Vec<u8>) -> u8 {
    let place = free.iter().position(|n| *n == position);
    let place = place.expect("each position has one cubie");
    free.remove(place);
    place as u8
}
