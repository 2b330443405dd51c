//! The rows that turns lead to.

use crate::coord::corner_classes::CornerClasses;
use crate::coord::corners::{PLAIN_COSETS, half_turn_class};
use crate::coord::{Basic, CornerRefinement, Tracked};
use crate::cube::{Cube, Transformation, Turn};
use crate::table::dimensions::{HALF_TURN_CLASSES, ROWS};
use crate::table::edges::LineMap;
use rayon::prelude::*;

/// The row that a turn leads to, and how its entries are mapped back.
pub struct Neighbour {
    pub row: usize,
    /// The map of lines and flips.
    pub lines: &'static LineMap,
    /// The half-turn class before the turn for each in the neighbour row, from bit 3 of a byte on: its place in
    /// an entry's number less eight. 16 of them for a look-up by half a byte.
    pub half_turn_classes: [u8; 16],
}

/// The neighbours of all rows, one for each of some turns.
pub struct Neighbours(Vec<Vec<Neighbour>>);

impl Neighbours {
    pub fn new(turns: &[Turn]) -> Neighbours {
        let rows = (0..ROWS).into_par_iter().map(|row| of_row(row, turns));
        Neighbours(rows.collect())
    }

    pub fn of(&self, row: usize) -> &[Neighbour] {
        &self.0[row]
    }

    pub fn turns(&self) -> usize {
        self.0[0].len()
    }
}

pub fn of_row(row: usize, turns: &[Turn]) -> Vec<Neighbour> {
    let classes = CornerClasses::get();
    let corners = Basic::coset_corners(CornerRefinement::HalfTurn);
    let coset = classes.symmetric().representative(row);
    let refined: [Cube; HALF_TURN_CLASSES] =
        std::array::from_fn(|half_turn_class| corners.cube(half_turn_class * PLAIN_COSETS + coset));
    let neighbour = |turn: &Turn| {
        let start = Tracked {
            value: row,
            offset: Transformation::IDENTITY,
        };
        let to = turn
            .moves()
            .fold(start, |at, m| at.step(&classes.tables, m));
        let mut half_turn_classes = [0; 16];
        for (from, cube) in refined.iter().enumerate() {
            let moved = cube.apply_all(turn.moves());
            half_turn_classes[half_turn_class(&to.offset.apply(&moved))] = (from as u8) << 3;
        }
        Neighbour {
            row: to.value,
            lines: LineMap::pulling(*turn, to.offset),
            half_turn_classes,
        }
    };
    turns.iter().map(neighbour).collect()
}

/// The numbers of a row and its neighbours, each once.
pub fn rows_of(row: usize, neighbours: &[Neighbour]) -> Vec<usize> {
    let mut rows: Vec<usize> = neighbours.iter().map(|neighbour| neighbour.row).collect();
    rows.push(row);
    rows.sort_unstable();
    rows.dedup();
    rows
}
