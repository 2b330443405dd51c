//! KPatterns of cubing.js as JSON: whole cubes, and masks with identical pieces.
//!
//! `{"EDGES":{"pieces":[…],"orientation":[…]},"CORNERS":…,"CENTERS":…}`, also as cubing.js wraps it,
//! with the name of the puzzle. Places and pieces are numbered in the order of Reid's notation,
//! centres U L F R B D. Orientations are Kociemba's, relative to the space around the cube. Centres
//! say how the cube is held, as in facelets.
//!
//! A number that occurs once in its orbit is that piece. If one number occurs several times, it stands
//! for all other pieces; if several do, each stands for the pieces at home in its places. An
//! `orientationMod` of 1 leaves the orientation free. Repeated centres are at home.

use super::error::FormatError;
use super::impossible::{cube_of, only_placement};
use super::json;
use super::piece::{Piece, Placed, face_of};
use super::reader::without_controls;
use super::reid::{CORNERS, EDGES};
use crate::cube::{Cube, Face, Transformation};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const CENTRES: [Face; 6] = [Face::U, Face::L, Face::F, Face::R, Face::B, Face::D];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
struct Orbits {
    edges: Orbit,
    corners: Orbit,
    centers: Orbit,
}

/// The piece at each place.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Orbit {
    pieces: Vec<u8>,
    orientation: Vec<u8>,
    /// Modulo what each orientation counts, 0 for all; all of them if it is empty.
    #[serde(
        default,
        rename = "orientationMod",
        skip_serializing_if = "Vec::is_empty"
    )]
    modulus: Vec<u8>,
}

/// Whether JSON is likely to be a KPattern.
pub(super) fn looks_like_kpattern(text: &str) -> bool {
    text.trim_start().starts_with('{') && (text.contains("EDGES") || text.contains("patternData"))
}

pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let cubies = only_placement(&candidates(text)?);
    let cubies = cubies.ok_or_else(|| problem("identical pieces are a pattern, not a cube"))?;
    Ok(cube_of(cubies)?)
}

/// Reads the cubies that each place may have, corners first.
pub(super) fn candidates(text: &str) -> Result<Vec<Vec<Placed>>, FormatError> {
    let orbits = Orbits::of_text(text)?;
    let held_as = orbits.centers.colours_as_held()?;
    let mut candidates = vec![vec![]; 20];
    let mut read = |orbit: &Orbit, numbers: &[u8], place: fn(u8) -> Piece| {
        let allowed = orbit.allowed(place(0).facelets().len())?;
        for (number, allowed) in numbers.iter().zip(allowed) {
            let place = place(*number);
            let held = |(piece, turned)| as_held(place, (numbers[piece], turned), &held_as);
            candidates[place.index()] = allowed.into_iter().map(held).collect();
        }
        Ok::<_, FormatError>(())
    };
    read(&orbits.corners, &CORNERS, Piece::Corner)?;
    read(&orbits.edges, &EDGES, Piece::Edge)?;
    Ok(candidates)
}

/// The cubie at a place with its colours named as they are seen.
fn as_held(place: Piece, placed: Placed, held_as: &[Face; 6]) -> Placed {
    let colours = place.stickers(placed);
    let colours = colours.map(|(_, sticker)| Some(held_as[face_of(sticker).index()]));
    let showing = place.showing(&colours.collect::<Vec<_>>());
    *showing
        .first()
        .expect("a rotation carries cubies to cubies")
}

impl Orbits {
    fn of_text(text: &str) -> Result<Orbits, FormatError> {
        let mut json: Value = json::deserialized(text).map_err(problem)?;
        if let Some(name) = json.get("experimentalPuzzleName")
            && name != "3x3x3"
        {
            return Err(problem(format!("the puzzle is {name}")));
        }
        let data = json.get_mut("patternData").map(Value::take);
        let orbits: Orbits = serde_json::from_value(data.unwrap_or(json))
            .map_err(|error| problem(error.to_string()))?;
        for (orbit, size) in [
            (&orbits.edges, 12),
            (&orbits.corners, 8),
            (&orbits.centers, 6),
        ] {
            let is_whole = orbit.pieces.len() == size
                && orbit.orientation.len() == size
                && [0, size].contains(&orbit.modulus.len())
                && orbit.pieces.iter().all(|piece| usize::from(*piece) < size);
            if !is_whole {
                return Err(problem(format!("expected {size} numbers below {size}")));
            }
        }
        Ok(orbits)
    }
}

