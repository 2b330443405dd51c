//! The number of a cube among all that there are, in decimal.

use super::error::FormatError;
use super::reader::Reader;
use crate::cube::Cube;

/// Reads an integer in below [`POSITIONS`](crate::cube::POSITIONS): see [`Cube::index`].
///
/// # Errors
/// The first character that is no digit, or that the number is too big.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    let mut index: u128 = 0;
    loop {
        let digit = reader.next("a decimal digit", |c| c.to_digit(10))?;
        index = index.saturating_mul(10).saturating_add(u128::from(digit));
        if reader.peek().is_none_or(char::is_whitespace) {
            break;
        }
    }
    reader.end("the end of the number")?;
    Cube::from_index(index).ok_or(FormatError::IndexTooBig)
}

/// The index in decimal.
pub fn print(cube: &Cube) -> String {
    cube.index().to_string()
}
