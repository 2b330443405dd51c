//! The keys of a filter: how it sees cosets.
//!
//! A key has four parts. Its *row* is the class of the corners without refinement: 3393 of them.
//! Its *line* is the configuration of the slices. Its *entry* holds the flips of the edges, four
//! bits each for E, M and S in order of position, and above them the *matching*, the refinement
//! of the corners, `0..6`, both as seen from the row's representative. As the flips are even in
//! all, an entry has a number of its own without the last of them: its *bit*, `0..ENTRIES`.

use crate::coord::corner_classes::CornerClasses;
use crate::coord::corners::{ORIENTATIONS, TETRADS};
use crate::coord::{Coordinate, CornerRefinement, CosetCorners};
use crate::cube::{Cube, Move, Transformation};
use crate::table::edges::{NUMBERING, extract, slice_masks, symmetric_flips};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Number of rows.
pub const ROWS: usize = 3393;

/// Number of matchings.
pub const MATCHINGS: usize = 6;

/// Number of entries of a line.
pub const ENTRIES: usize = MATCHINGS * 2048;

/// Number of corner cosets without refinement.
const COSETS: usize = TETRADS * ORIENTATIONS;

/// The coset of a cube, as a filter sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub row: u16,
    pub line: u16,
    /// `flips | matching << 12`.
    pub entry: u16,
}

impl Key {
    /// All keys of the cube's coset: more than one if the row is symmetric itself.
    pub fn all_of(cube: &Cube) -> impl Iterator<Item = Key> {
        let rows = CornerClasses::get(CornerRefinement::None);
        let (row, s) = rows.locate(cube);
        let seen = s.apply(cube);
        let symmetries = rows.self_symmetries(row);
        symmetries
            .iter()
            .map(move |q| Key::seen(row, &q.apply(&seen)))
    }

    /// The key of a cube whose corners are the representative of a row.
    fn seen(row: usize, cube: &Cube) -> Key {
        let masks = slice_masks(cube);
        let flips = symmetric_flips(cube);
        let flips_of = |slice: usize| extract(flips, masks[slice]);
        let [e, m, s] = [flips_of(0), flips_of(1), flips_of(2)];
        Key {
            row: row as u16,
            line: NUMBERING.line(masks[0], masks[1]) as u16,
            entry: e | m << 4 | s << 8 | (matching(cube) as u16) << 12,
        }
    }
}

/// The number of an entry among those of its line.
pub const fn bit_of(entry: u16) -> usize {
    (entry & 0x7ff | entry >> 1 & 0x3800) as usize
}

/// The entry with a number.
pub const fn entry_of(bit: usize) -> u16 {
    let flips = (bit & 0x7ff) as u16;
    flips | ((flips.count_ones() as u16) & 1) << 11 | ((bit >> 11) as u16) << 12
}

/// The matching of a cube whose corners are the representative of a row.
pub fn matching(cube: &Cube) -> usize {
    REFINED.index(cube) / COSETS
}

/// The matching that a transformation makes of each, where the second tetrad's cubies have the
/// positions of this rank: orientations have no part in it.
pub fn matchings_seen(tetrad: usize, s: Transformation) -> [usize; MATCHINGS] {
    std::array::from_fn(|refinement| {
        let cube = REFINED.cube(refinement * COSETS + tetrad * ORIENTATIONS);
        matching(&s.apply(&cube))
    })
}

const REFINED: CosetCorners = CosetCorners {
    refinement: CornerRefinement::HalfTurn,
};

/// Where a move leads from a row.
#[derive(Debug, Clone, Copy)]
pub struct Neighbour {
    pub row: u16,
    /// What brings the moved representative to the new row's.
    pub s: Transformation,
    /// The matching in this row of each matching in the neighbour row, in the upper half of a
    /// byte; 16 of them, so that it can be looked up by half a byte.
    pub matchings: [u8; 16],
}

/// The neighbours of each row.
pub static NEIGHBOURS: LazyLock<Vec<[Neighbour; Move::COUNT]>> = LazyLock::new(|| {
    let rows = CornerClasses::get(CornerRefinement::None);
    let mut representatives = vec![None; rows.count()];
    for (coset, (row, _)) in rows.cosets().enumerate() {
        representatives[row].get_or_insert(coset);
    }
    representatives
        .into_par_iter()
        .enumerate()
        .map(|(row, representative)| {
            let coset = representative.expect("every row has a representative");
            let refined: [Cube; MATCHINGS] =
                std::array::from_fn(|matching| REFINED.cube(matching * COSETS + coset));
            Move::ALL.map(|m| {
                let (to, s) = rows.neighbour(row, m);
                let mut matchings = [0; 16];
                for (from, cube) in refined.iter().enumerate() {
                    let image = matching(&s.apply(&cube.apply(m)));
                    matchings[image] = (from as u8) << 4;
                }
                Neighbour {
                    row: to as u16,
                    s,
                    matchings,
                }
            })
        })
        .collect()
});
