//! The 2x2x2 cube, from a complete table.

use super::plain::{Counts, PlainSearch, Space, deepen};
use super::{Answer, Limits, Request};
use crate::coord::{
    Composite, CompositeTables, Coordinate, Distances, MoveTable, PocketOrientation,
    PocketPermutation, held_by_dbl,
};
use crate::cube::{Cube, Metric, Move, TransformationSet};

/// An optimal solver of the 2x2x2 cube, which is taken as the corners of a 3x3x3 cube.
///
/// ```
/// use cubesolve::cube::Metric;
/// use cubesolve::search::PocketSolver;
///
/// let solver = PocketSolver::new(Metric::HalfTurn);
/// assert_eq!(solver.distribution().len(), 12); // 0 to 11 moves
/// ```
pub struct PocketSolver {
    metric: Metric,
    coordinate: Composite,
    tables: CompositeTables,
    distances: Distances,
}

impl PocketSolver {
    /// Computes the distance of every position in a metric: 3.7 MB, well under a second.
    pub fn new(metric: Metric) -> PocketSolver {
        let coordinate = Composite::new(vec![
            Box::new(PocketOrientation),
            Box::new(PocketPermutation),
        ]);
        let tables = CompositeTables::new(&coordinate, TransformationSet::default());
        let distances = Distances::new(&tables, &[coordinate.index(&Cube::SOLVED)], metric);
        PocketSolver {
            metric,
            coordinate,
            tables,
            distances,
        }
    }

    /// What lengths are in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many positions there are at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        self.distances.distribution()
    }

    /// The length of the shortest solution up to rotations of the whole.
    pub fn distance(&self, cube: &Cube) -> u8 {
        self.distances.get(self.value(cube))
    }

    fn value(&self, cube: &Cube) -> usize {
        self.coordinate.index(&held_by_dbl(cube))
    }

    /// Solves a cube up to rotations of the whole, by turns of U, R and F: turns of the other
    /// faces are these and a rotation.
    pub fn solve(&self, cube: &Cube, request: &Request, limits: &Limits) -> Answer {
        let value = self.value(cube);
        let (distance, moves) = (self.distances.get(value), self.tables.moves());
        let counts = Counts::default();
        let mut search = PlainSearch::new(self, moves, &counts).limited_by(limits);
        let deepened = deepen(
            self.metric,
            request,
            limits,
            &counts,
            distance,
            |length, add| search.run(&value, moves, length, |found| add(found.path.to_vec())),
        );
        Answer {
            metric: self.metric,
            solutions: deepened.solutions,
            lower_bound: deepened.lower_bound,
            outcome: deepened.outcome,
            nodes: counts.nodes(),
            probes: counts.tried(),
        }
    }
}

impl Space for PocketSolver {
    type Node = usize;

    fn metric(&self) -> Metric {
        self.metric
    }

    fn apply(&self, value: &usize, m: Move) -> usize {
        self.tables.step(*value, m).0
    }

    fn may_be_within(&self, left: u8, value: &usize) -> bool {
        self.distances.get(*value) <= left
    }
}
