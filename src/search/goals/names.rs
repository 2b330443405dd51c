//! Goals by name.

use super::{Goal, block, co, corners, cross, dr, edges, eo, htr, rotation};
use crate::cube::{CORNER_NAMES, Face};
use thiserror::Error;

/// The names of goals, without places, and what may follow them.
pub const GOAL_NAMES: [(&str, &str); 8] = [
    ("eo", "-fb, -rl, -ud"),
    ("co", "-ud, -rl, -fb"),
    ("dr", "-ud, -rl, -fb"),
    ("htr", ""),
    ("corners", ""),
    ("edges", ""),
    ("cross", "-u, -r, -f, -d, -l, -b"),
    ("block", "-urf, -ufl, ... -drb"),
];

/// Why a text names no goal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GoalError {
    #[error(
        "there is no goal {0:?}; the goals are eo, co, dr, htr, corners, edges, cross and block"
    )]
    Unknown(String),
    #[error("{goal} has no place {place:?}; it may be {expected}")]
    Place {
        goal: &'static str,
        place: String,
        expected: &'static str,
    },
    #[error("{goal} cannot start from {from}: dr starts from eo on another axis, htr from dr")]
    From { goal: String, from: String },
}

/// The three axes by their first faces.
const AXES: [Face; 3] = [Face::U, Face::R, Face::F];

impl Goal {
    /// The goals of this name: one if it tells the place (`dr-ud`), else all of its kind, to
    /// be sought together. With `from`, an earlier step that stays done: `eo` for `dr`, `dr`
    /// for `htr`, again with or without the place.
    ///
    /// # Errors
    /// If there is no such goal or place, or it cannot start from there.
    pub fn named(name: &str, from: Option<&str>) -> Result<Vec<Goal>, GoalError> {
        let (kind, place) = split(name)?;
        let Some(from) = from else {
            return Ok(kind_goals(kind, place));
        };
        let (from_kind, from_place) = split(from)?;
        let goals = match (kind, from_kind) {
            ("dr", "eo") => dr_from_eo(place, from_place),
            ("htr", "dr") => htr_from_dr(from_place),
            _ => vec![],
        };
        if goals.is_empty() {
            return Err(GoalError::From {
                goal: name.into(),
                from: from.into(),
            });
        }
        Ok(goals)
    }
}

/// The kind and the place, which is known to be one of that kind's.
fn split(name: &str) -> Result<(&'static str, Option<String>), GoalError> {
    let lower = name.to_ascii_lowercase();
    let (kind, place) = match lower.split_once('-') {
        Some((kind, place)) => (kind, Some(place.to_string())),
        None => (lower.as_str(), None),
    };
    let known = GOAL_NAMES.iter().find(|(known, _)| *known == kind);
    let &(kind, expected) = known.ok_or_else(|| GoalError::Unknown(name.into()))?;
    if let Some(place) = &place
        && !places(kind).contains(place)
    {
        return Err(GoalError::Place {
            goal: kind,
            place: place.clone(),
            expected: if expected.is_empty() {
                "left out"
            } else {
                expected
            },
        });
    }
    Ok((kind, place))
}

/// The places of a kind of goal.
fn places(kind: &str) -> Vec<String> {
    match kind {
        "eo" | "co" | "dr" => AXES.map(axis_name).to_vec(),
        "cross" => Face::ALL.map(face_name).to_vec(),
        "block" => CORNER_NAMES.map(str::to_lowercase).to_vec(),
        _ => vec![],
    }
}

fn axis_name(axis: Face) -> String {
    face_name(axis) + &face_name(axis.opposite())
}

fn face_name(face: Face) -> String {
    face.letter().to_ascii_lowercase().into()
}

/// The goals of a kind, at one place or all.
fn kind_goals(kind: &str, place: Option<String>) -> Vec<Goal> {
    let goal = match kind {
        "eo" => eo::goal(),
        "co" => co::goal(),
        "dr" => dr::goal(),
        "htr" => return vec![htr::goal()],
        "corners" => return vec![corners::goal()],
        "edges" => return vec![edges::goal()],
        "cross" => cross::goal(),
        _ => block::goal(),
    };
    let wanted = places(kind)
        .into_iter()
        .filter(|p| place.as_ref().is_none_or(|place| place == p));
    wanted.map(|place| at(&goal, kind, &place)).collect()
}

/// A goal that is defined at its kind's first place, at another.
fn at(goal: &Goal, kind: &str, place: &str) -> Goal {
    let letters: Vec<char> = place.to_ascii_uppercase().chars().collect();
    let face = |letter: char| Face::ALL.into_iter().find(|face| face.letter() == letter);
    let faces: Vec<Face> = letters.into_iter().filter_map(face).collect();
    let view = match kind {
        "eo" => rotation(&[(faces[0], Face::F)]),
        "co" | "dr" => rotation(&[(faces[0], Face::U)]),
        "cross" => rotation(&[(faces[0], Face::D)]),
        // corner names go clockwise round the corner, as U, R, F do
        _ => rotation(&[(faces[0], Face::U), (faces[1], Face::R)]),
    };
    goal.seen_by(view, format!("{kind}-{place}"))
}

/// Domino reductions on one axis from edges oriented on another.
fn dr_from_eo(place: Option<String>, from: Option<String>) -> Vec<Goal> {
    let goal = dr::goal_from_eo();
    let allowed = |wanted: &Option<String>, axis: Face| {
        wanted
            .as_ref()
            .is_none_or(|wanted| *wanted == axis_name(axis))
    };
    let pairs = AXES.into_iter().flat_map(|dr| AXES.map(|eo| (dr, eo)));
    pairs
        .filter(|(dr, eo)| dr != eo && allowed(&place, *dr) && allowed(&from, *eo))
        .map(|(dr, eo)| {
            let view = rotation(&[(dr, Face::U), (eo, Face::F)]);
            let name = format!("dr-{} from eo-{}", axis_name(dr), axis_name(eo));
            goal.seen_by(view, name)
        })
        .collect()
}

/// Half-turn reductions from domino reductions.
fn htr_from_dr(from: Option<String>) -> Vec<Goal> {
    let goal = htr::goal_from_dr();
    AXES.into_iter()
        .filter(|axis| from.as_ref().is_none_or(|from| *from == axis_name(*axis)))
        .map(|axis| {
            let name = format!("htr from dr-{}", axis_name(axis));
            goal.seen_by(rotation(&[(axis, Face::U)]), name)
        })
        .collect()
}
