//! Checks a cube while it is being entered.

use crate::cube::Face;
use crate::notation::Format;
use crate::notation::facelets::{held, letters};
use crate::notation::incomplete::{self, MISSING};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::iter;

/// The body of a request to check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum CheckRequest {
    /// 54 symbols, `.` for those that are missing.
    Facelets(String),
    /// Text in any notation.
    Scramble(String),
}

/// The only face of an impossible cube that makes it possible if it is turned or mirrored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
struct Misread {
    face: char,
    /// How it was entered.
    entered: &'static str,
    /// The 54 facelets with the face as it is.
    facelets: String,
}

impl Misread {
    /// The four turns of a face, and the same after a reflection: each as the facelets, `0..9`, in
    /// whose places its own have been entered.
    fn turned() -> impl Iterator<Item = (&'static str, [usize; 9])> {
        const QUARTER: [usize; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
        const MIRRORED: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];
        let next = |from: &[usize; 9]| Some(QUARTER.map(|n| from[n]));
        let turns = iter::successors(Some(std::array::from_fn(|n| n)), next).take(4);
        let names = [
            "",
            "turned_clockwise",
            "upside_down",
            "turned_counter_clockwise",
        ];
        let reflections = iter::successors(Some(MIRRORED), next).take(4);
        let turns = names.into_iter().zip(turns).skip(1);
        turns.chain(reflections.map(|reflected| ("mirrored", reflected)))
    }

    /// Tries all faces of a cube whose stickers are all known.
    fn find(colours: &str) -> Option<Misread> {
        let symbols: Vec<char> = colours.chars().collect();
        let is_possible = |facelets: &str| {
            incomplete::examine(facelets).is_ok_and(|found| found.problems.is_empty())
        };
        let mut found = Face::ALL.into_iter().filter_map(|face| {
            let first = 9 * face.index();
            Misread::turned().find_map(|(entered, places)| {
                let mut repaired = symbols.clone();
                for (n, place) in places.into_iter().enumerate() {
                    repaired[first + place] = symbols[first + n];
                }
                let facelets = String::from_iter(repaired);
                let face = face.letter();
                is_possible(&facelets).then_some(Misread {
                    face,
                    entered,
                    facelets,
                })
            })
        });
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }
}

/// Checks the cube in the body of a request: what the server knows of an incomplete cube. `openapi.json`
/// describes the fields.
pub fn check(body: &[u8]) -> Result<Value, String> {
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
        Ok(found) => {
            let missing = found.colours.matches(MISSING).count();
            let misread = match found.problems.is_empty() || missing > 0 {
                true => None,
                false => Misread::find(&found.colours),
            };
            json!({
                "format": format, "facelets": found.colours, "filled": found.filled,
                "missing": missing, "problems": found.problems, "misread": misread,
            })
        }
        Err(error) => {
            let problem = json!({
                "text": error.to_string(), "kind": null, "piece": null, "places": [], "facelets": [],
            });
            json!({
                "format": format, "facelets": null, "filled": null,
                "missing": 0, "problems": [problem], "misread": null,
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::facelets;

    #[test]
    fn face_entered_turned_or_mirrored_is_found() {
        let cube = Format::Moves
            .position("R U F2 L' D B R2 U' F")
            .unwrap()
            .cube;
        let right = facelets::print(&cube);
        let mut found = 0;
        for face in Face::ALL {
            for (entered, places) in Misread::turned() {
                let mut symbols: Vec<char> = right.chars().collect();
                for (n, place) in places.into_iter().enumerate() {
                    symbols[9 * face.index() + n] =
                        right.as_bytes()[9 * face.index() + place].into();
                }
                let wrong = String::from_iter(symbols);
                let possible = incomplete::examine(&wrong).unwrap().problems.is_empty();
                if let Some(misread) = Misread::find(&wrong).filter(|_| !possible) {
                    assert_eq!(misread.face, face.letter());
                    let is_mirrored = misread.entered == "mirrored";
                    assert_eq!(is_mirrored, entered == "mirrored");
                    assert_eq!(misread.facelets, right);
                    found += 1;
                }
            }
        }
        assert!(found > 30, "{found} of 42");
    }
}
