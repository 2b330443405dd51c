//! Answers to many inputs, each as an object.

use super::answer::Answer;
use super::query::{Puzzle, Query};
use super::target::Target;
use crate::notation::{LineError, Reading};
use serde::Serialize;

/// The answer to one input of many, as the command line and the server print it: the fields of the
/// answer and these.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    /// Number of the line or argument, from 1.
    pub line: u64,
    /// The input text; null if it is no text or longer than 64 KiB.
    pub input: Option<&'a str>,
    /// The input as it was read, for programs that read plain notation only: turns of faces and then
    /// rotations, or 54 facelets if it was not given by moves. `None` if there is no cube.
    pub moves: Option<String>,
    /// How the input was read where it could mean something else.
    pub note: Option<String>,
    /// The puzzle that is solved.
    pub puzzle: Puzzle,
    /// The targets of the query as facelets, with dots for any colour; `None` if facelets do not say all.
    pub to: Vec<Option<String>>,
    /// The answer; of [`Outcome::NoCube`](super::Outcome::NoCube) if the input is a comment or could not be read.
    #[serde(flatten)]
    pub answer: &'a Answer,
    /// What is wrong with the input, or what the answer lacks.
    pub error: Option<&'a str>,
}

impl<'a> Record<'a> {
    /// The answer to a cube that was not given by text.
    pub fn of(line: u64, query: &Query, answer: &'a Answer, error: Option<&'a str>) -> Record<'a> {
        Record {
            line,
            input: None,
            moves: None,
            note: None,
            puzzle: query.puzzle,
            to: vec![],
            answer,
            error,
        }
    }

    /// The answer to a line, with its text unless that is too long.
    #[doc(hidden)]
    pub fn new(
        line: u64,
        text: &'a Result<String, LineError>,
        reading: Option<&Reading>,
        query: &Query,
        answer: &'a Answer,
        error: Option<&'a str>,
    ) -> Record<'a> {
        const MAX_INPUT_BYTES: usize = 1 << 16;
        let input = text.as_deref().ok();
        Record {
            input: input.filter(|text| text.len() <= MAX_INPUT_BYTES),
            moves: reading.map(Reading::moves),
            note: reading.and_then(Reading::note),
            to: query.to.iter().map(Target::facelets).collect(),
            ..Record::of(line, query, answer, error)
        }
    }
}
