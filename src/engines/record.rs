//! The object that tells programs of an answer.

use super::shown::{Details, Shown};
use crate::search::{Answer, Outcome, Request};
use serde::Serialize;
use std::time::Duration;

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
    pub solutions: Option<Vec<&'a str>>,
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

impl Record<'_> {
    /// Adds what the search has found in `time`, with the length of its first solution.
    pub fn with_answer(self, answer: &Answer, length: Option<usize>, time: Duration) -> Self {
        Record {
            length,
            optimal: length == Some(answer.lower_bound.into()),
            lower_bound: answer.lower_bound,
            nodes: answer.nodes,
            probes: answer.probes,
            seconds: time.as_secs_f64(),
            ..self
        }
    }
}

/// A record with its solutions. Where a table was used these are texts; else there may be more
/// to tell of each, and they are objects.
#[derive(Serialize)]
pub struct Report<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    #[serde(flatten)]
    first: Option<&'a Details>,
    #[serde(rename = "solutions", skip_serializing_if = "Option::is_none")]
    objects: Option<&'a [Shown]>,
}

impl<'a> Report<'a> {
    /// Adds the solutions, all of them if `several` may be asked for.
    pub fn new(record: Record<'a>, shown: &'a [Shown], several: bool) -> Self {
        let with_table = record.table.is_some();
        let texts = || shown.iter().map(|shown| shown.solution.as_str()).collect();
        Report {
            first: shown.first().map(|shown| &shown.details),
            objects: (several && !with_table).then_some(shown),
            record: Record {
                solution: shown.first().map(|shown| shown.solution.as_str()),
                solutions: (several && with_table).then(texts),
                ..record
            },
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
