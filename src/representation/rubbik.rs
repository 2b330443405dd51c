//! The offsets of LMY's *Rubbik*: pieces numbered from the lower layer up, all zero when solved.
//!
//! Corners, then edges, are those in [`CORNERS`] and [`EDGES`]. A corner's state tells where
//! its U or D facelet points: 0 up or down, 1 front or back, 2 right or left. An edge's state
//! changes with turns of F and B only. Neither parity nor the sums of states are divided out.

use super::Representation;
use crate::cube::{CORNER_NAMES, Cube, Move};
use crate::permutation::arrangement;

/// Rubbik's corners, as numbers in Kociemba's order: DLF DFR DBL DRB UFL URF ULB UBR.
const CORNERS: [u8; 8] = [5, 4, 6, 7, 1, 0, 2, 3];

/// Rubbik's edges, as numbers in Kociemba's order: DL DF DR DB FL FR BL BR UL UF UR UB.
const EDGES: [u8; 12] = [6, 5, 4, 7, 9, 8, 10, 11, 2, 1, 0, 3];

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
    /// The cube, if moves can reach it.
    fn cube(&self) -> Option<Cube> {
        let (mut corners, mut edges) = ([0; 8], [0; 12]);
        let (mut twists, mut flips) = ([0; 8], [0; 12]);
        for (cubie, &place) in self.corners.iter().enumerate() {
            let position = usize::from(CORNERS[usize::from(place)]);
            corners[position] = CORNERS[cubie];
            let state = self.corner_states[cubie];
            twists[position] = (0..3).find(|twist| corner_state(position, *twist) == state)?;
        }
        for (cubie, &place) in self.edges.iter().enumerate() {
            let position = usize::from(EDGES[usize::from(place)]);
            edges[position] = EDGES[cubie];
            flips[position] = self.edge_states[cubie];
        }
        Cube::new(corners, twists, edges, flips).ok()
    }
}

/// For each cubie its position, both in the given order; `cubies` tells the cubie at each
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

/// Numbers in bit fields of the given widths, the first one highest.
fn join<const N: usize>(fields: [u64; N], widths: [u32; N]) -> u128 {
    let append = |bits, (field, width)| bits << width | u128::from(field);
    fields.into_iter().zip(widths).fold(0, append)
}

/// Inverse of [`join`]; `None` if there are more bits than the fields have.
fn split<const N: usize>(mut bits: u128, widths: [u32; N]) -> Option<[u64; N]> {
    let mut fields = [0; N];
    for (field, width) in fields.iter_mut().zip(widths).rev() {
        *field = (bits & ((1 << width) - 1)) as u64;
        bits >>= width;
    }
    (bits == 0).then_some(fields)
}

const fn sum<const N: usize>(widths: [u32; N]) -> u32 {
    let mut sum = 0;
    let mut i = 0;
    while i < N {
        sum += widths[i];
        i += 1;
    }
    sum
}

/// Rubbik's shortest form, 69 bits: corners with their states, edges, states of edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceOffsets(u128);

impl PieceOffsets {
    /// Bits of the fields, for 8!·3⁸, 12! and 2¹² values.
    const WIDTHS: [u32; 3] = [28, 29, 12];

    /// The fields side by side, below 2⁶⁹; 0 is solved.
    pub fn bits(&self) -> u128 {
        self.0
    }

    /// The value with these bits, or `None` if they are no position that moves can reach.
    pub fn from_bits(bits: u128) -> Option<PieceOffsets> {
        Self::cube_of(bits).map(|_| PieceOffsets(bits))
    }

    fn cube_of(bits: u128) -> Option<Cube> {
        let [corners, edges, edge_states] = split(bits, Self::WIDTHS)?;
        let permutations = arrangement::count(8, 8);
        let in_range = corners < permutations * 3u64.pow(8) && edges < arrangement::count(12, 12);
        in_range.then_some(())?;
        let pieces = Pieces {
            corners: positions_at(corners % permutations),
            corner_states: states_at(corners / permutations, 3),
            edges: positions_at(edges),
            edge_states: states_at(edge_states, 2),
        };
        pieces.cube()
    }
}

impl Representation for PieceOffsets {
    const NAME: &'static str = "Rubbik, pieces";
    const BITS: u32 = sum(Self::WIDTHS);

