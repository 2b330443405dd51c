//! The three slices of edges, and a numbering of their configurations.
//!
//! The *slices* are E = {FR, FL, BL, BR}, M = {UF, UB, DF, DB} and S = {UR, UL, DR, DL},
//! numbered 0, 1, 2. A *configuration* is the slice of the cubie at each of the twelve
//! positions: `70 · rank(E positions) + rank(M positions among the other eight)`. In a
//! pruning table each has its *line*.
//!
//! Orientation is relative to reference facelets that make all 48 transformations act
//! without constants: U or D on M edges, F or B on E edges, R or L on S edges, for
//! positions and cubies, in the same way. Each of three mutually perpendicular slices then looks like
//! the next, every quarter turn flips the four edges it moves, and a half turn none.

use crate::bits;
use crate::cube::Cube;
use std::sync::LazyLock;

/// Number of 4-subsets of the 12 edge positions.
pub const SUBSETS: usize = 495;
/// Number of 4-subsets of 8 positions.
pub const SUBSETS_OF_EIGHT: usize = 70;
/// Number of configurations, which are the lines in a row of a pruning table: 12! / (4!)³.
pub const LINES: usize = SUBSETS * SUBSETS_OF_EIGHT;

/// The edge positions (and cubies) of each slice: E, M, S.
pub const SLICES: [[u8; 4]; 3] = [[8, 9, 10, 11], [1, 3, 5, 7], [0, 2, 4, 6]];

pub const fn slice_of(edge: u8) -> usize {
    if edge >= 8 {
        0
    } else {
        2 - (edge % 2) as usize
    }
}

/// The orientation of each edge relative to the symmetric reference facelets: bit `p` is
/// set if the cubie at position `p` is flipped.
pub fn symmetric_flips(cube: &Cube) -> u16 {
    (0..12).fold(0, |flips, p| {
        let cubie = cube.edges()[p];
        let in_s = |edge: u8| u8::from(slice_of(edge) == 2);
        let flip = cube.edge_orientations()[p] ^ in_s(p as u8) ^ in_s(cubie);
        flips | u16::from(flip) << p
    })
}

/// The positions holding the cubies of each slice, as masks of 12 bits.
#[inline]
pub fn slice_masks(cube: &Cube) -> [u16; 3] {
    let mut masks = [0; 3];
    for (p, &cubie) in cube.edges().iter().enumerate() {
        masks[slice_of(cubie)] |= 1 << p;
    }
    masks
}

/// The index of the flip parities of slices E and M, `0..4`, from the flips of each slice or
/// from those of its cubies relative to the first. The parity of S follows.
pub fn flip_parity_index([e, m]: [u16; 2]) -> usize {
    ((e.count_ones() & 1) | (m.count_ones() & 1) << 1) as usize
}

/// The masks of four of eight positions, in order.
pub const FOURS_OF_EIGHT: [u8; SUBSETS_OF_EIGHT] = {
    let mut masks = [0; SUBSETS_OF_EIGHT];
    let (mut mask, mut rank) = (0u8, 0);
    while rank < SUBSETS_OF_EIGHT {
        if mask.count_ones() == 4 {
            masks[rank] = mask;
            rank += 1;
        }
        mask += 1;
    }
    masks
};

/// The rank of each mask among [`FOURS_OF_EIGHT`]; 0 for the others.
pub static RANKS_OF_FOUR: [u8; 256] = {
    let mut ranks = [0; 256];
    let mut rank = 0;
    while rank < SUBSETS_OF_EIGHT {
        ranks[FOURS_OF_EIGHT[rank] as usize] = rank as u8;
        rank += 1;
    }
    ranks
};

/// Cubies at eight positions: those of `first` at the positions of `mask`, those of `second` at the
/// others, each in order.
pub fn place_fours(mask: u8, first: [u8; 4], second: [u8; 4]) -> [u8; 8] {
    let fours = [second, first];
    let (mut placed, mut counts) = ([0; 8], [0; 2]);
    for (p, cubie) in placed.iter_mut().enumerate() {
        let of = usize::from(mask >> p & 1);
        *cubie = fours[of][counts[of]];
        counts[of] += 1;
    }
    placed
}

/// Ranks of subsets in the order of their masks, and lines from two ranks.
pub struct Numbering {
    /// Mask of each 4-subset of 12.
    pub masks: [u16; SUBSETS],
    /// Rank of each mask of 12 bits that has four set; others are 0.
    pub ranks: [u16; 4096],
    /// Ranks of the E, M and S positions of each line.
    pub line_ranks: Box<[[u16; 3]]>,
    /// Line from `SUBSETS · rank(E) + rank(M)`; 0 where the two overlap.
    pub lines: Box<[u16]>,
}

pub static NUMBERING: LazyLock<Numbering> = LazyLock::new(Numbering::new);

impl Numbering {
    fn new() -> Numbering {
        let mut masks = [0; SUBSETS];
        let mut ranks = [0; 4096];
        let fours = (0..4096u16).filter(|mask| mask.count_ones() == 4);
        for (rank, mask) in fours.enumerate() {
            masks[rank] = mask;
            ranks[mask as usize] = rank as u16;
        }
        let mut line_ranks = Vec::with_capacity(LINES);
        let mut lines = vec![0; SUBSETS * SUBSETS].into_boxed_slice();
        for (rank_e, &e) in masks.iter().enumerate() {
            for m_mask in FOURS_OF_EIGHT {
                let m = deposit(u16::from(m_mask), !e & 0xfff);
                let rank_m = ranks[m as usize];
                lines[SUBSETS * rank_e + rank_m as usize] = line_ranks.len() as u16;
                line_ranks.push([rank_e as u16, rank_m, ranks[(!e & !m & 0xfff) as usize]]);
            }
        }
        Numbering {
            masks,
            ranks,
            line_ranks: line_ranks.into_boxed_slice(),
            lines,
        }
    }

    /// The line where the E and M cubies are at these positions.
    pub fn line(&self, e: u16, m: u16) -> usize {
        let (rank_e, rank_m) = (self.ranks[e as usize], self.ranks[m as usize]);
        self.lines[SUBSETS * rank_e as usize + rank_m as usize] as usize
    }
}

/// Puts the low bits of `bits` at the set bits of `mask`, lowest first.
pub fn deposit(bits: u16, mask: u16) -> u16 {
    bits::deposit(bits.into(), mask.into()) as u16
}

/// Gathers the bits of `bits` at the set bits of `mask`, lowest first.
pub fn extract(bits: u16, mask: u16) -> u16 {
    bits::extract(bits.into(), mask.into()) as u16
}
