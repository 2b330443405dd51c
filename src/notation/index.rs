//! The number of a cube among all that there are, in decimal.

use super::error::FormatError;
use super::reader::Reader;
use crate::cube::{Cube, POSITIONS};

/// Reads an integer in below [`POSITIONS`](crate::cube::POSITIONS): see [`Cube::index`].
///
/// # Errors
/// The first character that is no digit, or that the number is too big.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    let index = reader.number(10, "a decimal digit")?;
    Cube::from_index(index).ok_or(FormatError::TooBig {
        what: "an index",
        end: POSITIONS,
    })
}

/// The index in decimal.
pub fn print(cube: &Cube) -> String {
    cube.index().to_string()
}
