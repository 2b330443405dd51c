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
use crate::permutation::arrangement;

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

/// Ways to place the four lower corners, and then the upper ones.
const LOWER_CORNERS: u64 = arrangement::count(4, 8);
const UPPER_CORNERS: u64 = arrangement::count(4, 4);

/// Ways to place the eight lower and middle edges, and then the upper ones.
const LOWER_EDGES: u64 = arrangement::count(8, 12);
const UPPER_EDGES: u64 = arrangement::count(4, 4);

const PIECES: [u64; 3] = [
    arrangement::count(8, 8) * 3u64.pow(8),
    arrangement::count(12, 12),
    2u64.pow(12),
];

const LAYERS: [u64; 6] = [
    LOWER_CORNERS * 3u64.pow(4),
    LOWER_EDGES,
    2u64.pow(8),
    UPPER_CORNERS * 3u64.pow(4),
    UPPER_EDGES,
    2u64.pow(4),
];

impl Form {
    /// For each part, the most significant first, how many values it has.
    const fn parts(self) -> &'static [u64] {
        match self {
            Form::Pieces => &PIECES,
            Form::Layers => &LAYERS,
        }
    }

    /// Bits of the number: those of its parts side by side.
    pub(crate) const fn bits(self) -> u32 {
        let parts = self.parts();
        let (mut bits, mut i) = (0, 0);
        while i < parts.len() {
            bits += width(parts[i]);
            i += 1;
        }
        bits
    }

    /// The number of a cube.
    pub(crate) fn number(self, cube: &Cube) -> u128 {
        let pieces = Pieces::from(cube);
        let mut number = 0;
        for (value, &count) in pieces.values(self).into_iter().zip(self.parts()) {
            number = number << width(count) | u128::from(value);
        }
        number
    }

    /// The cube with a number.
    ///
    /// # Errors
    /// A number that is too large as a whole or in a part, or why the cube is impossible.
    pub(crate) fn cube(self, number: u128) -> Result<Cube, FormatError> {
        let too_big = |what, end| Err(FormatError::TooBig { what, end });
        if number >> self.bits() != 0 {
            return too_big("a number", 1 << self.bits());
        }
        let mut rest = number;
        let mut values = [0; 6];
        for (value, &count) in values.iter_mut().zip(self.parts()).rev() {
            *value = (rest & ((1 << width(count)) - 1)) as u64;
            rest >>= width(count);
            if *value >= count {
                return too_big("each part of the number", count.into());
            }
        }
        Ok(Pieces::with_values(self, values).assembly().into_cube()?)
    }

    /// Reads a number in hexadecimal.
    ///
    /// # Errors
    /// The first character that does not belong there, or as for [`Form::cube`].
    pub(super) fn parse(self, text: &str) -> Result<Cube, FormatError> {
        let mut reader = Reader::new(text);
        reader.skip_spaces();
        reader.skip('0', "0x and a number in hexadecimal")?;
        reader.skip('x', "0x and a number in hexadecimal")?;
        let number = reader.number(16, "a hexadecimal digit")?;
        self.cube(number)
    }

    /// All digits of the number in hexadecimal.
    pub(super) fn print(self, cube: &Cube) -> String {
        let digits = self.bits().div_ceil(4) as usize;
        format!("{:#0width$x}", self.number(cube), width = digits + 2)
    }
}

/// Bits of a number below `count`.
const fn width(count: u64) -> u32 {
    (count - 1).ilog2() + 1
}

/// Where each cubie is and in which state, cubies and positions in Rubbik's order.
struct Pieces {
    corners: [u8; 8],
    corner_states: [u8; 8],
    edges: [u8; 12],
    edge_states: [u8; 12],
}

impl From<&Cube> for Pieces {
    fn from(cube: &Cube) -> Self {
        let corners = positions(cube.corners(), &CORNERS);
        let edges = positions(cube.edges(), &EDGES);
        Pieces {
            corners,
            corner_states: corners.map(|position| {
                let position = usize::from(CORNERS[usize::from(position)]);
                corner_state(position, cube.corner_orientations()[position])
            }),
            edges,
            edge_states: edges.map(|position| {
                cube.edge_orientations()[usize::from(EDGES[usize::from(position)])]
            }),
        }
    }
}

