//! The number of a cube among all positions, in decimal.

use super::error::FormatError;
use super::reader::Reader;
use crate::cube::{Cube, POSITIONS};

/// Reads an integer in below [`POSITIONS`](crate::cube::POSITIONS): see [`Cube::index`].
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    let index = reader.number(10, "a decimal digit")?;
    if index >= POSITIONS {
        let problem = format!("expected an index below {POSITIONS}");
        return Err(FormatError::Text(problem));
    }
    Ok(Cube::from_index(index))
}

/// The index in decimal.
pub fn print(cube: &Cube) -> String {
    cube.index().to_string()
}
