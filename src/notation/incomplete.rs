//! A cube of which some stickers are still missing: what is wrong with the others, and what the
//! missing ones have to be.
//!
//! A piece may be at a place only if a possible cube has it there: every cubie once, twists and
//! flips adding up, both permutations of the same parity. Corners and edges share no more than
//! that parity.

use super::assembly::{Assembly, Reason};
use super::completion::{Completions, Placed};
use super::error::FormatError;
use super::facelets::{Symbol, centre_symbols, symbols_by_face};
use super::piece::{Piece, face_of};
use crate::cube::{Cube, Face};
use serde::Serialize;

/// The symbol of a missing sticker.
pub const MISSING: char = '.';

/// Something that no possible cube has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What it is, in one clause.
    pub text: String,
    /// The same for programs.
    pub kind: ProblemKind,
    /// The cubie that is missing or repeated.
    pub piece: Option<Piece>,
    /// The places that show it, as far as they are known.
    pub places: Vec<Piece>,
    /// The stickers that show it, `0..54`; none if it is not known where it is.
    pub facelets: Vec<usize>,
}

/// What no possible cube has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// A place has colours that are on no cubie together.
    NoSuchPiece,
    /// A cubie is nowhere.
    Missing,
    /// A cubie is at several places.
    Repeated,
    /// A corner, perhaps at a known place, is twisted.
    TwistedClockwise,
    /// The other way.
    TwistedCounterClockwise,
    /// An edge, perhaps at a known place, is flipped.
    Flipped,
    /// Two pieces, perhaps at known places, are swapped.
    Swapped,
    /// A colour is on more than nine stickers.
    TooMany,
    /// Stickers that are possible one by one are not together; those of each of the places would
    /// make a possible cube if they were others.
    Together,
}

/// What is known of an incomplete cube.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings {
    /// The 54 colours as letters of faces, [`MISSING`] for those that are not known. Letters of
    /// faces in the text stay what they are; other symbols are named by their centres.
    pub colours: String,
    /// The same, with those filled in that can be only one.
    pub filled: String,
    /// What is wrong. If there is nothing, some possible cube looks so.
    pub problems: Vec<Problem>,
}

