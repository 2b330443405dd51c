//! Pieces put together, possibly or not.

use super::impossible::{ImpossibleCube, Reason};
use super::piece::{Piece, Placed};
use crate::cube::Cube;
use crate::permutation::arrangement::is_odd;

/// The cubie at each place, corners first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Assembly([Placed; 20]);

impl Assembly {
    /// The cubies of the solved cube.
    pub fn solved() -> Assembly {
        Assembly::new(|place| (place.number(), 0))
    }

    pub fn new(at: impl Fn(Piece) -> Placed) -> Assembly {
        let mut placed = [(0, 0); 20];
        for place in Piece::all() {
            placed[place.index()] = at(place);
        }
        Assembly(placed)
    }

    /// The only one with these candidates for each place, corners first.
    pub fn only(candidates: &[Vec<Placed>]) -> Option<Assembly> {
        let is_only = candidates.iter().all(|placed| placed.len() == 1);
        is_only.then(|| Assembly::new(|place| candidates[place.index()][0]))
    }

    /// Puts a cubie at a place of its kind.
    pub fn place(&mut self, place: Piece, placed: Placed) {
        self.0[place.index()] = placed;
    }

    pub fn into_cube(self) -> Result<Cube, ImpossibleCube> {
        let (corners, edges) = self.0.split_at(8);
        let cube = Cube::new(
            std::array::from_fn(|n| corners[n].0),
            std::array::from_fn(|n| corners[n].1),
            std::array::from_fn(|n| edges[n].0),
            std::array::from_fn(|n| edges[n].1),
        );
        cube.map_err(|_| ImpossibleCube {
            reasons: reasons(&self.0.map(Some)),
        })
    }
}

/// Why no cube has the cubies that are known; nothing if one has. Corners or edges that are not all
/// known may be repeated only. With wrong ones the sums of twists and flips say nothing.
pub(super) fn reasons(known: &[Option<Placed>; 20]) -> Vec<Reason> {
    let all = |kind: &'static str| Piece::all().filter(move |piece| piece.kind() == kind);
    let places_of = |piece: Piece| {
        let is_here = move |place: &Piece| {
            let placed = known[place.index()];
            placed.is_some_and(|(number, _)| place.same_kind(number) == piece)
        };
        Piece::all().filter(is_here).collect::<Vec<_>>()
    };
    let are_known = |kind| all(kind).all(|place| known[place.index()].is_some());
    let mut reasons = vec![];
    for piece in Piece::all() {
        let places = places_of(piece);
        match places.len() {
            0 if are_known(piece.kind()) => reasons.push(Reason::Missing { piece }),
            0 | 1 => {}
            _ => reasons.push(Reason::Repeated { piece, places }),
        }
    }
    let are_right = |kind| all(kind).all(|piece| places_of(piece).len() == 1);
    let placed = |kind| all(kind).filter_map(|place| Some((place, known[place.index()]?)));
    // the sum of orientations, and the only cubie that is turned
    let turned = |kind| {
        let turned: Vec<_> = placed(kind)
            .filter(|(_, (_, turned))| *turned > 0)
            .collect();
        let sum: u8 = turned.iter().map(|(_, (_, turned))| turned).sum();
        (sum, (turned.len() == 1).then(|| turned[0].0))
    };
    let (twist, place) = turned("corner");
    if are_right("corner") && twist % 3 > 0 {
        let clockwise = twist % 3 == 1;
        reasons.push(Reason::Twisted { clockwise, place });
    }
    let (flip, place) = turned("edge");
    if are_right("edge") && flip % 2 > 0 {
        reasons.push(Reason::Flipped { place });
    }
    let is_odd = |kind| is_odd(&placed(kind).map(|(_, (n, _))| n).collect::<Vec<u8>>());
    if are_right("corner") && are_right("edge") && is_odd("corner") != is_odd("edge") {
        let is_home =
            |place: &Piece| known[place.index()].is_some_and(|(n, _)| n == place.number());
        let mut places: Vec<Piece> = Piece::all().filter(|place| !is_home(place)).collect();
        if places.len() > 2 {
            places.clear();
        }
        reasons.push(Reason::Swapped { places });
    }
    reasons
}
