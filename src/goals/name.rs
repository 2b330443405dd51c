use super::kinds::{KINDS, Kind};
use std::fmt;
use thiserror::Error;

/// The name of a goal at one of its places, such as `eo-fb`, or of all goals of a kind, `eo`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalName {
    kind: &'static Kind,
    /// Empty for all places, and where a kind has none.
    place: String,
}

/// Why a text names no goal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GoalError {
    /// No kind of goal has this name.
    #[error("unknown goal {0:?}; expected one of {names}", names = kind_names())]
    Unknown(String),
    /// The kind of goal does not have this place.
    #[error("{goal} has no place {place:?}; expected {expected}")]
    Place {
        /// Name of the kind.
        goal: &'static str,
        /// The unknown place.
        place: String,
        /// The places of the kind.
        expected: String,
    },
    /// A step cannot follow the one before it.
    #[error(
        "{goal} cannot start from {previous}: dr starts from eo on another axis, htr from dr, \
         corners, solved and slice from dr or htr, and blocks, crosses and pairs from what they \
         contain"
    )]
    CannotFollow {
        /// The goal of the step.
        goal: String,
        /// The goal before it.
        previous: String,
    },
    /// The first step of a chain needs another one before it.
    #[error("{0} needs a step before it, as in dr,{0} or htr,{0}")]
    NeedsPrevious(String),
}

impl GoalName {
    /// The name of all goals of a kind.
    pub(super) fn all_places(kind: &'static Kind) -> GoalName {
        GoalName::new(kind, String::new())
    }

    pub(super) fn new(kind: &'static Kind, place: String) -> GoalName {
        GoalName { kind, place }
    }

    /// The kind of goal.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The place, by letters of faces such as `fb`; `None` for all places, and if there are none.
    pub fn place(&self) -> Option<&str> {
        (!self.place.is_empty()).then_some(&self.place)
    }

    /// Whether this is the solved cube.
    pub(crate) fn is_solved_cube(&self) -> bool {
        self.kind.name == "solved"
    }

    /// The goals with this name, one at each place.
    pub(super) fn at_each_place(&self) -> Vec<GoalName> {
        let places = self.kind.places();
        if !self.place.is_empty() || places.is_empty() {
            return vec![self.clone()];
        }
        let at = |place| GoalName::new(self.kind, place);
        places.into_iter().map(at).collect()
    }

    /// Whether each goal of the other name has this one, too.
    pub(super) fn contains(&self, other: &GoalName) -> bool {
        self.kind == other.kind && (self.place.is_empty() || self.place == other.place)
    }

    /// The name without a hyphen, as nissy writes it: `eofb`.
    pub(super) fn in_one_word(&self) -> String {
        format!("{}{}", self.kind.name, self.place)
    }

    /// Reads the name of a kind and, with or without a hyphen, one of its places.
    pub(super) fn parse(text: &str) -> Result<GoalName, GoalError> {
        let lower = text.to_ascii_lowercase();
        let kind = KINDS
            .iter()
            .filter(|kind| lower.starts_with(kind.name))
            .max_by_key(|kind| kind.name.len())
            .ok_or_else(|| GoalError::Unknown(text.into()))?;
        let rest = &lower[kind.name.len()..];
        if rest.is_empty() {
            return Ok(GoalName::all_places(kind));
        }
        let place = rest.strip_prefix('-').unwrap_or(rest);
        let places = kind.places();
        match places.iter().find(|known| sorted(known) == sorted(place)) {
            Some(known) => Ok(GoalName::new(kind, known.clone())),
            None => Err(GoalError::Place {
                goal: kind.name,
                place: place.into(),
                expected: alternatives(&places),
            }),
        }
    }
}

impl fmt::Display for GoalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        match self.place() {
            Some(place) => write!(f, "-{place}"),
            None => Ok(()),
        }
    }
}

/// The letters of a place in one order: `lr` is `rl`.
fn sorted(place: &str) -> Vec<char> {
    let mut letters: Vec<char> = place.chars().collect();
    letters.sort_unstable();
    letters
}

fn kind_names() -> String {
    alternatives(&KINDS.each_ref().map(|kind| kind.name))
}

/// A list for an error: "ud, rl or fb".
fn alternatives(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        None => "no place".to_owned(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