/// Looks at 54 symbols as [`facelets::parse`](super::facelets::parse) takes them, of which any
/// but the centres may be [`MISSING`].
///
/// # Errors
/// If it is not that: another number of symbols, a centre missing or twice, a symbol of no centre.
pub fn examine(text: &str) -> Result<Findings, FormatError> {
    let cube = Incomplete::parse(text)?;
    let mut filled = cube.clone();
    let problems = cube.problems();
    if problems.is_empty() {
        filled.fill(&Incomplete::fitting(&cube.corners(), &cube.edges()));
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
    colours: Vec<Option<Face>>,
    centres: [char; 6],
}

impl Incomplete {
    fn parse(text: &str) -> Result<Incomplete, FormatError> {
        Incomplete::of_symbols(symbols_by_face(text)?)
    }

    pub fn of_symbols(symbols: [Symbol; 54]) -> Result<Incomplete, FormatError> {
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
        let colour = |(column, symbol)| match centres.iter().position(|c| *c == symbol) {
            Some(face) => Ok(Some(Face::ALL[face])),
            None if symbol == MISSING => Ok(None),
            None => Err(unexpected(
                column,
                "the symbol of one of the six centres, or . for a missing sticker",
                symbol,
            )),
        };
        let colours: Result<_, _> = symbols.into_iter().map(colour).collect();
        Ok(Incomplete {
            colours: colours?,
            centres,
        })
    }

    fn letters(&self) -> String {
        let own = self.centres.iter().all(|c| Face::from_letter(*c).is_some());
        let centres = if own {
            self.centres
        } else {
            Face::ALL.map(Face::letter)
        };
        let letter = |colour: &Option<Face>| colour.map_or(MISSING, |face| centres[face.index()]);
        self.colours.iter().map(letter).collect()
    }

    fn symbol(&self, colour: Option<Face>) -> char {
        colour.map_or(MISSING, |face| self.centres[face.index()])
    }

    /// What may be at a place by its own stickers.
    fn candidates(&self, place: Piece) -> Vec<Placed> {
        let seen: Vec<Option<Face>> = place.facelets().iter().map(|n| self.colours[*n]).collect();
        let sides = seen.len();
        let mut found = vec![];
        for (number, cubie) in (0..).zip(place.of_its_kind()) {
            for orientation in 0..sides {
                let mut shown = cubie.facelets().iter().zip(0..);
                if shown.all(|(facelet, n)| {
                    seen[(n + orientation) % sides].is_none_or(|colour| colour == face_of(*facelet))
                }) {
                    found.push((number, orientation as u8));
                }
            }
        }
        found
    }

    pub fn corners(&self) -> Completions {
        let places = (0..8).map(Piece::Corner);
        Completions::new(3, places.map(|place| self.candidates(place)).collect())
    }

    pub fn edges(&self) -> Completions {
        let places = (0..12).map(Piece::Edge);
        Completions::new(2, places.map(|place| self.candidates(place)).collect())
    }

    /// What may be at each place of a possible cube, corners first.
    pub fn fitting(corners: &Completions, edges: &Completions) -> Vec<Vec<Placed>> {
        let parities = corners.parities() & edges.parities();
        [corners.fitting(parities), edges.fitting(parities)].concat()
    }

    /// Fills in the stickers that are the same for all that `fitting` allows.
    fn fill(&mut self, fitting: &[Vec<Placed>]) {
        for (place, allowed) in Piece::all().zip(fitting) {
            let sides = place.facelets().len();
            for (n, facelet) in place.facelets().iter().enumerate() {
                let mut colours = allowed.iter().map(|(cubie, orientation)| {
                    let side = (n + sides - usize::from(*orientation)) % sides;
                    let cubie = place.of_its_kind().nth(usize::from(*cubie));
                    face_of(cubie.expect("it is one of them").facelets()[side])
                });
                let first = colours.next();
                if colours.all(|colour| Some(colour) == first) {
                    self.colours[*facelet] = first;
                }
            }
        }
    }

    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = self.of_single_places();
        if problems.is_empty() {
            problems = self.of_known_pieces();
        }
        if problems.is_empty() {
            problems = self.of_colours();
        }
        if problems.is_empty() {
            problems = self.of_the_whole();
        }
        problems
    }

    /// Places whose stickers are on no cubie together.
    fn of_single_places(&self) -> Vec<Problem> {
        let impossible = |place: &Piece| self.candidates(*place).is_empty();
        let problem = |place: Piece| {
            let facelets = place.facelets();
            let colours = facelets.iter().map(|n| self.symbol(self.colours[*n]));
            let error = FormatError::NoSuchPiece {
                place,
                colours: colours.collect(),
            };
            Problem::at(ProblemKind::NoSuchPiece, error.to_string(), vec![place])
        };
        Piece::all().filter(impossible).map(problem).collect()
    }

    /// Cubies that are at two places, and what is wrong with a kind that is there in full.
    fn of_known_pieces(&self) -> Vec<Problem> {
        let known: Vec<(Piece, Placed)> = Piece::all()
            .filter_map(|place| match *self.candidates(place) {
                [placed] => Some((place, placed)),
                _ => None,
            })
            .collect();
        let mut problems = vec![];
        for cubie in Piece::all() {
            let at = |(place, placed): &(Piece, Placed)| {
                let there = place.of_its_kind().nth(usize::from(placed.0));
                (there == Some(cubie)).then_some(*place)
            };
            let places: Vec<Piece> = known.iter().filter_map(at).collect();
            if places.len() > 1 {
                problems.push(Problem::from(Reason::Repeated {
                    piece: cubie,
                    places,
                }));
            }
        }
        problems.extend(reasons_of(&known).into_iter().map(Problem::from));
        problems
    }

    /// Colours on more than nine stickers.
    fn of_colours(&self) -> Vec<Problem> {
        let mut problems = vec![];
        for face in Face::ALL {
            let colour = Some(face);
            let facelets: Vec<usize> = (0..54).filter(|n| self.colours[*n] == colour).collect();
            if facelets.len() > 9 {
                let error = FormatError::ColourCount {
                    symbol: self.symbol(colour),
                    count: facelets.len(),
                };
                problems.push(Problem {
                    facelets,
                    ..Problem::at(ProblemKind::TooMany, error.to_string(), vec![])
                });
            }
        }
        problems
    }

    /// Stickers that are possible at their places, but not together.
    fn of_the_whole(&self) -> Vec<Problem> {
        let parities = self.corners().parities() & self.edges().parities();
        if parities != 0 {
            return vec![];
        }
        // Those whose stickers, if they were not known, would leave a possible cube.
        let suspects: Vec<Piece> = Piece::all()
            .filter(|place| self.has_known_stickers(*place) && self.without(*place).is_possible())
            .collect();
        let names: Vec<String> = suspects.iter().map(Piece::to_string).collect();
        let text = if names.is_empty() {
            "no possible cube looks so".to_owned()
        } else {
            format!(
                "no possible cube looks so; wrong may be {}",
                names.join(" or ")
            )
        };
        vec![Problem::at(ProblemKind::Together, text, suspects)]
    }

    fn has_known_stickers(&self, place: Piece) -> bool {
        place.facelets().iter().any(|n| self.colours[*n].is_some())
    }

    fn without(&self, place: Piece) -> Incomplete {
        let mut without = self.clone();
        for facelet in place.facelets() {
            without.colours[*facelet] = None;
        }
        without
    }

    fn is_possible(&self) -> bool {
        self.corners().parities() & self.edges().parities() != 0
    }
}

