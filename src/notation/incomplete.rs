//! Cubes of which some stickers are not known: what is wrong with the others, and what the
//! unknown ones must be.
//!
//! A piece may be at a place only if a possible cube has it there: every cubie once, twists and
//! flips adding up, both permutations of the same parity. Corners and edges share no more than
//! that parity.

use super::completion::{fitting, is_possible};
use super::error::FormatError;
use super::impossible::{ImpossibleCube, Reason, cube_of, only_placement, reasons};
use super::piece::{Piece, Placed, face_of};
use super::symbols::{Symbol, centre_symbols, symbols_by_face, unexpected, with_short_names};
use super::wrapping::unwrapped;
use crate::cube::{Cube, Face};

/// The symbol of an unknown sticker.
pub const MISSING: char = '.';

/// What is known of an incomplete cube.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Findings {
    /// The 54 colours as letters of faces, [`MISSING`] for those that are not known. Letters of
    /// faces in the text are kept; other symbols are named by their centres.
    pub colours: String,
    /// The same, with the unknown colours that have only one possibility.
    pub filled: String,
    /// Why no possible cube looks like this; nothing if one does.
    pub problems: Vec<Reason>,
}

/// Looks at 54 symbols as [`facelets::parse`](super::facelets::parse) takes them, of which any
/// but the centres may be [`MISSING`].
///
/// # Errors
/// [`FormatError::Text`] for another number of symbols or other lines, and if no cube has such centres;
/// [`FormatError::At`] for a centre that is missing or repeated and symbols of no centre.
pub fn examine(text: &str) -> Result<Findings, FormatError> {
    let text = &with_short_names(&unwrapped(text));
    let cube = Incomplete::new(symbols_by_face(text)?)?;
    let mut filled = cube.clone();
    let problems = cube.problems();
    if problems.is_empty() {
        filled.fill(&fitting(&cube.candidates()));
    }
    Ok(Findings {
        colours: cube.letters(),
        filled: filled.letters(),
        problems,
    })
}

/// The colours that are known, and the symbols they are written with.
#[derive(Clone)]
pub(super) struct Incomplete {
    pub colours: [Option<Face>; 54],
    pub centres: [char; 6],
}

impl Incomplete {
    pub fn new(symbols: [Symbol; 54]) -> Result<Incomplete, FormatError> {
        let centres = centre_symbols(&symbols)?;
        if let Some(face) = centres.iter().position(|c| *c == MISSING) {
            return Err(unexpected(symbols[9 * face + 4], "a centre"));
        }
        let mut colours = [None; 54];
        for (colour, symbol) in colours.iter_mut().zip(symbols) {
            let centre = centres.iter().position(|c| *c == symbol.1);
            *colour = centre.map(|face| Face::ALL[face]);
            if centre.is_none() && symbol.1 != MISSING {
                let expected = "the symbol of one of the six centres, or . for a missing sticker";
                return Err(unexpected(symbol, expected));
            }
        }
        Ok(Incomplete { colours, centres })
    }

    pub fn letters(&self) -> String {
        let are_letters = self.centres.iter().all(|c| "URFDLB".contains(*c));
        let centres = match are_letters {
            true => self.centres,
            false => Face::ALL.map(Face::letter),
        };
        let letter = |colour: &Option<Face>| colour.map_or(MISSING, |face| centres[face.index()]);
        self.colours.iter().map(letter).collect()
    }

    fn symbol(&self, colour: Option<Face>) -> char {
        colour.map_or(MISSING, |face| self.centres[face.index()])
    }

    fn colours_at(&self, place: Piece) -> Vec<Option<Face>> {
        place.facelets().iter().map(|n| self.colours[*n]).collect()
    }

    /// The cubies that have the known stickers of each place, corners first.
    pub fn candidates(&self) -> Vec<Vec<Placed>> {
        let showing = |place: Piece| place.showing(&self.colours_at(place));
        Piece::all().map(showing).collect()
    }

    /// Fills in the stickers that are the same for all that `fitting` allows.
    fn fill(&mut self, fitting: &[Vec<Placed>]) {
        for (place, allowed) in Piece::all().zip(fitting) {
            for (n, facelet) in place.facelets().iter().enumerate() {
                let stickers = allowed.iter().map(|placed| place.stickers(*placed).nth(n));
                let mut colours = stickers.flatten().map(|(_, sticker)| face_of(sticker));
                let first = colours.next();
                if colours.all(|colour| Some(colour) == first) {
                    self.colours[*facelet] = first;
                }
            }
        }
    }

    /// The cube, if all stickers are known.
    pub fn cube(&self) -> Result<Cube, ImpossibleCube> {
        let candidates = self.candidates();
        match only_placement(&candidates) {
            Some(placement) => cube_of(placement),
            None => Err(ImpossibleCube {
                reasons: self.impossible_places(&candidates),
            }),
        }
    }

    /// Why no possible cube looks like this. Colours on more than nine stickers always count. Of the others the
    /// first that is found does: places whose stickers are on no cubie, cubies at impossible places, or stickers
    /// that are only together impossible.
    pub fn problems(&self) -> Vec<Reason> {
        let frequent = |reason: &Reason| reason.facelets.len() > 9;
        let mut problems: Vec<Reason> = self.colour_counts().filter(frequent).collect();
        let candidates = self.candidates();
        let mut found = self.impossible_places(&candidates);
        if found.is_empty() {
            found = reasons(&std::array::from_fn(|n| match candidates[n][..] {
                [placed] => Some(placed),
                _ => None,
            }));
        }
        if found.is_empty() && !is_possible(&candidates) {
            found.push(Reason::together(self.suspects(&candidates)));
        }
        problems.extend(found);
        problems
    }

    /// Places whose stickers are on no cubie together.
    fn impossible_places(&self, candidates: &[Vec<Placed>]) -> Vec<Reason> {
        let is_impossible = |place: &Piece| candidates[place.index()].is_empty();
        let reason = |place: Piece| {
            let colours = self.colours_at(place).into_iter();
            let colours: String = colours.map(|colour| self.symbol(colour)).collect();
            Reason::no_such_piece(place, &colours)
        };
        Piece::all().filter(is_impossible).map(reason).collect()
    }

    /// Places with known stickers, without which the cube is possible.
    fn suspects(&self, candidates: &[Vec<Placed>]) -> Vec<Piece> {
        let is_suspect = |place: &Piece| {
            let mut without = candidates.to_vec();
            without[place.index()] = place.showing(&[None; 3]);
            let is_known = self.colours_at(*place).iter().any(Option::is_some);
            is_known && is_possible(&without)
        };
        Piece::all().filter(is_suspect).collect()
    }

    /// The facelets of each colour, as the reason to give if these are not nine.
    pub fn colour_counts(&self) -> impl Iterator<Item = Reason> {
        Face::ALL.into_iter().map(|face| {
            let facelets = (0..54).filter(|n| self.colours[*n] == Some(face));
            Reason::colour_count(self.symbol(Some(face)), facelets.collect())
        })
    }
}
