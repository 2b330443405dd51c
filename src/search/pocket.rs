//! The 2x2x2 cube, from a complete table.

use super::{Answer, Limits, Outcome, Request};
use crate::coord::{Coordinate, Distances, MoveTable, Pocket, PocketTables};
use crate::cube::{Cube, Move};
use std::ops::ControlFlow;

/// An optimal solver of the 2x2x2 cube, which is taken as the corners of a 3x3x3 cube.
pub struct PocketSolver {
    tables: PocketTables,
    distances: Distances,
}

impl Default for PocketSolver {
    fn default() -> Self {
        PocketSolver::new()
    }
}

impl PocketSolver {
    /// Computes the distance of every position: 3.7 MB, well under a second.
    pub fn new() -> PocketSolver {
        let tables = PocketTables::new();
        let goal = Pocket.index(&Cube::SOLVED);
        let distances = Distances::new(&tables, &[goal], Pocket::MOVES);
        PocketSolver { tables, distances }
    }

    /// How many positions there are at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        self.distances.distribution()
    }

    /// The least number of moves that solve the cube up to rotations of the whole.
    pub fn distance(&self, cube: &Cube) -> u8 {
        self.distances.get(Pocket.index(cube))
    }

    /// Solves a cube up to rotations of the whole, by turns of U, R and F: turns of the other
    /// faces are these and a rotation.
    pub fn solve(&self, cube: &Cube, request: &Request, limits: &Limits) -> Answer {
        let (value, distance) = (Pocket.index(cube), self.distance(cube));
        let mut descent = Descent {
            solver: self,
            request,
            limits,
            path: vec![],
            solutions: vec![],
            nodes: 0,
            outcome: Outcome::Complete,
        };
        if distance > request.max_moves {
            descent.outcome = Outcome::NoneWithinMaxMoves;
        }
        let longest = distance
            .saturating_add(request.extra)
            .min(request.max_moves);
        for length in distance..=longest {
            if descent.descend(value, length).is_break() {
                break;
            }
        }
        Answer {
            solutions: descent.solutions,
            lower_bound: distance,
            outcome: descent.outcome,
            nodes: descent.nodes,
            probes: descent.nodes,
        }
    }
}

/// The walk down the exact distances.
struct Descent<'a> {
    solver: &'a PocketSolver,
    request: &'a Request,
    limits: &'a Limits<'a>,
    path: Vec<Move>,
    solutions: Vec<Vec<Move>>,
    nodes: u64,
    outcome: Outcome,
}

impl Descent<'_> {
    fn descend(&mut self, value: usize, left: u8) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) && self.limits.reached() {
            self.outcome = Outcome::Stopped;
            return ControlFlow::Break(());
        }
        if self.solver.distances.get(value) > left {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            self.solutions.push(self.path.clone());
            let count = self.solutions.len();
            let enough = self.request.count.is_some_and(|wanted| count >= wanted);
            return if enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            };
        }
        for m in Pocket::MOVES.iter() {
            if self.path.last().is_none_or(|last| m.may_follow(*last)) {
                self.path.push(m);
                self.descend(self.solver.tables.step(value, m).0, left - 1)?;
                self.path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
