//! The notations of cubes by name.

use super::error::FormatError;
use super::rubbik::Form;
use super::speffz::Buffers;
use super::{cycles, facelets, h48, index, json, kpattern, reid, speffz};
use crate::cube::{Cube, Position, Sequence};
use std::fmt;
use std::mem::discriminant;
use std::str::FromStr;
use thiserror::Error;

/// A notation of cubes.
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
#[non_exhaustive]
pub enum Format {
    /// Moves that lead from the solved cube to this one.
    Moves,
    /// The same, where brackets `( )` hold moves on the inverse.
    Niss,
    /// 54 facelets.
    Facelets,
    /// Reid's 20 cubies.
    Reid,
    /// Letters of swaps with a buffer.
    Speffz(Buffers),
    /// nissy's base 32.
    H48,
    /// One integer.
    Index,
    /// Permutation and orientation arrays.
    Json,
    /// A KPattern of cubing.js, as JSON.
    KPattern,
    /// The number of LMY's *Rubbik*, of 69 bits.
    Rubbik,
    /// Its number layer by layer, of 71 bits.
    RubbikLayers,
    /// Cycles of cubies, see [`Cube::cycles`].
    Cycles,
}

/// A name that no format has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no format; expected one of {names}", names = Format::names().collect::<Vec<_>>().join(", "))]
pub struct UnknownFormat(String);

impl Format {
    /// All formats, Speffz with its usual buffers; their names; whether a wrong guess of them is
    /// noticed; and what their texts are.
    #[rustfmt::skip]
    const ALL: [(Format, &str, bool, &str); 12] = [
        (Format::Moves, "moves", true, "moves; printed ones are short, but not always the fewest"),
        (Format::Niss, "niss", false, "moves, those in ( ) made on the inverse"),
        (Format::Facelets, "facelets", true,
            "54 letters or colours, face by face (U R F D L B) and row by row, or a net"),
        (Format::Reid, "reid", true,
            "the cubies at 20 places, as for Michael Reid's solver: UF UR UB ..."),
        (Format::Speffz(Buffers::DEFAULT), "speffz", false,
            "Speffz letters; speffz:CE has the buffers C and E instead of A and U"),
        (Format::H48, "h48", true, "nissy's base 32"),
        (Format::Index, "index", false, "number of the cube among all"),
        (Format::Json, "json", true, "permutations and orientations"),
        (Format::KPattern, "kpattern", true, "KPattern of cubing.js"),
        (Format::Cycles, "cycles", false, "cycles of cubies: (URF BRU DRB FRD) ..."),
        (Format::Rubbik, "rubbik", false, "LMY's number of 69 bits, in hexadecimal; never guessed"),
        (Format::RubbikLayers, "rubbik-layers", false,
            "LMY's number of 71 bits, layer by layer; never guessed"),
    ];

    /// The names of all formats. After `speffz` a colon and the letters of the buffers may
    /// follow.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Format::described().map(|(name, _)| name)
    }

    /// The name of each format, and what its texts are: a phrase for a list.
    pub fn described() -> impl Iterator<Item = (&'static str, &'static str)> {
        Format::ALL
            .into_iter()
            .map(|(_, name, _, texts)| (name, texts))
    }

    /// The name, whatever the buffers, and whether a wrong guess is noticed.
    fn name_and_safety(self) -> (&'static str, bool) {
        let mut all = Format::ALL.into_iter();
        let row = all.find(|(format, ..)| discriminant(format) == discriminant(&self));
        let (_, name, is_safe, _) = row.expect("all formats are listed");
        (name, is_safe)
    }

    /// Reads a cube.
    ///
    /// # Errors
    /// Where the text is wrong and what was expected, or why the cube is impossible.
    pub fn parse(self, text: &str) -> Result<Cube, FormatError> {
        Ok(self.position(text)?.cube)
    }

    /// Reads a cube and how it is held: in moves it may be rotated.
    ///
    /// # Errors
    /// As [`Format::parse`].
    pub fn position(self, text: &str) -> Result<Position, FormatError> {
        self.position_with_notes(text, &mut vec![])
    }

    /// The same with notes on what could mean something else.
    pub(super) fn position_with_notes(
        self,
        text: &str,
        notes: &mut Vec<String>,
    ) -> Result<Position, FormatError> {
        let cube = match self {
            Format::Moves => return Ok(Sequence::parse_with_notes(text, notes)?.into()),
            Format::Niss => return Ok(Sequence::parse_niss_with_notes(text, notes)?.into()),
            Format::Facelets => facelets::parse(text),
            Format::Reid => reid::parse(text),
            Format::Speffz(buffers) => speffz::parse(text, buffers),
            Format::H48 => h48::parse(text),
            Format::Index => index::parse(text),
            Format::Json => json::parse(text),
            Format::KPattern => kpattern::parse(text),
            Format::Rubbik => Form::Pieces.parse(text),
            Format::RubbikLayers => Form::Layers.parse(text),
            Format::Cycles => cycles::parse(text),
        };
        Ok(cube?.into())
    }

    /// Whether a wrong guess of this format is noticed: the text has redundancy, so that with a
    /// wrong character it is no cube; or it is moves, which everybody writes. In the others a
    /// changed digit is another cube, so that users should confirm the guess.
    pub fn is_safe_to_guess(self) -> bool {
        self.name_and_safety().1
    }

    /// Writes a cube; `None` for moves, which need a search.
    pub fn print(self, cube: &Cube) -> Option<String> {
        match self {
            Format::Moves | Format::Niss => None,
            Format::Facelets => Some(facelets::print(cube)),
            Format::Reid => Some(reid::print(cube)),
            Format::Speffz(buffers) => Some(speffz::print(cube, buffers)),
            Format::H48 => Some(h48::print(cube)),
            Format::Index => Some(index::print(cube)),
            Format::Json => Some(json::print(cube)),
            Format::KPattern => Some(kpattern::print(cube)),
            Format::Rubbik => Some(Form::Pieces.print(cube)),
            Format::RubbikLayers => Some(Form::Layers.print(cube)),
            Format::Cycles => Some(cycles::print(cube)),
        }
    }
}

/// The 54 facelets, as [`facelets::print`] writes them; [`str::parse`] reads them back.
impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&facelets::print(self))
    }
}

/// The name, with the buffers of Speffz.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name_and_safety().0)?;
        match self {
            Format::Speffz(buffers) => write!(f, ":{buffers}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let named = Format::ALL
            .into_iter()
            .find(|(_, known, ..)| *known == name);
        let buffers = name.strip_prefix("speffz:").and_then(Buffers::named);
        let with_buffers = || buffers.map(Format::Speffz);
        let format = named.map(|(format, ..)| format).or_else(with_buffers);
        format.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}
