//! Solving the 2x2x2 with the exact distance of each of its 3,674,160 positions.

use crate::coord::{
    Composite, CoordError, Coordinate, Distances, PocketCorners, Stop, Tables, get_or_try_init,
    held_by_dbl,
};
use crate::cube::{Cube, Metric, Move, Position};
use crate::search::depth_first::{MoveRules, Space, face_turns};
use crate::search::{Answer, Engine, Limits, Query, Solution, SolveError, solve_in};
use std::sync::OnceLock;

/// Finds shortest solutions of the 2x2x2, which is the corners of a 3x3x3 rotated in any way, by
/// turns of U, R and F: turns of the other faces are these and a rotation.
pub(crate) struct Pocket;

/// The exact distances in a metric.
pub(crate) struct PocketTables {
    coordinate: Composite,
    tables: Tables,
    distances: Distances,
    rules: MoveRules,
    metric: Metric,
}

/// The greatest distance by metric, which breadth-first search confirms: 11 or 14.
pub(crate) const MAX_DISTANCE: [u8; 2] = [11, 14];

impl PocketTables {
    /// The tables for a metric, which are generated once: 3.7 MB in a fraction of a second.
    pub fn shared(metric: Metric, stop: Stop) -> Result<&'static PocketTables, CoordError> {
        static SHARED: [OnceLock<PocketTables>; 2] = [OnceLock::new(), OnceLock::new()];
        get_or_try_init(&SHARED[metric as usize], || PocketTables::new(metric, stop))
    }

    fn new(metric: Metric, stop: Stop) -> Result<PocketTables, CoordError> {
        let coordinate = Composite::new(vec![
            Box::new(PocketCorners::Orientation),
            Box::new(PocketCorners::Permutation),
        ]);
        let tables = Tables::new(&coordinate, stop)?;
        let solved = coordinate.index(&Cube::SOLVED);
        Ok(PocketTables {
            distances: Distances::new(&tables, tables.moves(), &[solved], metric, stop)?,
            rules: MoveRules::face_turns(metric, coordinate.moves()),
            coordinate,
            tables,
            metric,
        })
    }

    /// The length of the shortest solution of a cube's corners.
    pub fn distance(&self, cube: &Cube) -> u8 {
        self.distances.get(self.index(cube))
    }

    fn index(&self, cube: &Cube) -> usize {
        self.coordinate.index(&held_by_dbl(cube))
    }

    /// # Panics
    /// If the moves do not solve the cube.
    fn solution(&self, cube: &Cube, path: &[u8]) -> Solution {
        let moves = face_turns(path);
        let after = held_by_dbl(&cube.apply_all(moves.iter().copied()));
        let is_solved = after.corners() == Cube::SOLVED.corners()
            && after.corner_orientations() == Cube::SOLVED.corner_orientations();
        assert!(is_solved, "the search returned a wrong solution");
        let length = self.metric.length(&moves);
        Solution::new(moves.into_iter().map(Into::into).collect(), length)
    }
}

impl Engine for Pocket {
    fn solve(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let tables = match PocketTables::shared(query.metric, limits.as_stop()) {
            Ok(tables) => tables,
            Err(error) => return limits.without_tables(query.metric, error),
        };
        let cube = position.as_held();
        let (start, rules) = (tables.index(&cube), &tables.rules);
        let distance = tables.distances.get(start);
        let solution = |path: &[u8]| tables.solution(&cube, path);
        Ok(solve_in(
            tables, rules, &start, distance, query, limits, solution,
        ))
    }
}

/// Values of the coordinate.
impl Space for PocketTables {
    type Node = usize;

    fn apply(&self, value: &usize, m: usize) -> usize {
        self.tables.step(*value, Move::from_index(m)).0
    }

    fn may_be_within(&self, left: u8, value: &usize) -> bool {
        self.distances.get(*value) <= left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jaap Scherphuis, <https://www.jaapsch.net/puzzles/cube2.htm>.
    #[test]
    fn positions_by_distance_are_the_known_numbers() {
        let known: [&[u64]; 2] = [
            &[
                1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644,
            ],
            &[
                1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536,
                90280, 276,
            ],
        ];
        for metric in Metric::ALL {
            let pocket = PocketTables::shared(metric, Stop::never()).unwrap();
            let counts = pocket.distances.distribution();
            assert_eq!(counts, known[metric as usize]);
            let greatest = usize::from(MAX_DISTANCE[metric as usize]);
            assert_eq!(counts.len(), greatest + 1);
        }
    }
}
