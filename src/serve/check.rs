//! Checks a cube while it is being entered.

use crate::cube::Position;
use crate::notation::facelets::{held, letters};
use crate::notation::incomplete::{self, MISSING};
use crate::notation::{Format, Piece, Reason};
use serde::{Deserialize, Serialize};

/// The body of a request to check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum CheckRequest {
    /// 54 symbols, `.` for those that are missing.
    Facelets(String),
    /// Text in any notation.
    Scramble(String),
}

/// What the server knows of an incomplete cube.
#[derive(Debug, Default, Serialize)]
pub struct CheckReport {
    /// Name of the notation.
    format: String,
    /// The 54 facelets, `.` for a missing one; null if the text cannot be read.
    facelets: Option<String>,
    /// The same with those filled in that follow from the others.
    filled: Option<String>,
    /// Number of facelets that are missing in `facelets`.
    missing: usize,
    problems: Vec<ProblemReport>,
}

#[derive(Debug, Serialize)]
struct ProblemReport {
    text: String,
    /// The same for programs; null if the text cannot be read.
    kind: Option<&'static str>,
    /// The cubie that is missing or repeated, by its letters.
    piece: Option<&'static str>,
    /// The places with the problem, by their letters.
    places: Vec<&'static str>,
    /// The facelets with the problem, `0..54`.
    facelets: Vec<usize>,
}

impl CheckReport {
    /// Checks the cube in the body of a request.
    ///
    /// # Errors
    /// What is wrong with the request, in one clause.
    pub fn parse(body: &[u8]) -> Result<CheckReport, String> {
        let request = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        Ok(match request {
            CheckRequest::Facelets(text) => CheckReport::of_facelets(&text),
            CheckRequest::Scramble(text) => match Format::guess(&text) {
                Format::Facelets => CheckReport::of_facelets(&text),
                format => CheckReport::of_scramble(&text, format),
            },
        })
    }

    fn of_facelets(text: &str) -> CheckReport {
        let format = Format::Facelets.to_string();
        match incomplete::examine(text) {
            Ok(found) => CheckReport {
                format,
                missing: found.colours.chars().filter(|c| *c == MISSING).count(),
                facelets: Some(found.colours),
                filled: Some(found.filled),
                problems: found
                    .problems
                    .into_iter()
                    .map(ProblemReport::from)
                    .collect(),
            },
            Err(error) => CheckReport::unreadable(format, &error),
        }
    }

    fn of_scramble(text: &str, format: Format) -> CheckReport {
        let position = format.position(text);
        let format = format.to_string();
        match position {
            Ok(Position {
                cube, orientation, ..
            }) => {
                let facelets = letters(&held(&cube, orientation));
                CheckReport {
                    format,
                    facelets: Some(facelets.clone()),
                    filled: Some(facelets),
                    ..CheckReport::default()
                }
            }
            Err(error) => CheckReport::unreadable(format, &error),
        }
    }

    fn unreadable(format: String, error: &impl ToString) -> CheckReport {
        let problem = ProblemReport {
            text: error.to_string(),
            kind: None,
            piece: None,
            places: vec![],
            facelets: vec![],
        };
        CheckReport {
            format,
            problems: vec![problem],
            ..CheckReport::default()
        }
    }
}

impl From<Reason> for ProblemReport {
    fn from(reason: Reason) -> ProblemReport {
        ProblemReport {
            text: reason.to_string(),
            kind: Some(reason.kind()),
            piece: reason.piece().map(Piece::name),
            places: reason.places().into_iter().map(Piece::name).collect(),
            facelets: reason.facelets(),
        }
    }
}
