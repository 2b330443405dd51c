//! The plain search for optimal solutions, with the bound of a pruning table.

use super::plain::{PlainSearch, Space, deepen};
use super::request::{Answer, DepthReport, Limits, Outcome, Request};
use crate::cube::{Cube, Move, MoveSet};
use crate::table::Table;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Instant;

/// Something that knows how many moves a cube needs at least.
pub trait LowerBound {
    /// A number of moves that no solution of `cube` falls short of.
    fn lower_bound(&self, cube: &Cube) -> u8;
}

impl LowerBound for Table {
    fn lower_bound(&self, cube: &Cube) -> u8 {
        Table::lower_bound(self, cube)
    }
}

/// Cubes with their inverses, and how often the bound was asked.
struct Cubes<'a, B> {
    bound: &'a B,
    probes: Cell<u64>,
}

impl<B: LowerBound> Cubes<'_, B> {
    fn lower_bound(&self, cube: &Cube) -> u8 {
        self.probes.set(self.probes.get() + 1);
        self.bound.lower_bound(cube)
    }
}

impl<B: LowerBound> Space for Cubes<'_, B> {
    type Node = (Cube, Cube);

    fn apply(&self, (cube, inverse): &(Cube, Cube), m: Move) -> (Cube, Cube) {
        (cube.apply(m), m.inverse().cube().product(inverse))
    }

    fn may_be_within(&self, left: u8, (cube, inverse): &(Cube, Cube)) -> bool {
        self.lower_bound(cube) <= left
            && self.lower_bound(inverse) <= left
            && (left > 0 || cube.is_solved())
    }
}

/// Solves a cube by the plain search, cutting where the bound of the position or of its inverse
/// exceeds the moves left. One thread, whatever is requested.
pub fn solve_recursively(
    bound: &impl LowerBound,
    cube: &Cube,
    request: &Request,
    limits: &Limits,
) -> Answer {
    let probes = Cell::new(0);
    let space = Cubes { bound, probes };
    let start = (*cube, cube.inverse());
    let from = space.lower_bound(&start.0).max(space.lower_bound(&start.1));
    let mut search = PlainSearch::new(&space, MoveSet::ALL).limited_by(limits);
    let deepened = deepen(request, limits, from, |depth, add| {
        let began = Instant::now();
        let (nodes, probes, mut solutions) = (search.nodes, space.probes.get(), 0);
        let searched = search.run(&start, MoveSet::ALL, depth, |found| {
            solutions += 1;
            add(found.path.to_vec())
        });
        if searched != ControlFlow::Break(Outcome::Stopped)
            && let Some(on_depth) = limits.on_depth
        {
            on_depth(&DepthReport {
                depth,
                nodes: search.nodes - nodes,
                probes: space.probes.get() - probes,
                time: began.elapsed(),
                solutions,
            });
        }
        searched
    });
    for solution in &deepened.solutions {
        assert!(cube.apply_all(solution.iter().copied()).is_solved());
    }
    Answer {
        solutions: deepened.solutions,
        lower_bound: deepened.lower_bound,
        outcome: deepened.outcome,
        nodes: search.nodes,
        probes: space.probes.get(),
    }
}
