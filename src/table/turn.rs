//! What one turn does to a whole row.
//!
//! The row of class `r` moved by a turn `m` is the row of another class `r'`, conjugated by some
//! transformation `s`. So the entries of row `r` that are neighbours by `m` of entries of row `r'`
//! are the images of these under `s⁻¹`, then `m⁻¹`. There are only 27 · 48 such maps of lines, and each is given
//! by its images of the 495 sets of four positions.

use super::edges::{EdgeMap, LineMap};
use crate::cube::{Metric, Move, Transformation};
use std::sync::OnceLock;

/// A turn of a face, or of the slice behind it as it changes the cube with fixed centres: both faces
/// beside the slice turn the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    face: Move,
    is_slice: bool,
}

impl Turn {
    /// Number of turns: 18 of faces, 9 of slices.
    const COUNT: usize = Move::COUNT + Move::COUNT / 2;

    /// The turns of faces and slices.
    pub fn all() -> impl Iterator<Item = Turn> {
        let slices = Move::ALL[..Move::COUNT / 2].iter().map(|m| (*m, true));
        let turns = Move::ALL.into_iter().map(|m| (m, false)).chain(slices);
        turns.map(|(face, is_slice)| Turn { face, is_slice })
    }

    /// The turns of faces that cost one.
    pub fn generators(metric: Metric) -> impl Iterator<Item = Turn> {
        let moves = metric.generators();
        Turn::all().filter(move |turn| !turn.is_slice && moves.contains(turn.face))
    }

    /// The face turns that it consists of.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let opposite = Move::new(self.face.face().opposite(), 4 - self.face.turns());
        [self.face]
            .into_iter()
            .chain(self.is_slice.then_some(opposite))
    }

    fn index(self) -> usize {
        self.face.index() + if self.is_slice { Move::COUNT } else { 0 }
    }

    fn edge_map(self) -> EdgeMap {
        let maps = self.moves().map(EdgeMap::of_move);
        let map = maps.reduce(|first, next| first.then(&next));
        map.expect("a turn has a move")
    }

    /// The map of lines and flips from the row that the turn leads to, whose representative the
    /// transformation `s` gives, back to the row before the turn. Computed when it is first needed.
    pub fn pulling(self, s: Transformation) -> &'static LineMap {
        static MAPS: [[OnceLock<LineMap>; Turn::COUNT]; Transformation::COUNT] =
            [const { [const { OnceLock::new() }; Turn::COUNT] }; Transformation::COUNT];
        MAPS[s.index()][self.index()].get_or_init(|| {
            let face = self.face.inverse();
            let back = Turn { face, ..self };
            LineMap::new(&EdgeMap::of_transformation(s.inverse()).then(&back.edge_map()))
        })
    }
}
