//! Why a cube is impossible.

use super::piece::Piece;
use thiserror::Error;

/// A cube that no moves can reach.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("impossible cube: {}", self.reasons.iter().map(Reason::to_string).collect::<Vec<_>>().join("; "))]
pub struct ImpossibleCube {
    /// Every reason that was found, at least one.
    pub reasons: Vec<Reason>,
}

/// Something that no possible cube has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum Reason {
    /// A place has colours that are on no cubie together.
    #[error("no {} has the colours {} seen at {place}", place.kind(), harmless(colours))]
    NoSuchPiece {
        place: Piece,
        /// The colours clockwise, as the symbols of the text.
        colours: String,
    },
    /// A colour is on too many or too few facelets.
    #[error("{symbol:?} is on {} facelets, expected 9", facelets.len())]
    ColourCount {
        symbol: char,
        /// The facelets that have it, `0..54`.
        facelets: Vec<usize>,
    },
    /// A cubie is nowhere.
    #[error("{} {} is missing", piece.kind(), piece.name())]
    Missing { piece: Piece },
    /// A cubie is at two places or more.
    #[error("{} {} occurs {} times, at {}", piece.kind(), piece.name(), places.len(), list(places, " and "))]
    Repeated { piece: Piece, places: Vec<Piece> },
    /// The twists of the corners do not add up to a multiple of three.
    #[error("a corner is twisted {}{}", if *clockwise { "clockwise" } else { "counter-clockwise" }, at(place))]
    Twisted {
        /// The direction in which a single corner would have to be twisted in a possible cube.
        clockwise: bool,
        /// Known only if a single corner is twisted.
        place: Option<Piece>,
    },
    /// An odd number of edges is flipped.
    #[error("an edge is flipped{}", at(place))]
    Flipped {
        /// Known only if a single edge is flipped.
        place: Option<Piece>,
    },
    /// The permutation of the corners is odd and that of the edges even, or the reverse.
    #[error("two pieces are swapped{}", at(places))]
    Swapped {
        /// Known only if all other pieces are at home.
        places: Vec<Piece>,
    },
    /// Stickers that are possible one by one, but not together.
    #[error(
        "no possible cube looks like this{}{}",
        if places.is_empty() { "" } else { "; wrong may be " },
        list(places, " or ")
    )]
    Together {
        /// Each of these places would make a possible cube with other stickers.
        places: Vec<Piece>,
    },
}

impl Reason {
    /// A name for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::NoSuchPiece { .. } => "no_such_piece",
            Reason::ColourCount { .. } => "too_many",
            Reason::Missing { .. } => "missing",
            Reason::Repeated { .. } => "repeated",
            Reason::Twisted {
                clockwise: true, ..
            } => "twisted_clockwise",
            Reason::Twisted { .. } => "twisted_counter_clockwise",
            Reason::Flipped { .. } => "flipped",
            Reason::Swapped { .. } => "swapped",
            Reason::Together { .. } => "together",
        }
    }

    /// The cubie that is missing or repeated.
    pub fn piece(&self) -> Option<Piece> {
        match self {
            Reason::Missing { piece } | Reason::Repeated { piece, .. } => Some(*piece),
            _ => None,
        }
    }

    /// The places where it is seen, if they are known.
    pub fn places(&self) -> Vec<Piece> {
        match self {
            Reason::NoSuchPiece { place, .. } => vec![*place],
            Reason::Twisted { place, .. } | Reason::Flipped { place } => {
                place.iter().copied().collect()
            }
            Reason::Repeated { places, .. }
            | Reason::Swapped { places }
            | Reason::Together { places } => places.clone(),
            Reason::ColourCount { .. } | Reason::Missing { .. } => vec![],
        }
    }

    /// The facelets that show it, `0..54`; none if its place is not known.
    pub fn facelets(&self) -> Vec<usize> {
        match self {
            Reason::ColourCount { facelets, .. } => facelets.clone(),
            other => {
                let places = other.places();
                let facelets = places.iter().flat_map(|place| place.facelets());
                facelets.copied().collect()
            }
        }
    }
}

fn at<'a>(places: impl IntoIterator<Item = &'a Piece>) -> String {
    let places = list(places, " and ");
    match places.is_empty() {
        true => places,
        false => format!(", at {places}"),
    }
}

fn list<'a>(places: impl IntoIterator<Item = &'a Piece>, between: &str) -> String {
    let places: Vec<String> = places.into_iter().map(Piece::to_string).collect();
    places.join(between)
}

/// Text from outside, without characters that begin a line or control a terminal.
pub(super) fn harmless(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}
