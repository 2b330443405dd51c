//! Permutation and orientation arrays as JSON, in Kociemba's numbering from 0.

use super::assembly::Assembly;
use super::error::FormatError;
use crate::cube::{Cube, CubeError};

/// More than a cube takes, with white space too: messages quote the text.
pub(super) const MAX_BYTES: usize = 2000;

/// Reads `{"cp":[…],"co":[…],"ep":[…],"eo":[…]}`: see [`Cube`] for what the arrays hold.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    if text.len() > MAX_BYTES {
        let problem = format!("the text has more than {MAX_BYTES} bytes");
        return Err(FormatError::Json(problem));
    }
    let arrays: Assembly =
        serde_json::from_str(text).map_err(|e| FormatError::Json(e.to_string()))?;
    match arrays.cube() {
        Err(error @ CubeError::OutOfRange { .. }) => Err(error.into()),
        _ => Ok(arrays.into_cube()?),
    }
}

/// The arrays on one line.
pub fn print(cube: &Cube) -> String {
    serde_json::to_string(&Assembly::from(cube)).expect("arrays of numbers are JSON")
}
