use super::case::StepCase;
use super::kinds::{KINDS, Kind, corners};
use std::borrow::Borrow;
use std::fmt;
use thiserror::Error;

/// The name of a goal at one of its places, such as `eo-fb`, or of all goals of a kind, `eo`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalName {
    kind: &'static Kind,
    /// Empty for all places, and where a kind has none.
    place: String,
    case: Option<StepCase>,
}

/// Other names of kinds, as block builders and cubelib have them: name and kind.
const SYNONYMS: [(&str, &str); 7] = [
    ("222", "block"),
    ("fin", "solved"),
    ("finls", "slice"),
    ("jzp", "ar"),
    ("ls", "slice"),
    ("pll", "solved"),
    ("rzp", "drm"),
];

/// Why a text names no goal, or a step cannot follow another.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct GoalError(pub(super) String);

impl GoalError {
    fn unknown(text: &str) -> GoalError {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        let names = alternatives(&names);
        GoalError(format!("unknown goal {text:?}; expected one of {names}"))
    }
}

impl GoalName {
    pub(super) fn all_places(kind: &'static Kind) -> GoalName {
        GoalName::new(kind, String::new())
    }

    pub(super) fn new(kind: &'static Kind, place: String) -> GoalName {
        let case = None;
        GoalName { kind, place, case }
    }

    /// The same with or without a case.
    pub(super) fn with_case(mut self, case: Option<StepCase>) -> GoalName {
        self.case = case;
        self
    }

    pub(crate) fn without_case(&self) -> GoalName {
        self.clone().with_case(None)
    }

