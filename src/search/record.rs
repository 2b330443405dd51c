//! The object that tells programs of an answer.

use super::{Answer, Outcome, Request};
use crate::notation::Position;
use serde::Serialize;
use std::time::Duration;

/// The solutions as the holder of the cube makes them.
///
/// # Panics
/// If one does not solve the cube: better no answer than a wrong one.
pub fn verified_solutions(position: &Position, answer: &Answer) -> Vec<String> {
    let show = |moves: &Vec<_>| {
        let solved = position.cube.apply_all(moves.iter().copied()).is_solved();
        assert!(solved, "{moves:?} does not solve {:?}", position.cube);
        position.show(moves)
    };
    answer.solutions.iter().map(show).collect()
}

/// What is told of the answer to a scramble. Fields may be added to it, but none changed.
#[derive(Debug, Default, Serialize)]
pub struct Record<'a> {
    /// Number of the line or argument, from 1.
    pub line: u64,
    /// The scramble as it was given; null if it was no text, or one of more than a mebibyte.
    pub input: Option<&'a str>,
    /// The shortest solution known; null if there is none.
    pub solution: Option<&'a str>,
    /// All that were found, if more than one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<&'a [String]>,
    /// Length of `solution`.
    pub length: Option<usize>,
    /// What lengths are in: `htm`, `qtm`, or `stm` where a slice counts one.
    pub metric: &'static str,
    /// Whether `solution` is proved to be a shortest one.
    pub optimal: bool,
    /// Proved: no solution is shorter.
    pub lower_bound: u8,
    /// Positions expanded.
    pub nodes: u64,
    /// Reads of the table.
    pub probes: u64,
    /// Time taken.
    pub seconds: f64,
    /// Name of the table, if one is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<&'a str>,
    /// What is wrong with the input, or why there is no solution.
    pub error: Option<String>,
}

impl<'a> Record<'a> {
    /// Adds what the search has found.
    pub fn with_answer(self, answer: &Answer, solutions: &'a [String], time: Duration) -> Self {
        Record {
            solution: solutions.first().map(String::as_str),
            length: answer.length(),
            optimal: answer.is_optimal(),
            lower_bound: answer.lower_bound,
            nodes: answer.nodes,
            probes: answer.probes,
            seconds: time.as_secs_f64(),
            ..self
        }
    }
}

/// What an answer lacks of what was asked for, if anything; `stopped` says why it was stopped.
pub fn shortfall(answer: &Answer, request: &Request, stopped: &str) -> Option<String> {
    let (unit, lower_bound) = (answer.metric.unit(), answer.lower_bound);
    let proved = match (answer.solutions.len(), answer.length()) {
        (1, Some(length)) if !answer.is_optimal() => format!(
            "the solution of {length} {unit} may not be a shortest one, which takes at least \
             {lower_bound}"
        ),
        (0, _) => format!("a solution takes at least {lower_bound} {unit}"),
        (1, _) => "1 solution was found, there may be more".to_owned(),
        (found, _) => format!("{found} solutions were found, there may be more"),
    };
    match answer.outcome {
        Outcome::Complete => None,
        Outcome::NoneWithinMaxMoves => {
            Some(format!("no solution within {} {unit}", request.max_moves))
        }
        Outcome::Stopped => Some(format!("{stopped}: {proved}")),
    }
}
