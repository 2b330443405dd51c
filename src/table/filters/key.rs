//! Keys: the index of a coset in a filter.
//!
//! A key has three parts. Its *row* is the class of the corners without refinement, one of 3393. Its
//! *line* is the slice configuration. Its *entry* holds the flips of the edges, four bits each for E, M
//! and S in order of position, and above them the *matching*: the refinement of the corners, `0..6`.
//! Line and entry are those of the cube conjugated so that its corners are the row's representative. As
//! the flips are even together, the last one is redundant; without it, an entry has a number
//! `0..FILTER_ENTRIES` in its line, its *bit*.

use crate::coord::corner_classes::CornerClasses;
use crate::coord::corners::{PLAIN_COSETS, matching};
use crate::coord::{Basic, CornerRefinement};
use crate::cube::{Cube, Move, Transformation};
use crate::table::address::{CLASS_SHIFT, LINE_SHIFT};
use crate::table::dimensions::MATCHINGS;
use std::sync::LazyLock;

/// The index of a coset in a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub row: u16,
    pub line: u16,
    /// `flips | matching << 12`.
    pub entry: u16,
}

impl Key {
    /// The key of the entry at an address.
    pub fn at(address: u64) -> Key {
        let class = (address >> CLASS_SHIFT) as usize;
        let flips = address as usize % (1 << LINE_SHIFT);
        Key {
            row: (class / 8) as u16,
            line: (address >> LINE_SHIFT) as u16,
            entry: entry_of(flips | (class % 8) << LINE_SHIFT),
        }
    }
}

/// The number of an entry in its line.
pub const fn bit_of(entry: u16) -> usize {
    (entry & 0x7ff | entry >> 1 & 0x3800) as usize
}

/// The entry with a number.
pub const fn entry_of(bit: usize) -> u16 {
    let flips = (bit & 0x7ff) as u16;
    flips | ((flips.count_ones() as u16) & 1) << 11 | ((bit >> 11) as u16) << 12
}

/// The row that a move leads to.
#[derive(Debug, Clone, Copy)]
pub struct Neighbour {
    pub row: u16,
    /// The transformation that takes the moved representative to that of the new row.
    pub s: Transformation,
    /// The matching in this row for each matching in the neighbour row, in the upper half of a byte;
    /// 16 of them for a look-up by half a byte.
    pub matchings: [u8; 16],
}

/// The neighbours of each row, computed without the thread pool, as the maps of `pull`.
pub static NEIGHBOURS: LazyLock<Vec<[Neighbour; Move::COUNT]>> = LazyLock::new(|| {
    let rows = CornerClasses::get(CornerRefinement::None);
    let corners = Basic::coset_corners(CornerRefinement::HalfTurn);
    (0..rows.symmetric().classes())
        .map(|row| {
            let coset = rows.symmetric().representative(row);
            let refined: [Cube; MATCHINGS] =
                std::array::from_fn(|matching| corners.cube(matching * PLAIN_COSETS + coset));
            Move::ALL.map(|m| {
                let (to, s) = rows.tables.step(row, m);
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
