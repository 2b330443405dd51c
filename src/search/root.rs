//! What a search starts from, and which solutions it looks for.

use super::answer::Solution;
use super::query::Query;
use crate::cube::{Face, Metric, Move, Position, Sequence};
use crate::notation::LayerMove;

/// A position to bring to the solved cube, or for some engines to a pattern. A query comes down to one or
/// several: one for each target, and one for each pair of free turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// Relative to the target, with free turns made.
    pub position: Position,
    /// Number of the target among those of the query.
    pub target: usize,
    /// The free turns of the upper layer before and after the moves: clockwise quarter turns.
    pub auf: [u8; 2],
}

/// Which solutions a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub metric: Metric,
    /// The greatest number of solutions; `None` for all.
    pub count: Option<usize>,
    /// How much longer than the shortest a solution may be.
    pub extra: u8,
    /// The greatest length that was set.
    pub limit: Option<u8>,
    /// The greatest length of a solution; if none was set, more than any cube needs.
    pub max_length: u8,
}

impl Root {
    pub fn new(position: Position) -> Root {
        Root {
            position,
            target: 0,
            auf: [0; 2],
        }
    }

    /// The upper face, as the cube with fixed centres names it.
    pub fn upper_face(position: &Position) -> Face {
        position
            .orientation
            .apply_move(Move::new(Face::U, 1))
            .face()
    }

    /// The inverse of the scramble, if the cube was given by one.
    pub fn undone(&self) -> Option<Vec<Move>> {
        let scramble = self.position.scramble.as_ref()?;
        let inverse = scramble.moves().iter().rev().map(|m| m.inverse());
        let inverse: Sequence = inverse.collect();
        Some(inverse.simplified().moves().to_vec())
    }

    /// The solution by moves with the centres fixed, as the holder of the cube makes them: in slice turns some of them
    /// as turns of slices.
    ///
    /// # Panics
    /// If the moves do not solve the cube: better no answer than a wrong one.
    pub fn solution(&self, moves: &[Move], metric: Metric) -> Solution {
        let after = self.position.cube.apply_all(moves.iter().copied());
        assert!(after.is_solved(), "the search returned a wrong solution");
        let turns = metric.turns_of(moves);
        let held = LayerMove::of_turns(&turns, self.position.orientation);
        Solution {
            target: self.target,
            auf: self.auf,
            ..Solution::new(held, metric.length(moves))
        }
    }
}

impl Bounds {
    /// Whether one solution is requested, so that any as short as the lower bound will do.
    pub fn is_for_one(&self) -> bool {
        self.count == Some(1)
    }
}

impl From<&Query> for Bounds {
    fn from(query: &Query) -> Bounds {
        Bounds {
            metric: query.metric,
            count: query.max_solutions(),
            // of all lengths the cheapest
            extra: match query.cost.is_some() && query.extra.is_empty() {
                true => u8::MAX,
                false => query.extra_of_step(0),
            },
            limit: query.max_moves_in_all(),
            max_length: query.max_length(),
        }
    }
}
