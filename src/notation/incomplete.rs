//! Cubes of which some stickers are not known: what is wrong with the others, and what the
//! unknown ones must be.
//!
//! A piece may be at a place only if a possible cube has it there: every cubie once, twists and
//! flips adding up, both permutations of the same parity. Corners and edges share no more than
//! that parity.

use super::assembly::Assembly;
use super::completion::{Completions, Placed, fitting};
use super::error::FormatError;
use super::impossible::{ImpossibleCube, Reason};
use super::piece::{Piece, face_of};
use super::symbols::{Symbol, centre_symbols, symbols_by_face};
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
/// [`FormatError::FaceletCount`] and [`FormatError::FaceletLines`] for another number of symbols or
/// other lines, [`FormatError::SwappedCentres`] if no cube has such centres, and
/// [`FormatError::Unexpected`] for a centre that is missing or repeated and symbols of no centre.
pub fn examine(text: &str) -> Result<Findings, FormatError> {
    let cube = Incomplete::new(symbols_by_face(text)?)?;
    let mut filled = cube.clone();
    let problems = cube.problems();
    if problems.is_empty() {
        filled.fill(&cube.fitting());
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
        let unexpected = |column, expected, symbol| FormatError::Unexpected {
            column,
            expected,
            found: Some(symbol),
        };
        if let Some(face) = centres.iter().position(|c| *c == MISSING) {
            let column = symbols[9 * face + 4].0;
            return Err(unexpected(column, "a centre", MISSING));
        }
        let mut colours = [None; 54];
        for (colour, (column, symbol)) in colours.iter_mut().zip(symbols) {
            let centre = centres.iter().position(|c| *c == symbol);
            *colour = centre.map(|face| Face::ALL[face]);
            if centre.is_none() && symbol != MISSING {
                let expected = "the symbol of one of the six centres, or . for a missing sticker";
                return Err(unexpected(column, expected, symbol));
            }
        }
        Ok(Incomplete { colours, centres })
    }

    fn letters(&self) -> String {
        let are_letters = self.centres.iter().all(|c| Face::from_letter(*c).is_some());
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

    /// The cubies that have the known stickers of a place.
    fn candidates(&self, place: Piece) -> Vec<Placed> {
        place.showing(&self.colours_at(place))
    }

    fn corners(&self) -> Completions {
        Completions::of_corners(|place| self.candidates(place))
    }

    fn edges(&self) -> Completions {
        Completions::of_edges(|place| self.candidates(place))
    }

    fn is_possible(&self) -> bool {
        self.corners().parities() & self.edges().parities() != 0
    }

    /// The cubies that each place has in some possible cube, corners first.
    pub fn fitting(&self) -> Vec<Vec<Placed>> {
        fitting(&self.corners(), &self.edges())
    }

    /// Fills in the stickers that are the same for all that `fitting` allows.
    fn fill(&mut self, fitting: &[Vec<Placed>]) {
        for (place, allowed) in Piece::all().zip(fitting) {
            let sides = place.facelets().len();
            for (n, facelet) in place.facelets().iter().enumerate() {
                let mut colours = allowed.iter().map(|(cubie, orientation)| {
                    let side = (n + sides - usize::from(*orientation)) % sides;
                    face_of(place.same_kind(*cubie).facelets()[side])
                });
                let first = colours.next();
                if colours.all(|colour| Some(colour) == first) {
                    self.colours[*facelet] = first;
                }
            }
        }
    }

    /// The cube, if all stickers are known.
    pub fn cube(&self) -> Result<Cube, ImpossibleCube> {
        let mut assembly = Assembly::from(&Cube::SOLVED);
        for place in Piece::all() {
            match self.candidates(place).first() {
                Some(placed) => assembly.place(place, *placed),
                None => {
                    let reasons = self.impossible_places();
                    return Err(ImpossibleCube { reasons });
                }
            }
        }
        assembly.into_cube()
    }

    /// Why no possible cube looks like this: colours on more than nine stickers, and the first of these that
    /// finds anything.
    pub fn problems(&self) -> Vec<Reason> {
        let mut problems = self.frequent_colours();
        let found = [
            Self::impossible_places,
            Self::impossible_pieces,
            Self::impossible_together,
        ]
        .iter()
        .map(|find| find(self))
        .find(|found| !found.is_empty());
        problems.extend(found.into_iter().flatten());
        problems
    }

    /// Places whose stickers are on no cubie together.
    fn impossible_places(&self) -> Vec<Reason> {
        let is_impossible = |place: &Piece| self.candidates(*place).is_empty();
        let reason = |place: Piece| {
            let colours = self.colours_at(place).into_iter();
            let colours = colours.map(|colour| self.symbol(colour)).collect();
            Reason::NoSuchPiece { place, colours }
        };
        Piece::all().filter(is_impossible).map(reason).collect()
    }

    /// Cubies at several places, and what is wrong with corners or edges that are known in full.
    fn impossible_pieces(&self) -> Vec<Reason> {
        let mut known: Vec<(Piece, Placed)> = vec![];
        for place in Piece::all() {
            if let [placed] = *self.candidates(place) {
                known.push((place, placed));
            }
        }
        let mut reasons = vec![];
        for piece in Piece::all() {
            let is_here = |(place, placed): &&(Piece, Placed)| place.same_kind(placed.0) == piece;
            let places: Vec<Piece> = known
                .iter()
                .filter(is_here)
                .map(|(place, _)| *place)
                .collect();
            if places.len() > 1 {
                reasons.push(Reason::Repeated { piece, places });
            }
        }
        let is_corner = |place: Piece| matches!(place, Piece::Corner(_));
        let corners = known.iter().filter(|(place, _)| is_corner(*place)).count();
        let (all_corners, all_edges) = (corners == 8, known.len() == corners + 12);
        let mut assembly = Assembly::from(&Cube::SOLVED);
        for (place, placed) in known {
            if is_corner(place) && all_corners || !is_corner(place) && all_edges {
                assembly.place(place, placed);
            }
        }
        reasons.extend(
            assembly
                .reasons()
                .into_iter()
                .filter(|reason| match reason {
                    Reason::Repeated { .. } => false,
                    Reason::Swapped { .. } => all_corners && all_edges,
                    _ => true,
                }),
        );
        reasons
    }

    /// How many stickers each colour has, with the reason to give if that is wrong.
    pub fn colour_counts(&self) -> impl Iterator<Item = (Reason, usize)> {
        Face::ALL.into_iter().map(|face| {
            let facelets = (0..54).filter(|n| self.colours[*n] == Some(face));
            let facelets: Vec<usize> = facelets.collect();
            let (symbol, count) = (self.symbol(Some(face)), facelets.len());
            (Reason::ColourCount { symbol, facelets }, count)
        })
    }

    /// Colours on more than nine stickers.
    fn frequent_colours(&self) -> Vec<Reason> {
        let frequent = self.colour_counts().filter(|(_, count)| *count > 9);
        frequent.map(|(reason, _)| reason).collect()
    }

    /// Stickers that are possible at their places, but not together.
    fn impossible_together(&self) -> Vec<Reason> {
        if self.is_possible() {
            return vec![];
        }
        let is_suspect = |place: &Piece| {
            let mut without = self.clone();
            for facelet in place.facelets() {
                without.colours[*facelet] = None;
            }
            self.colours_at(*place).iter().any(Option::is_some) && without.is_possible()
        };
        let places = Piece::all().filter(is_suspect).collect();
        vec![Reason::Together { places }]
    }
}