    fn from_cube(cube: &Cube) -> Self {
        let pieces = Pieces::from(cube);
        let corner_states = number(&pieces.corner_states, 3);
        let fields = [
            offset(&pieces.corners) + arrangement::count(8, 8) * corner_states,
            offset(&pieces.edges),
            number(&pieces.edge_states, 2),
        ];
        PieceOffsets(join(fields, Self::WIDTHS))
    }

    fn cube(&self) -> Cube {
        Self::cube_of(self.0).expect("it is a position of the cube")
    }

    fn apply(&self, m: Move) -> Self {
        Self::from_cube(&self.cube().apply(m))
    }
}

/// Rubbik's form for solving layer by layer, 71 bits: the lower corners with their states,
/// lower and middle edges, their states, the same of the upper layer. Its value falls as the
/// layers are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerOffsets(u128);

/// Ways to place the four lower corners, and then the upper ones.
const LOWER_CORNERS: u64 = arrangement::count(4, 8);
const UPPER_CORNERS: u64 = arrangement::count(4, 4);

/// Ways to place the eight lower and middle edges, and then the upper ones.
const LOWER_EDGES: u64 = arrangement::count(8, 12);
const UPPER_EDGES: u64 = arrangement::count(4, 4);

impl LayerOffsets {
    /// Bits of the fields, for 8·7·6·5·3⁴, 12!/4!, 2⁸, 4!·3⁴, 4! and 2⁴ values.
    const WIDTHS: [u32; 6] = [18, 25, 8, 11, 5, 4];

    /// The fields side by side, below 2⁷¹; 0 is solved.
    pub fn bits(&self) -> u128 {
        self.0
    }

    /// The value with these bits, or `None` if they are no position that moves can reach.
    pub fn from_bits(bits: u128) -> Option<LayerOffsets> {
        Self::cube_of(bits).map(|_| LayerOffsets(bits))
    }

    fn cube_of(bits: u128) -> Option<Cube> {
        let [
            lower_corners,
            lower_edges,
            lower_flips,
            upper_corners,
            upper_edges,
            upper_flips,
        ] = split(bits, Self::WIDTHS)?;
        let in_range = lower_corners < LOWER_CORNERS * 3u64.pow(4)
            && lower_edges < LOWER_EDGES
            && upper_corners < UPPER_CORNERS * 3u64.pow(4)
            && upper_edges < UPPER_EDGES;
        in_range.then_some(())?;
        let corners = lower_corners % LOWER_CORNERS * UPPER_CORNERS + upper_corners % UPPER_CORNERS;
        let twists = lower_corners / LOWER_CORNERS + 3u64.pow(4) * (upper_corners / UPPER_CORNERS);
        let pieces = Pieces {
            corners: arrangement::unrank(corners, 8),
            corner_states: states_at(twists, 3),
            edges: arrangement::unrank(lower_edges * UPPER_EDGES + upper_edges, 12),
            edge_states: states_at(lower_flips + 2u64.pow(8) * upper_flips, 2),
        };
        pieces.cube()
    }
}

impl Representation for LayerOffsets {
    const NAME: &'static str = "Rubbik, layers";
    const BITS: u32 = sum(Self::WIDTHS);

    fn from_cube(cube: &Cube) -> Self {
        let pieces = Pieces::from(cube);
        let corners = arrangement::rank(&pieces.corners, 8);
        let edges = arrangement::rank(&pieces.edges, 12);
        let (lower_twists, upper_twists) = pieces.corner_states.split_at(4);
        let (lower_flips, upper_flips) = pieces.edge_states.split_at(8);
        let fields = [
            corners / UPPER_CORNERS + LOWER_CORNERS * number(lower_twists, 3),
            edges / UPPER_EDGES,
            number(lower_flips, 2),
            corners % UPPER_CORNERS + UPPER_CORNERS * number(upper_twists, 3),
            edges % UPPER_EDGES,
            number(upper_flips, 2),
        ];
        LayerOffsets(join(fields, Self::WIDTHS))
    }

    fn cube(&self) -> Cube {
        Self::cube_of(self.0).expect("it is a position of the cube")
    }

    fn apply(&self, m: Move) -> Self {
        Self::from_cube(&self.cube().apply(m))
    }
}
