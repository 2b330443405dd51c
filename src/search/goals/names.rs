//! Goals by name.

use super::goal::{Goal, rotation};
use super::kinds::{
    AXES, KINDS, Kind, axis_name, domino_from_oriented_edges, half_turns_from_domino,
};
use crate::cube::{Face, Metric};
use thiserror::Error;

/// Why a text names no goal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GoalError {
    /// No kind of goal has this name.
    #[error(
        "there is no goal {0:?}; the goals are eo, co, dr, htr, corners, edges, cross and block"
    )]
    Unknown(String),
    /// The kind of goal has other places, or none.
    #[error("{goal} has no place {place:?}; expected {expected}")]
    Place {
        /// The kind.
        goal: &'static str,
        /// The text that should be its place.
        place: String,
        /// The places it has, in words.
        expected: &'static str,
    },
    /// The one step does not lead to the other.
    #[error("{goal} cannot start from {from}: dr starts from eo on another axis, htr from dr")]
    From {
        /// The goal asked for.
        goal: String,
        /// The step that should be done before.
        from: String,
    },
}

/// The name of goals, checked.
///
/// ```
/// use cubesolve::search::goals::{GoalName, solve};
/// use cubesolve::cube::Metric;
/// use cubesolve::{Cube, Limits, Request};
///
/// let goals = GoalName::parse("eo-fb", None)?.goals(Metric::HalfTurn);
/// let cube: Cube = "F".parse()?;
/// let answer = solve(&goals, &cube, &Request::default(), false, &Limits::default());
/// assert_eq!(answer.solutions[0].len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GoalName {
    goal: Part,
    from: Option<Part>,
}

/// A kind of goal and perhaps one of its places.
#[derive(Clone)]
struct Part {
    kind: &'static Kind,
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
    /// its kind. Lengths are in `metric`. Makes their tables, in a second at most.
    pub fn goals(&self, metric: Metric) -> Vec<Goal> {
        let place = self.goal.place.as_deref();
        let goals = match &self.from {
            None => kind_goals(self.goal.kind, place),
            Some(from) if self.goal.kind.name == "dr" => dr_from_eo(place, from.place.as_deref()),
            Some(from) => htr_from_dr(from.place.as_deref()),
        };
        let counted = goals.into_iter().map(|goal| goal.counted_in(metric));
        counted.collect()
    }
}

impl Part {
    fn parse(name: &str) -> Result<Part, GoalError> {
        let lower = name.to_ascii_lowercase();
        let (kind, place) = match lower.split_once('-') {
            Some((kind, place)) => (kind, Some(place.to_string())),
            None => (lower.as_str(), None),
        };
        let known = KINDS.iter().find(|known| known.name == kind);
        let kind = known.ok_or_else(|| GoalError::Unknown(name.into()))?;
        match place {
            Some(place) if !(kind.places)().contains(&place) => Err(GoalError::Place {
                goal: kind.name,
                place,
                expected: kind.expected,
            }),
            place => Ok(Part { kind, place }),
        }
    }

    fn may_start_from(&self, from: &Part) -> bool {
        match (self.kind.name, from.kind.name) {
            ("dr", "eo") => self.place.is_none() || self.place != from.place,
            ("htr", "dr") => true,
            _ => false,
        }
    }
}

/// The goals of a kind, at one place or all.
fn kind_goals(kind: &Kind, place: Option<&str>) -> Vec<Goal> {
    let goal = kind.goal();
    let places = (kind.places)();
    if places.is_empty() {
        return vec![goal];
    }
    let wanted = places
        .iter()
        .filter(|p| place.is_none_or(|place| place == *p));
    wanted.map(|place| at(&goal, kind, place)).collect()
}

/// The goal of a kind at any place.
fn at(goal: &Goal, kind: &Kind, place: &str) -> Goal {
    let letters = place.chars().map(|letter| letter.to_ascii_uppercase());
    let faces = letters.filter_map(Face::from_letter);
    let carried: Vec<(Face, Face)> = faces.zip(kind.written_for.iter().copied()).collect();
    goal.seen_by(rotation(&carried), format!("{}-{place}", kind.name))
}

/// Domino reductions on one axis from edges oriented on another.
fn dr_from_eo(place: Option<&str>, from: Option<&str>) -> Vec<Goal> {
    let goal = domino_from_oriented_edges();
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
    let goal = half_turns_from_domino();
    AXES.into_iter()
        .filter(|axis| from.is_none_or(|from| from == axis_name(*axis)))
        .map(|axis| {
            let name = format!("htr from dr-{}", axis_name(axis));
            goal.seen_by(rotation(&[(axis, Face::U)]), name)
        })
        .collect()
}