impl Orbit {
    /// For each place the numbers and orientations of the pieces that may be there; pieces have
    /// `sides` orientations.
    fn allowed(&self, sides: usize) -> Result<Vec<Vec<(usize, u8)>>, FormatError> {
        let places = 0..self.pieces.len();
        let modulus = |place: usize| self.modulus.get(place).copied().unwrap_or(0);
        let kind = |place: usize| (self.pieces[place], modulus(place));
        let is_single = |number: u8| self.pieces.iter().filter(|n| **n == number).count() == 1;
        let is_repeated = |place: &usize| !is_single(self.pieces[*place]);
        let repeated: Vec<usize> = places.clone().filter(is_repeated).collect();
        let others = places.clone().filter(|piece| !is_single(*piece as u8));
        let others: Vec<usize> = others.collect();
        let is_one_kind = repeated.windows(2).all(|w| kind(w[0]) == kind(w[1]));
        if !is_one_kind && others != repeated {
            return Err(problem(
                "expected several numbers that occur more than once as on the solved cube",
            ));
        }
        let allowed = |place: usize| {
            let mut pieces = others.clone();
            match is_repeated(&place) {
                true => pieces.retain(|piece| is_one_kind || kind(*piece) == kind(place)),
                false => pieces = vec![self.pieces[place].into()],
            }
            let turns = match (modulus(place), self.orientation[place]) {
                (1, 0) => 0..sides as u8,
                (m, turned) if [0, sides].contains(&m.into()) && usize::from(turned) < sides => {
                    turned..turned + 1
                }
                _ => return Err(problem(format!("expected orientations below {sides}"))),
            };
            let with_turns = |piece| turns.clone().map(move |turned| (piece, turned));
            Ok(pieces.into_iter().flat_map(with_turns).collect())
        };
        places.map(allowed).collect()
    }

    /// Of the centres: the colour that each colour is named by its holder, who sees its centre there.
    fn colours_as_held(&self) -> Result<[Face; 6], FormatError> {
        let centres = || {
            let colours = self.pieces.iter().map(|n| CENTRES[usize::from(*n)]);
            CENTRES.into_iter().zip(colours)
        };
        let is_repeated =
            |colour: Face| centres().filter(|(_, other)| *other == colour).count() > 1;
        let mut held_as = Face::ALL;
        if centres().any(|(_, colour)| is_repeated(colour)) {
            let mut single = centres().filter(|(_, colour)| !is_repeated(*colour));
            if single.any(|(face, colour)| face != colour) {
                return Err(problem("expected repeated centres with the others at home"));
            }
        } else {
            for (face, colour) in centres() {
                held_as[colour.index()] = face;
            }
        }
        let faces = Face::ALL.into_iter().zip(held_as);
        let is_rotation = Transformation::rotation(faces).is_some();
        let are_turned = self.orientation.iter().any(|turned| *turned != 0);
        match is_rotation && !are_turned {
            true => Ok(held_as),
            false => Err(problem("no rotation of the cube has these centres")),
        }
    }
}

/// The cube held with the U centre above and the F centre in front, as a line.
pub fn print(cube: &Cube) -> String {
    let orbit = |numbers: &[u8], place: fn(u8) -> Piece| {
        let number_of = |cubie| numbers.iter().position(|number| *number == cubie);
        let number_of = |cubie| number_of(cubie).expect("the order has every piece") as u8;
        let placed = numbers.iter().map(|number| cube.at(place(*number)));
        let numbered = placed.map(|(cubie, turned)| (number_of(cubie), turned));
        let (pieces, orientation) = numbered.unzip();
        Orbit {
            pieces,
            orientation,
            modulus: vec![],
        }
    };
    let orbits = Orbits {
        edges: orbit(&EDGES, Piece::Edge),
        corners: orbit(&CORNERS, Piece::Corner),
        centers: Orbit {
            pieces: (0..6).collect(),
            orientation: vec![0; 6],
            modulus: vec![1; 6],
        },
    };
    serde_json::to_string(&orbits).expect("arrays of numbers are JSON")
}

pub(super) fn problem(problem: impl AsRef<str>) -> FormatError {
    let problem = without_controls(problem.as_ref());
    FormatError::Text(format!(
        "expected a KPattern of the 3x3x3, {{\"EDGES\":{{\"pieces\":[12 numbers],\"orientation\":[12]}},\"CORNERS\":{{…}},\"CENTERS\":{{…}}}}: {problem}"
    ))
}