/// What is wrong with the corners, the edges or both, of those that are known in full, apart
/// from pieces that are there twice.
fn reasons_of(known: &[(Piece, Placed)]) -> Vec<Reason> {
    let mut pieces = Assembly::from(&Cube::SOLVED);
    let corners = known
        .iter()
        .filter(|(place, _)| matches!(place, Piece::Corner(_)));
    let corners = corners.count();
    let (all_corners, all_edges) = (corners == 8, known.len() == corners + 12);
    for (place, (cubie, orientation)) in known {
        match *place {
            Piece::Corner(n) if all_corners => {
                pieces.corners[usize::from(n)] = *cubie;
                pieces.corner_orientations[usize::from(n)] = *orientation;
            }
            Piece::Edge(n) if all_edges => {
                pieces.edges[usize::from(n)] = *cubie;
                pieces.edge_orientations[usize::from(n)] = *orientation;
            }
            _ => {}
        }
    }
    let mut reasons = pieces.reasons();
    reasons.retain(|reason| match reason {
        Reason::Repeated { .. } => false,
        Reason::Swapped { .. } => all_corners && all_edges,
        _ => true,
    });
    reasons
}

impl Problem {
    /// A problem that the stickers of these places show.
    fn at(kind: ProblemKind, text: String, places: Vec<Piece>) -> Problem {
        let facelets = places.iter().flat_map(|place| place.facelets());
        Problem {
            text,
            kind,
            piece: None,
            facelets: facelets.copied().collect(),
            places,
        }
    }
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Problem {
        let text = reason.to_string();
        let (kind, piece, places) = match reason {
            Reason::Missing { piece } => (ProblemKind::Missing, Some(piece), vec![]),
            Reason::Repeated { piece, places } => (ProblemKind::Repeated, Some(piece), places),
            Reason::Twisted { clockwise, place } => {
                let kind = match clockwise {
                    true => ProblemKind::TwistedClockwise,
                    false => ProblemKind::TwistedCounterClockwise,
                };
                (kind, None, place.into_iter().collect())
            }
            Reason::Flipped { place } => (ProblemKind::Flipped, None, place.into_iter().collect()),
            Reason::Swapped { places } => (ProblemKind::Swapped, None, places),
        };
        Problem {
            piece,
            ..Problem::at(kind, text, places)
        }
    }
}
