//! Why a cube is impossible.

use super::piece::{Piece, Placed, Placement};
use super::reader::without_controls;
use crate::cube::Cube;
use crate::permutation::arrangement::is_odd;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// A cube that no moves can reach.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("impossible cube: {}", self.reasons.iter().map(Reason::to_string).collect::<Vec<_>>().join("; "))]
pub struct ImpossibleCube {
    /// Every reason that was found, at least one.
    pub reasons: Vec<Reason>,
}

/// Something that no possible cube has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// A name for programs: `no_such_piece`, `too_many`, `missing`, `repeated`, `twisted_clockwise`,
    /// `twisted_counter_clockwise`, `flipped`, `swapped` or `together`.
    pub kind: &'static str,
    /// The same in words.
    pub text: String,
    /// The cubie that is missing or repeated.
    pub piece: Option<Piece>,
    /// The places where it is seen, if they are known.
    pub places: Vec<Piece>,
    /// The facelets that show it, `0..54`; none if its place is not known.
    pub facelets: Vec<usize>,
}

impl Reason {
    fn new(kind: &'static str, places: Vec<Piece>, text: String) -> Reason {
        let facelets = places.iter().flat_map(|place| place.facelets());
        Reason {
            kind,
            text,
            piece: None,
            facelets: facelets.copied().collect(),
            places,
        }
    }

    /// A place has colours that are on no cubie together: these, clockwise, as the symbols of the text.
    pub(super) fn no_such_piece(place: Piece, colours: &str) -> Reason {
        let (kind, colours) = (place.kind(), without_controls(colours));
        let text = format!("no {kind} has the colours {colours} seen at {place}");
        Reason::new("no_such_piece", vec![place], text)
    }

    /// A colour is on these facelets, which are too many or too few.
    pub(super) fn colour_count(symbol: char, facelets: Vec<usize>) -> Reason {
        let text = format!("{symbol:?} is on {} facelets, expected 9", facelets.len());
        Reason {
            facelets,
            ..Reason::new("too_many", vec![], text)
        }
    }

    /// A cubie is nowhere, or at two places or more.
    fn repeated(piece: Piece, places: Vec<Piece>) -> Reason {
        let name = format!("{} {}", piece.kind(), piece.name());
        let reason = match places.len() {
            0 => Reason::new("missing", places, format!("{name} is missing")),
            n => {
                let text = format!("{name} occurs {n} times, at {}", list(&places, " and "));
                Reason::new("repeated", places, text)
            }
        };
        Reason {
            piece: Some(piece),
            ..reason
        }
    }

    /// Pieces are turned or swapped, at these places if that is `certain`. Otherwise the wrong ones are not known.
    fn moved(kind: &'static str, text: &str, places: Vec<Piece>, certain: bool) -> Reason {
        match certain {
            true => {
                let text = format!("{text}, at {}", list(&places, " and "));
                Reason::new(kind, places, text)
            }
            false => Reason::new(kind, vec![], text.to_owned()),
        }
    }

    /// Stickers are possible one by one, but not together. Each of these places would make a possible cube
    /// with other stickers.
    pub(super) fn together(places: Vec<Piece>) -> Reason {
        let mut text = "no possible cube looks like this".to_owned();
        if !places.is_empty() {
            text += &format!("; wrong may be {}", list(&places, " or "));
        }
        Reason::new("together", places, text)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn list(places: &[Piece], between: &str) -> String {
    let places: Vec<String> = places.iter().map(Piece::to_string).collect();
    places.join(between)
}

/// The cubie at each place, if there is one candidate for each.
pub(super) fn only_placement(candidates: &[Vec<Placed>]) -> Option<Placement> {
    let is_only = candidates.iter().all(|placed| placed.len() == 1);
    is_only.then(|| std::array::from_fn(|n| candidates[n][0]))
}

/// The cube with these cubies, each at a place of its kind.
pub(super) fn cube_of(placement: Placement) -> Result<Cube, ImpossibleCube> {
    let (corners, edges) = placement.split_at(8);
    let cube = Cube::new(
        std::array::from_fn(|n| corners[n].0),
        std::array::from_fn(|n| corners[n].1),
        std::array::from_fn(|n| edges[n].0),
        std::array::from_fn(|n| edges[n].1),
    );
    cube.map_err(|_| ImpossibleCube {
        reasons: reasons(&placement.map(Some)),
    })
}

/// Why no cube has the cubies that are known; nothing if one has. Corners or edges that are not all
/// known may be repeated only. With wrong ones the sums of twists and flips say nothing.
pub(super) fn reasons(known: &[Option<Placed>; 20]) -> Vec<Reason> {
    const MIN_SOLVED: usize = 16;
    let all = |kind: &'static str| Piece::all().filter(move |piece| piece.kind() == kind);
    let placed = |kind| all(kind).filter_map(|place| Some((place, known[place.index()]?)));
    let places_of = |piece: Piece| {
        let here = placed(piece.kind()).filter(move |(_, (number, _))| *number == piece.number());
        here.map(|(place, _)| place).collect::<Vec<_>>()
    };
    let are_known = |kind| placed(kind).count() == all(kind).count();
    let mut reasons = vec![];
    for piece in Piece::all() {
        let places = places_of(piece);
        if places.len() > 1 || places.is_empty() && are_known(piece.kind()) {
            reasons.push(Reason::repeated(piece, places));
        }
    }
    // in a scrambled cube the only edge that is not oriented is hardly ever the one that was flipped
    let is_solved = |place: &Piece| known[place.index()] == Some((place.number(), 0));
    let is_nearly_solved = Piece::all().filter(is_solved).count() >= MIN_SOLVED;
    let are_right = |kind| all(kind).all(|piece| places_of(piece).len() == 1);
    for kind in ["corner", "edge"] {
        let turned = placed(kind).filter(|(_, (_, turned))| *turned > 0);
        let (places, turns): (Vec<Piece>, Vec<Placed>) = turned.unzip();
        let sum: u8 = turns.iter().map(|(_, turned)| turned).sum();
        // the direction in which a single corner would have to be twisted in a possible cube
        let (name, text) = match (kind, sum % 3, sum % 2) {
            ("corner", 1, _) => ("twisted_clockwise", "a corner is twisted clockwise"),
            ("corner", 2, _) => (
                "twisted_counter_clockwise",
                "a corner is twisted counter-clockwise",
            ),
            ("edge", _, 1) => ("flipped", "an edge is flipped"),
            _ => continue,
        };
        if are_right(kind) {
            let is_certain = is_nearly_solved && places.len() == 1;
            reasons.push(Reason::moved(name, text, places, is_certain));
        }
    }
    let is_odd = |kind| is_odd(&placed(kind).map(|(_, (n, _))| n).collect::<Vec<u8>>());
    if are_right("corner") && are_right("edge") && is_odd("corner") != is_odd("edge") {
        let is_away = |place: &Piece| places_of(*place) != [*place];
        let places: Vec<Piece> = Piece::all().filter(is_away).collect();
        let is_certain = is_nearly_solved && places.len() == 2;
        let text = "two pieces are swapped";
        reasons.push(Reason::moved("swapped", text, places, is_certain));
    }
    reasons
}
