//! What a cube is solved to.

use crate::cube::Cube;
use crate::notation::{FormatError, Pattern, PatternError};
use std::str::FromStr;

/// A cube, or any of several.
#[derive(Debug, Clone)]
pub enum Target {
    /// This cube.
    Cube(Cube),
    /// Whatever matches.
    Pattern(Box<Pattern>),
}

impl FromStr for Target {
    type Err = PatternError;

    /// A pattern that only one cube matches is that cube.
    fn from_str(text: &str) -> Result<Target, PatternError> {
        if Pattern::looks_like(text) {
            let pattern = Pattern::parse(text)?;
            let only = pattern.only_cube().map(Target::Cube);
            return Ok(only.unwrap_or_else(|| Target::Pattern(Box::new(pattern))));
        }
        let cube = text.parse().map(Target::Cube);
        cube.map_err(|error: FormatError| error.into())
    }
}
