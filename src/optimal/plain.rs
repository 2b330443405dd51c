//! The plain twin of the batched search, for tests: one node after the other, with the bounds of the
//! position and of its inverse.

use crate::cube::{Cube, Metric, Move, MoveSet};
use crate::search::depth_first::{
    Bounds, Counter, DepthFirst, MoveRules, Reporter, Space, face_turns,
};
use crate::search::{Limits, Query};
use crate::table::Table;

/// A lower bound of the distance from solved.
pub trait LowerBound {
    fn metric(&self) -> Metric;
    fn lower_bound(&self, cube: &Cube) -> u8;
}

impl LowerBound for Table {
    fn metric(&self) -> Metric {
        self.spec().metric
    }

    fn lower_bound(&self, cube: &Cube) -> u8 {
        Table::lower_bound(self, cube)
    }
}

/// Cubes with their inverses.
struct Cubes<'a, B>(&'a B);

impl<B: LowerBound> Space for Cubes<'_, B> {
    type Node = (Cube, Cube);

    fn apply(&self, (cube, inverse): &(Cube, Cube), m: usize) -> (Cube, Cube) {
        let m = Move::from_index(m);
        (cube.apply(m), m.inverse().cube().product(inverse))
    }

    fn may_be_within(&self, left: u8, (cube, inverse): &(Cube, Cube)) -> bool {
        self.0.lower_bound(cube) <= left
            && self.0.lower_bound(inverse) <= left
            && (left > 0 || cube.is_solved())
    }
}

/// The solutions of a cube, and the proven lower bound.
pub fn solve(bound: &impl LowerBound, cube: &Cube, query: &Query) -> (Vec<Vec<Move>>, u8) {
    let space = Cubes(bound);
    let start = (*cube, cube.inverse());
    let limits = Limits::default();
    let reporter = Reporter::new(bound.metric(), &limits);
    let check = |counter: &Counter| reporter.check(counter);
    let counter = Counter::new(&check);
    let rules = MoveRules::face_turns(bound.metric(), MoveSet::ALL);
    let mut search = DepthFirst::new(&space, &rules, &counter);
    let bounds = Bounds {
        from: bound.lower_bound(&start.0).max(bound.lower_bound(&start.1)),
        to: query.max_length(),
        extra: query.extra_of_step(0),
        count: query.max_solutions(),
    };
    let deepened = reporter.deepen(bounds, &counter, |depth, add| {
        search.run(&start, None, depth, |_, path| add(face_turns(path)))
    });
    for solution in &deepened.solutions {
        assert!(cube.apply_all(solution.iter().copied()).is_solved());
    }
    (deepened.solutions, deepened.lower_bound)
}
