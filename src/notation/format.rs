//! The formats by name.

use super::error::FormatError;
use super::rubbik::Form;
use super::speffz::Buffers;
use super::{cycles, facelets, h48, index, json, reid, speffz};
use crate::cube::{Cube, Sequence};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A way to write a cube as text.
///
/// ```
/// use cubesolve::notation::Format;
///
/// let cube = Format::Moves.parse("R U R' U'")?;
/// let text = Format::H48.print(&cube).unwrap();
/// assert_eq!(text, "WFCDERQH=AECDIFGHBJKL=A");
/// assert_eq!(Format::guess(&text).parse(&text)?, cube);
/// # Ok::<(), cubesolve::notation::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Moves that make the cube of a solved one.
    Moves,
    /// The same, where brackets `( )` hold moves made on the inverse.
    Niss,
    /// 54 facelets.
    Facelets,
    /// Reid's 20 cubies.
    Reid,
    /// Exchanges with a buffer.
    Speffz(Buffers),
    /// nissy's base 32.
    H48,
    /// One integer.
    Index,
    /// Permutation and orientation arrays.
    Json,
    /// The number of LMY's *Rubbik*, of 69 bits.
    Rubbik,
    /// Its number layer by layer, of 71 bits.
    RubbikLayers,
    /// Cycles of cubies, see [`Cube::cycles`].
    Cycles,
}

/// The name is of no format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no format; expected moves, niss (moves, brackets on the inverse), facelets, reid, speffz or speffz:AU (letters of corner and edge buffer), h48, index, json, cycles, rubbik or rubbik-layers"
)]
pub struct UnknownFormat(String);

impl Format {
    /// The names of all formats. After `speffz` a colon and the letters of the buffers may
    /// follow.
    pub const NAMES: [&str; 11] = [
        "moves",
        "niss",
        "facelets",
        "reid",
        "speffz",
        "h48",
        "index",
        "json",
        "cycles",
        "rubbik",
        "rubbik-layers",
    ];

    /// Reads a cube.
    ///
    /// # Errors
    /// Where the text is wrong and what was expected, or why the cube is impossible.
    pub fn parse(self, text: &str) -> Result<Cube, FormatError> {
        match self {
            Format::Moves => Ok(Sequence::parse(text)?.cube()),
            Format::Niss => Ok(Sequence::parse_niss(text)?.cube()),
            Format::Facelets => facelets::parse(text),
            Format::Reid => reid::parse(text),
            Format::Speffz(buffers) => speffz::parse(text, buffers),
            Format::H48 => h48::parse(text),
            Format::Index => index::parse(text),
            Format::Json => json::parse(text),
            Format::Rubbik => Form::Pieces.parse(text),
            Format::RubbikLayers => Form::Layers.parse(text),
            Format::Cycles => cycles::parse(text),
        }
    }

    /// Whether no text that is taken for this notation is another cube's with a sign wrong, or
    /// moves, in which everybody writes. The others have nothing that is there twice: a changed
    /// digit of an index is another cube, and who has not named the notation should be told.
    pub fn is_safe_to_guess(self) -> bool {
        match self {
            Format::Moves | Format::Facelets | Format::Reid | Format::H48 | Format::Json => true,
            Format::Niss | Format::Speffz(_) | Format::Index | Format::Cycles => false,
            Format::Rubbik | Format::RubbikLayers => false,
        }
    }

    /// Writes a cube; nothing for moves, which somebody would have to search for.
    pub fn print(self, cube: &Cube) -> Option<String> {
        match self {
            Format::Moves | Format::Niss => None,
            Format::Facelets => Some(facelets::print(cube)),
            Format::Reid => Some(reid::print(cube)),
            Format::Speffz(buffers) => Some(speffz::print(cube, buffers)),
            Format::H48 => Some(h48::print(cube)),
            Format::Index => Some(index::print(cube)),
            Format::Json => Some(json::print(cube)),
            Format::Rubbik => Some(Form::Pieces.print(cube)),
            Format::RubbikLayers => Some(Form::Layers.print(cube)),
            Format::Cycles => Some(cycles::print(cube)),
        }
    }
}

impl FromStr for Cube {
    type Err = FormatError;

    /// Reads a cube in the notation that the text looks most like.
    fn from_str(text: &str) -> Result<Cube, FormatError> {
        Format::guess(text).parse(text)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::Moves => f.write_str("moves"),
            Format::Niss => f.write_str("niss"),
            Format::Facelets => f.write_str("facelets"),
            Format::Reid => f.write_str("reid"),
            Format::Speffz(buffers) => write!(f, "speffz:{buffers}"),
            Format::H48 => f.write_str("h48"),
            Format::Index => f.write_str("index"),
            Format::Json => f.write_str("json"),
            Format::Rubbik => f.write_str("rubbik"),
            Format::RubbikLayers => f.write_str("rubbik-layers"),
            Format::Cycles => f.write_str("cycles"),
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let format = match name {
            "moves" => Some(Format::Moves),
            "niss" => Some(Format::Niss),
            "facelets" => Some(Format::Facelets),
            "reid" => Some(Format::Reid),
            "speffz" => Some(Format::Speffz(Buffers::default())),
            "h48" => Some(Format::H48),
            "index" => Some(Format::Index),
            "json" => Some(Format::Json),
            "rubbik" => Some(Format::Rubbik),
            "rubbik-layers" => Some(Format::RubbikLayers),
            "cycles" => Some(Format::Cycles),
            _ => name
                .strip_prefix("speffz:")
                .and_then(Buffers::named)
                .map(Format::Speffz),
        };
        format.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}
