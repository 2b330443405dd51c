use super::{Coordinate, CoordinateBound, Distances, Tables, UNREACHED};
use crate::cube::{Move, Sequence, Transformation, Turn};
use std::fmt;
use std::sync::Arc;

/// The positions at one distance from the goals of a coordinate, as far as it distinguishes them, and as far as moves
/// lead to them from the solved cube.
///
/// Of those that symmetries carry into each other one stands for all: symmetries that act on the values and that
/// preserve the goals and the moves.
pub struct CoordinatePositions {
    pub(super) bound: CoordinateBound,
    pub(super) tables: Arc<Tables>,
    pub(super) distance: u8,
    pub(super) distances: Arc<Distances>,
    pub(super) from_solved: Arc<Distances>,
    /// With what each costs.
    pub(super) turns: Vec<(Turn, u8)>,
    pub(super) symmetries: Vec<Transformation>,
}

impl CoordinatePositions {
    /// Their distance.
    pub fn distance(&self) -> u8 {
        self.distance
    }

    /// For each class of symmetric positions a shortest sequence that leads to one of them from the solved cube, and
    /// the number of its positions. They are found one after the other, in the order of the values.
    pub fn classes(&self) -> impl Iterator<Item = (Sequence, u64)> + '_ {
        let values = 0..self.tables.size();
        let is_there = |value: &usize| {
            self.distances.get(*value) == self.distance && self.from_solved.get(*value) != UNREACHED
        };
        values.filter(is_there).filter_map(|value| {
            let size = self.class_size(value)?;
            Some((self.moves_to(value), size))
        })
    }

    fn coordinate(&self) -> &Coordinate {
        self.bound.coordinate()
    }

    /// The number of positions that are symmetric to one with this value; `None` if another one has a lesser value.
    fn class_size(&self, value: usize) -> Option<u64> {
        let cube = self.coordinate().cube(value);
        let own = self.coordinate().track(&cube);
        let mut unchanged = 0;
        for s in &self.symmetries {
            let image = self.coordinate().track(&s.apply(&cube));
            if image.value < value {
                return None;
            }
            unchanged += u64::from(image == own);
        }
        Some(self.symmetries.len() as u64 / unchanged)
    }

    /// A shortest sequence to a position with this value: a solution, undone.
    fn moves_to(&self, value: usize) -> Sequence {
        let start = self.coordinate().track(&self.coordinate().cube(value));
        let turns = self.from_solved.path(
            start,
            |at| at.value,
            |at| {
                self.turns.iter().map(move |(turn, cost)| {
                    let next = turn.moves().fold(at, |at, m| at.step(&self.tables, m));
                    (turn, *cost, next)
                })
            },
        );
        let solution: Vec<Move> = turns.into_iter().flat_map(|turn| turn.moves()).collect();
        let back = self.bound.view().inverse();
        let undone = solution.iter().rev().map(|m| back.apply_move(m.inverse()));
        undone.collect()
    }
}

/// Without the tables.
impl fmt::Debug for CoordinatePositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoordinatePositions")
            .field("distance", &self.distance)
            .finish_non_exhaustive()
    }
}
