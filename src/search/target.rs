//! Where solutions lead, and its text.

use crate::cube::Cube;
use crate::notation::{FormatError, Pattern};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::str::FromStr;

/// Where solutions lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "a query has a few of them")]
pub enum Target {
    /// To this cube.
    Cube(Cube),
    /// To any cube that matches.
    Pattern(Pattern),
}

impl Target {
    /// The 54 facelets, with dots for any colour; `None` if facelets do not say all.
    pub(crate) fn facelets(&self) -> Option<String> {
        match self {
            Target::Cube(cube) => Some(cube.to_string()),
            Target::Pattern(pattern) => pattern.facelets(),
        }
    }
}

impl FromStr for Target {
    type Err = FormatError;

    /// Reads facelets or a net with dots as a pattern, anything else as a cube. A pattern that only
    /// one cube matches is that cube.
    fn from_str(text: &str) -> Result<Target, FormatError> {
        if Pattern::looks_like(text) {
            let pattern: Pattern = text.parse()?;
            let only = pattern.only_cube().map(Target::Cube);
            return Ok(only.unwrap_or(Target::Pattern(pattern)));
        }
        text.parse().map(Target::Cube)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Target, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
