//! The solutions found so far: canonical, each once.

use crate::cube::{Cube, Metric, Move, Transformation, is_canonical};
use std::collections::BTreeSet;

/// A growing set of solutions of one cube.
pub struct Solutions {
    metric: Metric,
    /// How many are requested; `None` for all.
    max: Option<usize>,
    /// The cube's self-symmetries: each maps solutions to solutions.
    symmetries: Vec<Transformation>,
    /// By length, then in order of move numbers.
    found: BTreeSet<(usize, Vec<Move>)>,
}

impl Solutions {
    pub fn new(cube: &Cube, metric: Metric, max: Option<usize>) -> Solutions {
        Solutions {
            metric,
            max,
            symmetries: cube.self_symmetries().iter().collect(),
            found: BTreeSet::new(),
        }
    }

    /// Adds solutions and their images under the self-symmetries of the cube, which the search skipped.
    pub fn extend(&mut self, solutions: impl Iterator<Item = Vec<Move>>) {
        for moves in solutions {
            for s in &self.symmetries {
                let image = in_order(moves.iter().map(|m| s.apply_move(*m)).collect());
                if is_canonical(&image) && !self.are_enough() {
                    self.found.insert((self.metric.length(&image), image));
                }
            }
        }
    }

    pub fn are_enough(&self) -> bool {
        self.max.is_some_and(|max| self.found.len() >= max)
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// The solutions, shortest first.
    pub fn into_vec(self) -> Vec<Vec<Move>> {
        self.found.into_iter().map(|(_, moves)| moves).collect()
    }
}

/// The sequence with neighbouring moves of opposite faces in canonical order.
pub fn in_order(mut moves: Vec<Move>) -> Vec<Move> {
    for i in 1..moves.len() {
        let (a, b) = (moves[i - 1], moves[i]);
        if a.face().opposite() == b.face() && !b.may_follow(a) {
            moves.swap(i - 1, i);
        }
    }
    moves
}
