//! What one turn does to a whole row.
//!
//! The row of class `r` moved by a turn `m` is the row of another class `r'`, conjugated by some
//! transformation `s`. So the entries of row `r` that are neighbours by `m` of entries of row `r'`
//! are the images of these under `s⁻¹`, then `m⁻¹`: a [`RowMap`]. There are only 27 · 48 of them,
//! and each is given by its images of the 495 sets of four positions.

use crate::cube::{Metric, Move, Transformation};
use crate::table::edges::{EdgeMap, LineMap};
use std::sync::LazyLock;

/// A turn of a face, or of the slice behind it as it changes the cube with fixed centres: both faces
/// beside the slice turn the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    face: Move,
    is_slice: bool,
}

impl Turn {
    /// Number of turns: 18 of faces, 9 of slices.
    pub const COUNT: usize = Move::COUNT + Move::COUNT / 2;

    pub fn all() -> impl Iterator<Item = Turn> {
        let slices = Move::ALL[..Move::COUNT / 2].iter().map(|m| (*m, true));
        let turns = Move::ALL.into_iter().map(|m| (m, false)).chain(slices);
        turns.map(|(face, is_slice)| Turn { face, is_slice })
    }

    /// The turns that cost one.
    pub fn generators(metric: Metric) -> Vec<Turn> {
        let moves = metric.generators();
        let is_one = |turn: &Turn| !turn.is_slice && moves.contains(turn.face);
        Turn::all().filter(is_one).collect()
    }

    pub fn index(self) -> usize {
        self.face.index() + if self.is_slice { Move::COUNT } else { 0 }
    }

    /// The face or slice that turns, `0..9`.
    #[inline]
    pub fn layer(self) -> usize {
        self.face.face().index() + if self.is_slice { 6 } else { 0 }
    }

    #[inline]
    pub fn is_half_turn(self) -> bool {
        self.face.is_half_turn()
    }

    /// The face turns that it consists of.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let opposite = Move::new(self.face.face().opposite(), 4 - self.face.turns());
        [self.face]
            .into_iter()
            .chain(self.is_slice.then_some(opposite))
    }

    pub fn inverse(self) -> Turn {
        let face = self.face.inverse();
        Turn { face, ..self }
    }

    pub fn edge_map(self) -> EdgeMap {
        let maps = self.moves().map(EdgeMap::of_move);
        let map = maps.reduce(|first, next| first.then(&next));
        map.expect("a turn has a move")
    }
}

/// The map of a row by one transformation and one turn.
#[derive(Debug)]
pub struct RowMap {
    pub lines: LineMap,
    /// The transformation, which is applied first.
    pub before: Transformation,
    pub after: Turn,
}

impl RowMap {
    /// The map from the row that a turn leads to, whose representative the transformation `s`
    /// gives, back to the row before the turn.
    pub fn pulling(turn: Turn, s: Transformation) -> &'static RowMap {
        &ROW_MAPS[s.inverse().index() * Turn::COUNT + turn.inverse().index()]
    }

    /// The slices that become E, M and S.
    pub fn sources(&self) -> [usize; 3] {
        std::array::from_fn(|target| {
            let source = (0..3).find(|&slice| usize::from(self.lines.slices[slice]) == target);
            source.expect("slices are permuted")
        })
    }
}

/// Computed without the thread pool: its threads may be waiting for these maps, which would be a deadlock.
static ROW_MAPS: LazyLock<Vec<RowMap>> = LazyLock::new(|| {
    let turns: Vec<Turn> = Turn::all().collect();
    (0..Transformation::COUNT * Turn::COUNT)
        .map(|i| {
            let before = Transformation::from_index(i / Turn::COUNT);
            let after = turns[i % Turn::COUNT];
            let map = EdgeMap::of_transformation(before).then(&after.edge_map());
            RowMap {
                lines: LineMap::new(&map),
                before,
                after,
            }
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
