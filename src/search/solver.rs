//! Iterative deepening.

use super::engine::{Engine, Work};
use super::node::Node;
use super::request::{Answer, DepthReport, Ending, Limits, Request};
use crate::cube::{Cube, Move, is_canonical};
use crate::table::Table;
use crate::table::probe::{Backend, Portable};
use std::sync::Arc;
use std::time::Instant;

/// An optimal solver with one pruning table.
pub struct Solver {
    table: Arc<Table>,
}

impl Solver {
    pub fn new(table: Arc<Table>) -> Solver {
        Solver { table }
    }

    /// Solves a cube: `cube` after any of the answer's solutions is solved.
    pub fn solve(&self, cube: &Cube, request: &Request, limits: &Limits) -> Answer {
        #[cfg(target_arch = "x86_64")]
        if let Some(backend) = crate::table::probe::X86::detect() {
            return self.solve_with(backend, cube, request, limits);
        }
        self.solve_with(Portable, cube, request, limits)
    }

    fn solve_with<B: Backend>(
        &self,
        backend: B,
        cube: &Cube,
        request: &Request,
        limits: &Limits,
    ) -> Answer {
        let mut work = Work::default();
        let first = [cube, &cube.inverse()].map(|c| self.table.lower_bound(c));
        let mut depth = first[0].max(first[1]);
        let mut engine = Engine::new(backend, &self.table, 0);
        while depth <= request.max_moves {
            let start = Instant::now();
            let before = engine.work;
            engine.push(Node::new(cube), depth);
            let mut stopped = false;
            while engine.step(true) {
                if !engine.solved.is_empty() && request.count == Some(1) {
                    break;
                }
                if limits.reached() {
                    stopped = true;
                    break;
                }
            }
            let solutions: Vec<Vec<Move>> = engine
                .solved
                .iter()
                .map(Node::moves)
                .filter(|moves| is_canonical(moves))
                .collect();
            engine.clear();
            work = engine.work;
            if let Some(f) = limits.on_depth {
                f(&DepthReport {
                    depth,
                    nodes: work.nodes - before.nodes,
                    probes: work.probes - before.probes,
                    time: start.elapsed(),
                    solutions: solutions.len(),
                });
            }
            if stopped || !solutions.is_empty() {
                return Answer {
                    solutions,
                    lower_bound: depth,
                    ending: if stopped {
                        Ending::Stopped
                    } else {
                        Ending::Complete
                    },
                    nodes: work.nodes,
                    probes: work.probes,
                };
            }
            depth += 1;
        }
        Answer {
            solutions: vec![],
            lower_bound: depth,
            ending: Ending::NoneWithinMaxMoves,
            nodes: work.nodes,
            probes: work.probes,
        }
    }
}
