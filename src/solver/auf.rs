//! Free turns of the upper layer around the search of the whole cube with a pruning table.

use super::Solver;
use crate::cube::{Cube, Face, Metric, Move, Position};
use crate::host::Instant;
use crate::notation::{LayerMove, in_canonical_order, that_can_come_first};
use crate::search::{Answer, Limits, Outcome, Progress, Query, Solution, SolveError};
use std::ops::ControlFlow;

impl Solver {
    /// Searches one length after the other, each with all turns before and after.
    pub(super) fn search_with_auf(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let turned = with_free_turns(position);
        let mut known = vec![Answer::empty(query.metric, Outcome::Stopped); turned.len()];
        let count = query.max_solutions().unwrap_or(usize::MAX);
        let mut answer = Answer::empty(query.metric, Outcome::NoneWithinMaxMoves);
        let (mut length, mut last) = (0, query.max_length());
        while length <= last && answer.solutions.len() < count {
            let exact = Query {
                max_moves: vec![length],
                extra: vec![length],
                all: count > 1,
                number: (count == 1).then_some(1),
                auf: false,
                ..query.clone()
            };
            for (number, (auf, start)) in turned.iter().enumerate() {
                let earlier = &mut known[number];
                if earlier.lower_bound > length {
                    continue;
                }
                // all shorter solutions are known
                earlier.lower_bound = length;
                let (nodes, probes) = (earlier.nodes, earlier.probes);
                let on_progress = |progress: &Progress| {
                    let of_all = Progress {
                        depth: length,
                        done: (number as f64 + progress.done) / turned.len() as f64,
                        lower_bound: answer.lower_bound,
                        best: None,
                        nodes: answer.nodes + progress.nodes - nodes,
                        probes: answer.probes + progress.probes - probes,
                        time_left: None,
                    };
                    let listener = limits.on_progress;
                    listener.map_or(ControlFlow::Continue(()), |listener| listener(&of_all))
                };
                let mut own = limits.on_progress(&on_progress);
                own.on_depth = None;
                let mut found = self.search(start, &exact, &own, Some(earlier.clone()))?;
                answer.nodes += found.nodes - nodes;
                answer.probes += found.probes - probes;
                answer.time += found.time;
                answer.table = found.table;
                for mut solution in std::mem::take(&mut found.solutions) {
                    solution.auf = *auf;
                    if solution.length == usize::from(length)
                        && is_new(&solution, &answer.solutions)
                    {
                        answer.solutions.push(solution);
                    }
                }
                if let Outcome::Stopped | Outcome::TimedOut = found.outcome {
                    answer.solutions.truncate(count);
                    if answer.solutions.is_empty() && query.max_moves_in_all().is_none() {
                        answer.solutions = self.any_solution(position, query.metric, limits)?;
                    }
                    return Ok(Answer {
                        outcome: found.outcome,
                        unfinished: found.unfinished,
                        ..answer
                    });
                }
                *earlier = found;
            }
            if answer.outcome != Outcome::Complete && !answer.solutions.is_empty() {
                last = last.min(length.saturating_add(query.extra_of_step(0)));
                answer.outcome = Outcome::Complete;
            }
            length += 1;
            if answer.solutions.is_empty() {
                answer.lower_bound = length;
            }
        }
        answer.solutions.truncate(count);
        Ok(answer)
    }

    /// The solution without free turns that a search has when its time is up before it begins: the inverse of
    /// the scramble, or a quick one.
    fn any_solution(
        &self,
        position: &Position,
        metric: Metric,
        limits: &Limits,
    ) -> Result<Vec<Solution>, SolveError> {
        let mut limits = limits.silent();
        limits.deadline = Some(Instant::now());
        let answer = self.search(position, &Query::new().metric(metric), &limits, None)?;
        Ok(answer.solutions)
    }
}

/// The positions that are solved by the same moves as this one between free turns, which come first.
fn with_free_turns(position: &Position) -> Vec<([u8; 2], Position)> {
    let upper = position
        .orientation
        .apply_move(Move::new(Face::U, 1))
        .face();
    let turned = |cube: &Cube, turns| match turns {
        0 => *cube,
        turns => cube.apply(Move::new(upper, turns)),
    };
    let pairs = (0..4).flat_map(|before| (0..4).map(move |after| [before, after]));
    let position = |[before, after]: [u8; 2]| Position {
        cube: turned(&Cube::SOLVED, after).product(&turned(&position.cube, before)),
        orientation: position.orientation,
        scramble: None,
    };
    pairs.map(|auf| (auf, position(auf))).collect()
}

/// Whether no free turn could come first or last among the moves, and no solution has the same.
fn is_new(solution: &Solution, known: &[Solution]) -> bool {
    let is_free = |m: LayerMove| m.moves_same_layers(Move::new(Face::U, 1).into());
    let backwards: Vec<LayerMove> = solution.normal.iter().rev().copied().collect();
    let canonical = in_canonical_order(&solution.normal);
    ![&solution.normal, &backwards]
        .into_iter()
        .any(|moves| that_can_come_first(moves).any(|n| is_free(moves[n])))
        && known
            .iter()
            .all(|other| in_canonical_order(&other.normal) != canonical)
}
