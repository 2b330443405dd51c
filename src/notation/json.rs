//! Permutation and orientation arrays as JSON, in Kociemba's numbering from 0.

use super::error::FormatError;
use super::impossible::cube_of;
use super::reader::without_controls;
use crate::cube::{Cube, CubeError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// More than a cube takes, with white space too: messages quote the text.
const MAX_BYTES: usize = 2000;

/// Arrays as in [`Cube`], with Kociemba's names.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "four arrays")]
struct Arrays {
    cp: [u8; 8],
    co: [u8; 8],
    ep: [u8; 12],
    eo: [u8; 12],
    /// Cube.js has it, too; the centres must be at home.
    #[serde(default, skip_serializing)]
    center: Option<[u8; 6]>,
}

/// Reads `{"cp":[…],"co":[…],"ep":[…],"eo":[…]}`: see [`Cube`] for what the arrays hold.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let Arrays {
        cp,
        co,
        ep,
        eo,
        center,
    } = deserialized(text).map_err(|problem| wrong(&problem))?;
    if center.is_some_and(|center| center != [0, 1, 2, 3, 4, 5]) {
        return Err(wrong("the centres are not at home"));
    }
    if let Err(error @ CubeError::OutOfRange { .. }) = Cube::new(cp, co, ep, eo) {
        return Err(FormatError::Text(error.to_string()));
    }
    Ok(cube_of(std::array::from_fn(|n| match n {
        0..8 => (cp[n], co[n]),
        _ => (ep[n - 8], eo[n - 8]),
    }))?)
}

/// Reads JSON; fails with what is wrong.
pub(super) fn deserialized<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    match text.len() > MAX_BYTES {
        true => Err(format!("the text has more than {MAX_BYTES} bytes")),
        false => serde_json::from_str(text).map_err(|error| error.to_string()),
    }
}

fn wrong(problem: &str) -> FormatError {
    let problem = without_controls(problem);
    FormatError::Text(format!(
        "expected {{\"cp\":[8 numbers],\"co\":[8],\"ep\":[12],\"eo\":[12]}}: {problem}"
    ))
}

/// The arrays on one line.
pub fn print(cube: &Cube) -> String {
    let arrays = Arrays {
        cp: *cube.corners(),
        co: *cube.corner_orientations(),
        ep: *cube.edges(),
        eo: *cube.edge_orientations(),
        center: None,
    };
    serde_json::to_string(&arrays).expect("arrays of numbers are JSON")
}