impl Pieces {
    /// The pieces as they are put together.
    fn assembly(&self) -> Assembly {
        let mut assembly = Assembly::from(&Cube::SOLVED);
        for (cubie, &place) in self.corners.iter().enumerate() {
            let position = usize::from(CORNERS[usize::from(place)]);
            assembly.corners[position] = CORNERS[cubie];
            let is_state = |twist: &u8| corner_state(position, *twist) == self.corner_states[cubie];
            let twist = (0..3).find(is_state);
            assembly.corner_orientations[position] = twist.expect("states are below 3");
        }
        for (cubie, &place) in self.edges.iter().enumerate() {
            let position = usize::from(EDGES[usize::from(place)]);
            assembly.edges[position] = EDGES[cubie];
            assembly.edge_orientations[position] = self.edge_states[cubie];
        }
        assembly
    }

    /// The values of the parts.
    fn values(&self, form: Form) -> Vec<u64> {
        let (corner_states, edge_states) = (self.corner_states, self.edge_states);
        match form {
            Form::Pieces => vec![
                offset(&self.corners) + arrangement::count(8, 8) * number(&corner_states, 3),
                offset(&self.edges),
                number(&edge_states, 2),
            ],
            Form::Layers => {
                let corners = arrangement::rank(&self.corners, 8);
                let edges = arrangement::rank(&self.edges, 12);
                vec![
                    corners / UPPER_CORNERS + LOWER_CORNERS * number(&corner_states[..4], 3),
                    edges / UPPER_EDGES,
                    number(&edge_states[..8], 2),
                    corners % UPPER_CORNERS + UPPER_CORNERS * number(&corner_states[4..], 3),
                    edges % UPPER_EDGES,
                    number(&edge_states[8..], 2),
                ]
            }
        }
    }

    /// The pieces whose parts have these values; [`Form::Pieces`] has only three.
    fn with_values(form: Form, values: [u64; 6]) -> Pieces {
        match (form, values) {
            (Form::Pieces, [corners, edges, edge_states, ..]) => Pieces {
                corners: positions_at(corners % arrangement::count(8, 8)),
                corner_states: states_at(corners / arrangement::count(8, 8), 3),
                edges: positions_at(edges),
                edge_states: states_at(edge_states, 2),
            },
            (Form::Layers, [low_corners, low_edges, low_flips, corners, edges, flips]) => Pieces {
                corners: arrangement::unrank(
                    low_corners % LOWER_CORNERS * UPPER_CORNERS + corners % UPPER_CORNERS,
                    8,
                ),
                corner_states: states_at(
                    low_corners / LOWER_CORNERS + 3u64.pow(4) * (corners / UPPER_CORNERS),
                    3,
                ),
                edges: arrangement::unrank(low_edges * UPPER_EDGES + edges, 12),
                edge_states: states_at(low_flips + 2u64.pow(8) * flips, 2),
            },
        }
    }
}

/// For each cubie its position, both in the given order; `cubies` has the cubie at each
/// position in Kociemba's.
fn positions<const N: usize>(cubies: &[u8; N], order: &[u8; N]) -> [u8; N] {
    order.map(|cubie| {
        let holds_cubie = |&place: &usize| cubies[usize::from(order[place])] == cubie;
        (0..N).find(holds_cubie).expect("each cubie is somewhere") as u8
    })
}

/// The axis that the U or D facelet of a corner cubie with a twist points along.
fn corner_state(position: usize, twist: u8) -> u8 {
    match CORNER_NAMES[position].as_bytes()[usize::from(twist)] {
        b'U' | b'D' => 0,
        b'F' | b'B' => 1,
        _ => 2,
    }
}

/// `a + N·b + N·(N - 1)·c + …` where `a` counts the positions after that of the last cubie,
/// `b` the other ones after that of the cubie before, and so on.
fn offset<const N: usize>(positions: &[u8; N]) -> u64 {
    let mut free = (1u32 << N) - 1;
    let mut offset = 0;
    let mut weight = 1;
    for cubie in (0..N).rev() {
        free ^= 1 << positions[cubie];
        offset += weight * u64::from((free >> positions[cubie]).count_ones());
        weight *= cubie as u64 + 1;
    }
    offset
}

/// Inverse of [`offset`].
fn positions_at<const N: usize>(mut offset: u64) -> [u8; N] {
    let mut free: Vec<u8> = (0..N as u8).collect();
    let mut positions = [0; N];
    for (cubie, position) in positions.iter_mut().enumerate().rev() {
        let choices = cubie as u64 + 1;
        *position = free.remove(cubie - (offset % choices) as usize);
        offset /= choices;
    }
    positions
}

/// `Σ states[i] · baseⁱ`.
fn number(states: &[u8], base: u64) -> u64 {
    states
        .iter()
        .rfold(0, |n, &state| n * base + u64::from(state))
}

fn states_at<const N: usize>(mut number: u64, base: u64) -> [u8; N] {
    [(); N].map(|()| {
        let state = number % base;
        number /= base;
        state as u8
    })
}
