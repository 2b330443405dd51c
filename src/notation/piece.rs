//! Corners, edges, and where their facelets are.

use crate::cube::{CORNER_NAMES, Cube, EDGE_NAMES, Face};
use serde::{Serialize, Serializer};
use std::fmt;

/// The facelets of each corner position, the one on U or D first, then clockwise.
#[rustfmt::skip]
const CORNER_FACELETS: [[usize; 3]; 8] = [
    [8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11],
    [29, 26, 15], [27, 44, 24], [33, 53, 42], [35, 17, 51],
];

/// The facelets of each edge position, the one that counts for its flip first.
#[rustfmt::skip]
const EDGE_FACELETS: [[usize; 2]; 12] = [
    [5, 10], [7, 19], [3, 37], [1, 46],
    [32, 16], [28, 25], [30, 43], [34, 52],
    [23, 12], [21, 41], [50, 39], [48, 14],
];

/// The colour of each facelet: faces in the order U R F D L B, each from its top left to
/// its bottom right facelet. Seen with U above for R F L B, F below for U, F above for D.
pub type Facelets = [Face; 54];

/// A corner or edge, by its number in Kociemba's order: a cubie, or the place of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// `0..8`: URF UFL ULB UBR DFR DLF DBL DRB.
    Corner(u8),
    /// `0..12`: UR UF UL UB DR DF DL DB FR FL BL BR.
    Edge(u8),
}

impl Piece {
    /// The letters of its faces, as `URF` or `UR`.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Corner(number) => CORNER_NAMES[number as usize],
            Piece::Edge(number) => EDGE_NAMES[number as usize],
        }
    }

    /// Its number among the corners or among the edges.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Piece::Corner(number) | Piece::Edge(number) => number,
        }
    }

    /// Whether it belongs to the layer U.
    pub(crate) fn is_upper(&self) -> bool {
        self.name().starts_with('U')
    }

    pub(crate) fn is_corner(&self) -> bool {
        matches!(self, Piece::Corner(_))
    }

    /// Its number among the corners and edges together, `0..20`.
    pub(crate) const fn index(self) -> usize {
        match self {
            Piece::Corner(number) => number as usize,
            Piece::Edge(number) => 8 + number as usize,
        }
    }

    /// Its facelets in the order of its name, `0..54`.
    pub fn facelets(self) -> &'static [usize] {
        match self {
            Piece::Corner(number) => &CORNER_FACELETS[usize::from(number)],
            Piece::Edge(number) => &EDGE_FACELETS[usize::from(number)],
        }
    }

    /// `corner` or `edge`.
    pub const fn kind(self) -> &'static str {
        match self {
            Piece::Corner(_) => "corner",
            Piece::Edge(_) => "edge",
        }
    }

    /// The corner or edge with this number, whichever this is.
    pub(crate) const fn same_kind(self, number: u8) -> Piece {
        match self {
            Piece::Corner(_) => Piece::Corner(number),
            Piece::Edge(_) => Piece::Edge(number),
        }
    }

    /// Each facelet of this place, with the sticker of the cubie there: its facelet on the solved cube.
    pub(crate) fn stickers(self, (cubie, turned): Placed) -> impl Iterator<Item = (usize, usize)> {
        let stickers = self.same_kind(cubie).facelets();
        let sides = stickers.len();
        let first = sides - usize::from(turned);
        let turned = stickers.iter().cycle().skip(first);
        self.facelets().iter().copied().zip(turned.copied())
    }

    /// The cubies that show these colours at this place: those of its facelets in their order, `None`
    /// for any colour.
    pub(super) fn showing(self, colours: &[Option<Face>]) -> Vec<Placed> {
        // eight corners have as many stickers as twelve edges
        let sides = self.facelets().len() as u8;
        let all = (0..24 / sides).flat_map(|cubie| (0..sides).map(move |turned| (cubie, turned)));
        let is_shown = |placed: &Placed| {
            let seen = self.stickers(*placed).map(|(_, sticker)| face_of(sticker));
            let mut pairs = seen.zip(colours);
            pairs.all(|(seen, colour)| colour.is_none_or(|colour| colour == seen))
        };
        all.filter(is_shown).collect()
    }

    /// The piece with these letters, in any order and case.
    pub(crate) fn with_letters(word: &str) -> Option<Piece> {
        let word = word.to_ascii_uppercase();
        Piece::all().find(|piece| {
            let name = piece.name();
            word.len() == name.len() && name.chars().all(|c| word.contains(c))
        })
    }

    /// All corners, then all edges.
    pub fn all() -> impl Iterator<Item = Piece> {
        let corners = (0..8).map(Piece::Corner);
        corners.chain((0..12).map(Piece::Edge))
    }
}

/// The number of a cubie, and its orientation.
pub(crate) type Placed = (u8, u8);

/// The cubie at each place, corners first.
pub(super) type Placement = [Placed; 20];

/// The cubies of the solved cube.
pub(super) fn at_home() -> Placement {
    let mut pieces = Piece::all();
    std::array::from_fn(|_| (pieces.next().map_or(0, Piece::number), 0))
}

impl Cube {
    pub(crate) fn at(&self, place: Piece) -> Placed {
        let n = usize::from(place.number());
        match place {
            Piece::Corner(_) => (self.corners()[n], self.corner_orientations()[n]),
            Piece::Edge(_) => (self.edges()[n], self.edge_orientations()[n]),
        }
    }

    /// The same as a piece, without its orientation.
    pub(crate) fn piece_at(&self, place: Piece) -> Piece {
        place.same_kind(self.at(place).0)
    }
}

/// As its name.
impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// As a place, with its facelets: `URF (U9 R1 F3)`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facelets = self.facelets().iter();
        let on_net = facelets.map(|n| format!("{}{}", face_of(*n).letter(), n % 9 + 1));
        write!(
            f,
            "{} ({})",
            self.name(),
            on_net.collect::<Vec<_>>().join(" ")
        )
    }
}

/// The face that a facelet belongs to on a solved cube.
pub(super) fn face_of(facelet: usize) -> Face {
    Face::ALL[facelet / 9]
}
