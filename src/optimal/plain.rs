//! The plain twin of the batched search, for tests: one node after the other, with the bounds of the
//! position and of its inverse.

use crate::cube::{Cube, Move, MoveSet, Position};
use crate::search::depth_first::{MoveRules, Space, face_turns};
use crate::search::{Answer, Limits, Query, Solution, solve_in};
use crate::table::Table;

/// Cubes with their inverses.
struct Cubes<'a>(&'a Table);

impl Space for Cubes<'_> {
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

/// The answer to a query in the metric of the table.
pub fn solve(table: &Table, cube: &Cube, query: &Query) -> Answer {
    let start = (*cube, cube.inverse());
    let lower_bound = table.lower_bound(&start.0).max(table.lower_bound(&start.1));
    let rules = MoveRules::face_turns(query.metric, MoveSet::ALL);
    let position = Position::from(*cube);
    let solution = |path: &[u8]| Solution::of_moves(&position, &face_turns(path), query.metric);
    let limits = Limits::default();
    solve_in(
        &Cubes(table),
        &rules,
        &start,
        lower_bound,
        query,
        &limits,
        solution,
    )
}
