//! Free turns of the upper layer around the search of the whole cube with a pruning table.

use super::Solver;
use crate::cube::{Cube, Face, Metric, Move, Position};
use crate::notation::{LayerMove, in_canonical_order, that_can_come_first};
use crate::search::{Answer, Engine, Limits, Outcome, Query, Solution, SolveError};
use crate::two_phase::TwoPhase;

impl Solver {
    /// Searches one length after the other, each with all turns before and after.
    pub(super) fn search_with_auf(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let limits = limits.started().silent();
        let turned = with_free_turns(position);
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
            for (auf, position) in &turned {
                let found = self.search(position, &exact, &limits)?;
                answer.nodes += found.nodes;
                answer.probes += found.probes;
                answer.time += found.time;
                answer.table = found.table;
                for mut solution in found.solutions {
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
                        answer.solutions = quick_solution(&turned[0].1, query.metric)?;
                    }
                    let outcome = found.outcome;
                    return Ok(Answer { outcome, ..answer });
                }
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
}

/// A short solution without free turns, for a search that was stopped before it found one.
fn quick_solution(position: &Position, metric: Metric) -> Result<Vec<Solution>, SolveError> {
    let query = Query::new().metric(metric).fast(true);
    let answer = TwoPhase.solve(position, &query, &Limits::default())?;
    Ok(answer.solutions)
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
