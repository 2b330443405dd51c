//! Goals by name.

use super::{Goal, block, co, corners, cross, dr, edges, eo, htr, rotation};
use crate::cube::{CORNER_NAMES, Face};
use thiserror::Error;

/// The names of goals, without places, and which places they have.
pub const GOAL_NAMES: [(&str, &str); 8] = [
    ("eo", "fb, rl or ud"),
    ("co", "ud, rl or fb"),
    ("dr", "ud, rl or fb"),
    ("htr", "nothing"),
    ("corners", "nothing"),
    ("edges", "nothing"),
    ("cross", "u, r, f, d, l or b"),
    ("block", "a corner such as urf"),
];

/// Why a text names no goal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GoalError {
    #[error(
        "there is no goal {0:?}; the goals are eo, co, dr, htr, corners, edges, cross and block"
    )]
    Unknown(String),
    #[error("{goal} has no place {place:?}; expected {expected}")]
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

/// The name of goals, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalName {
    goal: Part,
    from: Option<Part>,
}

/// A kind of goal and perhaps one of its places.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    kind: &'static str,
    place: Option<String>,
}

impl GoalName {
    /// Reads the name of a goal, with its place (`dr-ud`) or without, and of the earlier step
    /// that stays done: `eo` for `dr`, `dr` for `htr`, again with or without the place.
    ///
    /// # Errors
    /// If there is no such goal or place, or it cannot start from there.
    pub fn parse(name: &str, from: Option<&str>) -> Result<GoalName, GoalError> {
        let goal = Part::parse(name)?;
        let from_part = from.map(Part::parse).transpose()?;
        let fits = from_part
            .as_ref()
            .is_none_or(|from| goal.may_start_from(from));
        if !fits {
            return Err(GoalError::From {
                goal: name.into(),
                from: from.unwrap_or_default().into(),
            });
        }
        Ok(GoalName {
            goal,
            from: from_part,
        })
    }

    /// The goals of this name, to be sought together: one if it tells the place, else all of
    /// its kind. Makes their tables, in a second at most.
    pub fn goals(&self) -> Vec<Goal> {
        let place = self.goal.place.as_deref();
        match &self.from {
            None => kind_goals(self.goal.kind, place),
            Some(from) if self.goal.kind == "dr" => dr_from_eo(place, from.place.as_deref()),
            Some(from) => htr_from_dr(from.place.as_deref()),
        }
    }
}

impl Part {
    fn parse(name: &str) -> Result<Part, GoalError> {
        let lower = name.to_ascii_lowercase();
        let (kind, place) = match lower.split_once('-') {
            Some((kind, place)) => (kind, Some(place.to_string())),
            None => (lower.as_str(), None),
        };
        let known = GOAL_NAMES.iter().find(|(known, _)| *known == kind);
        let &(kind, expected) = known.ok_or_else(|| GoalError::Unknown(name.into()))?;
        match place {
            Some(place) if !places(kind).contains(&place) => Err(GoalError::Place {
                goal: kind,
                place,
                expected,
            }),
            place => Ok(Part { kind, place }),
        }
    }

    fn may_start_from(&self, from: &Part) -> bool {
        match (self.kind, from.kind) {
            ("dr", "eo") => self.place.is_none() || self.place != from.place,
            ("htr", "dr") => true,
            _ => false,
        }
    }
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
fn kind_goals(kind: &str, place: Option<&str>) -> Vec<Goal> {
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
        .filter(|p| place.is_none_or(|place| place == p));
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
fn dr_from_eo(place: Option<&str>, from: Option<&str>) -> Vec<Goal> {
    let goal = dr::goal_from_eo();
    let allowed =
        |wanted: Option<&str>, axis| wanted.is_none_or(|wanted| wanted == axis_name(axis));
    let pairs = AXES.into_iter().flat_map(|dr| AXES.map(|eo| (dr, eo)));
    pairs
        .filter(|(dr, eo)| dr != eo && allowed(place, *dr) && allowed(from, *eo))
        .map(|(dr, eo)| {
            let view = rotation(&[(dr, Face::U), (eo, Face::F)]);
            let name = format!("dr-{} from eo-{}", axis_name(dr), axis_name(eo));
            goal.seen_by(view, name)
        })
        .collect()
}

/// Half-turn reductions from domino reductions.
fn htr_from_dr(from: Option<&str>) -> Vec<Goal> {
    let goal = htr::goal_from_dr();
    AXES.into_iter()
        .filter(|axis| from.is_none_or(|from| from == axis_name(*axis)))
        .map(|axis| {
            let name = format!("htr from dr-{}", axis_name(axis));
            goal.seen_by(rotation(&[(axis, Face::U)]), name)
        })
        .collect()
}
