//! Checks a cube while it is being entered.

use crate::notation::facelets::{held, letters};
use crate::notation::incomplete::{self, MISSING};
use crate::notation::{Format, Misread, Reading, repairs};
use crate::search::Puzzle;
use serde::Deserialize;
use serde_json::{Value, json};

/// The body of a request to check: one of the two texts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckRequest {
    /// 54 symbols, `.` for those that are missing.
    facelets: Option<String>,
    /// Text in any notation.
    scramble: Option<String>,
    #[serde(default)]
    puzzle: Puzzle,
}

/// Checks the cube in the body of a request: what the server knows of an incomplete cube. `openapi.json`
/// describes the fields.
pub fn check(body: &[u8]) -> Result<Value, String> {
    let request: CheckRequest = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let (text, format) = match (request.facelets, request.scramble) {
        (Some(text), None) => (text, Format::Facelets),
        (None, Some(text)) => {
            let format = Format::guess(&text);
            (text, format)
        }
        _ => return Err("expected either facelets or scramble".into()),
    };
    let facelets = match format {
        Format::Facelets if request.puzzle == Puzzle::Cube3 => Ok(text),
        _ => Reading::new(&text, None, request.puzzle)
            .map(|Reading { position, .. }| letters(&held(&position.cube, position.orientation))),
    };
    let format = format.to_string();
    Ok(match facelets.and_then(|text| incomplete::examine(&text)) {
        Ok(found) => {
            let missing = found.colours.matches(MISSING).count();
            let misread = match found.problems.is_empty() || missing > 0 {
                true => None,
                false => Misread::find(&found.colours),
            };
            let repairs = match found.problems.is_empty() || misread.is_some() {
                true => Vec::new(),
                false => repairs(&found.colours),
            };
            json!({
                "format": format, "facelets": found.colours, "filled": found.filled, "missing": missing,
                "problems": found.problems, "misread": misread, "repairs": repairs,
            })
        }
        Err(error) => {
            let problem = json!({
                "text": error.to_string(), "kind": null, "piece": null, "places": [], "facelets": [],
            });
            json!({
                "format": format, "facelets": null, "filled": null,
                "missing": 0, "problems": [problem], "misread": null, "repairs": [],
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cube, Face};
    use crate::notation::facelets;

    #[test]
    fn stickers_of_a_2x2x2_are_checked() {
        let check = |scramble: &str| {
            check(
                json!({"scramble": scramble, "puzzle": "2x2x2"})
                    .to_string()
                    .as_bytes(),
            )
            .unwrap()
        };
        let right = check("WWWWRRRRGGGGYYYYOOOOBBBB");
        assert_eq!(right["problems"], json!([]));
        assert_eq!(right["facelets"], facelets::print(&Cube::default()));
        let wrong = check("WWWRRRRWGGGGYYYYOOOOBBBB");
        assert_eq!(wrong["facelets"], Value::Null);
    }

    #[test]
    fn request_without_a_cube_or_with_two_is_refused() {
        for body in [
            r#"{}"#,
            r#"{"puzzle": "2x2x2"}"#,
            r#"{"facelets": "U", "scramble": "U"}"#,
        ] {
            let error = check(body.as_bytes()).unwrap_err();
            assert_eq!(error, "expected either facelets or scramble");
        }
    }

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
