//! The 2x2x2 cube, from a complete table.

use super::goals::Bound;
use super::plain::{Counts, PlainSearch, Space, deepen};
use super::{Answer, Limits, Outcome, Request};
use crate::coord::{
    AnyCoordinate, Composite, Distances, MoveTable, PocketOrientation, PocketPermutation,
    held_by_dbl,
};
use crate::cube::{Cube, Metric, Move};

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
    /// Exact here, as its coordinate tells all corners.
    corners: Bound,
}

impl PocketSolver {
    /// A solver in a metric. When it is first asked it computes the distance of every position:
    /// 3.7 MB, well under a second.
    pub fn new(metric: Metric) -> PocketSolver {
        let both = Composite::new(vec![
            Box::new(PocketOrientation),
            Box::new(PocketPermutation),
        ]);
        PocketSolver {
            metric,
            corners: Bound::new(AnyCoordinate::Composite(both)),
        }
    }

    fn distances(&self) -> &Distances {
        self.corners.distances(self.metric)
    }

    /// What lengths are in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many positions there are at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        self.distances().distribution()
    }

    /// The length of the shortest solution up to rotations of the whole.
    pub fn distance(&self, cube: &Cube) -> u8 {
        self.distances().get(self.value(cube))
    }

    fn value(&self, cube: &Cube) -> usize {
        self.corners.track(&held_by_dbl(cube)).value
    }

    /// Solves a cube up to rotations of the whole, by turns of U, R and F: turns of the other
    /// faces are these and a rotation.
    pub fn solve(&self, cube: &Cube, request: &Request, limits: &Limits) -> Answer {
        let measured = self.corners.distances_unless(limits.stop, self.metric);
        let Some(distances) = measured else {
            return Answer {
                metric: self.metric,
                solutions: vec![],
                lower_bound: 0,
                outcome: Outcome::Stopped,
                nodes: 0,
                probes: 0,
            };
        };
        let value = self.value(cube);
        let (distance, moves) = (distances.get(value), self.corners.tables().moves());
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
        self.corners.tables().step(*value, m).0
    }

    fn may_be_within(&self, left: u8, value: &usize) -> bool {
        self.distances().get(*value) <= left
    }
}
