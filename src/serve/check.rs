//! What is known of a cube while it is being entered.

use crate::notation::facelets::{held, letters};
use crate::notation::incomplete::{self, MISSING, ProblemKind};
use crate::notation::{Format, Piece, Position, Reading};
use serde::{Deserialize, Serialize};

/// What is to be checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Entry {
    /// 54 symbols, with `.` for those that are missing.
    Facelets(String),
    /// Anything that `solve` takes.
    Scramble(String),
}

/// What is found.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    /// The notation, by its name.
    format: String,
    /// The 54 facelets, `.` for a missing one; null if the text does not say.
    facelets: Option<String>,
    /// The same, where those are filled in that can be only one.
    filled: Option<String>,
    /// How many of `facelets` are missing.
    missing: usize,
    problems: Vec<Problem>,
}

#[derive(Debug, Serialize)]
struct Problem {
    text: String,
    /// The same for programs; null if the text could not be read.
    kind: Option<ProblemKind>,
    /// The cubie that is missing or repeated, by its letters.
    piece: Option<&'static str>,
    /// The places that show it, by their letters.
    places: Vec<&'static str>,
    /// The stickers that show it.
    facelets: Vec<usize>,
}

impl Findings {
    /// Checks what a request holds.
    ///
    /// # Errors
    /// What is wrong with the request, in one clause.
    pub fn of(body: &[u8]) -> Result<Findings, String> {
        let entry: Entry = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        Ok(match entry {
            Entry::Facelets(text) => Findings::of_facelets(&text),
            Entry::Scramble(text) => match Format::guess(&text) {
                Format::Facelets => Findings::of_facelets(&text),
                _ => Findings::of_scramble(&text),
            },
        })
    }

    fn of_facelets(text: &str) -> Findings {
        let format = Format::Facelets.to_string();
        match incomplete::examine(text) {
            Ok(found) => Findings {
                format,
                missing: found.colours.chars().filter(|c| *c == MISSING).count(),
                facelets: Some(found.colours),
                filled: Some(found.filled),
                problems: found.problems.into_iter().map(Problem::from).collect(),
            },
            Err(error) => Findings {
                format,
                problems: vec![Problem::without_place(&error)],
                ..Findings::default()
            },
        }
    }

    fn of_scramble(text: &str) -> Findings {
        let reading = Reading {
            format: None,
            target: None,
        };
        let format = reading.format_of(text).to_string();
        match reading.parse(text) {
            Ok(Position {
                cube, orientation, ..
            }) => {
                let facelets = letters(&held(&cube, orientation));
                Findings {
                    format,
                    facelets: Some(facelets.clone()),
                    filled: Some(facelets),
                    ..Findings::default()
                }
            }
            Err(error) => Findings {
                format,
                problems: vec![Problem::without_place(&error)],
                ..Findings::default()
            },
        }
    }
}

impl Problem {
    fn without_place(error: &impl ToString) -> Problem {
        Problem {
            text: error.to_string(),
            kind: None,
            piece: None,
            places: vec![],
            facelets: vec![],
        }
    }
}

impl From<incomplete::Problem> for Problem {
    fn from(problem: incomplete::Problem) -> Problem {
        Problem {
            text: problem.text,
            kind: Some(problem.kind),
            piece: problem.piece.map(Piece::name),
            places: problem.places.into_iter().map(Piece::name).collect(),
            facelets: problem.facelets,
        }
    }
}