    /// The kind of goal that a word names, alone or with a place.
    pub fn kind_of(word: &str) -> Option<&'static Kind> {
        let name = GoalName::parse_place(word);
        name.ok().map(|name| name.kind)
    }

    /// The kind of goal.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The place, by letters of faces such as `fb`; `None` for all places, and if there are none.
    pub fn place(&self) -> Option<&str> {
        (!self.place.is_empty()).then_some(&self.place)
    }

    /// The case that it is restricted to, such as the corners `4a1` of `dr-ud-4a1`.
    pub fn case(&self) -> Option<StepCase> {
        self.case
    }

    pub(crate) fn is_solved_cube(&self) -> bool {
        matches!(self.kind.name, "solved" | "lse")
    }

    pub(super) fn at_each_place(&self) -> Vec<GoalName> {
        let places = self.kind.places();
        if !self.place.is_empty() || places.is_empty() {
            return vec![self.clone()];
        }
        let at = |place| GoalName::new(self.kind, place).with_case(self.case);
        places.into_iter().map(at).collect()
    }

    /// Whether each goal of the other name has this one, too, whatever their cases.
    pub(super) fn contains(&self, other: &GoalName) -> bool {
        self.kind == other.kind && (self.place.is_empty() || self.place == other.place)
    }

    /// The name without a hyphen, as nissy writes it: `eofb`.
    pub(super) fn in_one_word(&self) -> String {
        let case = self.case.map_or(String::new(), |case| case.to_string());
        format!("{}{}{case}", self.kind.name, self.place)
    }

    /// Reads the name of a kind and, with or without hyphens, one of its places and a case; a case
    /// alone stands for its kind, too.
    pub(super) fn parse(text: &str) -> Result<GoalName, GoalError> {
        let lower = text.to_ascii_lowercase();
        if let Some((before, case)) = StepCase::strip(&lower) {
            let before = before.strip_suffix('-').unwrap_or(before);
            let name = if before.is_empty() {
                case.kind()
            } else {
                before
            };
            return match GoalName::parse_place(name) {
                Ok(name) if name.kind.name == case.kind() => Ok(name.with_case(Some(case))),
                _ => Err(GoalError::unknown(text)),
            };
        }
        match GoalName::parse_place(&lower)? {
            name if name.kind.needs_case() => Err(GoalError(format!(
                "{name} needs the numbers of bad corners and edges, as in {name}-4c4e",
                name = name.kind.name
            ))),
            name => Ok(name),
        }
    }

    /// A cross with pairs that are named by their corners, or by the slots where they belong.
    fn with_pairs(kind: &'static Kind, cross: &str, pairs: &str) -> Result<GoalName, GoalError> {
        let problem = || {
            GoalError(format!(
                "expected a face and pairs beside it, as in {}-d-fr, found {:?}",
                kind.name,
                format!("{cross} {pairs}")
            ))
        };
        let is_face = kind.places().iter().any(|face| face == cross);
        let corner = |word: &str| {
            let faces = if word.len() == 2 {
                format!("{cross}{word}")
            } else {
                word.to_owned()
            };
            let mut corners = corners().into_iter();
            let corner = corners.find(|known| sorted(known) == sorted(&faces));
            corner.filter(|corner| is_face && corner.contains(cross))
        };
        let named = pairs.split([' ', '-']).map(corner);
        let named: Option<Vec<String>> = named.collect();
        let named = named.ok_or_else(problem)?;
        // in one order
        let mut ordered = corners();
        ordered.retain(|corner| named.contains(corner));
        let count = ordered.len() as u32;
        let mut kinds = KINDS.iter();
        // pairs of f2l are as many as are named
        let kind = match kind.name {
            "f2l" => kinds.find(|kind| kind.pairs == Some(count)),
            _ => Some(kind).filter(|kind| kind.pairs == Some(count)),
        };
        let kind = kind
            .filter(|_| named.len() == ordered.len())
            .ok_or_else(problem)?;
        Ok(GoalName::new(kind, place_of_pairs(cross, &ordered)))
    }

    fn parse_place(text: &str) -> Result<GoalName, GoalError> {
        let names = KINDS.iter().map(|kind| (kind.name, kind.name));
        let (name, kind) = names
            .chain(SYNONYMS)
            .filter(|(name, _)| text.starts_with(name))
            .max_by_key(|(name, _)| name.len())
            .ok_or_else(|| GoalError::unknown(text))?;
        let kind = Kind::by_name(kind).expect("the name of a kind");
        let rest = &text[name.len()..];
        if rest.is_empty() {
            return Ok(GoalName::all_places(kind));
        }
        let place = rest.strip_prefix('-').unwrap_or(rest);
        let places = kind.places();
        if let (Some(_), Some((cross, pairs))) = (kind.pairs, place.split_once([' ', '-'])) {
            return GoalName::with_pairs(kind, cross, pairs);
        }
        // of two orders of letters the exact one
        let exact = places.iter().find(|known| *known == place);
        let known = exact.or_else(|| places.iter().find(|known| sorted(known) == sorted(place)));
        match known {
            Some(known) => Ok(GoalName::new(kind, known.clone())),
            None if place == rest => Err(GoalError::unknown(text)),
            None => Err(GoalError(format!(
                "{} has no place {place:?}; expected {}",
                kind.name,
                alternatives(&places)
            ))),
        }
    }
}

impl fmt::Display for GoalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        if let Some(place) = self.place() {
            write!(f, "-{place}")?;
        }
        match self.case {
            Some(case) => write!(f, "-{case}"),
            None => Ok(()),
        }
    }
}

/// The place of a cross and pairs; of all pairs that of the cross.
pub(super) fn place_of_pairs(cross: &str, corners: &[impl Borrow<str>]) -> String {
    match corners.len() {
        4 => cross.to_owned(),
        _ => format!("{cross} {}", corners.join(" ")),
    }
}

/// The letters of a place in one order: `lr` is `rl`.
fn sorted(place: &str) -> Vec<char> {
    let mut letters: Vec<char> = place.chars().collect();
    letters.sort_unstable();
    letters
}

/// A list as text: "ud, rl or fb".
pub(super) fn alternatives(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        None => "no place".to_owned(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
