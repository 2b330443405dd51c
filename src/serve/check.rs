//! Checks a cube while it is being entered.

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

#[derive(Debug, Default, Serialize)]
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
        let (text, format) = match request {
            CheckRequest::Facelets(text) => (text, Format::Facelets),
            CheckRequest::Scramble(text) => {
                let format = Format::guess(&text);
                (text, format)
            }
        };
        let facelets = match format {
            Format::Facelets => Ok(text),
            _ => format
                .position(&text)
                .map(|position| letters(&held(&position.cube, position.orientation))),
        };
        let format = format.to_string();
        Ok(match facelets.and_then(|text| incomplete::examine(&text)) {
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
            Err(error) => {
                let problem = ProblemReport {
                    text: error.to_string(),
                    ..ProblemReport::default()
                };
                CheckReport {
                    format,
                    problems: vec![problem],
                    ..CheckReport::default()
                }
            }
        })
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
