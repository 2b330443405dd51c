//! The plain search, one position after the other: what the batched one is held against.

use super::request::{Answer, DepthReport, Limits, Outcome, Request};
use crate::cube::{Cube, Move, MoveSet};
use crate::table::Table;
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

/// Solves a cube by recursive iterative deepening (Korf's IDA*), cutting where the bound of
/// the position or of its inverse exceeds the moves left. One thread, whatever is requested.
pub fn solve_recursively(
    bound: &impl LowerBound,
    cube: &Cube,
    request: &Request,
    limits: &Limits,
) -> Answer {
    let inverse = cube.inverse();
    let mut depth = bound.lower_bound(cube).max(bound.lower_bound(&inverse));
    let mut search = Search {
        bound,
        limits,
        wanted: request.count.unwrap_or(usize::MAX),
        path: vec![],
        solutions: vec![],
        nodes: 0,
        probes: 2,
    };
    let mut optimal = None;
    let mut outcome = Outcome::Complete;
    while depth <= longest(request, optimal) && search.solutions.len() < search.wanted {
        if search.run(cube, &inverse, depth).is_none() {
            outcome = Outcome::Stopped;
            break;
        }
        if !search.solutions.is_empty() {
            optimal = optimal.or(Some(depth));
        }
        depth += 1;
    }
    if outcome == Outcome::Complete && search.solutions.is_empty() {
        outcome = Outcome::NoneWithinMaxMoves;
    }
    for solution in &search.solutions {
        assert!(cube.apply_all(solution.iter().copied()).is_solved());
    }
    Answer {
        lower_bound: optimal.unwrap_or(depth),
        solutions: search.solutions,
        outcome,
        nodes: search.nodes,
        probes: search.probes,
    }
}

/// The greatest length to look at, once the optimal one is known or not yet.
fn longest(request: &Request, optimal: Option<u8>) -> u8 {
    optimal.map_or(request.max_moves, |optimal| {
        request.max_moves.min(optimal.saturating_add(request.extra))
    })
}

/// Nodes between two looks at the clock.
const LIMITS_INTERVAL: u64 = 1024;

struct Search<'a, B> {
    bound: &'a B,
    limits: &'a Limits<'a>,
    /// Solutions to stop at.
    wanted: usize,
    path: Vec<Move>,
    solutions: Vec<Vec<Move>>,
    nodes: u64,
    probes: u64,
}

impl<B: LowerBound> Search<'_, B> {
    /// Searches one depth, or gives up and returns `None` at a limit.
    fn run(&mut self, cube: &Cube, inverse: &Cube, depth: u8) -> Option<()> {
        let start = Instant::now();
        let (nodes, probes) = (self.nodes, self.probes);
        let found = self.solutions.len();
        if self.limits.reached() {
            return None;
        }
        self.visit(cube, inverse, MoveSet::ALL, depth)?;
        if let Some(on_depth) = self.limits.on_depth {
            on_depth(&DepthReport {
                depth,
                nodes: self.nodes - nodes,
                probes: self.probes - probes,
                time: start.elapsed(),
                solutions: self.solutions.len() - found,
            });
        }
        Some(())
    }

    /// Tries the allowed moves on a position that has `left` moves to go.
    fn visit(&mut self, cube: &Cube, inverse: &Cube, allowed: MoveSet, left: u8) -> Option<()> {
        if left == 0 {
            if cube.is_solved() {
                self.solutions.push(self.path.clone());
            }
            return Some(());
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LIMITS_INTERVAL) && self.limits.reached() {
            return None;
        }
        for m in allowed.iter() {
            if self.solutions.len() == self.wanted {
                break;
            }
            let child = cube.apply(m);
            let child_inverse = m.inverse().cube().product(inverse);
            if self.may_be_solved(&child, &child_inverse, left - 1) {
                self.path.push(m);
                let finished = self.visit(&child, &child_inverse, MoveSet::after(m), left - 1);
                self.path.pop();
                finished?;
            }
        }
        Some(())
    }

    fn may_be_solved(&mut self, cube: &Cube, inverse: &Cube, left: u8) -> bool {
        self.probes += 1;
        if self.bound.lower_bound(cube) > left {
            return false;
        }
        self.probes += 1;
        self.bound.lower_bound(inverse) <= left
    }
}
