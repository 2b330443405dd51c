//! The plain search for optimal solutions, with the bound of a pruning table.

use super::plain::{Counts, PlainSearch, Space, deepen};
use super::request::{Answer, Limits, Request};
use crate::cube::{Cube, Metric, Move, MoveSet};
use crate::table::Table;

/// Something that knows how long a solution is at least.
pub trait LowerBound {
    /// What lengths are in.
    fn metric(&self) -> Metric;

    /// A length that no solution of `cube` falls short of.
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
struct Cubes<'a, B> {
    bound: &'a B,
}

impl<B: LowerBound> Space for Cubes<'_, B> {
    type Node = (Cube, Cube);

    fn metric(&self) -> Metric {
        self.bound.metric()
    }

    fn apply(&self, (cube, inverse): &(Cube, Cube), m: Move) -> (Cube, Cube) {
        (cube.apply(m), m.inverse().cube().product(inverse))
    }

    fn may_be_within(&self, left: u8, (cube, inverse): &(Cube, Cube)) -> bool {
        self.bound.lower_bound(cube) <= left
            && self.bound.lower_bound(inverse) <= left
            && (left > 0 || cube.is_solved())
    }
}

/// Solves a cube by the plain search, cutting where the bound of the position or of its inverse
/// exceeds what is left. One thread, whatever is requested. As probes it counts the
/// moves tried, after each of which it asks for both bounds.
pub fn solve_recursively(
    bound: &impl LowerBound,
    cube: &Cube,
    request: &Request,
    limits: &Limits,
) -> Answer {
    let space = Cubes { bound };
    let start = (*cube, cube.inverse());
    let from = bound.lower_bound(&start.0).max(bound.lower_bound(&start.1));
    let counts = Counts::default();
    let mut search = PlainSearch::new(&space, MoveSet::ALL, &counts).limited_by(limits);
    let deepened = deepen(
        bound.metric(),
        request,
        limits,
        &counts,
        from,
        |depth, add| {
            search.run(&start, MoveSet::ALL, depth, |found| {
                add(found.path.to_vec())
            })
        },
    );
    for solution in &deepened.solutions {
        assert!(cube.apply_all(solution.iter().copied()).is_solved());
    }
    Answer {
        metric: bound.metric(),
        solutions: deepened.solutions,
        lower_bound: deepened.lower_bound,
        outcome: deepened.outcome,
        nodes: counts.nodes(),
        probes: counts.tried(),
    }
}
