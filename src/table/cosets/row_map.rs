//! What one move does to a whole row.
//!
//! The row of class `r` moved by `m` is the row of another class `r'`, conjugated by some
//! transformation `s`. So the entries of row `r` that are neighbours by `m` of entries of row `r'`
//! are the images of these under `s⁻¹`, then `m⁻¹`: a [`RowMap`]. There are only 18 · 48 of them,
//! and each is given by its images of the 495 sets of four positions.

use crate::coord::slices::{NUMBERING, SUBSETS};
use crate::cube::{Move, Transformation};
use crate::table::edges::EdgeMap;
use rayon::prelude::*;
use std::sync::LazyLock;

/// The image of the four cubies of a slice.
#[derive(Debug, Clone, Copy)]
pub struct SliceImage {
    /// Rank of the new positions.
    pub rank: u16,
    /// Parity of the flips that are added.
    pub flip_parity: u8,
}

/// The map of a row by one transformation and one move.
#[derive(Debug)]
pub struct RowMap {
    /// Image of each set of four positions, by rank.
    images: [SliceImage; SUBSETS],
    /// The slice that each slice becomes.
    pub slices: [u8; 3],
    /// The transformation, which is applied first.
    pub before: Transformation,
    /// The move.
    pub after: Move,
}

impl RowMap {
    fn new(before: Transformation, after: Move) -> RowMap {
        let map = EdgeMap::of_transformation(before).then(&EdgeMap::of_move(after));
        RowMap {
            images: NUMBERING.masks.map(|mask| {
                let image = map.subset(mask);
                SliceImage {
                    rank: image.rank,
                    flip_parity: (image.flips.count_ones() & 1) as u8,
                }
            }),
            slices: map.slices,
            before,
            after,
        }
    }

    /// The map from the row that move `m` leads to, whose representative the transformation `s`
    /// gives, back to the row before the move.
    pub fn pulling(m: Move, s: Transformation) -> &'static RowMap {
        &ROW_MAPS[s.inverse().index() * Move::COUNT + m.inverse().index()]
    }

    /// The images of the E, M and S positions with these ranks.
    #[inline]
    pub fn images_of(&self, ranks: [u16; 3]) -> [SliceImage; 3] {
        ranks.map(|rank| self.images[rank as usize])
    }

    /// The slices that become E, M and S.
    pub fn sources(&self) -> [usize; 3] {
        std::array::from_fn(|target| {
            let source = (0..3).find(|&slice| usize::from(self.slices[slice]) == target);
            source.expect("slices are permuted")
        })
    }
}

static ROW_MAPS: LazyLock<Vec<RowMap>> = LazyLock::new(|| {
    (0..Transformation::COUNT * Move::COUNT)
        .into_par_iter()
        .map(|i| {
            let before = Transformation::from_index(i / Move::COUNT);
            RowMap::new(before, Move::from_index(i % Move::COUNT))
        })
        .collect()
});

/// The image of each of the 16 sets of entries of a line, for each of the four parities of flips
/// that may be added to E and M: `[16 · flips + set]`.
pub type EntryMaps = [u8; 64];

/// The entry maps of a row map, for lines of 1 or 4 entries.
pub fn entry_maps(map: &RowMap, entries: usize) -> EntryMaps {
    let sources = map.sources();
    std::array::from_fn(|i| {
        let (flips, set) = (i / 16, i % 16);
        (0..entries)
            .filter(|entry| set >> entry & 1 == 1)
            .map(|entry| (renamed(entry, sources) ^ flips) % entries)
            .fold(0, |image, entry| image | 1 << entry)
    })
}

/// The entry `parity(E) + 2 · parity(M)` after renaming the slices.
fn renamed(entry: usize, sources: [usize; 3]) -> usize {
    let parities = [entry & 1, entry >> 1, entry & 1 ^ entry >> 1];
    parities[sources[0]] | parities[sources[1]] << 1
}

/// Bytes that follow the last line of a row of bytes, so that whole vectors can be loaded.
pub const PADDING: usize = 128;
